#include <algorithm>
#include <cmath>

#include "scenario/nearest.h"
#include "scenario/network_config.h"
#include "scenario/quantities.h"
#include "world/build.h"

namespace hadal::build {
namespace {

int vehicle_named(const Context& context, const std::string& name, const std::string& key) {
  const int index = context.world.find_vehicle(name);
  if (index >= 0) return index;
  std::vector<std::string> known;
  for (const VehicleConfig& vehicle : context.loaded.scenario.vehicles)
    known.push_back(vehicle.name);
  context.fail(key, "no vehicle '" + name + "'" + hint_for(name, known));
  return -1;
}

std::vector<int> command_targets(const Context& context, const CommandsStepConfig& step,
                                 const Vehicle& vehicle, const std::string& key) {
  std::vector<int> out;
  for (size_t i = 0; i < step.actuators.size(); ++i) {
    const std::string& name = step.actuators[i];
    const int found = actuator_named(context, vehicle.actuators, name,
                                     key + ".actuators[" + std::to_string(i) + "]",
                                     "no actuator '" + name + "' on " + vehicle.name);
    if (found >= 0) out.push_back(found);
  }
  return out;
}

// Commands of a mission stay in the ranges that inputs have.
void check_commands(const Context& context, const CommandsStepConfig& step,
                    const std::vector<int>& targets, const std::string& key) {
  if (targets.size() != step.actuators.size()) return;  // an unknown name, told above
  for (size_t row = 0; row < step.schedule.size(); ++row)
    for (size_t i = 0; i < targets.size(); ++i) {
      const Actuator& actuator = context.world.actuators[static_cast<size_t>(targets[i])];
      const std::string wrong =
          range_problem(actuator.quantity(),
                        step.schedule[row][i + 1] * actuator.command.schedule_unit);
      if (!wrong.empty())
        context.fail(key + ".schedule[" + std::to_string(row) + "]",
                     step.actuators[i] + ": " + wrong);
    }
}

// A step a vehicle without a fitting controller cannot do.
void check_controller(const Context& context, const AnyConfig& step, const Vehicle& vehicle,
                      const std::string& key) {
  const bool plays = step.as<CommandsStepConfig>() != nullptr;
  const bool moves = step.as<VelocityStepConfig>() != nullptr;
  if (plays || (vehicle.kinematic && moves)) return;
  if (!vehicle.controller.kind)
    context.fail(key, "vehicle '" + vehicle.name + "' has no controller for !" + step.kind());
  else if ((moves && !vehicle.controller.offers(ControlMode::kVelocity)) ||
           (step.as<EffortStepConfig>() && !vehicle.controller.offers(ControlMode::kEffort)))
    context.fail(key, "!" + step.kind() + " needs a !body controller");
}

template <class T>
bool asks_altitude(const AnyConfig& step) {
  const T* config = step.as<T>();
  return config && config->altitude_m;
}

// Altitude needs something to keep it from and something to keep it with.
void check_altitude(const Context& context, const AnyConfig& step, const Vehicle& vehicle,
                    const std::string& key) {
  if (!asks_altitude<CruiseStepConfig>(step) && !asks_altitude<GoToStepConfig>(step) &&
      !asks_altitude<FollowStepConfig>(step))
    return;
  if (context.loaded.scenario.environment.seabed.empty())
    context.fail(key + ".altitude_m", "needs a seabed: environment.seabed is missing");
  const Controller& controller = vehicle.controller;
  if (controller.kind && !controller.kind->dives && !vehicle.kinematic)
    context.fail(key + ".altitude_m", "the !" + controller.config.kind() + " controller of '" +
                                          vehicle.name + "' cannot dive");
}

void mission_steps(const Context& context) {
  const auto& steps = context.loaded.scenario.mission;
  std::vector<std::pair<int, size_t>> order;  // vehicle, position in the file
  for (size_t i = 0; i < steps.size(); ++i) {
    const std::string key = "mission[" + std::to_string(i) + "]";
    // Every step config derives from StepConfig first.
    const int vehicle = vehicle_named(
        context, static_cast<const StepConfig*>(steps[i].data())->vehicle, key + ".vehicle");
    if (vehicle >= 0) order.push_back({vehicle, i});
  }
  std::stable_sort(order.begin(), order.end());
  World& world = context.world;
  for (const auto& [vehicle_index, i] : order) {
    Vehicle& vehicle = world.vehicles[vehicle_index];
    const std::string key = "mission[" + std::to_string(i) + "]";
    IndexRange& steps_of_track = world.tracks[static_cast<size_t>(vehicle.track)].steps;
    if (steps_of_track.count == 0) steps_of_track.begin = static_cast<int>(world.mission.size());
    ++steps_of_track.count;
    check_controller(context, steps[i], vehicle, key);
    check_altitude(context, steps[i], vehicle, key);
    world.mission.push_back({steps[i], vehicle.track});
    const auto* commands = steps[i].as<CommandsStepConfig>();
    world.command_targets.push_back(commands ? command_targets(context, *commands, vehicle, key)
                                             : std::vector<int>{});
    if (commands) check_commands(context, *commands, world.command_targets.back(), key);
  }
}

int current_named(const Context& context, const std::string& name, const std::string& key) {
  std::vector<std::string> known;
  for (size_t i = 0; i < context.world.currents.size(); ++i) {
    if (context.world.currents[i].name == name) return static_cast<int>(i);
    known.push_back(context.world.currents[i].name);
  }
  context.fail(key, "no current '" + name + "'" + hint_for(name, known));
  return -1;
}

int lamp_named(const Context& context, int vehicle, const std::string& name,
               const std::string& key) {
  std::vector<std::string> known;
  for (size_t i = 0; i < context.world.lamps.size(); ++i) {
    const Lamp& lamp = context.world.lamps[i];
    if (lamp.vehicle != vehicle) continue;
    if (lamp.name == name) return static_cast<int>(i);
    known.push_back(lamp.name);
  }
  context.fail(key, "no lamp '" + name + "' on " +
                        context.world.vehicles[static_cast<size_t>(vehicle)].name +
                        hint_for(name, known));
  return -1;
}

// A factor on nothing would do nothing.
void check_sea_event(const Context& context, const AnyConfig& config, const std::string& key) {
  const EnvironmentConfig& environment = context.loaded.scenario.environment;
  if (config.as<WavesEventConfig>() && environment.waves.empty())
    context.fail(key, "there are no waves to change: environment.waves is missing");
  if (config.as<WindEventConfig>() && environment.wind.speed_m_s == 0)
    context.fail(key, "there is no wind to change: environment.wind.speed_m_s is 0");
}

// Into `out` what the event changes; nothing when a name in it is unknown.
void current_inputs(const Context& context, const CurrentEventConfig& c, const std::string& key,
                    Event& out) {
  const int current = current_named(context, c.current, key + ".current");
  if (current < 0) return;
  out.inputs = {
      {{InputKey::kCurrentFactor, current}, {c.factor}},
      {{InputKey::kCurrentAdd, current}, {c.add_north_m_s, c.add_east_m_s, c.add_down_m_s}}};
}

void lamp_inputs(const Context& context, const LampEventConfig& c, const std::string& key,
                 Event& out) {
  const int vehicle = vehicle_named(context, c.vehicle, key + ".vehicle");
  const int lamp = vehicle < 0 ? -1 : lamp_named(context, vehicle, c.lamp, key + ".lamp");
  if (lamp >= 0) out.inputs = {{{InputKey::kLampLevel, lamp}, {c.level}}};
}

void health_inputs(const Context& context, const ThrusterHealthEventConfig& c,
                   const std::string& key, Event& out) {
  const int vehicle = vehicle_named(context, c.vehicle, key + ".vehicle");
  if (vehicle < 0) return;
  const Vehicle& owner = context.world.vehicles[static_cast<size_t>(vehicle)];
  const int thruster = actuator_named(context, owner.thrusters, c.thruster, key + ".thruster",
                                      "no thruster '" + c.thruster + "' on " + owner.name);
  if (thruster >= 0)
    out.inputs = {{{InputKey::kActuatorHealth, thruster}, {c.health, c.known ? 1.0 : 0.0}}};
}

void command_inputs(const Context& context, const CommandEventConfig& c, const std::string& key,
                    Event& out) {
  const int vehicle = vehicle_named(context, c.vehicle, key + ".vehicle");
  if (vehicle < 0) return;
  const Vehicle& owner = context.world.vehicles[static_cast<size_t>(vehicle)];
  const int index = actuator_named(context, owner.actuators, c.actuator, key + ".actuator",
                                   "no actuator '" + c.actuator + "' on " + owner.name);
  if (index < 0) return;
  const Actuator& actuator = context.world.actuators[static_cast<size_t>(index)];
  const double command = c.command * actuator.command.schedule_unit;
  if (const std::string wrong = range_problem(actuator.quantity(), command); !wrong.empty())
    context.fail(key + ".command", wrong);
  out.inputs = {{{InputKey::kCommand, index}, {command}}};
}

void wrench_inputs(const Context& context, const WrenchEventConfig& c, const std::string& key,
                   Event& out) {
  const World& world = context.world;
  const int vehicle = vehicle_named(context, c.vehicle, key + ".vehicle");
  if (vehicle < 0) return;
  const int link = link_named(context, world.vehicles[vehicle], c.link, key + ".link");
  if (link < 0) return;
  std::vector<double> opposite = c.wrench;
  for (double& value : opposite) value = -value;
  out.inputs = {{{InputKey::kLinkWrench, link}, c.wrench}};
  out.end_inputs = {{{InputKey::kLinkWrench, link}, opposite}};
  out.end_tick = c.duration_s > 1e8
                     ? world.last_tick + 1
                     : std::max(out.tick + 1, world.clock.tick_at(c.at_s + c.duration_s));
}

Event event(const Context& context, const AnyConfig& config, const std::string& key) {
  check_sea_event(context, config, key);
  Event out;
  out.config = config;
  out.tick = context.world.clock.tick_at(static_cast<const EventConfig*>(config.data())->at_s);
  if (const auto* c = config.as<CurrentEventConfig>()) current_inputs(context, *c, key, out);
  if (const auto* c = config.as<LampEventConfig>()) lamp_inputs(context, *c, key, out);
  if (const auto* c = config.as<ThrusterHealthEventConfig>()) health_inputs(context, *c, key, out);
  if (const auto* c = config.as<CommandEventConfig>()) command_inputs(context, *c, key, out);
  if (const auto* c = config.as<WrenchEventConfig>()) wrench_inputs(context, *c, key, out);
  if (const auto* c = config.as<WavesEventConfig>())
    out.inputs = {{{InputKey::kWaveFactor, 0}, {c->factor}}};
  if (const auto* c = config.as<WindEventConfig>())
    out.inputs = {{{InputKey::kWindFactor, 0}, {c->factor}}};
  if (const auto* c = config.as<TurbidityEventConfig>())
    out.inputs = {{{InputKey::kTurbidity, 0}, {c->turbidity_ntu}}};
  return out;
}

void events(const Context& context) {
  const auto& configs = context.loaded.scenario.events;
  for (size_t i = 0; i < configs.size(); ++i)
    if (!configs[i].as<SendEventConfig>())  // build_network.cpp
      context.world.events.push_back(
          event(context, configs[i], "events[" + std::to_string(i) + "]"));
  std::stable_sort(context.world.events.begin(), context.world.events.end(),
                   [](const Event& a, const Event& b) { return a.tick < b.tick; });
}

void expectations(const Context& context) {
  const auto& configs = context.loaded.scenario.expect;
  World& world = context.world;
  for (size_t i = 0; i < configs.size(); ++i) {
    Expectation out;
    out.text = configs[i].that;
    out.place = context.loaded.places.place("expect[" + std::to_string(i) + "].that");
    out.from = world.clock.tick_at(configs[i].after_s.value_or(0));
    out.to = configs[i].until_s ? world.clock.tick_at(*configs[i].until_s) : world.last_tick;
    out.when = configs[i].when == "always" ? Expectation::When::kAlways
               : configs[i].when == "once" ? Expectation::When::kOnce
                                           : Expectation::When::kEnd;
    world.expectations.push_back(std::move(out));
  }
}

}  // namespace

void mission(const Context& context) {
  for (const MarkConfig& mark : context.loaded.scenario.marks)
    context.world.marks.push_back({mark.name, Vec3(mark.north_m, mark.east_m, mark.depth_m)});
  for (size_t v = 0; v < context.world.vehicles.size(); ++v) {
    Vehicle& vehicle = context.world.vehicles[v];
    vehicle.track = static_cast<int>(v);
    context.world.tracks.push_back({vehicle.name, static_cast<int>(v), {}});
  }
  mission_steps(context);
  events(context);
  expectations(context);
}

}  // namespace hadal::build
