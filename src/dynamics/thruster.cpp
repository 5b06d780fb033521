#include "dynamics/thruster.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace hadal::dynamics {
namespace {

bool reads_command(const ThrustMap& map) {
  return map.model == ThrustModel::table && map.table_over_command;
}

double argument_of(const Thruster& t, double rotor) {
  return reads_command(t.map) ? t.command_neutral + rotor / t.rotor_per_command : rotor;
}
double rotor_of(const Thruster& t, double argument) {
  return reads_command(t.map) ? t.rotor_per_command * (argument - t.command_neutral) : argument;
}

// Range of the map's argument that commands can reach; open for force commands.
ArgumentRange argument_range(const Thruster& t, double command_min, double command_max) {
  ArgumentRange range;
  range.rest = argument_of(t, 0);
  if (t.command == ThrusterCommand::force) return range;
  const auto settles_at = [&](double command) {
    const double input = t.rotor_per_command * (command - t.command_neutral);
    return std::isfinite(input) ? argument_of(t, rotor_steady_state(t.rotor, input)) : input;
  };
  range.min = settles_at(command_min);
  range.max = settles_at(command_max);
  if (range.min > range.max) std::swap(range.min, range.max);
  return range;
}

double rotor_input(const PreparedThruster& p, double command, double density_kg_m3) {
  const Thruster& t = p.thruster;
  const double held = std::clamp(command, p.command_min, p.command_max);
  if (t.command != ThrusterCommand::force) return t.rotor_per_command * (held - t.command_neutral);
  const ArgumentRange range{.rest = argument_of(t, 0)};
  const double argument = argument_for_thrust(t.map, held, range, 0, density_kg_m3);
  return rotor_input_holding(t.rotor, rotor_of(t, argument));
}

double inflow_speed(const PreparedThruster& p, const Vec6& nu_r_B, double ground_speed_m_s) {
  if (p.thruster.map.model != ThrustModel::propeller) return 0;
  switch (p.thruster.map.inflow) {
    case Inflow::axial:
      return p.thrust_column.dot(nu_r_B);
    case Inflow::body_speed:
      return nu_r_B.head<3>().norm();
    case Inflow::ground_speed:
      return ground_speed_m_s;
    case Inflow::none:
      break;
  }
  return 0;
}

// Thrust at the end of the command range, where both the range and the thrust are known.
double full_thrust(const PreparedThruster& p, double argument, double limit_N,
                   double density_kg_m3) {
  if (p.thruster.command == ThrusterCommand::force)
    return std::min(limit_N, std::abs(argument > 0 ? p.command_max : p.command_min));
  if (!std::isfinite(argument)) return limit_N;
  return std::min(limit_N,
                  std::abs(thrust_of(p.thruster.map, argument, 0, density_kg_m3).thrust_N));
}

double power_of(const ThrustMap& map, double argument, double rotor, double torque_Nm) {
  if (!map.power_table.empty()) return map.power_table(argument);
  return map.model == ThrustModel::propeller ? torque_Nm * rotor : 0;
}

}  // namespace

PreparedThruster prepare(const Thruster& thruster, double dt_s, double density_kg_m3) {
  PreparedThruster p;
  p.thruster = thruster;
  p.half_step = prepare(thruster.rotor, dt_s / 2);
  const bool normalised = thruster.command == ThrusterCommand::normalised;
  p.command_min = normalised ? std::max(thruster.command_min, -1.0) : thruster.command_min;
  p.command_max = normalised ? std::min(thruster.command_max, 1.0) : thruster.command_max;
  p.thrust_column << thruster.axis_B, thruster.p_BT_B.cross(thruster.axis_B);
  p.torque_column = -thruster.rotation_sense * thruster.reaction_factor * thruster.axis_B;
  const ArgumentRange range = argument_range(thruster, p.command_min, p.command_max);
  p.full_forward_N = full_thrust(p, range.max, thruster.thrust_max_forward_N, density_kg_m3);
  p.full_reverse_N = full_thrust(p, range.min, thruster.thrust_max_reverse_N, density_kg_m3);
  return p;
}

ThrusterReading thruster_after(const PreparedThruster& p, double rotor, double command,
                               double health, const Vec6& nu_r_B, double density_kg_m3,
                               double ground_speed_m_s) {
  const Thruster& t = p.thruster;
  const double input = rotor_input(p, command, density_kg_m3);
  const double middle = rotor_after(p.half_step, rotor, input);
  const double argument = argument_of(t, middle);
  const ThrustTorque out =
      thrust_of(t.map, argument, inflow_speed(p, nu_r_B, ground_speed_m_s), density_kg_m3);

  ThrusterReading reading;
  reading.rotor = rotor_after(p.half_step, middle, input);
  reading.thrust_N =
      health * std::clamp(out.thrust_N, -t.thrust_max_reverse_N, t.thrust_max_forward_N);
  reading.torque_Nm = health * out.torque_Nm;
  const double full = reading.thrust_N >= 0 ? p.full_forward_N : p.full_reverse_N;
  reading.load_percent = full > 0 ? 100 * std::abs(reading.thrust_N) / full : 0;
  reading.power_W = health * power_of(t.map, argument, middle, out.torque_Nm);
  return reading;
}

Vec6 thruster_wrench(const PreparedThruster& p, const ThrusterReading& reading) {
  Vec6 tau_B = reading.thrust_N * p.thrust_column;
  tau_B.tail<3>() += reading.torque_Nm * p.torque_column;
  return tau_B;
}

Vec6 thrusters_wrench(std::span<const PreparedThruster> thrusters, std::span<const double> commands,
                      std::span<const double> health, const Vec6& nu_r_B, double density_kg_m3,
                      std::span<ThrusterReading> readings) {
  HADAL_CHECK(commands.size() == thrusters.size() && health.size() == thrusters.size() &&
              readings.size() == thrusters.size());
  Vec6 tau_B = Vec6::Zero();
  for (size_t i = 0; i < thrusters.size(); ++i) {
    readings[i] = thruster_after(thrusters[i], readings[i].rotor, commands[i], health[i], nu_r_B,
                                 density_kg_m3);
    tau_B += thruster_wrench(thrusters[i], readings[i]);
  }
  return tau_B;
}

double command_for_thrust(const PreparedThruster& p, double thrust_N, double inflow_m_s,
                          double density_kg_m3) {
  const Thruster& t = p.thruster;
  const double wanted = std::clamp(thrust_N, -t.thrust_max_reverse_N, t.thrust_max_forward_N);
  if (t.command == ThrusterCommand::force) return std::clamp(wanted, p.command_min, p.command_max);
  const ArgumentRange range = argument_range(t, p.command_min, p.command_max);
  const double argument = argument_for_thrust(t.map, wanted, range, inflow_m_s, density_kg_m3);
  const double input = rotor_input_holding(t.rotor, rotor_of(t, argument));
  return std::clamp(t.command_neutral + input / t.rotor_per_command, p.command_min, p.command_max);
}

}  // namespace hadal::dynamics
