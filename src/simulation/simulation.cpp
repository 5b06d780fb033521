#include "simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "sensors/optical/camera_sensor.h"
#include "sensors/optical/surface_looks.h"
#include "simulation/seabed_terrain.h"
#include "world/enclosure.h"
#include "world/rest.h"

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

Result<dynamics::Multibody> make_bodies(const World& world, const environment::Sea& sea) {
  dynamics::MultibodySpec spec;
  for (const Link& link : world.links) spec.links.push_back(link_spec(link));
  spec.gravity_N = Vec3(0, 0, sea.gravity_m_s2());
  spec.step_s = world.clock.step_s();
  spec.integrator = world.rkmk4 ? dynamics::Integrator::kRkmk4 : dynamics::Integrator::kLeapfrog;
  spec.implicit_damping = world.implicit_damping;
  spec.materials = world.materials;
  if (sea.seabed().exists()) spec.terrain = std::make_shared<SeabedTerrain>(sea.seabed());
  return dynamics::Multibody::create(spec);
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
void note_currents(const environment::Sea& sea, World& world) {
  const double duration_s = world.clock.time_s(world.last_tick);
  const Problems warnings = sea.currents().warnings(duration_s, reach_m(world));
  for (const Problem& warning : warnings.list()) world.notes.push_back(warning);
}

// Nothing starts beyond the data of the seabed, where its edge would go on flat for ever; objects
// that lie on the seabed get the depth and slope of the ground below them.
Problems settle_objects(const environment::Sea& sea, const LoadedScenario& loaded, World& world) {
  Problems problems;
  for (const Vehicle& vehicle : world.vehicles) {
    if (sea.seabed().exists() && !starts_over_seabed(sea, world, vehicle)) {
      const std::string key = vehicle.key + ".pose";
      problems.add(loaded.places.place(key), key, beyond_seabed(world, vehicle));
      continue;
    }
    if (!vehicle.on_seabed) continue;
    if (!sea.seabed().exists()) {
      const std::string key = vehicle.key + ".pose.on_seabed";
      problems.add(loaded.places.place(key), key, "needs environment.seabed");
      continue;
    }
    Link& root = world.links[vehicle.links.begin];
    const double north = root.pose_PL.p.x(), east = root.pose_PL.p.y();
    root.pose_PL = resting_pose(world, vehicle, sea.seabed().depth(north, east),
                                sea.seabed().normal_N(north, east));
  }
  return problems;
}

// A camera inside its own hull would see nothing else: it is told, and the vehicle hidden from it.
void hide_own_hull(const LoadedScenario& loaded, const MountedFrameSensor& mounted,
                   CameraModel& camera, World& world) {
  constexpr double kMiddle_rad = 0.3;  // of the view, about its axis
  const Link& link = world.links[static_cast<size_t>(mounted.link)];
  if (!camera.sees_own_vehicle ||
      !enclosure(link.visuals, mounted.X_LS, kMiddle_rad, kLargestHousing_m).inside)
    return;
  camera.sees_own_vehicle = false;
  const std::string key = mounted.key + ".position_m";
  world.notes.push_back({loaded.places.place(key), key,
                         "the camera is inside the shapes of link '" + link.name +
                             "', so its own vehicle is hidden from it; move it to their surface, "
                             "or set sees_own_vehicle: false"});
}

// Lenses and ports that cannot be, pictures on shapes that cannot be read.
Problems check_cameras(const LoadedScenario& loaded, World& world) {
  Problems out;
  const Problems unread = sensors::look_problems(world);
  for (const Problem& problem : unread.list())
    out.add(loaded.places.place(problem.key), problem.key, problem.message);
  for (MountedFrameSensor& mounted : world.frame_sensors) {
    auto* model = std::get_if<CameraModel>(&mounted.model);
    if (auto* events = std::get_if<EventSensorModel>(&mounted.model)) model = &events->camera;
    if (auto* thermal = std::get_if<ThermalSensorModel>(&mounted.model)) model = &thermal->camera;
    if (!model) continue;
    hide_own_hull(loaded, mounted, *model, world);
    const Problems found = sensors::camera_problems(*model);
    for (const Problem& problem : found.list()) {
      const std::string key = mounted.key + "." + problem.key;
      out.add(loaded.places.place(key), key, problem.message);
    }
  }
  return out;
}

// Room for contacts in the state: what can touch, eight points each, within reason.
size_t contact_slots(const World& world) {
  constexpr size_t kPointsPerShape = 8, kMostSlots = 4096;
  size_t shapes = 0;
  for (const Link& link : world.links) shapes += link.collisions.size();
  return std::min(kPointsPerShape * shapes, kMostSlots);
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
      out.add(loaded.places.place(problem.key), problem.key, problem.message);
      continue;
    }
    const Vehicle& vehicle = world.vehicles[world.links[index].vehicle];
    const std::string key = vehicle.model_key + ".links[" +
                            std::to_string(static_cast<int>(index) - vehicle.links.begin) + "]" +
                            link_field(problem.key.substr(end));
    out.add(loaded.places.place(key), key, problem.message);
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<Simulation>> Simulation::create(const LoadedScenario& loaded, int threads) {
  Result<World> world = build_world(loaded);
  if (!world) return world.problems();
  Result<environment::Sea> opened = environment::Sea::open(world.value());
  if (!opened) return located(opened.problems(), world.value(), loaded);
  auto sea = std::make_unique<environment::Sea>(std::move(opened).value());
  const Problems unsettled = settle_objects(*sea, loaded, world.value());
  if (!unsettled.empty()) return unsettled;
  const Problems unseeing = check_cameras(loaded, world.value());
  if (!unseeing.empty()) return unseeing;
  note_currents(*sea, world.value());
  Result<dynamics::Multibody> bodies = make_bodies(world.value(), *sea);
  if (!bodies) return located(bodies.problems(), world.value(), loaded);
  auto owned = std::make_unique<World>(std::move(world).value());
  for (size_t link = 0; link < owned->links.size(); ++link) {
    owned->links[link].position_address = bodies.value().qpos_address(static_cast<int>(link));
    owned->links[link].velocity_address = bodies.value().dof_address(static_cast<int>(link));
  }
  std::unique_ptr<Simulation> simulation(
      new Simulation(std::move(owned), std::move(sea), std::move(bodies).value(), threads));
  if (const std::string note = simulation->rays_.note(); !note.empty())
    simulation->world_->notes.emplace_back().message = note;
  const Problems problems = simulation->parse_expectations();
  if (!problems.empty()) return problems;
  simulation->start();
  return simulation;
}

Simulation::~Simulation() = default;

Simulation::Simulation(std::unique_ptr<World> world, std::unique_ptr<environment::Sea> sea,
                       dynamics::Multibody bodies, int threads)
    : world_(std::move(world)),
      sea_(std::move(sea)),
      sound_(*sea_, world_->sound, world_->materials),
      rays_(*world_, *sea_),
      arena_(threads),
      moment_(*sea_),
      living_(*world_, *sea_),
      bodies_(std::move(bodies)),
      forces_(*world_, *sea_),
      pilot_(*world_, *sea_, forces_),
      suite_(*world_, *sea_, sound_, rays_),
      frames_(*world_, *sea_, sound_, rays_),
      network_(*world_, *sea_, sound_, suite_, frames_.ears(*world_)) {}

void Simulation::start() {
  const World& world = *world_;
  const size_t links = world.links.size(), vehicles = world.vehicles.size();
  state_.p_NL_N.assign(links, Vec3::Zero());
  state_.q_NL.assign(links, Quat::Identity());
  state_.nu_L.assign(links, Vec6::Zero());
  state_.a_NL_N.assign(links, Vec3::Zero());
  state_.alpha_NL_L.assign(links, Vec3::Zero());
  state_.travelled_m.assign(vehicles, 0.0);
  state_.top_speed_m_s.assign(vehicles, 0.0);
  state_.expectation_status.assign(world.expectations.size(), 0);
  state_.next_event.assign(1, 0);
  state_.turbidity_ntu.assign(1, world.optics.turbidity_ntu);
  state_.day_offset_s.assign(1, 0.0);
  state_.lamp_level.clear();
  for (const Lamp& lamp : world.lamps) state_.lamp_level.push_back(lamp.level);
  const size_t slots = contact_slots(world);
  state_.contact_count.assign(1, 0);
  state_.contact_links.assign(2 * slots, -1);
  state_.contact_values.assign(kContactValues * slots, 0.0);
  sea_->start(state_);
  living_.start(world, state_);
  forces_.start(world, state_);
  pilot_.start(world, state_);
  suite_.start(state_);
  frames_.start(state_);
  for (const int link : world.joints)
    bodies_.qpos()[bodies_.qpos_address(link)] = world.links[link].joint_start;
  for (const Vehicle& vehicle : world.vehicles) {
    if (world.links[vehicle.links.begin].joint == LinkJoint::kFree)
      bodies_.set_twist(vehicle.links.begin, vehicle.start_velocity_B);
    if (vehicle.kinematic) bodies_.set_kinematic(vehicle.links.begin, true);
  }
  bodies_.refresh();
  read_bodies();
  network_.start(world, state_);
  sea_->follow_vehicles(world, state_);
  moment_.set_time(0, state_);
  for (size_t link = 0; link < links; ++link) {
    const Vec3& p_N = state_.p_NL_N[link];
    state_.water_velocity_N[link] = moment_.current_N(p_N) + moment_.waves(p_N).velocity_N;
    state_.water_density_kg_m3[link] =
        sea_->water().density(std::max(0.0, state_.p_NL_N[link].z()));
  }
  measure();
}

// What is due at the tick of the state.
void Simulation::measure() {
  suite_.measure_due(*world_, state_, arena_);
  network_.update(*world_, state_);
  if (frames_.empty()) return;
  moment_.set_time(world_->clock.time_s(state_.tick), state_);
  frames_.update(*world_, moment_, network_, state_, arena_);
}

bool Simulation::finished() const {
  if (state_.tick >= world_->last_tick) return true;
  if (!world_->stop_when_done) return false;
  // A mission that somebody interrupted is not done.
  return std::none_of(state_.mission_status.begin(), state_.mission_status.end(),
                      [](int64_t status) {
                        return status == static_cast<int64_t>(control::MissionStatus::kRunning) ||
                               status == static_cast<int64_t>(control::MissionStatus::kOutside);
                      });
}

// Kinematic vehicles move as commanded; joint efforts go to the bodies.
void Simulation::drive_bodies() {
  const World& world = *world_;
  for (size_t v = 0; v < world.vehicles.size(); ++v)
    if (world.vehicles[v].kinematic)
      bodies_.set_twist(world.vehicles[v].links.begin,
                        Eigen::Map<const Vec6>(&state_.kinematic_velocity[6 * v]));
  for (size_t j = 0; j < world.joints.size(); ++j) {
    const int link = world.joints[j];
    const double limit = world.links[link].joint_effort_limit;
    bodies_.joint_effort()[bodies_.dof_address(link)] =
        std::clamp(state_.joint_effort[j], -limit, limit);
  }
}

namespace {
void copy(std::span<const double> from, std::vector<double>& to) {
  to.assign(from.begin(), from.end());
}
void copy(const std::vector<double>& from, std::span<double> to) {
  std::copy(from.begin(), from.end(), to.begin());
}
}  // namespace

void Simulation::read_bodies() {
  const dynamics::Multibody& bodies = bodies_;
  copy(bodies.qpos(), state_.position);
  copy(bodies.qvel(), state_.velocity);
  copy(bodies.qacc(), state_.acceleration);
  copy(bodies.warmstart(), state_.warmstart);
  copy(bodies.start_velocity(), state_.start_velocity);
  for (size_t link = 0; link < state_.p_NL_N.size(); ++link) {
    const dynamics::LinkKinematics& k = bodies.kinematics()[link];
    const dynamics::LinkAcceleration a = bodies.acceleration(static_cast<int>(link));
    state_.p_NL_N[link] = k.p_NL_N;
    state_.q_NL[link] = k.q_NL;
    state_.nu_L[link] = k.nu_L;
    state_.a_NL_N[link] = a.a_NL_N;
    state_.alpha_NL_L[link] = a.alpha_NL_L;
  }
  read_contacts();
}

void Simulation::read_contacts() {
  if (state_.contact_values.empty()) return;
  const auto contacts = std::as_const(bodies_).contacts();
  const size_t count = std::min(contacts.size(), state_.contact_links.size() / 2);
  const int64_t stale = state_.contact_count[0];
  std::fill_n(state_.contact_links.begin(), 2 * stale, -1);
  std::fill_n(state_.contact_values.begin(), kContactValues * stale, 0.0);
  state_.contact_count[0] = static_cast<int64_t>(count);
  for (size_t i = 0; i < count; ++i) {
    const dynamics::ContactForce& c = contacts[i];
    state_.contact_links[2 * i] = c.link_a;
    state_.contact_links[2 * i + 1] = c.link_b;
    double* values = &state_.contact_values[kContactValues * i];
    Eigen::Map<Vec3>(values + 0) = c.p_N;
    Eigen::Map<Vec3>(values + 3) = c.normal_N;
    Eigen::Map<Vec3>(values + 6) = c.force_N;
    values[9] = c.depth_m;
  }
  for (size_t link = 0; link < world_->links.size(); ++link)
    state_.wrench_L[static_cast<int>(WrenchTerm::kContact)][link] =
        bodies_.contact_wrench_L(static_cast<int>(link));
}

void Simulation::write_bodies() {
  copy(state_.position, bodies_.qpos());
  copy(state_.velocity, bodies_.qvel());
  copy(state_.acceleration, bodies_.qacc());
  copy(state_.warmstart, bodies_.warmstart());
  copy(state_.start_velocity, bodies_.start_velocity());
  bodies_.refresh();
}

bool Simulation::restore(std::span<const std::byte> snapshot) {
  if (!restore_state(snapshot, state_)) return false;
  write_bodies();
  frames_.resume(*world_, state_, arena_);
  return true;
}

void Simulation::keep_records() {
  const double dt = world_->clock.step_s();
  for (size_t v = 0; v < world_->vehicles.size(); ++v) {
    const double speed = state_.nu_L[world_->vehicles[v].links.begin].head<3>().norm();
    state_.travelled_m[v] += speed * dt;
    state_.top_speed_m_s[v] = std::max(state_.top_speed_m_s[v], speed);
  }
}

std::string Simulation::describe_failure(const dynamics::StepStatus& status) const {
  std::string text = "step " + std::to_string(state_.tick) + " failed: " + status.message;
  if (status.link < 0) return text;
  text += " at " + world_->links[status.link].path;
  for (int term = 0; term < kWrenchTerms; ++term)
    if (!state_.wrench_L[term][status.link].allFinite())
      text += "; the wrench of " + std::string(wrench_term_name(static_cast<WrenchTerm>(term))) +
              " is not finite";
  return text;
}

}  // namespace hadal::simulation
