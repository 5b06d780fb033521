#include "world/patches.h"

#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "math/rotation.h"
#include "math/units.h"
#include "scenario/nearest.h"

namespace hadal::inline world {
namespace {

// Sets a number of its target; returns what is wrong, empty when it is done.
template <class Target>
struct Patchable {
  const char* name;
  double min, max;
  std::function<std::string(Target&, double)> set;
};

constexpr double kFar_m = 1e6, kFast_m_s = 100, kFast_rad_s = 100, kTurn_deg = 360;
constexpr double kMassMin_kg = 1e-6, kMassMax_kg = 1e9, kVolumeMax_m3 = 1e6, kFactorMax = 1e3;

template <class Target, class Set>
Patchable<Target> patchable(const char* name, double min, double max, Set set) {
  return {name, min, max, [set](Target& target, double value) -> std::string {
            set(target, value);
            return {};
          }};
}

// A free vehicle with its root.
struct Start {
  Vehicle& vehicle;
  Link& root;
};

Patchable<Start> turned(const char* name, double EulerAngles::*angle) {
  return patchable<Start>(name, -kTurn_deg, kTurn_deg, [angle](Start& start, double degrees) {
    EulerAngles angles = euler_from(start.root.pose_PL.q);
    angles.*angle = degrees * kDegree;
    start.root.pose_PL.q = quaternion_from(angles);
  });
}

const std::vector<Patchable<Start>>& pose_quantities() {
  static const std::vector<Patchable<Start>> list{
      patchable<Start>("north_m", -kFar_m, kFar_m,
                      [](Start& s, double value) { s.root.pose_PL.p.x() = value; }),
      patchable<Start>("east_m", -kFar_m, kFar_m,
                      [](Start& s, double value) { s.root.pose_PL.p.y() = value; }),
      patchable<Start>("depth_m", -kFar_m, kFar_m,
                      [](Start& s, double value) { s.root.pose_PL.p.z() = value; }),
      turned("roll_deg", &EulerAngles::roll),
      turned("pitch_deg", &EulerAngles::pitch),
      turned("heading_deg", &EulerAngles::yaw),
  };
  return list;
}

const std::vector<Patchable<Start>>& velocity_quantities() {
  const auto axis = [](const char* name, double max, int index) {
    return patchable<Start>(name, -max, max, [index](Start& s, double value) {
      s.vehicle.start_velocity_B[index] = value;
    });
  };
  static const std::vector<Patchable<Start>> list{
      axis("surge_m_s", kFast_m_s, 0),     axis("sway_m_s", kFast_m_s, 1),
      axis("heave_m_s", kFast_m_s, 2),     axis("roll_rad_s", kFast_rad_s, 3),
      axis("pitch_rad_s", kFast_rad_s, 4), axis("yaw_rad_s", kFast_rad_s, 5)};
  return list;
}

// Displacement that no shape decides.
Patchable<Link> displaced(const char* name, double min, double max, double& (*number)(Link&)) {
  return {name, min, max, [number](Link& link, double value) -> std::string {
            if (link.wetted) return "its shape decides it";
            number(link) = value;
            return {};
          }};
}

const std::vector<Patchable<Link>>& link_quantities() {
  const auto factor = [](const char* name, auto scale) {
    return patchable<Link>(name, 0, kFactorMax, scale);
  };
  const auto centre_of_mass = [](const char* name, int axis) {
    return patchable<Link>(name, -kFar_m, kFar_m,
                          [axis](Link& link, double value) { link.p_LG_L[axis] = value; });
  };
  static const std::vector<Patchable<Link>> list{
      patchable<Link>("mass_kg", kMassMin_kg, kMassMax_kg,
                     [](Link& link, double value) { link.mass_kg = value; }),
      patchable<Link>("inertia_factor", kMassMin_kg, kFactorMax,
                     [](Link& link, double value) { link.inertia_G *= value; }),
      centre_of_mass("center_of_mass_x_m", 0),
      centre_of_mass("center_of_mass_y_m", 1),
      centre_of_mass("center_of_mass_z_m", 2),
      displaced("volume_m3", 0, kVolumeMax_m3,
                [](Link& link) -> double& { return link.buoyancy.volume_m3; }),
      displaced("center_of_buoyancy_x_m", -kFar_m, kFar_m,
                [](Link& link) -> double& { return link.buoyancy.p_BC_B.x(); }),
      displaced("center_of_buoyancy_y_m", -kFar_m, kFar_m,
                [](Link& link) -> double& { return link.buoyancy.p_BC_B.y(); }),
      displaced("center_of_buoyancy_z_m", -kFar_m, kFar_m,
                [](Link& link) -> double& { return link.buoyancy.p_BC_B.z(); }),
      factor("added_mass_factor", [](Link& link, double value) {
               link.added_mass_L *= value;
               if (link.wetted) link.wetted->added_mass_density_kg_m3 *= value;
             }),
      factor("damping_linear_factor",
             [](Link& link, double value) { link.damping.linear *= value; }),
      factor("damping_quadratic_factor",
             [](Link& link, double value) { link.damping.quadratic *= value; }),
      factor("damping_table_factor",
             [](Link& link, double value) {
               for (DragCurve& curve : link.damping.curves) curve.scale(value);
             }),
  };
  return list;
}

const std::vector<Patchable<Actuator>>& thruster_quantities() {
  static const std::vector<Patchable<Actuator>> list{
      {"thrust_factor", 1 / kFactorMax, kFactorMax,
       [](Actuator& actuator, double factor) -> std::string {
         if (!actuator.kind->scale_thrust) return "its kind cannot be scaled";
         actuator.config = actuator.config.copy();
         actuator.kind->scale_thrust(actuator.config.data(), factor);
         return {};
       }}};
  return list;
}

const std::vector<Patchable<Sensor>>& sensor_quantities() {
  static const std::vector<Patchable<Sensor>> list{
      patchable<Sensor>("noise_factor", 0, kFactorMax, [](Sensor& sensor, double factor) {
        sensor.noise_factor = factor;
      })};
  return list;
}

std::vector<std::string> split(const std::string& key) {
  std::vector<std::string> parts(1);
  for (const char c : key)
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

class Patcher {
 public:
  Patcher(World& world, Problems& problems) : world_(world), problems_(problems) {}

  void apply(const Patch& patch) {
    patch_ = &patch;
    const std::vector<std::string> parts = split(patch.key);
    if (parts.size() < 4 || parts[0] != "vehicles")
      return refuse("cannot be patched; see world/patches.h for what can");
    const int v = world_.find_vehicle(parts[1]);
    if (v < 0) return refuse("no vehicle or object '" + parts[1] + "'");
    Vehicle& vehicle = world_.vehicles[static_cast<size_t>(v)];
    Start start{vehicle, world_.links[static_cast<size_t>(vehicle.links.begin)]};
    if (parts.size() == 4 && parts[2] == "pose") return start_at(pose_quantities(), parts[3], start);
    if (parts.size() == 4 && parts[2] == "velocity")
      return start_at(velocity_quantities(), parts[3], start);
    if (parts.size() == 5 && parts[2] == "links")
      return part(world_.links, vehicle.links, parts, link_quantities(),
                  [](Link& link) -> Link& { return link; });
    if (parts.size() == 5 && parts[2] == "thrusters")
      return part(world_.actuators, vehicle.thrusters, parts, thruster_quantities(),
                  [](Actuator& actuator) -> Actuator& { return actuator; });
    if (parts.size() == 5 && parts[2] == "sensors")
      return part(world_.sensors, vehicle.sensors, parts, sensor_quantities(),
                  [](Sensor& sensor) -> Sensor& { return sensor; });
    refuse("expected vehicles." + parts[1] +
           ".pose, .velocity, .links.NAME, .thrusters.NAME or .sensors.NAME");
  }

 private:
  void refuse(const std::string& why) { problems_.add({}, patch_->key, why); }

  void start_at(const std::vector<Patchable<Start>>& list, const std::string& name, Start& start) {
    if (start.root.joint != LinkJoint::kFree) return refuse("it is fixed to the world");
    if (start.vehicle.on_seabed) return refuse("it lies on the seabed where the scenario puts it");
    set(list, name, start);
  }

  template <class Part, class Target, class Get>
  void part(std::vector<Part>& all, IndexRange range, const std::vector<std::string>& parts,
            const std::vector<Patchable<Target>>& list, Get get) {
    std::vector<std::string> names;
    for (int i = range.begin; i < range.end(); ++i) {
      Part& candidate = all[static_cast<size_t>(i)];
      if (candidate.name == parts[3]) return set(list, parts[4], get(candidate));
      names.push_back(candidate.name);
    }
    refuse("no '" + parts[3] + "' among its " + parts[2] + hint_for(parts[3], names));
  }

  template <class Target>
  void set(const std::vector<Patchable<Target>>& list, const std::string& name, Target& target) {
    std::vector<std::string> names;
    for (const Patchable<Target>& candidate : list) {
      names.emplace_back(candidate.name);
      if (name != candidate.name) continue;
      const double value = patch_->value;
      if (!(value >= candidate.min && value <= candidate.max))
        return refuse("expected a number from " + shortest_text(candidate.min) + " to " +
                      shortest_text(candidate.max) + ", found " + shortest_text(value));
      if (const std::string wrong = candidate.set(target, value); !wrong.empty()) refuse(wrong);
      return;
    }
    refuse("cannot be patched: it would change more than a number" + hint_for(name, names));
  }

  World& world_;
  Problems& problems_;
  const Patch* patch_ = nullptr;
};

}  // namespace

Problems apply_patches(std::span<const Patch> patches, World& world) {
  World patched = world;
  Problems problems;
  Patcher patcher(patched, problems);
  for (const Patch& patch : patches) patcher.apply(patch);
  if (problems.empty()) world = std::move(patched);
  return problems;
}

}  // namespace hadal::world
