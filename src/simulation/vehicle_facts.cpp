#include "simulation/vehicle_facts.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <utility>

#include "dynamics/forces.h"
#include "dynamics/multibody/multibody.h"
#include "kinds/controllers/allocation.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/shared_world.h"

namespace hadal::simulation {
namespace {

constexpr double kDeep_m = 50;       // where nothing of a vehicle is near the surface
constexpr double kFloats = 1.2;      // buoyancy over weight, all of it below: a boat
constexpr double kSpinUp_s = 20;     // for rotors
constexpr double kFastest = 100;     // m/s, rad/s: no top speed beyond
constexpr std::array<double, 4> kDragSpeeds{0.25, 0.5, 1, 2};  // m/s, rad/s

// Wrenches on a whole vehicle at its origin, in its axes.
struct Load {
  Vec6 restoring = Vec6::Zero();  // weight, buoyancy, ballast
  Vec6 total = Vec6::Zero();      // all of them
};

class TowingTank {
 public:
  explicit TowingTank(std::shared_ptr<const SharedWorld> shared)
      : shared_(std::move(shared)),
        world_(shared_->world),
        bodies_(shared_->bodies),
        forces_(world_, *shared_->sea, shared_->sound),
        instant_(*shared_->sea) {
    state_.run_seed.assign(1, static_cast<int64_t>(world_.seed));
    state_.p_NL_N.assign(world_.links.size(), Vec3::Zero());
    state_.q_NL.assign(world_.links.size(), Quat::Identity());
    state_.nu_L.assign(world_.links.size(), Vec6::Zero());
    shared_->sea->start(state_);
    forces_.start(world_, state_);
    for (const int link : world_.joints)
      bodies_.qpos()[bodies_.qpos_address(link)] = world_.links[link].joint_start;
    instant_.set_time(0, state_);
    command(std::vector<double>());
  }

  const World& world() const { return world_; }
  const Vehicle& vehicle() const { return world_.vehicles[0]; }
  double density_kg_m3() const { return shared_->sea->water().density(0); }
  double gravity_m_s2() const { return shared_->sea->gravity_m_s2(); }

  // Forces of the thrusters, N, one each; none: all at rest. Rotors are given time to settle.
  void command(const std::vector<double>& thrust_n) {
    const IndexRange thrusters = vehicle().thrusters;
    for (int i = 0; i < thrusters.count; ++i) {
      const Actuator& actuator = world_.actuators[thrusters.begin + i];
      const double wanted = thrust_n.empty() ? 0 : thrust_n[static_cast<size_t>(i)];
      state_.actuator_command[thrusters.begin + i] =
          wanted == 0 ? actuator.command.neutral
                      : actuator.command_for_thrust(wanted, 0, density_kg_m3());
    }
    for (double t = 0; t < kSpinUp_s; t += world_.clock.step_s())
      forces_.begin_step(world_, state_);
  }

  Load load(const Pose& X_NB, const Vec6& nu_B) {
    const int root = vehicle().links.begin;
    const int at = bodies_.qpos_address(root);
    const std::span<double> q = bodies_.qpos();
    Eigen::Map<Vec3>(q.data() + at) = X_NB.p;
    q[at + 3] = X_NB.q.w();
    q[at + 4] = X_NB.q.x();
    q[at + 5] = X_NB.q.y();
    q[at + 6] = X_NB.q.z();
    bodies_.set_twist(root, nu_B);
    bodies_.refresh();
    forces_.apply(world_, instant_, state_, bodies_, arena_);
    Load out;
    for (int link = root; link < vehicle().links.end(); ++link) {
      const dynamics::LinkKinematics& k = bodies_.kinematics()[link];
      for (int term = 0; term < kWrenchTerms; ++term) {
        const auto which = static_cast<WrenchTerm>(term);
        if (which == WrenchTerm::kContact || state_.wrench_L[term].size() <= size_t(link)) continue;
        const Vec6& tau_L = state_.wrench_L[term][link];
        const Vec3 force = X_NB.q.conjugate() * (k.R_NL * Vec3(tau_L.head<3>()));
        const Vec3 lever = X_NB.q.conjugate() * Vec3(k.p_NL_N - X_NB.p);
        Vec6 tau_B;
        tau_B << force, X_NB.q.conjugate() * (k.R_NL * Vec3(tau_L.tail<3>())) + lever.cross(force);
        out.total += tau_B;
        if (which == WrenchTerm::kWeight || which == WrenchTerm::kBuoyancy ||
            which == WrenchTerm::kBallast)
          out.restoring += tau_B;
      }
    }
    return out;
  }

  // Water in tanks, about the origin of a level vehicle.
  Mat6 carried(double depth_m) {
    Mat6 out = Mat6::Zero();
    for (int link = vehicle().links.begin; link < vehicle().links.end(); ++link) {
      const dynamics::LinkLoad& load = bodies_.loads()[link];
      if (!load.carries) continue;
      const dynamics::LinkKinematics& k = bodies_.kinematics()[link];
      const Mat3 R_LB = k.R_NL.transpose();
      Mat6 T = Mat6::Zero();  // motion of the vehicle to that of the link
      T << R_LB, -R_LB * skew(k.p_NL_N - Vec3(0, 0, depth_m)), Mat3::Zero(), R_LB;
      out += T.transpose() * load.carried_L * T;
    }
    return out;
  }

  // Joints held: mass with and without added mass, about the origin, level and heading north. At
  // the surface, a hull of faces has the added mass of its wet part.
  Mat6 mass(bool with_added, double depth_m) {
    load({{0, 0, depth_m}, Quat::Identity()}, Vec6::Zero());
    const int at = bodies_.dof_address(vehicle().links.begin);
    if (with_added) return bodies_.mass_matrix().block(at, at, 6, 6);
    return Mat6(bodies_.engine_rigid_mass_matrix().block(at, at, 6, 6)) + carried(depth_m);
  }

 private:
  std::shared_ptr<const SharedWorld> shared_;
  const World& world_;
  dynamics::Multibody bodies_;
  dynamics::Forces forces_;
  environment::SeaInstant instant_;
  ThreadArena arena_{1};
  State state_;
};

Pose level_at(double depth_m) { return {{0, 0, depth_m}, Quat::Identity()}; }

// Where f falls through 0 between 0 and the fastest speed there is; none if it does not.
template <class Function>
std::optional<double> falls_through_zero(const Function& f) {
  if (!(f(0.0) > 0)) return std::nullopt;
  double low = 0, high = 0.01;
  while (high < kFastest && f(high) > 0) low = std::exchange(high, 1.5 * high);
  if (high >= kFastest) return std::nullopt;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (f(middle) > 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

class FactFinder {
 public:
  explicit FactFinder(TowingTank& tank) : tank_(tank) {}

  VehicleFacts find() {
    facts_.name = tank_.vehicle().name;
    facts_.model = tank_.vehicle().model;
    facts_.density_kg_m3 = tank_.density_kg_m3();
    facts_.gravity_m_s2 = tank_.gravity_m_s2();
    weigh();
    right();
    push();
    resist();
    return facts_;
  }

 private:
  double heave_force(double depth_m) {
    return tank_.load(level_at(depth_m), Vec6::Zero()).restoring[2];
  }

  void weigh() {
    const Mat6 rigid = tank_.mass(false, kDeep_m);
    facts_.added_mass = tank_.mass(true, kDeep_m) - rigid;
    facts_.mass_kg = rigid(0, 0);
    facts_.center_of_mass = Vec3(rigid(1, 5), rigid(2, 3), rigid(0, 4)) / facts_.mass_kg;
    const double weight = facts_.mass_kg * facts_.gravity_m_s2;
    double net_down = heave_force(kDeep_m);
    const Link& root = tank_.world().links[tank_.vehicle().links.begin];
    depth_m_ = kDeep_m;
    if (root.restoring || weight - net_down > kFloats * weight) {
      facts_.at_surface = true;
      depth_m_ = root.restoring ? root.restoring->origin_depth_m : floating_depth();
      net_down = 0;
    }
    mass_ = tank_.mass(true, depth_m_);
    facts_.depth_at_rest_m = depth_m_;
    facts_.net_buoyancy_n = -net_down;
    facts_.displaced_m3 = (weight - net_down) / (facts_.density_kg_m3 * facts_.gravity_m_s2);
  }

  // Level; the forces grow with depth.
  double floating_depth() {
    double high = -kDeep_m, low = kDeep_m;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (heave_force(middle) > 0 ? high : low) = middle;
    }
    return 0.5 * (low + high);
  }

  // Weight and buoyancy, force in N and moment in B, at a small heave, roll and pitch.
  Vec6 restoring(const Vec3& x) {
    const Pose X_NB{{0, 0, depth_m_ + x[0]}, quaternion_from({x[1], x[2], 0})};
    Vec6 tau = tank_.load(X_NB, Vec6::Zero()).restoring;
    tau.head<3>() = X_NB.q * Vec3(tau.head<3>());
    return tau;
  }

  void right() {
    constexpr double kSmall = 1e-4;  // m, rad
    Eigen::Matrix<double, 6, 3> K;
    for (int j = 0; j < 3; ++j) {
      const Vec3 x = kSmall * Vec3::Unit(j);
      K.col(j) = -(restoring(x) - restoring(Vec3(-x))) / (2 * kSmall);
    }
    const double weight = facts_.mass_kg * facts_.gravity_m_s2;
    const double off_center = facts_.net_buoyancy_n * facts_.center_of_mass.z();
    for (int j = 0; j < 2; ++j)
      facts_.metacentric_m[static_cast<size_t>(j)] = (K(3 + j, 1 + j) + off_center) / weight;
    const Eigen::Matrix<double, 6, 3> A = mass_.ldlt().solve(K);
    const Mat3 modes = A.middleRows(2, 3);
    const Eigen::EigenSolver<Mat3> solver(modes);
    const Vec3 size = mass_.diagonal().segment<3>(2).cwiseSqrt();
    for (int k = 0; k < 3; ++k) {
      const double square = solver.eigenvalues()[k].real();
      int axis = 0;
      solver.eigenvectors().col(k).cwiseAbs().cwiseProduct(size).maxCoeff(&axis);
      // Slower than ten minutes is neutral but for rounding.
      if (square > std::pow(kTurn / 600, 2))
        facts_.period_s[static_cast<size_t>(axis)] = kTurn / std::sqrt(square);
    }
  }

  AllocationParameters thrusters() const {
    AllocationParameters out;
    const IndexRange range = tank_.vehicle().thrusters;
    for (int i = range.begin; i < range.end(); ++i) {
      const extension::ThrustAbility able =
          tank_.world().actuators[i].thrust_ability(facts_.density_kg_m3);
      out.wrench_per_newton_B.push_back(
          thruster_column(Vec3(able.position_B.data()), Vec3(able.axis_B.data())));
      out.force_max_n.push_back(able.forward_max_n);
      out.force_min_n.push_back(-able.reverse_max_n);
    }
    return out;
  }

  // Along an axis that pushes, ahead (+1) or astern (-1).
  double along(int axis, double sign, double speed) {
    const Vec6 nu = sign * speed * Vec6::Unit(axis);
    const Load load = tank_.load(level_at(depth_m_), nu);
    const bool free = !facts_.at_surface || axis == 0 || axis == 1 || axis == 5;
    return sign * (free ? load.total[axis] : load.total[axis] - load.restoring[axis]);
  }

  void push() {
    const AllocationParameters allocation = thrusters();
    const size_t count = allocation.force_max_n.size();
    if (count == 0) return;
    const std::vector<double> health(count, 1.0);
    std::vector<double> memory(allocation_state_size(count)), force_n(count);
    allocation_reset(allocation, health, memory);
    const WrenchReach reach = allocation_reach(allocation, memory);
    for (int axis = 0; axis < 6; ++axis)
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const double most = side == 0 ? reach.max[axis] : -reach.min[axis];
        if (!reach.controllable[static_cast<size_t>(axis)] || !(most > 0) || !std::isfinite(most))
          continue;
        const double sign = side == 0 ? 1 : -1;
        allocate(allocation, sign * most * Vec6::Unit(axis), health, memory, force_n);
        AxisFacts& out = facts_.axes[static_cast<size_t>(axis)][side];
        out.thrust = most;
        if (facts_.at_surface && axis > 1 && axis < 5) continue;
        tank_.command(force_n);
        out.top_speed = falls_through_zero([&](double u) { return along(axis, sign, u); });
      }
    tank_.command({});
  }

  void resist() {
    for (int axis = 0; axis < 6; ++axis)
      for (const size_t side : {size_t{0}, size_t{1}}) {
        if (facts_.at_surface && axis > 1 && axis < 5) continue;
        const double sign = side == 0 ? 1 : -1, at_rest = along(axis, sign, 0);
        for (const double speed : kDragSpeeds)
          facts_.drag[static_cast<size_t>(axis)][side].push_back(
              {speed, at_rest - along(axis, sign, speed)});
      }
    if (facts_.at_surface || facts_.net_buoyancy_n == 0) return;
    const double sign = facts_.net_buoyancy_n > 0 ? -1 : 1;  // heave is down
    if (const auto speed = falls_through_zero([&](double w) { return along(2, sign, w); }))
      facts_.free_speed_m_s = -sign * *speed;
  }

  TowingTank& tank_;
  VehicleFacts facts_;
  Mat6 mass_ = Mat6::Zero();
  double depth_m_ = 0;
};

// One vehicle alone, without what it carries to see and to think, in its water at rest.
LoadedScenario alone(const LoadedScenario& loaded, size_t vehicle) {
  LoadedScenario out;
  out.file = loaded.file;
  out.locations = loaded.locations;
  Scenario& s = out.scenario;
  s.origin = loaded.scenario.origin;
  s.environment.water = loaded.scenario.environment.water;
  s.environment.gravity_m_s2 = loaded.scenario.environment.gravity_m_s2;
  s.materials = loaded.scenario.materials;
  VehicleConfig only = loaded.scenario.vehicles[vehicle];
  only.pose = {};
  only.pose.depth_m = kDeep_m;
  only.velocity.assign(6, 0.0);
  only.kinematic = false;
  only.navigation = "truth";
  only.sensors.clear();
  only.lamps.clear();
  only.controller = {};
  VehicleModelConfig model = *loaded.scenario.find_model(only.model);
  model.sensors.clear();
  model.lamps.clear();
  model.controller = {};
  s.manipulator_models = loaded.scenario.manipulator_models;
  for (ManipulatorModelConfig& arm : s.manipulator_models) {
    arm.sensors.clear();
    arm.lamps.clear();
  }
  s.vehicle_models.push_back(std::move(model));
  s.vehicles.push_back(std::move(only));
  return out;
}

}  // namespace

Result<std::vector<VehicleFacts>> vehicle_facts(LoadedScenario loaded) {
  std::vector<VehicleFacts> out;
  for (size_t i = 0; i < loaded.scenario.vehicles.size(); ++i) {
    Result<std::shared_ptr<const SharedWorld>> shared = SharedWorld::load(alone(loaded, i));
    if (!shared) return shared.problems();
    TowingTank tank(std::move(shared).value());
    out.push_back(FactFinder(tank).find());
  }
  return out;
}

}  // namespace hadal::simulation
