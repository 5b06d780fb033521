// A simulation under your own control: load a scenario, step it, look at everything, change the sea
// and the vehicles while it runs, take snapshots and come back to them.
//
//   hadal::Simulator sim = hadal::Simulator::load("inspection_dive");
//   const hadal::VehicleHandle rov = sim.vehicle("rov");
//   const hadal::CurrentHandle drift = sim.current("live");
//   while (!sim.finished()) {
//     sim.step();
//     if (rov.state().depth_m > 20) drift.set(0.1, 0.0, 0.0);
//   }
//
// Everything that fails throws hadal::Error (error.h). What vehicles, sensors and actuators are
// read and commanded with stands in handles.h. One Simulator belongs to one thread at a time;
// several Simulators are independent. A loop of step(), reads and commands allocates nothing,
// unless it writes a log; send(), set_gains() and functions that return std::vector or std::string
// do.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hadal/error.h"
#include "hadal/export.h"
#include "hadal/handles.h"

namespace hadal::simulation {
struct SharedWorld;
}

namespace hadal HADAL_API {

// What of it counts where: SharedScenario takes settings, model_folders and duration_s, a Simulator
// on a shared scenario seed, patches, threads and log_path.
struct SimulatorOptions {
  std::vector<std::string> settings;       // "a.b=c" changes to the scenario
  std::vector<std::string> model_folders;  // where models/ is looked for; share_folders()
                                           // (catalog.h) if empty
  double duration_s = -1;  // < 0: as in the scenario
  int64_t seed = -1;       // of the random numbers of the run; < 0: as in the scenario
  // Numbers of the model that differ from the scenario's, by key; docs/api.md lists the keys.
  std::vector<std::pair<std::string, double>> patches;
  int threads = 1;
  std::string log_path;  // writes an MCAP log there; empty: none
};

// A scenario loaded once, for any number of simulators in any threads. It is constant; copies share
// it.
class SharedScenario {
 public:
  // As Simulator::load.
  static SharedScenario load(const std::string& name_or_path, const SimulatorOptions& options = {});
  static SharedScenario load_text(const std::string& yaml, const SimulatorOptions& options = {});

 private:
  friend class Simulator;
  explicit SharedScenario(std::shared_ptr<const simulation::SharedWorld> world);
  std::shared_ptr<const simulation::SharedWorld> world_;
};

// Two links that touch, or a link and the seabed.
struct Contact {
  LinkHandle a;
  std::optional<LinkHandle> b;                    // none: the seabed
  std::span<const double, 3> position_m, normal;  // normal: from b to a
  std::span<const double, 3> force_n;             // on a
  double overlap_m = 0;
};

enum class ExpectationVerdict { kOpen, kHeld, kFailed };
struct ExpectationState {
  std::string_view text;
  ExpectationVerdict verdict = ExpectationVerdict::kOpen;
};

class Simulator {
 public:
  // A shipped scenario by its name, or a path. Throws Error with every problem of the scenario.
  static Simulator load(const std::string& name_or_path, const SimulatorOptions& options = {});
  static Simulator load_text(const std::string& yaml, const SimulatorOptions& options = {});
  // Throws Error when a patch is refused or the log cannot be written.
  explicit Simulator(const SharedScenario& scenario, const SimulatorOptions& options = {});
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  // Steps once or more. Throws Error when a step fails (a state that is not finite); the message
  // names body and term, and the log up to that step is complete.
  void step(int64_t count = 1);
  bool finished() const;
  int64_t tick() const;
  double time_s() const;
  double step_s() const;
  uint64_t state_hash() const;

  // Vehicles first, then objects.
  std::vector<VehicleHandle> vehicles() const;
  std::vector<CurrentHandle> currents() const;
  std::vector<ModemHandle> modems() const;
  // By name; throw Error when there is none.
  VehicleHandle vehicle(std::string_view name) const;
  CurrentHandle current(std::string_view name) const;  // `live` is there always
  ModemHandle modem(std::string_view path) const;      // vehicle/modem

  // Contacts of the last step.
  int contact_count() const;
  Contact contact(int index) const;
  // What the scenario expects, and what has come of it so far.
  int expectation_count() const;
  ExpectationState expectation(int index) const;

  // The sea.
  void set_waves_factor(double factor);      // of the scenario's wave heights, 0 to 10
  void set_wind_factor(double factor);       // of the scenario's wind, 0 to 10
  void set_turbidity(double turbidity_ntu);  // beyond that of the water type
  void set_time_of_day_h(double utc_hours);  // of the light, 0 to 24
  std::array<double, 3> current_at(double north_m, double east_m, double depth_m) const;

  // Back to the start with this seed, without loading anything: as a new Simulator of it, bit for
  // bit. With a log, time would go back: throws Error.
  void reset(uint64_t seed);
  uint64_t seed() const;  // of this run

  // Everything that changes, as bytes. restore() continues bit for bit; it refuses (false) the
  // snapshot of another scenario. With a log, restoring goes back in time and is refused too.
  std::vector<std::byte> snapshot() const;
  bool restore(std::span<const std::byte> snapshot);

 private:
  std::unique_ptr<detail::SimulatorParts> parts_;
};

}  // namespace hadal HADAL_API
