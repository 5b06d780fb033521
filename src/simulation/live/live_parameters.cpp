#include "simulation/live/live_parameters.h"

#include <cmath>
#include <stdexcept>

#include "base/text.h"
#include "control/gain_names.h"
#include "control/modes.h"

namespace hadal::simulation {
namespace {

constexpr double kDay_s = 86400, kHour_s = 3600, kMinute_s = 60;
constexpr const char* kMissionMode = "mission";

// Seconds since midnight UTC of the clock, without the offset of the light.
double clock_of_day_s(const Simulation& s) {
  const double start_s = static_cast<double>(s.world().start_unix_ns / 1'000'000'000);
  const double now_s = std::fmod(start_s, kDay_s) + s.world().clock.time_s(s.state().tick);
  return std::fmod(now_s, kDay_s);
}

double wrapped(double value, double period) {
  return value - period * std::floor(value / period);
}

double number(const LiveValue& value) {
  return std::get<double>(value);
}

Input input_at(const Simulation& s, const std::string& target, const std::string& key,
               std::vector<double> values) {
  return {s.state().tick, target, key, std::move(values)};
}

class ParameterBindings {
 public:
  using Read = std::function<LiveValue(const Simulation&)>;
  using MakeInput = std::function<Input(const Simulation&, const LiveValue&)>;

  ParameterBindings(const Simulation& simulation, std::function<void(Input)> apply)
      : simulation_(simulation), apply_(std::move(apply)) {}

  // A number in the state that one input with one value sets.
  void number_of(const std::string& name, const std::string& help, double min, double max,
                 const std::string& target, const std::string& key,
                 std::function<double(const Simulation&)> read) {
    add(
        {name, 0.0, help, min, max, true}, [read](const Simulation& s) { return read(s); },
        [target, key](const Simulation& s, const LiveValue& value) {
          return input_at(s, target, key, {number(value)});
        });
  }

  void add(LiveParameter parameter, const Read& read, const MakeInput& input) {
    const Simulation& s = simulation_;
    parameter.value = read(s);
    list_.push_back(
        {std::move(parameter), [&s, read] { return read(s); },
         [&s, input, apply = apply_](const LiveValue& value) { apply(input(s, value)); }});
  }

  std::vector<ParameterBinding> take() { return std::move(list_); }

 private:
  const Simulation& simulation_;
  std::function<void(Input)> apply_;
  std::vector<ParameterBinding> list_;
};

void add_sea(const World& world, ParameterBindings& list) {
  if (!world.waves.empty())
    list.number_of("sea/wave_factor", "Height of the waves, times that of the scenario.", 0, 3,
                   "waves", "factor", [](const Simulation& s) { return s.state().wave_factor[0]; });
  if (world.wind.speed_m_s > 0)
    list.number_of("sea/wind_factor", "Speed of the wind, times that of the scenario.", 0, 3,
                   "wind", "factor", [](const Simulation& s) { return s.state().wind_factor[0]; });
  list.number_of("sea/turbidity_ntu", "Turbidity of the water beyond that of its type, in NTU.", 0,
                 50, "optics", "turbidity_ntu",
                 [](const Simulation& s) { return s.state().turbidity_ntu[0]; });
  const bool fixed = world.sky.sun_elevation_rad.has_value();
  const auto time_of_day = [](const Simulation& s) {
    const double now_s = wrapped(clock_of_day_s(s) + s.state().day_offset_s[0], kDay_s);
    return std::round(now_s / kMinute_s) * kMinute_s / kHour_s;  // or it would change all the time
  };
  list.add({"sea/time_of_day_h", 0.0,
            fixed ? "Time of the light, UTC; the scenario sets the position of the sun instead."
                  : "Time of the light, UTC; the clock of the run goes on.",
            0, 24, !fixed},
           time_of_day, [](const Simulation& s, const LiveValue& value) {
             return input_at(s, "sky", "offset_s", {number(value) * kHour_s - clock_of_day_s(s)});
           });
}

// Live changes of a current as CurrentField keeps them: a factor and a velocity in N.
const double* live_change(const Simulation& s, size_t current) {
  constexpr size_t kLiveSize = 4;
  return &s.state().current_live[kLiveSize * current];
}

void add_currents(const World& world, ParameterBindings& list) {
  static const char* const kAxes[] = {"north_m_s", "east_m_s", "down_m_s"};
  for (size_t i = 0; i < world.currents.size(); ++i) {
    const std::string& name = world.currents[i].name;
    const std::string path = "sea/current/" + name + "/";
    if (name != kLiveCurrent) {
      list.number_of(path + "factor", "Speed of this current, times that of the scenario.", -3, 3,
                     name, "factor", [i](const Simulation& s) { return live_change(s, i)[0]; });
      continue;
    }
    for (int axis = 0; axis < 3; ++axis)
      list.add(
          {path + kAxes[axis], 0.0, "Of a uniform current that is added to the others.", -3, 3,
           true},
          [i, axis](const Simulation& s) { return live_change(s, i)[1 + axis]; },
          [i, axis, name](const Simulation& s, const LiveValue& value) {
            const double* live = live_change(s, i);
            std::vector<double> velocity(live + 1, live + 4);
            velocity[static_cast<size_t>(axis)] = number(value);
            return input_at(s, name, "set", std::move(velocity));
          });
  }
}

void add_lamps(const World& world, ParameterBindings& list) {
  for (size_t i = 0; i < world.lamps.size(); ++i) {
    const Lamp& lamp = world.lamps[i];
    list.number_of(
        world.vehicles[static_cast<size_t>(lamp.vehicle)].name + "/lamp/" + lamp.name + "/level",
        "Fraction of its full light.", 0, 1, lamp.path, "level",
        [i](const Simulation& s) { return s.state().lamp_level[i]; });
  }
}

// One number of a list that a single input of the vehicle sets as a whole.
void add_element(const std::string& name, const std::string& help, double min, double max,
                 const std::string& vehicle, const std::string& key, size_t index,
                 std::function<std::span<const double>(const Simulation&)> all,
                     ParameterBindings& list) {
  list.add(
      {name, 0.0, help, min, max, true},
      [all, index](const Simulation& s) { return all(s)[index]; },
      [all, index, vehicle, key](const Simulation& s, const LiveValue& value) {
        const auto now = all(s);
        std::vector<double> values(now.begin(), now.end());
        values[index] = number(value);
        return input_at(s, vehicle, key, std::move(values));
      });
}

void add_thrusters(const World& world, const Vehicle& vehicle, ParameterBindings& list) {
  const IndexRange range = vehicle.thrusters;
  const auto health = [range](const Simulation& s) {
    return std::span(s.state().actuator_health).subspan(range.begin, range.count);
  };
  for (int i = 0; i < range.count; ++i)
    add_element(vehicle.name + "/thruster/" +
                    world.actuators[static_cast<size_t>(range.begin + i)].name + "/health",
                "1 sound, 0 dead; the fraction of thrust that is left.", 0, 1, vehicle.name,
                    "health",
                static_cast<size_t>(i), health, list);
}

// Every actuator by its name, in its own unit.
void add_commands(const World& world, const Vehicle& vehicle, ParameterBindings& list) {
  for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i) {
    const Actuator& actuator = world.actuators[static_cast<size_t>(i)];
    const std::string unit = actuator.command.unit.empty() ? "." : ", in " + actuator.command.unit + ".";
    list.number_of(vehicle.name + "/actuator/" + actuator.name + "/command",
                   "Command of this " + actuator.config.kind() + unit, actuator.command.min,
                   actuator.command.max, actuator.path, "command",
                   [i](const Simulation& s) { return s.state().actuator_command[i]; });
  }
}

// What steers a vehicle: its mission, or a mode of its controller.
void add_mode(const Vehicle& vehicle, int index, ParameterBindings& list) {
  const auto mode = [index, track = vehicle.track](const Simulation& s) -> std::string {
    if (s.state().mission_status[static_cast<size_t>(track)] ==
        static_cast<int64_t>(control::MissionStatus::kRunning))
      return kMissionMode;
    const double* set = &s.state().set_point[static_cast<size_t>(index) * control::kSetPointSize];
    return set[control::kSetActive] != 0 ? control::control_mode_name(control::mode_of(set))
                                         : "off";
  };
  std::string offered = kMissionMode;
  for (const ControlMode one : control::modes_of(vehicle))
    offered += std::string(", ") + control::control_mode_name(one);
  list.add({vehicle.name + "/mode", std::string(), "What steers it: " + offered + ".", 0, 0, true},
           mode, [name = vehicle.name](const Simulation& s, const LiveValue& value) {
             const std::string& wanted = std::get<std::string>(value);
             if (wanted == kMissionMode) return input_at(s, name, "mission", {});
             const auto known = control::control_mode_named(wanted);
             if (!known) throw std::runtime_error("no mode '" + wanted + "'");
             return input_at(s, name, "mode", {static_cast<double>(*known)});
           });
}

void add_gains(const Vehicle& vehicle, int index, ParameterBindings& list) {
  const auto gains = [index](const Simulation& s) { return s.gains(index); };
  const std::vector<extension::Gain> table = control::gain_table(vehicle.controller);
  for (size_t i = 0; i < table.size(); ++i) {
    const extension::Gain& gain = table[i];
    const std::string unit = gain.unit.empty() ? "." : ", in " + gain.unit + ".";
    add_element(vehicle.name + "/gains/" + gain.name, "Gain of the controller" + unit, 0,
                std::isfinite(gain.max) ? gain.max : 0, vehicle.name, "gains", i, gains, list);
  }
}

}  // namespace

std::vector<ParameterBinding> make_parameter_bindings(const Simulation& simulation,
                                                      std::function<void(Input)> apply) {
  const World& world = simulation.world();
  ParameterBindings list(simulation, std::move(apply));
  add_sea(world, list);
  add_currents(world, list);
  add_lamps(world, list);
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    if (world.vehicles[v].is_object) continue;
    add_mode(world.vehicles[v], static_cast<int>(v), list);
    add_thrusters(world, world.vehicles[v], list);
    add_commands(world, world.vehicles[v], list);
    add_gains(world.vehicles[v], static_cast<int>(v), list);
  }
  return list.take();
}

std::string misfit(const LiveParameter& parameter, const LiveValue& value) {
  if (!parameter.writable) return parameter.name + " cannot be changed. " + parameter.help;
  if (value.index() != parameter.value.index()) {
    static const char* const kKinds[] = {"true or false", "a number", "a text", "numbers"};
    return parameter.name + ": expected " + kKinds[parameter.value.index()];
  }
  const double* number = std::get_if<double>(&value);
  if (!number) return "";
  if (!std::isfinite(*number)) return parameter.name + ": expected a finite number";
  if (parameter.min < parameter.max && (*number < parameter.min || *number > parameter.max))
    return parameter.name + ": expected " + shortest_text(parameter.min) + " to " +
           shortest_text(parameter.max) + ", found " + shortest_text(*number);
  return "";
}

}  // namespace hadal::simulation
