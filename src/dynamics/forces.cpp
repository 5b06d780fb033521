#include "dynamics/forces.h"

#include "dynamics/ballast.h"
#include "dynamics/body_lift.h"
#include "dynamics/coriolis_added.h"
#include "dynamics/crossflow.h"
#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "dynamics/fin.h"
#include "dynamics/heading_current.h"
#include "dynamics/hydrostatics.h"
#include "dynamics/lift_curve.h"
#include "dynamics/moving_mass.h"

namespace hadal::dynamics {
namespace {

constexpr size_t kLinksWorthThreads = 32;  // below, waking threads costs more than it saves

// Items of a flat list grouped by link: order lists their indices, ranges one part of it per link.
template <class M>
void by_link(const std::vector<M>& items, size_t links, std::vector<int>& order,
             std::vector<IndexRange>& ranges) {
  ranges.assign(links, {});
  for (size_t link = 0; link < links; ++link) {
    ranges[link].begin = static_cast<int>(order.size());
    for (size_t i = 0; i < items.size(); ++i)
      if (items[i].link == static_cast<int>(link)) order.push_back(static_cast<int>(i));
    ranges[link].count = static_cast<int>(order.size()) - ranges[link].begin;
  }
}

Vec6& column(State& state, WrenchTerm term, int link) {
  return state.wrench_L[static_cast<int>(term)][link];
}

Vec6 weight(const Link& link, const Mat3& R_NL, double gravity) {
  const Vec3 force = R_NL.transpose() * Vec3(0, 0, link.mass_kg * gravity);
  Vec6 out;
  out << force, link.p_LG_L.cross(force);
  return out;
}

Vec6 hydrostatics(const Link& link, const Mat3& R_NL, double depth, double density,
                  double gravity) {
  if (link.restoring) return surface_restoring_wrench(*link.restoring, R_NL, depth, gravity);
  if (link.sphere.radius_m > 0)
    return sphere_buoyancy_wrench(link.sphere, R_NL, depth, density, gravity);
  if (link.buoyancy.volume_m3 > 0)
    return buoyancy_wrench(link.buoyancy, R_NL, depth, density, gravity);
  return Vec6::Zero();
}

// What a published model changes of the exact Coriolis forces.
Vec6 coriolis(const Link& link, const Vec6& nu, const Vec6& nu_r, const Vec3& current_L) {
  Vec6 out = Vec6::Zero();
  if (link.coriolis == AddedMassCoriolis::kReduced)
    out += added_mass_coriolis_wrench(link.added_mass_L, nu_r, link.munk_terms);
  if (link.current_by_heading)
    out += heading_current_wrench(link.mass_kg, link.p_LG_L, link.added_mass_L, nu, current_L);
  return out;
}

}  // namespace

Forces::Forces(const World& world, const environment::Sea& sea)
    : sea_(sea),
      gravity_m_s2_(sea.gravity_m_s2()),
      step_s_(world.clock.step_s()),
      implicit_damping_(world.implicit_damping && !world.rkmk4),
      links_(world.links) {
  const double density = sea.water().density(0);
  for (const MountedThruster& thruster : world.thrusters)
    thrusters_.push_back(prepare(thruster.model, step_s_, density));
  for (const MountedFin& fin : world.fins) {
    fins_.push_back(fin.model);
    fins_.back().curve = with_lift_slope(fin.model.curve);
  }
  for (Link& link : links_) {
    if (link.lift) link.lift->curve = with_lift_slope(link.lift->curve);
    if (link.crossflow) link.crossflow = with_drag_2d(*link.crossflow);
  }
  by_link(world.thrusters, links_.size(), thruster_order_, thrusters_on_);
  by_link(world.fins, links_.size(), fin_order_, fins_on_);
  by_link(world.ballasts, links_.size(), ballast_order_, ballasts_on_);
  by_link(world.masses, links_.size(), mass_order_, masses_on_);
  fin_angle_.resize(world.fins.size());
  ballast_content_.resize(world.ballasts.size());
  mass_offset_.resize(world.masses.size());
  readings_.resize(world.thrusters.size());
}

void Forces::start(const World& world, State& state) const {
  for (auto& wrench : state.wrench_L) wrench.assign(links_.size(), Vec6::Zero());
  state.water_velocity_N.assign(links_.size(), Vec3::Zero());
  state.water_density_kg_m3.assign(links_.size(), 0.0);
  state.external_wrench.assign(6 * links_.size(), 0.0);
  const size_t thrusters = thrusters_.size();
  state.thruster_command.resize(thrusters);
  for (size_t i = 0; i < thrusters; ++i)
    state.thruster_command[i] = thrusters_[i].thruster.command_neutral;
  for (auto* values : {&state.thruster_rotor, &state.thruster_thrust_n, &state.thruster_torque_nm,
                       &state.thruster_load_percent, &state.thruster_power_w})
    values->assign(thrusters, 0.0);
  state.thruster_health.assign(thrusters, 1.0);
  state.thruster_health_known.assign(thrusters, 1.0);
  state.fin_command_rad.assign(fins_.size(), 0.0);
  state.fin_angle_rad.assign(fins_.size(), 0.0);
  for (const MountedBallast& ballast : world.ballasts) {
    state.ballast_command.push_back(ballast.start);
    state.ballast_content.push_back(ballast.start);
  }
  for (const MountedMass& mass : world.masses) {
    state.mass_command_m.push_back(mass.start_m);
    state.mass_offset_m.push_back(mass.start_m);
  }
  state.joint_effort.assign(world.joints.size(), 0.0);
  state.energy_used_j.assign(world.vehicles.size(), 0.0);
}

void Forces::begin_step(const World& world, State& state) {
  const double half = 0.5 * step_s_;
  for (size_t i = 0; i < fins_.size(); ++i) {
    fin_angle_[i] =
        fin_angle_after(fins_[i], state.fin_angle_rad[i], state.fin_command_rad[i], half);
    state.fin_angle_rad[i] =
        fin_angle_after(fins_[i], state.fin_angle_rad[i], state.fin_command_rad[i], step_s_);
  }
  for (size_t i = 0; i < world.ballasts.size(); ++i) {
    const Ballast& model = world.ballasts[i].model;
    ballast_content_[i] =
        ballast_after(model, state.ballast_content[i], state.ballast_command[i], half);
    state.ballast_content[i] =
        ballast_after(model, state.ballast_content[i], state.ballast_command[i], step_s_);
  }
  for (size_t i = 0; i < world.masses.size(); ++i) {
    const MovingMass& model = world.masses[i].model;
    mass_offset_[i] =
        moving_mass_after(model, state.mass_offset_m[i], state.mass_command_m[i], half);
    state.mass_offset_m[i] =
        moving_mass_after(model, state.mass_offset_m[i], state.mass_command_m[i], step_s_);
  }
}

void Forces::apply(const World& world, const environment::SeaMoment& moment, State& state,
                   Multibody& bodies, ThreadArena& arena) {
  if (links_.size() < kLinksWorthThreads) {
    for (size_t link = 0; link < links_.size(); ++link)
      apply_to_link(world, moment, state, bodies, static_cast<int>(link));
    return;
  }
  arena.for_each(links_.size(), [&](size_t link) {
    apply_to_link(world, moment, state, bodies, static_cast<int>(link));
  });
}

void Forces::apply_to_link(const World& world, const environment::SeaMoment& moment, State& state,
                           Multibody& bodies, int link) {
  const Link& model = links_[link];
  const LinkKinematics& k = bodies.kinematics()[link];
  const double depth = k.p_NL_N.z();
  const double density = sea_.water().density(depth > 0 ? depth : 0);
  const Vec3 current = moment.current_N(k.p_NL_N);
  const Vec3 current_L = model.current_by_heading ? current_by_heading(k.R_NL, current)
                                                  : Vec3(k.R_NL.transpose() * current);
  Vec6 nu_r = k.nu_L;
  nu_r.head<3>() -= current_L;
  state.water_velocity_N[link] = current;
  state.water_density_kg_m3[link] = density;

  column(state, WrenchTerm::kWeight, link) = weight(model, k.R_NL, gravity_m_s2_);
  Vec6 total = Eigen::Map<const Vec6>(&state.external_wrench[6 * static_cast<size_t>(link)]);
  column(state, WrenchTerm::kExternal, link) = total;
  const auto add = [&](WrenchTerm term, const Vec6& wrench) {
    column(state, term, link) = wrench;
    total += wrench;
  };
  add(WrenchTerm::kBuoyancy, hydrostatics(model, k.R_NL, depth, density, gravity_m_s2_));
  if (ballasts_on_[link].count + masses_on_[link].count > 0)
    add(WrenchTerm::kBallast, ballast(world, link, k.R_NL, density));
  if (model.has_damping) add(WrenchTerm::kDamping, damping_wrench(model.damping, nu_r));
  if (!model.derivatives.empty()) {
    const IndexRange fins = world.vehicles[model.vehicle].fins;
    add(WrenchTerm::kManoeuvring,
        derivatives_wrench(model.derivatives, nu_r, k.R_NL,
                           std::span(fin_angle_).subspan(fins.begin, fins.count)));
  }
  if (model.lift || model.crossflow) {
    Vec6 lift = model.lift ? body_lift_wrench(*model.lift, nu_r, density) : Vec6::Zero().eval();
    if (model.crossflow) lift += crossflow_wrench(*model.crossflow, nu_r, density);
    add(WrenchTerm::kLift, lift);
  }
  if (model.coriolis == AddedMassCoriolis::kReduced || model.current_by_heading)
    add(WrenchTerm::kCoriolis, coriolis(model, k.nu_L, nu_r, current_L));
  if (thrusters_on_[link].count > 0)
    add(WrenchTerm::kThrust, thrust(state, link, nu_r, density, k.nu_L.head<3>().norm()));
  if (fins_on_[link].count > 0) add(WrenchTerm::kFins, fins(link, nu_r, density));

  LinkLoad& load = bodies.loads()[link];
  load.tau_L = total;
  load.v_water_N = model.current_by_heading ? Vec3(k.R_NL * current_L) : current;
  if (model.has_damping && implicit_damping_) load.damping_L = damping_matrix(model.damping, nu_r);
}

Vec6 Forces::thrust(const State& state, int link, const Vec6& nu_r, double density,
                    double ground_speed) {
  Vec6 total = Vec6::Zero();
  const IndexRange range = thrusters_on_[link];
  for (int n = range.begin; n < range.end(); ++n) {
    const int i = thruster_order_[n];
    readings_[i] = thruster_after(thrusters_[i], state.thruster_rotor[i], state.thruster_command[i],
                                  state.thruster_health[i], nu_r, density, ground_speed);
    total += thruster_wrench(thrusters_[i], readings_[i]);
  }
  return total;
}

Vec6 Forces::fins(int link, const Vec6& nu_r, double density) const {
  Vec6 total = Vec6::Zero();
  const IndexRange range = fins_on_[link];
  for (int n = range.begin; n < range.end(); ++n) {
    const int i = fin_order_[n];
    if (fins_[i].area_m2 > 0) total += fin_wrench(fins_[i], fin_angle_[i], 1.0, nu_r, density);
  }
  return total;
}

Vec6 Forces::ballast(const World& world, int link, const Mat3& R_NL, double density) const {
  Vec6 total = Vec6::Zero();
  for (int n = ballasts_on_[link].begin; n < ballasts_on_[link].end(); ++n) {
    const int i = ballast_order_[n];
    total +=
        ballast_wrench(world.ballasts[i].model, ballast_content_[i], R_NL, density, gravity_m_s2_);
  }
  for (int n = masses_on_[link].begin; n < masses_on_[link].end(); ++n) {
    const int i = mass_order_[n];
    total += moving_mass_wrench(world.masses[i].model, mass_offset_[i], R_NL, gravity_m_s2_);
  }
  return total;
}

void Forces::finish_step(const World& world, State& state) {
  for (size_t i = 0; i < thrusters_.size(); ++i) {
    const ThrusterReading& reading = readings_[i];
    const MountedThruster& mounted = world.thrusters[i];
    state.thruster_rotor[i] = reading.rotor;
    state.thruster_thrust_n[i] = reading.thrust_N;
    state.thruster_torque_nm[i] = reading.torque_Nm;
    state.thruster_load_percent[i] = reading.load_percent;
    state.thruster_power_w[i] = mounted.idle_power_w + reading.power_W +
                                mounted.power_per_newton_w * std::abs(reading.thrust_N);
  }
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    const Vehicle& vehicle = world.vehicles[v];
    double power = vehicle.hotel_power_w;
    for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i)
      power += state.thruster_power_w[i];
    state.energy_used_j[v] += power * step_s_;
  }
}

}  // namespace hadal::dynamics
