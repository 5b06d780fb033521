// The part of Forces that moves and reads the actuators: thrusters, fins, ballasts, moving masses.
#include "dynamics/ballast.h"
#include "dynamics/fin.h"
#include "dynamics/forces.h"
#include "dynamics/lift_curve.h"
#include "dynamics/moving_mass.h"

namespace hadal::dynamics {
namespace {

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

}  // namespace

void Forces::prepare_actuators(const World& world, double density_kg_m3) {
  for (const MountedThruster& thruster : world.thrusters)
    thrusters_.push_back(prepare(thruster.model, step_s_, density_kg_m3));
  for (const MountedFin& fin : world.fins) {
    fins_.push_back(fin.model);
    fins_.back().curve = with_lift_slope(fin.model.curve);
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

void Forces::start_actuators(const World& world, State& state) const {
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
