// An extension that does whatever an extension may not do: at load as $HADAL_TEST_CASE says, in a
// run as the keys of its kinds say (tests/extensions_test.sh).
#include <hadal/extension.h>

#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>

namespace faulty {

using namespace hadal::extension;
using hadal::StructBuilder;
using hadal::StructSchema;

struct Fault {
  std::string where = "nowhere";  // the function that does it
  std::string what = "nan";
  double at_s = 0;
  // A number for this function: as wanted, or the fault.
  double number(const std::string& function, double time_s, double wanted) const {
    if (function != where || time_s < at_s) return wanted;
    if (what == "throw") throw std::runtime_error("out of ink");
    if (what == "throw_int") throw 7;
    return std::numeric_limits<double>::quiet_NaN();
  }
};

template <class T>
StructBuilder<T> with_fault(StructBuilder<T> builder) {
  return std::move(builder)
      .text("where", static_cast<std::string T::*>(&T::where), "Function.")
      .text("what", static_cast<std::string T::*>(&T::what), "throw, throw_int or nan.")
      .number("at_s", static_cast<double T::*>(&T::at_s), "From then on.");
}

struct FaultySensor : SensorConfig, Fault {
  static const StructSchema& schema() {
    static const StructSchema s =
        with_fault(sensor_schema<FaultySensor>("faulty_sensor", "A sensor."));
    return s;
  }
  std::vector<Column> columns() const {
    number("columns", 0, 0);
    return {{"x_m", "m"}};
  }
  std::vector<NoiseGroup> noise_groups() const { return {}; }
  size_t memory_size() const { return 1; }
  void prepare(SensorSetting&) { number("prepare", 0, 0); }
  bool measure(const SensorContext& now, SensorSample& sample) const {
    sample.truth[0] = number("truth", now.time_s(), 1);
    sample.values[0] = number("measure", now.time_s(), 1);
    sample.memory[0] = number("memory", now.time_s(), 1);
    return true;
  }
};

struct FaultyActuator : ActuatorConfig, Fault {
  static const StructSchema& schema() {
    static const StructSchema s =
        with_fault(actuator_schema<FaultyActuator>("faulty_actuator", "An actuator."));
    return s;
  }
  ActuatorCommand command() const { return {.unit = "1"}; }
  std::vector<Column> columns() const {
    if (where == "no_columns") return {};
    return {{"time_s", "s"}};
  }
  void advance(const ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const {
    middle[0] = state[0];
    state[0] = number("advance", state[0], state[0] + input.dt_s);
  }
  ActuatorAction act(const ActuatorFlow&, const ActuatorInput&, std::span<const double> middle,
                     std::span<double>) const {
    ActuatorAction action;
    action.wrench_B[0] = number("act", middle[0], 0);
    action.power_w = number("power", middle[0], 0);
    return action;
  }
};

struct FaultyForce : Fault {
  static const StructSchema& schema() {
    static const StructSchema s =
        with_fault(StructBuilder<FaultyForce>("faulty_force", "A force."));
    return s;
  }
  size_t state_size() const { return 1; }
  ForceAction act(const ForceContext& now, std::span<const double>) const {
    ForceAction action;
    action.wrench_B[2] = number("act", now.time_s, 0);
    action.damping_B[0] = number("damping", now.time_s, 0);
    return action;
  }
  void advance(const ForceContext& now, std::span<double> state) const {
    state[0] = number("advance", now.time_s, 0);
  }
};

struct FaultyController : ControllerConfig, Fault {
  static constexpr ControlMode kModes[] = {ControlMode::kPosition};
  static const StructSchema& schema() {
    static const StructSchema s =
        with_fault(controller_schema<FaultyController>("faulty_controller", "A controller."));
    return s;
  }
  void bind(const ActuatorNames&) {}
  void prepare(const ControllerSetting&) { number("prepare", 0, 0); }
  std::vector<Gain> gains() { return {}; }
  size_t state_size() const { return 1; }
  void update(const SetPoint&, const ControlContext& now) const {
    now.state[0] = number("state", now.time_s, 0);
    now.commands.thruster(0, number("update", now.time_s, 1500));
  }
};

// Two kinds that must not get in.
struct Imu : FaultySensor {
  static const StructSchema& schema() {
    static const StructSchema s = sensor_schema<Imu>("imu", "A name that is taken.");
    return s;
  }
};
struct Empty : FaultySensor {
  static const StructSchema& schema() {
    static const StructSchema s;
    return s;
  }
};
struct Throwing : FaultySensor {
  static const StructSchema& schema() { throw std::runtime_error("no schema today"); }
};

}  // namespace faulty

HADAL_EXTENSION("faulty kinds", kinds) {
  using namespace faulty;
  const char* given = std::getenv("HADAL_TEST_CASE");
  const std::string wanted = given ? given : "";
  if (wanted == "nothing") return;
  if (wanted == "throw") throw std::runtime_error("no kinds today");
  kinds.add(sensor_kind<FaultySensor>());
  kinds.add(actuator_kind<FaultyActuator>());
  kinds.add(force_kind<FaultyForce>());
  kinds.add(controller_kind<FaultyController>());
  if (wanted == "taken") kinds.add(sensor_kind<Imu>());
  if (wanted == "twice") kinds.add(sensor_kind<FaultySensor>());
  if (wanted == "empty_schema") kinds.add(sensor_kind<Empty>());
  if (wanted == "throwing_schema") kinds.add(sensor_kind<Throwing>());
  if (wanted == "no_schema") kinds.add(SensorKind{});
  if (wanted == "no_function") {
    ForceKind force = force_kind<FaultyForce>();
    force.act = nullptr;
    kinds.add(force);
  }
}
