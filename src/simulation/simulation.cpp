#include "simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>
#include <utility>

#include "kinds/extensions/extension_kinds.h"
#include "simulation/step_length.h"

namespace hadal::simulation {
namespace {

// Room for contacts in the state: what can touch, eight points each, within reason.
size_t contact_slots(const World& world) {
  constexpr size_t kPointsPerShape = 8, kMaxSlots = 4096;
  size_t shapes = 0;
  for (const Link& link : world.links) shapes += link.collisions.size();
  return std::min(kPointsPerShape * shapes, kMaxSlots);
}

}  // namespace

Result<std::unique_ptr<Simulation>> Simulation::create(const LoadedScenario& loaded,
                                                       const SimulationOptions& options) {
  Result<std::shared_ptr<const SharedWorld>> shared = SharedWorld::load(loaded);
  if (!shared) return shared.problems();
  return create(std::move(shared).value(), options);
}

Result<std::unique_ptr<Simulation>> Simulation::create(std::shared_ptr<const SharedWorld> shared,
                                                       const SimulationOptions& options) try {
  std::shared_ptr<const World> world(shared, &shared->world);
  std::shared_ptr<const dynamics::MultibodyModel> bodies = shared->bodies;
  if (!options.patches.empty()) {
    auto patched = std::make_shared<World>(shared->world);
    const Problems refused = apply_patches(options.patches, *patched);
    if (!refused.empty()) return refused;
    prepare_actuators(*patched, shared->sea->water().density(0));
    Result<std::shared_ptr<const dynamics::MultibodyModel>> made =
        make_bodies(*patched, *shared->sea);
    if (!made) return made.problems();
    bodies = std::move(made).value();
    world = std::move(patched);
  }
  std::unique_ptr<Simulation> simulation(
      new Simulation(std::move(shared), std::move(world), std::move(bodies), options));
  const Problems problems = simulation->parse_expectations();
  if (!problems.empty()) return problems;
  simulation->reset(options.seed.value_or(simulation->world_->seed));
  return simulation;
} catch (const extension::KindError& error) {
  return problems_of(error);
}

Simulation::~Simulation() = default;

// Frames are computed beside the steps and in parts; a few bodies are not worth a second thread.
int useful_threads(const World& world) {
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return world.frame_sensors.empty() ? 1 : std::clamp(cores, 1, 256);
}

Simulation::Simulation(std::shared_ptr<const SharedWorld> shared,
                       std::shared_ptr<const World> world,
                       std::shared_ptr<const dynamics::MultibodyModel> bodies,
                       const SimulationOptions& options)
    : shared_(std::move(shared)),
      world_(std::move(world)),
      patches_(options.patches),
      sea_(shared_->sea.get()),
      arena_(options.threads > 0 ? options.threads : useful_threads(*world_)),
      instant_(*sea_),
      living_(*world_, *sea_),
      silt_(*world_, *sea_),
      bodies_(std::move(bodies)),
      forces_(*world_, *sea_, shared_->sound),
      control_(*world_, *sea_),
      suite_(*world_, *sea_, shared_->sound, *shared_->rays),
      frames_(*world_, shared_->instruments, *sea_, shared_->sound, *shared_->rays),
      network_(*world_, *sea_, shared_->sound, suite_, frames_.receivers(*world_)) {
  if (!options.compute_frames) frames_.compute_only([](int, Tick) { return false; });
}

void Simulation::compute_frames(std::function<bool(int sensor, Tick tick)> wanted) {
  frames_.compute_only(std::move(wanted));
  frames_.resume(*world_, state_, arena_);
}

void Simulation::reset(uint64_t seed) {
  const World& world = *world_;
  const size_t links = world.links.size(), vehicles = world.vehicles.size();
  state_.tick = 0;
  state_.run_seed.assign(1, static_cast<int64_t>(seed));
  current_stream_ = environment::Sea::current_stream(state_);
  bodies_.reset();
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
  silt_.start(world, state_);
  forces_.start(world, state_);
  control_.start(world, state_);
  suite_.start(state_);
  frames_.start(world, state_);
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
  sea_->follow_vehicles(world, state_, followed_);
  instant_.set_time(0, state_);
  forces_.act_at_start(world, instant_, state_, bodies_, arena_);
  measure();
}

// What is due at the tick of the state.
void Simulation::measure() {
  suite_.measure_due(*world_, state_, arena_);
  network_.update(*world_, state_);
  if (frames_.empty()) return;
  instant_.set_time(world_->clock.time_s(state_.tick), state_);
  frames_.update(*world_, instant_, network_, state_, arena_);
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
  for (const int link : world.joints) drive_joint(link);
}

namespace {
JointStep joint_step(const World& world, const State& state, int drive) {
  const auto i = static_cast<size_t>(drive);
  return {state.actuator_command[i], state.actuator_health[i], world.clock.step_s()};
}
}  // namespace

void Simulation::drive_joint(int link) {
  const Link& model = world_->links[static_cast<size_t>(link)];
  const JointDrive& drive = model.joint_drive;
  const JointStep step = joint_step(*world_, state_, model.actuator);
  double effort = 0;
  if (drive.plain() && step.health != kJointStuck) {
    effort = step.health * std::clamp(step.command, -drive.effort_limit, drive.effort_limit);
    bodies_.set_joint_law(link, nullptr);
  } else {
    const Actuator& actuator = world_->actuators[static_cast<size_t>(model.actuator)];
    JointLaw law;
    const bool acts = drive.law(step, state_of(actuator, state_), law);
    bodies_.set_joint_law(link, acts ? &law : nullptr);
  }
  bodies_.joint_effort()[bodies_.dof_address(link)] = effort;
}

// What the drives did in the step, into their columns.
void Simulation::finish_joints() {
  for (const int link : world_->joints) {
    const Link& model = world_->links[static_cast<size_t>(link)];
    if (model.joint_drive.plain()) continue;
    const Actuator& actuator = world_->actuators[static_cast<size_t>(model.actuator)];
    const JointOutcome outcome{bodies_.qpos()[bodies_.qpos_address(link)],
                               bodies_.qvel()[bodies_.dof_address(link)],
                               bodies_.joint_action(link)};
    state_.actuator_power_w[static_cast<size_t>(model.actuator)] =
        model.joint_drive.finish(joint_step(*world_, state_, model.actuator), outcome,
                                 state_of(actuator, state_));
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
  current_stream_ = environment::Sea::current_stream(state_);
  suite_.reseed(state_);
  frames_.reseed(*world_, state_);
  network_.reseed(*world_, state_);
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

namespace {

// The term with the largest force on a link.
std::string largest_force(const State& state, size_t link) {
  int largest = -1;
  double newtons = 0;
  for (int term = 0; term < kWrenchTerms; ++term) {
    if (state.wrench_L[term].size() <= link) continue;
    const double force = state.wrench_L[term][link].head<3>().norm();
    if (!(force > newtons)) continue;
    largest = term;
    newtons = force;
  }
  if (largest < 0) return "";
  char text[64];
  std::snprintf(text, sizeof text, " (%.3g N)", newtons);
  return "; the largest force on it is " +
         std::string(wrench_term_name(static_cast<WrenchTerm>(largest))) + text;
}

std::string likely_cause(const World& world, const environment::Sea& sea, int link) {
  const int vehicle = link < 0 ? -1 : world.links[static_cast<size_t>(link)].vehicle;
  const std::string problem =
      vehicle < 0 ? ""
                  : long_step_problem(world, world.vehicles[static_cast<size_t>(vehicle)],
                                      sea.water().density(0), sea.gravity_m_s2());
  if (!problem.empty()) return "; likely cause: step_s " + problem;
  return "; likely cause: step_s is too long, or a mass, coefficient or gain is wrong";
}

}  // namespace

std::string Simulation::describe_failure(const dynamics::StepStatus& status) const {
  char when[64];
  std::snprintf(when, sizeof when, "step %lld failed at %.6g s: ",
                static_cast<long long>(state_.tick), world_->clock.time_s(state_.tick));
  std::string text = when + std::string(status.message);
  if (status.link >= 0) {
    const auto link = static_cast<size_t>(status.link);
    text += " at " + world_->links[link].path;
    for (int term = 0; term < kWrenchTerms; ++term)
      if (!state_.wrench_L[term][link].allFinite())
        text += "; the wrench of " + std::string(wrench_term_name(static_cast<WrenchTerm>(term))) +
                " is not finite";
    if (status.code == dynamics::StepStatus::Code::kOutOfBounds)
      text += largest_force(state_, link);
  }
  return status.diverged() ? text + likely_cause(*world_, *sea_, status.link) : text;
}

}  // namespace hadal::simulation
