#include <algorithm>

#include "kinds/actuators/thruster.h"
#include "kinds/steps/list.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// A vehicle as a step of its mission may know it.
class SettingOfStep : public StepSetting {
 public:
  SettingOfStep(const Context& context, const Vehicle& vehicle, const std::string& key)
      : context_(context), vehicle_(vehicle), key_(key) {}

  const std::string& vehicle() const override { return vehicle_.name; }
  bool kinematic() const override { return vehicle_.kinematic; }
  const extension::ControllerKind* controller() const override {
    return vehicle_.controller.kind;
  }
  bool has_seabed() const override {
    return !context_.loaded.scenario.environment.seabed.empty();
  }
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
  std::string key_;
};

void add_step(const Context& context, const Vehicle& vehicle, const AnyConfig& config,
              const std::string& key) {
  World& world = context.world;
  IndexRange& steps = world.tracks[static_cast<size_t>(vehicle.track)].steps;
  if (steps.count == 0) steps.begin = static_cast<int>(world.mission.size());
  ++steps.count;
  const MissionStep step{config.copy(), &mission_step_list().of(config), vehicle.track};
  step.kind->prepare(step.config.data(), SettingOfStep(context, vehicle, key));
  world.mission.push_back(step);
}

void mission_steps(const Context& context) {
  const auto& steps = context.loaded.scenario.mission;
  const auto key_of = [](size_t i) { return "mission[" + std::to_string(i) + "]"; };
  std::vector<std::pair<int, size_t>> order;  // vehicle, position in the file
  for (size_t i = 0; i < steps.size(); ++i) {
    // Every step config derives from StepConfig first.
    const auto& step = *static_cast<const StepConfig*>(steps[i].data());
    const int vehicle = vehicle_named(context, step.vehicle, key_of(i) + ".vehicle");
    if (vehicle >= 0) order.push_back({vehicle, i});
  }
  std::stable_sort(order.begin(), order.end());
  for (const auto& [vehicle, i] : order)
    add_step(context, context.world.vehicles[static_cast<size_t>(vehicle)], steps[i], key_of(i));
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
    context.world.tracks.push_back({vehicle.name, static_cast<int>(v), {}});
  }
  mission_steps(context);
  expectations(context);
}

}  // namespace hadal::build
