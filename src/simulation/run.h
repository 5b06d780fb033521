// One run of a scenario: a simulation, what comes in, its log, its pace. Everything that runs a
// simulation (`run`, the API, live runs, `shot`, `replay`) does so through here; this is the one
// place where a step is followed by its record.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "outputs/recorder.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"
#include "simulation/tracking.h"

namespace hadal::simulation {

// When a step is due in wall time. Nothing in the state depends on it.
class Pace {
 public:
  using Wall = std::chrono::steady_clock;

  // speed: times real time; 0: as fast as possible.
  explicit Pace(double speed) : speed_(speed) {}
  double speed() const { return speed_; }
  void set_speed(double speed) { speed_ = speed; }

  // Simulated time goes on from time_s now.
  void anchor(double time_s);
  // Wall time until time_s is due, 0 when it is. A run that has fallen far behind is anchored anew,
  // so that it does not hurry later.
  std::chrono::duration<double> wait(double time_s);

 private:
  double speed_;
  Wall::time_point anchor_wall_ = Wall::now();
  double anchor_s_ = 0;
};

class Run {
 public:
  static Result<std::unique_ptr<Run>> create(std::shared_ptr<const SharedWorld> shared,
                                             const SimulationOptions& options = {});
  static Result<std::unique_ptr<Run>> create(const LoadedScenario& loaded,
                                             const SimulationOptions& options = {});
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const Simulation& simulation() const { return *simulation_; }
  const World& world() const { return simulation_->world(); }
  const State& state() const { return simulation_->state(); }
  // Since the start, or since the snapshot that the run went to.
  const Tracking& tracking() const { return tracking_; }
  double time_s() const { return world().clock.time_s(state().tick); }
  // 16 hexadecimal digits by which log, scenario and summary of a run know each other: of its
  // scenario and seed, so that a run that is repeated has the same.
  std::string id() const;
  const std::string& scenario_yaml() const { return simulation_->shared().scenario_yaml; }

  // Begins a log with the present state; the one before ends. Unless nothing has happened since the
  // load, the log holds the state it begins from.
  Problems open_log(const std::string& path);
  // Problems when it could not be written to its end.
  Problems close_log();
  bool has_log() const { return log_ != nullptr; }
  // Written so far to the log, or to the last one.
  int64_t log_bytes() const { return log_ ? log_->bytes() : closed_log_bytes_; }

  // Which frames are computed from now on; for runs without a log (simulation.h).
  void compute_frames(std::function<bool(int sensor, Tick tick)> wanted) {
    simulation_->compute_frames(std::move(wanted));
  }

  // One step, recorded. A failed step is not recorded; a log that fails is a failed step.
  StepReport step();
  // Applies an input now, recorded at this tick. Problems when it does not fit, and nothing
  // happens.
  Problems apply(const Input& input);
  Problems apply(InputAddress address, std::span<const double> values);
  // Back to the start, with this seed; as a new run of it. Without a log, like restore().
  void reset(uint64_t seed);
  // Goes to a snapshot. False when it is of another scenario. A log goes forward in time only: end
  // it first, or open another one afterwards.
  bool restore(std::span<const std::byte> snapshot);

 private:
  explicit Run(std::unique_ptr<Simulation> simulation);

  std::unique_ptr<Simulation> simulation_;
  Tracking tracking_;
  bool as_loaded_ = true;
  std::unique_ptr<outputs::RunLog> log_;
  int64_t closed_log_bytes_ = 0;
};

}  // namespace hadal::simulation
