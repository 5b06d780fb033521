// One thruster: command -> saturation -> rotor (rotor.h) -> thrust and torque (thrust_map.h) ->
// saturation and health -> wrench on the body.
// The thrust is that of the rotor in the middle of the step, so that a lag adds no first-order
// error in time; the rotor speed kept as state is that at the end of the step, exact for a constant
// command. The body feels the shaft torque as -sense * factor * Q about the thruster axis.
#pragma once
#include <span>

#include "dynamics/rotor.h"
#include "dynamics/thrust_map.h"
#include "math/types.h"
#include "world/actuators.h"

namespace hadal::dynamics {

// A thruster made ready for a fixed step.
struct PreparedThruster {
  Thruster thruster;
  PreparedRotor half_step;
  double command_min = 0;  // normalised commands end at -1 and 1 even if no limit is given
  double command_max = 0;
  Vec6 thrust_column = Vec6::Zero();  // wrench per newton; its dot product with nu_r is the inflow
  Vec3 torque_column = Vec3::Zero();  // moment on the body per N m of shaft torque
  double full_forward_N = 0;          // thrust that counts as 100 % load; unlimited if unknown
  double full_reverse_N = 0;
};
//   density_kg_m3: of the water in which 100 % load is meant; matters for propellers only.
PreparedThruster prepare(const Thruster& thruster, double dt_s, double density_kg_m3);

struct ThrusterReading {
  double rotor = 0;         // rotor state at the end of the step; 0 at rest
  double thrust_N = 0;      // along the axis
  double torque_Nm = 0;     // shaft torque
  double load_percent = 0;  // |thrust| / full thrust in that direction
  double power_W = 0;       // electrical from the table, or of the shaft for a propeller
};

//   rotor: state at the start of the step.  health: 0 failed .. 1 good.
//   ground_speed_m_s: of the body over ground; only Inflow::ground_speed reads it.
ThrusterReading thruster_after(const PreparedThruster& t, double rotor, double command,
                               double health, const Vec6& nu_r_B, double density_kg_m3,
                               double ground_speed_m_s = 0);

// Wrench at the body origin in B.
Vec6 thruster_wrench(const PreparedThruster& t, const ThrusterReading& reading);

// All thrusters of a body; one entry per thruster in every span. readings[i].rotor is read as the
// state and overwritten with the next.
Vec6 thrusters_wrench(std::span<const PreparedThruster> thrusters, std::span<const double> commands,
                      std::span<const double> health, const Vec6& nu_r_B, double density_kg_m3,
                      std::span<ThrusterReading> readings);

// The command that settles at a thrust, inside the limits of the command. For allocation.
double command_for_thrust(const PreparedThruster& t, double thrust_N, double inflow_m_s,
                          double density_kg_m3);

}  // namespace hadal::dynamics
