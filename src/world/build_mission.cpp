#include <algorithm>
#include <optional>

#include "kinds/actuators/thruster.h"
#include "kinds/steps/list.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// A vehicle as a step of its mission may know it.
class SettingOfStep : public StepSetting {
 public:
  // arm: -1 for a step of the vehicle itself.
  SettingOfStep(const Context& context, const Vehicle& vehicle, int arm, const std::string& key)
      : context_(context), vehicle_(vehicle), arm_index_(arm), key_(key) {
    if (arm >= 0) arm_ = arm_facts(context.world, context.world.arms[static_cast<size_t>(arm)]);
  }

  const std::string& vehicle() const override { return vehicle_.name; }
  bool kinematic() const override { return vehicle_.kinematic; }
  const extension::ControllerKind* controller() const override {
    return vehicle_.controller.kind;
  }
  bool has_seabed() const override {
    return !context_.loaded.scenario.environment.seabed.empty();
  }
  const ArmFacts* arm() const override { return arm_ ? &*arm_ : nullptr; }
  NamedActuator actuator(const std::string& name, const std::string& field) const override {
    const int found = actuator_named(context_, vehicle_.actuators, name, key_ + "." + field,
                                     "no actuator '" + name + "' on " + vehicle_.name);
    if (found < 0) return {};
    const Actuator& actuator = context_.world.actuators[static_cast<size_t>(found)];
    NamedActuator out{found - vehicle_.actuators.begin, &actuator.command, {}};
    if (const Thruster* thruster = actuator.config.as<Thruster>())
      out.saturation = {thruster->command_min, thruster->command_max};
    return out;
  }
  int tool_force_sensor(const std::string& name, const std::string& field) const override {
    const World& world = context_.world;
    const int vehicle = static_cast<int>(&vehicle_ - world.vehicles.data());
    std::vector<std::string> known;
    for (size_t i = 0; i < world.sensors.size(); ++i) {
      const Sensor& sensor = world.sensors[i];
      if (sensor.vehicle != vehicle || sensor.config.kind() != "force_torque") continue;
      known.push_back(sensor.name);
      if (sensor.name != name) continue;
      if (moves_with_tool(world, arm_index_, sensor.link)) return static_cast<int>(i);
      fail(field, "'" + name + "' is not between the last joint of '" + arm_->name +
                      "' and its tool");
      return -1;
    }
    fail(field, "no force_torque sensor '" + name + "' on " + vehicle_.name +
                    hint_for(name, known));
    return -1;
  }
  void fail(const std::string& field, const std::string& message) const override {
    context_.fail(field.empty() ? key_ : key_ + "." + field, message);
  }
  void note(const std::string& field, const std::string& message) const override {
    const std::string key = key_ + "." + field;
    context_.world.notes.push_back({context_.loaded.locations.location(key), key, message});
  }

 private:
  const Context& context_;
  const Vehicle& vehicle_;
  int arm_index_;
  std::string key_;
  std::optional<ArmFacts> arm_;
};

void add_step(const Context& context, int track_index, const AnyConfig& config,
              const std::string& key) {
  World& world = context.world;
  Track& track = world.tracks[static_cast<size_t>(track_index)];
  if (track.steps.count == 0) track.steps.begin = static_cast<int>(world.mission.size());
  ++track.steps.count;
  const MissionStep step{config.copy(), &mission_step_list().of(config), track_index, key,
                         context.loaded.locations.location(key + ".wait_for")};
  const Vehicle& vehicle = world.vehicles[static_cast<size_t>(track.vehicle)];
  step.kind->prepare(step.config.data(), SettingOfStep(context, vehicle, track.arm, key));
  world.mission.push_back(step);
}

// The arm that a step names; the only one of the vehicle if it names none. -1 and a problem when
// there is no such arm.
int arm_of_step(const Context& context, int vehicle, const std::string& name,
                const std::string& key) {
  const World& world = context.world;
  std::vector<std::string> known;
  int last = -1;
  for (size_t i = 0; i < world.arms.size(); ++i) {
    if (world.arms[i].vehicle != vehicle) continue;
    if (world.arms[i].name == name) return static_cast<int>(i);
    known.push_back(world.arms[i].name);
    last = static_cast<int>(i);
  }
  const std::string& owner = world.vehicles[static_cast<size_t>(vehicle)].name;
  if (known.empty())
    context.fail(key, "'" + owner + "' has no arm");
  else if (!name.empty())
    context.fail(key + ".arm", "no arm '" + name + "' on " + owner + hint_for(name, known));
  else if (known.size() > 1)
    context.fail(key, owner + " has several arms: name one with `arm:`");
  else
    return last;
  return -1;
}

// The track of a step; -1 and a problem where its vehicle or arm is unknown.
int track_of_step(const Context& context, const AnyConfig& config, const std::string& key) {
  // Every step config derives from StepConfig first, that of an arm from ArmStepConfig.
  const auto& step = *static_cast<const StepConfig*>(config.data());
  const int vehicle = vehicle_named(context, step.vehicle, key + ".vehicle");
  if (vehicle < 0) return -1;
  if (!mission_step_list().of(config).guide_arm)
    return context.world.vehicles[static_cast<size_t>(vehicle)].track;
  const auto& arm_step = *static_cast<const ArmStepConfig*>(config.data());
  const int arm = arm_of_step(context, vehicle, arm_step.arm, key);
  return arm < 0 ? -1 : context.world.arms[static_cast<size_t>(arm)].track;
}

void mission_steps(const Context& context) {
  const auto& steps = context.loaded.scenario.mission;
  const auto key_of = [](size_t i) { return "mission[" + std::to_string(i) + "]"; };
  std::vector<std::pair<int, size_t>> order;  // track, position in the file
  for (size_t i = 0; i < steps.size(); ++i) {
    const int track = track_of_step(context, steps[i], key_of(i));
    if (track >= 0) order.push_back({track, i});
  }
  std::stable_sort(order.begin(), order.end());
  for (const auto& [track, i] : order) add_step(context, track, steps[i], key_of(i));
}

void expectations(const Context& context) {
  const auto& configs = context.loaded.scenario.expect;
  World& world = context.world;
  for (size_t i = 0; i < configs.size(); ++i) {
    Expectation out;
    out.text = configs[i].that;
    out.location = context.loaded.locations.location("expect[" + std::to_string(i) + "].that");
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
    context.world.tracks.push_back({vehicle.name, static_cast<int>(v), -1, {}});
  }
  for (size_t a = 0; a < context.world.arms.size(); ++a) {
    Arm& arm = context.world.arms[a];
    arm.track = static_cast<int>(context.world.tracks.size());
    context.world.tracks.push_back({arm.path, arm.vehicle, static_cast<int>(a), {}});
  }
  mission_steps(context);
  expectations(context);
}

}  // namespace hadal::build
