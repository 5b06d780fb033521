#include "simulation/shared_world.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "kinds/extensions/extension_kinds.h"
#include "sensors/optical/camera_sensor.h"
#include "sensors/optical/surface_appearance.h"
#include "sensors/scalar/suite.h"
#include "simulation/notes.h"
#include "simulation/seabed_terrain.h"
#include "simulation/step_length.h"
#include "world/enclosure.h"
#include "world/seabed_placement.h"

namespace hadal::simulation {
namespace {

dynamics::JointKind joint_kind(LinkJoint joint) {
  switch (joint) {
    case LinkJoint::kFree:
      return dynamics::JointKind::kFree;
    case LinkJoint::kFixed:
      return dynamics::JointKind::kFixed;
    case LinkJoint::kHinge:
      return dynamics::JointKind::kHinge;
    case LinkJoint::kSlide:
      return dynamics::JointKind::kSlide;
  }
  return dynamics::JointKind::kFree;
}

dynamics::LinkSpec link_spec(const Link& link) {
  dynamics::LinkSpec spec;
  spec.name = link.path;
  spec.parent = link.parent;
  spec.joint = joint_kind(link.joint);
  spec.pose_PL = link.pose_PL;
  spec.axis_L = link.axis_L;
  if (link.joint_range)
    spec.range = dynamics::JointRange{(*link.joint_range)[0], (*link.joint_range)[1]};
  spec.damping = link.joint_damping;
  spec.armature = link.joint_armature;
  spec.mass_kg = link.mass_kg;
  spec.p_LG_L = link.p_LG_L;
  spec.inertia_G = link.inertia_G;
  spec.added_mass_L = link.added_mass_L;
  spec.added_mass_momentum = link.coriolis == AddedMassCoriolis::kExact;
  spec.collisions = link.collisions;
  return spec;
}

dynamics::MultibodySpec bodies_spec(const World& world, const environment::Sea& sea) {
  dynamics::MultibodySpec spec;
  for (const Link& link : world.links) spec.links.push_back(link_spec(link));
  for (const CouplingPair& pair : world.coupling_pairs)  // the first: Couplings counts on it
    spec.couplings.push_back({.kind = dynamics::CouplingSpec::Kind::kWeld,
                              .link_a = pair.link_a,
                              .link_b = pair.link_b,
                              .X_AS = pair.X_AS,
                              .X_BP = pair.X_BP});
  for (size_t i = 0; i < world.links.size(); ++i)
    if (const auto& mimic = world.links[i].mimic)
      spec.couplings.push_back({.link_a = static_cast<int>(i),
                                .link_b = mimic->link,
                                .ratio = mimic->ratio,
                                .offset = mimic->offset});
  spec.gravity_N = Vec3(0, 0, sea.gravity_m_s2());
  spec.step_s = world.clock.step_s();
  spec.integrator = world.rkmk4 ? dynamics::Integrator::kRkmk4 : dynamics::Integrator::kLeapfrog;
  spec.implicit_damping = world.implicit_damping;
  spec.materials = world.materials;
  if (sea.seabed().exists()) spec.terrain = std::make_shared<SeabedTerrain>(sea.seabed());
  return spec;
}

bool starts_over_seabed(const environment::Sea& sea, const World& world, const Vehicle& vehicle) {
  const Vec3& p_N = world.links[vehicle.links.begin].pose_PL.p;
  return sea.seabed().covers(p_N.x(), p_N.y());
}

std::string beyond_seabed(const World& world, const Vehicle& vehicle) {
  const Vec3& p_N = world.links[vehicle.links.begin].pose_PL.p;
  char text[160];
  std::snprintf(text, sizeof text,
                "'%.40s' starts at %.6g m north, %.6g m east, where environment.seabed has no data",
                vehicle.name.c_str(), p_N.x(), p_N.y());
  return text;
}

// How far from the origin the run surely goes: the farthest start or mark.
double reach_m(const World& world) {
  double reach = 0;
  for (const Vehicle& vehicle : world.vehicles)
    reach = std::max(reach, world.links[vehicle.links.begin].pose_PL.p.head<2>().norm());
  for (const Mark& mark : world.marks) reach = std::max(reach, mark.p_N.head<2>().norm());
  return reach;
}

// What the run should know of the currents, beside what was noted when the world was built.
void note_currents(const environment::Sea& sea, const LoadedScenario& loaded, World& world) {
  const double duration_s = world.clock.time_s(world.last_tick);
  const Problems notes = sea.currents().notes(duration_s, reach_m(world));
  for (const Problem& note : notes.list())
    world.notes.push_back({loaded.locations.location(note.key), note.key, note.message});
}

// Nothing starts beyond the data of the seabed, where its edge would go on flat for ever; objects
// that lie on the seabed get the depth and slope of the ground below them.
Problems settle_objects(const environment::Sea& sea, const LoadedScenario& loaded, World& world) {
  Problems problems;
  for (const Vehicle& vehicle : world.vehicles) {
    if (sea.seabed().exists() && !starts_over_seabed(sea, world, vehicle)) {
      const std::string key = vehicle.key + ".pose";
      problems.add(loaded.locations.location(key), key, beyond_seabed(world, vehicle));
      continue;
    }
    if (!vehicle.on_seabed) continue;
    if (!sea.seabed().exists()) {
      const std::string key = vehicle.key + ".pose.on_seabed";
      problems.add(loaded.locations.location(key), key, "needs environment.seabed");
      continue;
    }
    Link& root = world.links[vehicle.links.begin];
    const double north = root.pose_PL.p.x(), east = root.pose_PL.p.y();
    root.pose_PL = resting_pose(world, vehicle, sea.seabed().depth(north, east),
                                sea.seabed().normal_N(north, east));
  }
  return problems;
}

// The mount points of a vehicle, as a hint to who put an instrument elsewhere.
std::string mount_points_of(const Vehicle& vehicle) {
  std::string names;
  for (const MountPoint& mount : vehicle.mounts) names += (names.empty() ? "" : ", ") + mount.name;
  return names.empty() ? "" : ", or to a mount point (mount: " + names + ")";
}

// A camera inside its own hull would see little else: it is told, and the vehicle hidden from it.
// One in an open frame sees past it.
void hide_own_hull(const LoadedScenario& loaded, const MountedFrameSensor& mounted,
                   CameraModel& camera, World& world) {
  const Link& link = world.links[static_cast<size_t>(mounted.link)];
  const Vehicle& vehicle = world.vehicles[static_cast<size_t>(mounted.vehicle)];
  if (!camera.sees_own_vehicle || !is_inside(link.visuals, mounted.X_LS.p)) return;
  camera.sees_own_vehicle = false;
  const std::string key = mounted.key + ".position_m";
  world.notes.push_back({loaded.locations.location(key), key,
                         "the camera is inside the shapes of link '" + link.name +
                             "', so its own vehicle is hidden from it; move it to their surface" +
                             mount_points_of(vehicle) +
                             ", or set sees_own_vehicle: false"});
}

// Lenses and ports that cannot be, pictures on shapes that cannot be read.
Problems check_cameras(const LoadedScenario& loaded, World& world) {
  Problems out;
  const Problems unread = sensors::appearance_problems(world);
  for (const Problem& problem : unread.list())
    out.add(loaded.locations.location(problem.key), problem.key, problem.message);
  for (MountedFrameSensor& mounted : world.frame_sensors) {
    if (!mounted.kind->camera) continue;
    CameraModel& camera = *mounted.kind->camera(mounted.config.data());
    hide_own_hull(loaded, mounted, camera, world);
    const Problems found = sensors::camera_problems(camera);
    for (const Problem& problem : found.list()) {
      const std::string key = mounted.key + "." + problem.key;
      out.add(loaded.locations.location(key), key, problem.message);
    }
  }
  return out;
}

// Arms that start inside of what they shall meet later: their vehicle, themselves, another body or
// the ground. What an arm holds at the start may touch it.
Problems check_arms(const LoadedScenario& loaded, const World& world,
                    const dynamics::MultibodyModel& bodies) {
  constexpr double kTouch_m = 0.002;
  std::vector<char> marked;
  std::vector<double> joint_position;
  for (const Link& link : world.links) {
    marked.push_back(link.arm >= 0);
    joint_position.push_back(link.joint_start);
  }
  Problems problems;
  for (const dynamics::StartOverlap& overlap : bodies.start_overlaps(marked, joint_position)) {
    const bool ground = overlap.link_b < 0;
    const Link& a = world.links[static_cast<size_t>(overlap.link_a)];
    const Link* b = ground ? nullptr : &world.links[static_cast<size_t>(overlap.link_b)];
    if ((!b || b->vehicle != a.vehicle) && overlap.depth_m < kTouch_m) continue;
    const Arm& arm = world.arms[static_cast<size_t>(a.arm >= 0 ? a.arm : b->arm)];
    char depth[32];
    std::snprintf(depth, sizeof depth, "%.1f mm", 1e3 * overlap.depth_m);
    const std::string key = arm.key + ".start";
    problems.add(loaded.locations.location(key), key,
                 "the arm would start in collision: '" + a.path + "' is " + depth + " inside " +
                     (b ? "'" + b->path + "'" : "the seabed") +
                     "; expected another start, place or mount");
  }
  return problems;
}

// The key of the scenario behind a field of the multibody's links.
std::string link_field(const std::string& field) {
  static const std::pair<const char*, const char*> kFields[] = {
      {".pose_PL", ".joint"},           {".axis_L", ".joint.axis"},
      {".range", ".joint.lower"},       {".damping", ".joint.damping"},
      {".armature", ".joint.armature"}, {".p_LG_L", ".center_of_mass_m"},
      {".inertia_G", ".inertia_kg_m2"}, {".added_mass_L", ".added_mass"}};
  for (const auto& [theirs, ours] : kFields)
    if (field == theirs) return ours;
  return field;
}

// The multibody numbers the links of all vehicles; the user knows them by file and key.
Problems located(const Problems& problems, const World& world, const LoadedScenario& loaded) {
  Problems out;
  for (const Problem& problem : problems.list()) {
    size_t index = 0;
    int end = 0;
    if (std::sscanf(problem.key.c_str(), "links[%zu]%n", &index, &end) != 1 ||
        index >= world.links.size()) {
      out.add(problem.key.empty() ? problem.location : loaded.locations.location(problem.key),
              problem.key,
              problem.message);
      continue;
    }
    const std::string key = world.links[index].key + link_field(problem.key.substr(end));
    out.add(loaded.locations.location(key), key, problem.message);
  }
  return out;
}

}  // namespace

Result<std::shared_ptr<const dynamics::MultibodyModel>> make_bodies(const World& world,
                                                                    const environment::Sea& sea) {
  return dynamics::MultibodyModel::create(bodies_spec(world, sea));
}

Result<std::shared_ptr<const SharedWorld>> SharedWorld::load(const LoadedScenario& loaded) try {
  Result<World> built = build_world(loaded);
  if (!built) return built.problems();
  World& world = built.value();
  Result<environment::Sea> opened = environment::Sea::open(world);
  if (!opened) return located(opened.problems(), world, loaded);
  auto sea = std::make_unique<const environment::Sea>(std::move(opened).value());
  prepare_actuators(world, sea->water().density(0));
  const Problems unsettled = settle_objects(*sea, loaded, world);
  if (!unsettled.empty()) return unsettled;
  const Problems misplaced = check_starts(*sea, loaded, world);
  if (!misplaced.empty()) return misplaced;
  const Problems unseeing = check_cameras(loaded, world);
  if (!unseeing.empty()) return unseeing;
  note_currents(*sea, loaded, world);
  add_notes(*sea, loaded, world);
  note_long_step(loaded, sea->water().density(0), sea->gravity_m_s2(), world);
  sensors::lay_out_values(world);
  Result<std::shared_ptr<const dynamics::MultibodyModel>> bodies = make_bodies(world, *sea);
  if (!bodies) return located(bodies.problems(), world, loaded);
  const Problems colliding = check_arms(loaded, world, *bodies.value());
  if (!colliding.empty()) return colliding;
  for (size_t link = 0; link < world.links.size(); ++link) {
    world.links[link].position_address = bodies.value()->qpos_address(static_cast<int>(link));
    world.links[link].velocity_address = bodies.value()->dof_address(static_cast<int>(link));
  }
  auto rays = std::make_unique<const sensors::RayWorld>(world, *sea);
  if (const std::string note = rays->note(); !note.empty()) world.notes.emplace_back().message = note;
  return std::shared_ptr<const SharedWorld>(
      new SharedWorld(save_scenario(loaded.scenario), std::move(world), std::move(sea),
                      std::move(rays), std::move(bodies).value()));
} catch (const extension::KindError& error) {
  return problems_of(error);
}

SharedWorld::SharedWorld(std::string yaml, World built,
                         std::unique_ptr<const environment::Sea> opened,
                         std::unique_ptr<const sensors::RayWorld> prepared,
                         std::shared_ptr<const dynamics::MultibodyModel> model)
    : scenario_yaml(std::move(yaml)),
      world(std::move(built)),
      sea(std::move(opened)),
      sound(*sea, world.sound, world.materials),
      rays(std::move(prepared)),
      instruments(world, *sea),
      bodies(std::move(model)) {}

}  // namespace hadal::simulation
