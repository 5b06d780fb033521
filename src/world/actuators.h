// Parameters of thrusters, fins, ballast and moving masses. Plain SI data, no logic; the equations
// stand in dynamics/. Points and axes are in the body frame B from the body origin.
#pragma once
#include <array>
#include <cstdint>
#include <limits>

#include "math/table.h"
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::inline world {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// dynamics/rotor.h. From the rotor input to the rotor speed n.
enum class RotorModel : std::uint8_t { zero_order, first_order, yoerger, bessa };
struct Rotor {
  RotorModel model = RotorModel::zero_order;
  double time_constant_s = 0;  // first order
  double yoerger_alpha = 0;    // n' = beta Q - alpha n|n|; the input is the torque Q
  double yoerger_beta = 0;
  double bessa_inertia = 0;   // J n' = (Kt/Rm) V - Kv1 n - Kv2 n|n|; the input is the voltage V
  double bessa_friction = 0;  // Kv1
  double bessa_drag = 0;      // Kv2
  double bessa_torque_constant = 0;  // Kt
  double bessa_resistance = 1;       // Rm
};

// dynamics/thrust_map.h. From the rotor speed to thrust and shaft torque.
enum class ThrustModel : std::uint8_t {
  linear,
  quadratic,
  dead_band,
  table,
  propeller,
  polynomial
};
enum class Inflow : std::uint8_t {
  none,          // bollard values at any speed
  axial,         // water speed along the thruster axis at the thruster
  body_speed,    // speed of the body through the water, whatever its direction
  ground_speed,  // speed of the body over ground (Fossen's REMUS 100)
};
constexpr int kMaxCurveTerms = 10;
struct ThrustMap {
  ThrustModel model = ThrustModel::linear;
  double forward = 1;            // T = C n (linear) or T = C n|n| for n > 0
  double reverse = 1;            // C for n < 0
  double dead_band_forward = 0;  // dead band model, in units of n|n|: T = C (n|n| - d) beyond d
  double dead_band_reverse = 0;  // <= 0
  LinearTable table{};           // N over the table argument, rising with it
  bool table_over_command =
      true;                   // argument is the command (after the rotor lag), else the rotor speed
  LinearTable power_table{};  // W over the same argument; may be empty
  std::array<double, kMaxCurveTerms> polynomial{};  // N, sum of c_i n^i
  // Propeller: T = rho N^2 D^4 KT(J) (1 - t), Q = rho N^2 D^5 KQ(J), J = (1 - w) U / (N D), N in
  // 1/s.
  double diameter_m = 0;
  std::array<double, kMaxCurveTerms> kt{};  // sum of c_i J^i, unless a table is given
  std::array<double, kMaxCurveTerms> kq{};
  LinearTable kt_table{}, kq_table{};
  double wake_fraction = 0;
  double thrust_deduction = 0;
  double advance_min = 0;  // J is held inside [min, max]: the curves know one quadrant
  double advance_max = 1.5;
  double reverse_efficiency = 1;   // of KT and KQ when the shaft turns backwards
  bool reverse_bollard = false;    // turning backwards, the curves are read at J = 0
  double torque_per_thrust_m = 0;  // shaft torque of the other models, Q = value * T
  Inflow inflow = Inflow::axial;   // used by the propeller only
};

// What a command number means.
enum class ThrusterCommand : std::uint8_t {
  normalised,   // -1..1
  force,        // N; turned into the rotor speed that gives it at zero inflow
  rotor_speed,  // rad/s
  pulse_width,  // us
};

// dynamics/thruster.h. rotor input = rotor_per_command * (command - command_neutral), except for
// force commands. A rotor state of 0 is at rest in every convention.
struct Thruster {
  Vec3 p_BT_B = Vec3::Zero();
  Vec3 axis_B = Vec3::UnitX();  // unit vector of positive thrust
  Rotor rotor;
  ThrustMap map;
  ThrusterCommand command = ThrusterCommand::normalised;
  double command_neutral = 0;
  double command_min = -kUnlimited;
  double command_max = kUnlimited;
  double rotor_per_command = 1;
  double thrust_max_forward_N = kUnlimited;
  double thrust_max_reverse_N = kUnlimited;  // magnitude
  // +1: the shaft turns right-handed about axis_B when it pushes along axis_B; -1: left-handed.
  double rotation_sense = 1;
  double reaction_factor = 1;  // share of the shaft torque that reaches the body; 0: balanced pair
};

// dynamics/fin.h. The chord lies along body x at zero deflection and turns right-handed about
// axis_B with the deflection.
struct Fin {
  Vec3 p_BF_B = Vec3::Zero();   // centre of pressure
  Vec3 axis_B = Vec3::UnitY();  // unit vector along the span
  double area_m2 = 0;
  LiftCurve curve;
  double time_constant_s = 0;
  double rate_max_rad_s = kUnlimited;
  double angle_min_rad = -kUnlimited;
  double angle_max_rad = kUnlimited;
};

// dynamics/ballast.h. A pump fills or empties a tank, or a bladder swells.
enum class BallastKind : std::uint8_t {
  bladder,  // the state is a volume, m3: displaced water added to the hull
  tank,     // the state is a mass, kg: water carried inside the hull
};
struct Ballast {
  BallastKind kind = BallastKind::bladder;
  Vec3 p_BV_B = Vec3::Zero();
  double min = 0;  // m3 or kg
  double max = 0;
  double rate_up = kUnlimited;    // m3/s or kg/s, of a rising state
  double rate_down = kUnlimited;  // of a falling state
};

// dynamics/moving_mass.h. A mass inside the hull moved along an axis. The state is its offset, m.
struct MovingMass {
  double mass_kg = 0;
  Vec3 axis_B = Vec3::UnitX();  // unit vector
  double offset_min_m = 0;
  double offset_max_m = 0;
  double rate_max_m_s = kUnlimited;
};

}  // namespace hadal::world
