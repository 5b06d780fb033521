#include "simulation/manipulator_facts.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "base/text.h"
#include "math/rotation.h"
#include "scenario/scenario.h"
#include "world/world.h"

namespace hadal::simulation {
namespace {

constexpr double kSeaWater_kg_m3 = 1025;

Pose joint_pose(const Link& link) {
  Pose X = link.pose_PL;
  if (link.joint == LinkJoint::kHinge)
    X.q = X.q * quaternion_from_rotation_vector(link.joint_start * link.axis_L);
  if (link.joint == LinkJoint::kSlide) X.p += X.q * (link.joint_start * link.axis_L);
  return X;
}

// Lengths along the joints that carry the tool, from the first of them on, and to the tool itself.
double reach_of(const World& world, const Arm& arm) {
  double reach = arm.X_LT.p.norm();
  for (int link = arm.tool_link; link >= 0 && !arm.joints.empty(); link = world.links[link].parent) {
    if (world.links[link].actuator == arm.joints.front()) break;
    reach += world.links[link].pose_PL.p.norm();
  }
  return reach;
}

ManipulatorJoint joint_of(const World& world, const Actuator& actuator, const Quat& q_ML,
                          bool finger) {
  const Link& link = world.links[static_cast<size_t>(actuator.link)];
  ManipulatorJoint out;
  out.name = actuator.name;
  out.slides = link.joint == LinkJoint::kSlide;
  out.finger = finger;
  out.axis_M = q_ML * link.axis_L;
  const double infinite = std::numeric_limits<double>::infinity();
  out.lower = link.joint_range ? (*link.joint_range)[0] : -infinite;
  out.upper = link.joint_range ? (*link.joint_range)[1] : infinite;
  out.effort_limit = link.joint_drive.effort_limit;
  return out;
}

template <class... Values>
std::string line(const char* format, Values... values) {
  char text[240];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

}  // namespace

Result<ManipulatorFacts> manipulator_facts(const std::string& name,
                                           const std::vector<std::string>& model_folders) {
  const std::string text =
      "format: 1\nvehicle_models: [{name: stand, links: [{name: stand, mass_kg: 1, inertia_kg_m2: "
      "[1, 1, 1]}]}]\nvehicles: [{name: stand, model: stand, fixed: true, manipulators: [{name: "
      "arm, prefix: '-', model: " + name + "}]}]\n";
  const Result<LoadedScenario> loaded = load_scenario_text(text, "describe", {{}, model_folders});
  if (!loaded) return loaded.problems();
  const Result<World> built = build_world(loaded.value());
  if (!built) return built.problems();
  const World& world = built.value();
  const Arm& arm = world.arms.front();
  ManipulatorFacts out;
  out.name = name;
  out.description = loaded.value().scenario.find_manipulator_model(name)->description;
  std::vector<Pose> X_ML(world.links.size());
  for (size_t i = 1; i < world.links.size(); ++i) {
    const Link& link = world.links[i];
    X_ML[i] = X_ML[static_cast<size_t>(link.parent)] * joint_pose(link);
    out.mass_kg += link.mass_kg;
    out.volume_m3 += link.buoyancy.volume_m3;
  }
  out.p_MT_M = (X_ML[static_cast<size_t>(arm.tool_link)] * arm.X_LT).p;
  out.reach_m = reach_of(world, arm);
  for (const auto* list : {&arm.joints, &arm.fingers})
    for (const int index : *list) {
      const Actuator& actuator = world.actuators[static_cast<size_t>(index)];
      out.joints.push_back(joint_of(world, actuator, X_ML[static_cast<size_t>(actuator.link)].q,
                                    list == &arm.fingers));
      out.joints.back().name.erase(0, 1);  // the prefix
    }
  return out;
}

std::string facts_text(const ManipulatorFacts& f) {
  std::string out = f.name + ": " + f.description + "\n";
  out += line("  mass      %.4g kg; in sea water of 1025 kg/m3 %.4g kg\n", f.mass_kg,
              f.mass_kg - kSeaWater_kg_m3 * f.volume_m3);
  out += line("  tool      at (%.4g, %.4g, %.4g) m from the mount at the start; %.4g m from the first "
              "joint along the links\n",
              f.p_MT_M.x(), f.p_MT_M.y(), f.p_MT_M.z(), f.reach_m);
  out += "  joint             kind   axis at the start      from       to     effort\n";
  for (const ManipulatorJoint& j : f.joints)
    out += line("  %-16s  %-5s  (%5.2f, %5.2f, %5.2f)  %8.4g %8.4g  %7.4g %s%s\n", j.name.c_str(),
                j.slides ? "slide" : "hinge", j.axis_M.x(), j.axis_M.y(), j.axis_M.z(), j.lower,
                j.upper, j.effort_limit, j.slides ? "N" : "N m", j.finger ? ", finger" : "");
  return out + "\nTo mount it: manipulators: [{name: arm, model: " + f.name +
         ", position_m: [0.3, 0, 0.1]}]\nhadal describe " + f.name +
         " --defaults shows every key\n";
}

std::string facts_json(const ManipulatorFacts& f) {
  const auto number = [](double v) {
    return std::abs(v) < std::numeric_limits<double>::infinity() ? shortest_text(v) : "null";
  };
  const auto vector = [&](const Vec3& v) {
    return "[" + number(v.x()) + ", " + number(v.y()) + ", " + number(v.z()) + "]";
  };
  std::string out = "{\"name\": \"" + f.name + "\", \"mass_kg\": " + number(f.mass_kg) +
                    ", \"volume_m3\": " + number(f.volume_m3) +
                    ", \"tool_m\": " + vector(f.p_MT_M) + ", \"reach_m\": " + number(f.reach_m) +
                    ", \"joints\": [";
  for (const ManipulatorJoint& j : f.joints)
    out += std::string(&j == f.joints.data() ? "" : ", ") + "{\"name\": \"" + j.name +
           "\", \"kind\": \"" + (j.slides ? "slide" : "hinge") + "\", \"finger\": " +
           (j.finger ? "true" : "false") + ", \"axis\": " + vector(j.axis_M) +
           ", \"lower\": " + number(j.lower) + ", \"upper\": " + number(j.upper) +
           ", \"effort_limit\": " + number(j.effort_limit) + "}";
  return out + "]}";
}

}  // namespace hadal::simulation
