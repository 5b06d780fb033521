#include <algorithm>

#include "kinds/events/list.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// The world as an event may know it. Nothing is found on vehicle -1, which was told already.
class SettingOfEvent : public EventSetting {
 public:
  SettingOfEvent(const Context& context, const std::string& key)
      : context_(context), world_(context.world), key_(key) {}

  double duration_s() const override { return context_.loaded.scenario.duration_s; }
  bool has_waves() const override { return !context_.loaded.scenario.environment.waves.empty(); }
  bool has_wind() const override {
    return context_.loaded.scenario.environment.wind.speed_m_s != 0;
  }
  int current(const std::string& name, const std::string& field) const override {
    return named(world_.currents, &CurrentSource::name, name, field, "no current '" + name + "'",
                 [](const CurrentSource&) { return true; });
  }
  int vehicle(const std::string& name, const std::string& field) const override {
    return vehicle_named(context_, name, key_ + "." + field);
  }
  int lamp(int vehicle, const std::string& name, const std::string& field) const override {
    if (vehicle < 0) return -1;
    return named(world_.lamps, &Lamp::name, name, field,
                 "no lamp '" + name + "' on " + owner(vehicle).name,
                 [&](const Lamp& lamp) { return lamp.vehicle == vehicle; });
  }
  int link(int vehicle, const std::string& name, const std::string& field) const override {
    if (vehicle < 0) return -1;
    return link_named(context_, owner(vehicle), name, key_ + "." + field);
  }
  int thruster(int vehicle, const std::string& name, const std::string& field) const override {
    return actuator_of(vehicle, &Vehicle::thrusters, "thruster", name, field);
  }
  int actuator(int vehicle, const std::string& name, const std::string& field) const override {
    return actuator_of(vehicle, &Vehicle::actuators, "actuator", name, field);
  }
  int joint(int vehicle, const std::string& name, const std::string& field) const override {
    return actuator_of(vehicle, &Vehicle::joints, "joint", name, field);
  }
  const extension::ActuatorCommand& command_of(int actuator) const override {
    return world_.actuators[static_cast<size_t>(actuator)].command;
  }
  NamedModem modem(const std::string& path, const std::string& field) const override {
    const int found = named(world_.sensors, &Sensor::path, path, field, "no modem '" + path + "'",
                            [](const Sensor& s) { return s.device && packets_of(*s.device); });
    if (found < 0) return {};
    const Sensor& sensor = world_.sensors[static_cast<size_t>(found)];
    return {sensor.device->number, sensor.config.kind(), packets_of(*sensor.device)->max_bytes};
  }
  void fail(const std::string& field, const std::string& message) const override {
    context_.fail(field.empty() ? key_ : key_ + "." + field, message);
  }

 private:
  const Vehicle& owner(int vehicle) const {
    return world_.vehicles[static_cast<size_t>(vehicle)];
  }
  int actuator_of(int vehicle, IndexRange Vehicle::*range, const char* what,
                  const std::string& name, const std::string& field) const {
    if (vehicle < 0) return -1;
    return actuator_named(context_, owner(vehicle).*range, name, key_ + "." + field,
                          std::string("no ") + what + " '" + name + "' on " + owner(vehicle).name);
  }
  // Index of the item of this name for which fits() holds; -1 and a problem when there is none.
  template <class T, class Base, class F>
  int named(const std::vector<T>& items, std::string Base::*label, const std::string& name,
            const std::string& field, const std::string& problem, F fits) const {
    std::vector<std::string> known;
    for (size_t i = 0; i < items.size(); ++i) {
      if (!fits(items[i])) continue;
      if (items[i].*label == name) return static_cast<int>(i);
      known.push_back(items[i].*label);
    }
    fail(field, problem + hint_for(name, known));
    return -1;
  }

  const Context& context_;
  const World& world_;
  std::string key_;
};

// Tick at which something ends that began at a time; after the run for what stays.
Tick end_tick(const World& world, double at_s, double duration_s) {
  if (duration_s > kForever_s) return world.last_tick + 1;
  return std::max(world.clock.tick_at(at_s) + 1, world.clock.tick_at(at_s + duration_s));
}

void add_event(const Context& context, const AnyConfig& config, const std::string& key) {
  World& world = context.world;
  const EventKind& kind = event_list().of(config);
  EventEffect effect = kind.effect(config.data(), SettingOfEvent(context, key));
  auto& messages = world.network.messages;
  messages.insert(messages.end(), effect.messages.begin(), effect.messages.end());
  if (effect.inputs.empty()) return;
  // Every event config derives from EventConfig first.
  const double at_s = static_cast<const EventConfig*>(config.data())->at_s;
  Event out{config, &kind, world.clock.tick_at(at_s), std::move(effect.inputs), 0,
            std::move(effect.end_inputs)};
  if (!out.end_inputs.empty()) out.end_tick = end_tick(world, at_s, effect.duration_s);
  world.events.push_back(std::move(out));
}

}  // namespace

int vehicle_named(const Context& context, const std::string& name, const std::string& key) {
  const int index = context.world.find_vehicle(name);
  if (index >= 0) return index;
  std::vector<std::string> known;
  for (const VehicleConfig& vehicle : context.loaded.scenario.vehicles)
    known.push_back(vehicle.name);
  context.fail(key, "no vehicle '" + name + "'" + hint_for(name, known));
  return -1;
}

void events(const Context& context) {
  const auto& configs = context.loaded.scenario.events;
  for (size_t i = 0; i < configs.size(); ++i)
    add_event(context, configs[i], "events[" + std::to_string(i) + "]");
  std::stable_sort(context.world.events.begin(), context.world.events.end(),
                   [](const Event& a, const Event& b) { return a.tick < b.tick; });
}

}  // namespace hadal::build
