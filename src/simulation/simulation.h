// A running world: the only class that sees every stage. What follows from the scenario is constant
// and shared (shared_world.h), State is all that changes; everything else here is scratch and
// parameters prepared from the world.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "control/expression.h"
#include "control/vehicle_control.h"
#include "dynamics/couplings.h"
#include "dynamics/forces.h"
#include "dynamics/multibody/multibody.h"
#include "environment/acoustic/acoustic_field.h"
#include "environment/life/living.h"
#include "environment/sea.h"
#include "environment/silt/silt.h"
#include "sensors/frames/frame_suite.h"
#include "sensors/network/network.h"
#include "sensors/rays/ray_world.h"
#include "sensors/scalar/suite.h"
#include "simulation/profile.h"
#include "simulation/shared_world.h"
#include "world/patches.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::simulation {

// What can go wrong in a step. A failed step leaves the state of the step before.
struct StepReport {
  bool ok = true;
  std::string message;    // names the body and the term
  bool diverged = false;  // the motion is not finite, or beyond the bounds of link_state.h
};

// An input from outside, at the tick it takes effect. Recorded, so that replay repeats it.
struct Input {
  Tick tick = 0;
  // A vehicle or object, a part of it (its link, actuator, lamp or modem: rov/hull), a current, or
  // waves, wind, optics, sky; simulation/inputs.h lists targets and keys.
  std::string target;
  std::string key;
  std::vector<double> values;
};

struct SimulationOptions {
  std::optional<uint64_t> seed;  // of the run; none: that of the scenario
  std::vector<Patch> patches;    // see world/patches.h
  // False: none are, until compute_frames() says which.
  bool compute_frames = true;
  int threads = 1;  // 0: all cores if the world has sonars, lidars or cameras, otherwise one
};

// What SimulationOptions::threads of 0 means for a world.
int useful_threads(const World& world);

class Simulation {
 public:
  // Problems when a patch is refused, or when a scenario that stands alone has any.
  static Result<std::unique_ptr<Simulation>> create(std::shared_ptr<const SharedWorld> shared,
                                                    const SimulationOptions& options = {});
  static Result<std::unique_ptr<Simulation>> create(const LoadedScenario& loaded,
                                                    const SimulationOptions& options = {});
  static Result<std::unique_ptr<Simulation>> create(const LoadedScenario& loaded, int threads) {
    return create(loaded, SimulationOptions{.threads = threads});
  }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  ~Simulation();

  const SharedWorld& shared() const { return *shared_; }
  const World& world() const { return *world_; }
  std::span<const Patch> patches() const { return patches_; }
  const State& state() const { return state_; }
  const environment::Sea& sea() const { return *sea_; }
  const sensors::Suite& sensors() const { return suite_; }
  const sensors::FrameSuite& frames() const { return frames_; }
  const sensors::Network& network() const { return network_; }
  const sensors::RayWorld& rays() const { return *shared_->rays; }
  const environment::AcousticField& sound() const { return shared_->sound; }
  int threads() const { return arena_.threads(); }
  const Profile& profile() const { return profile_; }
  std::span<const double> gains(int vehicle) const { return control_.gains(vehicle, state_); }

  // Back to the start, with this seed; the same as a new simulation of it.
  void reset(uint64_t seed);
  // From state(t) to state(t + dt).
  StepReport step();
  bool finished() const;
  // Frames are computed from now on, also of pings that are under way, where wanted(index of
  // world().frame_sensors, tick of the ping) says so. The others hold nothing, so that hashes are
  // not those of a run.
  void compute_frames(std::function<bool(int sensor, Tick tick)> wanted);

  // Applies an input now. Problems when target, key or values do not fit (simulation/inputs.h).
  Problems apply(const Input& input);
  Problems apply(InputAddress address, std::span<const double> values);

  // Snapshots hold everything; restoring one continues bit for bit.
  std::vector<std::byte> save() const { return save_state(state_); }
  bool restore(std::span<const std::byte> snapshot);

  // Verdict of the expectations so far.
  enum class Verdict : int64_t { kOpen = 0, kHeld = 1, kFailed = 2 };
  std::vector<Verdict> verdicts() const;
  bool all_expectations_held() const;

 private:
  Simulation(std::shared_ptr<const SharedWorld> shared, std::shared_ptr<const World> world,
             std::shared_ptr<const dynamics::MultibodyModel> bodies,
             const SimulationOptions& options);
  Problems parse_expectations();
  void apply_events();
  void drive_bodies();
  void drive_joint(int link);
  void finish_joints();
  void read_bodies();
  void read_contacts();
  void write_bodies();
  void watch_expectations();
  void measure();
  void keep_records();
  std::string describe_failure(const dynamics::StepStatus& status) const;

  std::shared_ptr<const SharedWorld> shared_;
  std::shared_ptr<const World> world_;  // the shared one, or a copy with patches
  std::vector<Patch> patches_;
  const environment::Sea* sea_;
  ThreadArena arena_;
  RandomStream current_stream_;
  environment::FollowedPositions followed_;
  environment::SeaInstant instant_;
  environment::Living living_;
  environment::Silt silt_;
  dynamics::Multibody bodies_;
  dynamics::Forces forces_;
  dynamics::Couplings couplings_;
  control::VehicleControl control_;
  sensors::Suite suite_;
  sensors::FrameSuite frames_;
  sensors::Network network_;  // sonars of the frames share its water
  std::vector<control::Expression> expectations_;
  // What the steps of missions wait for; steps that do not wait have none.
  struct Waits : control::StepConditions {
    explicit Waits(const Simulation& s) : simulation(s) {}
    bool holds(int step) const override {
      return conditions[static_cast<size_t>(step)].evaluate(&simulation).holds;
    }
    const Simulation& simulation;
    std::vector<control::Expression> conditions;
  };
  Waits waits_{*this};
  State state_;
  Profile profile_;
};

// The functions that expectations may use; `lists` are vehicles and places.
control::ExpressionTable expectation_table(const World& world);

}  // namespace hadal::simulation
