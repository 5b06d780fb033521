#include <algorithm>
#include <set>

#include "kinds/actuators/joint.h"
#include "kinds/actuators/list.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

template <class T>
void collect(const std::vector<T>& configs, const std::string& key, std::vector<ListedPart>& out) {
  for (size_t i = 0; i < configs.size(); ++i)
    out.push_back({AnyConfig::of(configs[i]), key + "[" + std::to_string(i) + "]"});
}

// Place of an actuator among those of its vehicle: what gives thrust first, then by kind.
size_t rank(const AnyConfig& config) {
  const auto& kinds = actuator_list().kinds();
  const extension::ActuatorKind& kind = actuator_kind_of(config);
  const auto location = std::find(kinds.begin(), kinds.end(), &kind) - kinds.begin();
  return static_cast<size_t>(location) + (kind.gives_thrust() ? 0 : kinds.size());
}

void mount_actuator(const Context& context, const Vehicle& vehicle, const ListedPart& named, int link) {
  World& world = context.world;
  Actuator out;
  // Every config of an actuator derives from ActuatorConfig first.
  out.name = static_cast<const extension::ActuatorConfig*>(named.config.data())->name;
  out.path = vehicle.name + "/" + out.name;
  out.key = named.key;
  out.vehicle = static_cast<int>(world.vehicles.size());
  out.link = link;
  out.config = named.config;
  out.kind = &actuator_kind_of(out.config);
  out.command = out.kind->command(out.config.data());
  out.columns = out.kind->columns(out.config.data());
  if (!world.actuators.empty())
    out.state_begin =
        world.actuators.back().state_begin + world.actuators.back().columns.size();
  if (out.kind->gives_thrust() && out.columns.size() < extension::kThrusterColumns)
    context.fail(named.key, "!" + named.config.kind() + " gives thrust without its columns");
  if (out.columns.empty() && !out.config.as<JointDrive>())
    context.fail(named.key, "!" + named.config.kind() + " has no columns; an actuator needs one");
  world.actuators.push_back(std::move(out));
}

void mount_joints(const Context& context, Vehicle& vehicle) {
  World& world = context.world;
  vehicle.joints.begin = static_cast<int>(world.actuators.size());
  for (int i = vehicle.links.begin; i < vehicle.links.end(); ++i) {
    Link& link = world.links[static_cast<size_t>(i)];
    if (link.joint != LinkJoint::kHinge && link.joint != LinkJoint::kSlide) continue;
    JointDrive drive = link.joint_drive;
    drive.name = link.name;
    link.actuator = static_cast<int>(world.actuators.size());
    if (drive.backlash > 0 && context.loaded.scenario.integrator == "rkmk4")
      context.fail(link.key + ".joint.backlash", "needs integrator: leapfrog");
    mount_actuator(context, vehicle, {AnyConfig::of(drive), link.key}, i);
    ++vehicle.joints.count;
  }
}

// Those of one list differ already; a command reaches an actuator by its name alone.
void check_names(const Context& context, const Vehicle& vehicle) {
  std::set<std::string> known;
  for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i) {
    const Actuator& actuator = context.world.actuators[static_cast<size_t>(i)];
    if (!known.insert(actuator.name).second)
      context.fail(actuator.key + ".name",
                   "'" + actuator.name + "' is used twice among the actuators of this vehicle");
  }
}

}  // namespace

std::vector<ListedPart> listed_actuators(const VehicleModelConfig& model, const std::string& key) {
  std::vector<ListedPart> out;
  collect(model.thrusters, key + ".thrusters", out);
  collect(model.fins, key + ".fins", out);
  collect(model.ballasts, key + ".ballasts", out);
  collect(model.moving_masses, key + ".moving_masses", out);
  for (size_t i = 0; i < model.actuators.size(); ++i)
    out.push_back({model.actuators[i], key + ".actuators[" + std::to_string(i) + "]"});
  return out;
}

void actuators(const Context& context, std::vector<ListedPart> listed, Vehicle& vehicle) {
  World& world = context.world;
  const int begin = static_cast<int>(world.actuators.size());
  for (IndexRange* range : {&vehicle.actuators, &vehicle.thrusters, &vehicle.fins})
    range->begin = begin;
  std::erase_if(listed, [](const ListedPart& part) { return part.config.empty(); });
  std::stable_sort(listed.begin(), listed.end(), [](const ListedPart& a, const ListedPart& b) {
    return rank(a.config) < rank(b.config);
  });
  for (const ListedPart& item : listed) {
    const auto& config = *static_cast<const extension::ActuatorConfig*>(item.config.data());
    mount_actuator(context, vehicle, item,
                   link_named(context, vehicle, config.link, item.key + ".link"));
    const Actuator& mounted = world.actuators.back();
    if (mounted.kind->gives_thrust()) ++vehicle.thrusters.count;
    if (mounted.is(Fin::schema()) && vehicle.fins.count++ == 0)
      vehicle.fins.begin = static_cast<int>(world.actuators.size()) - 1;
  }
  if (vehicle.fins.count > kMaxSurfaces)
    context.fail(vehicle.model_key + ".fins",
                 "at most " + std::to_string(kMaxSurfaces) + " fins");
  mount_joints(context, vehicle);
  vehicle.actuators.count = static_cast<int>(world.actuators.size()) - begin;
  check_names(context, vehicle);
}

int actuator_named(const Context& context, IndexRange range, const std::string& name,
                   const std::string& key, const std::string& what) {
  std::vector<std::string> known;
  for (int i = range.begin; i < range.end(); ++i) {
    const Actuator& actuator = context.world.actuators[static_cast<size_t>(i)];
    if (actuator.name == name) return i;
    known.push_back(actuator.name);
  }
  context.fail(key, what + hint_for(name, known));
  return -1;
}

}  // namespace hadal::build
