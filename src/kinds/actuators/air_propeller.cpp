#include "kinds/actuators/air_propeller.h"

#include <algorithm>
#include <cmath>

#include "kinds/actuators/list.h"
#include "math/arrays.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace {

constexpr double kThrustMax = 1.5;    // of that of hovering, in air that comes from behind
constexpr double kLeastSine = 0.1;    // of the axis to the vertical
constexpr double kSurfaceRange = 30;  // m; no wave is higher

double turns_per_second(double speed_rad_s) { return speed_rad_s / kTurn; }

// Part of a disc that is in the air.
double part_in_air(const extension::Sea& sea, const Vec3& p_N, const Vec3& axis_N, double radius_m) {
  if (-p_N.z() > kSurfaceRange) return 1;
  const double elevation = -p_N.z() - sea.surface_elevation_m(p_N.x(), p_N.y());
  const double sine = std::sqrt(std::max(0.0, 1 - axis_N.z() * axis_N.z()));
  return std::clamp(0.5 * (1 + elevation / (radius_m * std::max(sine, kLeastSine))), 0.0, 1.0);
}

}  // namespace

void AirPropeller::prepare(const extension::ActuatorSetting& setting) {
  kept_ = time_constant_s > 0 ? std::exp(-setting.step_s / (2 * time_constant_s)) : 0;
  axis_B_ = Vec3(direction.data()).normalized();
  thrust_column_ << axis_B_, Vec3(position_m.data()).cross(axis_B_);
}

std::vector<extension::Column> AirPropeller::columns() const {
  return {{"rotor_rad_s", "rad/s"},
          {"thrust_n", "N"},
          {"torque_nm", "N m"},
          {"load_percent", "%"},
          {"air_fraction", ""}};
}

void AirPropeller::start(std::span<double> state) const { state[kAirFraction] = 1; }

double AirPropeller::thrust_n(double speed_rad_s, double inflow_m_s) const {
  const double n = turns_per_second(speed_rad_s), d2 = diameter_m * diameter_m;
  const double nd = n * diameter_m;
  // Ct n^2 (1 - Va / (n D J0)) without a division by n.
  const double hover = nd * nd;
  const double lost = zero_thrust_advance ? nd * inflow_m_s / *zero_thrust_advance : 0;
  return thrust_coefficient * air_density_kg_m3 * d2 *
         std::clamp(hover - lost, 0.0, kThrustMax * hover);
}

double AirPropeller::torque_nm(double speed_rad_s) const {
  const double nd = turns_per_second(speed_rad_s) * diameter_m;
  return torque_coefficient * air_density_kg_m3 * nd * nd * diameter_m * diameter_m * diameter_m;
}

void AirPropeller::advance(const extension::ActuatorInput& input, std::span<double> state,
                           std::span<double> middle) const {
  const double wanted = std::clamp(input.command, 0.0, 1.0) * speed_max_rad_s *
                        state[kAirFraction] * (input.health > 0 ? 1 : 0);
  middle[extension::kRotor] = wanted + kept_ * (state[extension::kRotor] - wanted);
  state[extension::kRotor] = wanted + kept_ * (middle[extension::kRotor] - wanted);
}

extension::ActuatorAction AirPropeller::act(const extension::ActuatorFlow& flow,
                                            const extension::ActuatorInput& input,
                                            std::span<const double> middle,
                                            std::span<double> state) const {
  const double speed = middle[extension::kRotor];
  double in_air = 1, inflow = 0;
  if (flow.surroundings) {
    const extension::ActuatorSurroundings& around = *flow.surroundings;
    const Quat q_NB(around.X_NB.q[0], around.X_NB.q[1], around.X_NB.q[2], around.X_NB.q[3]);
    const Vec3 p_B(position_m.data()), p_N = to_vec3(around.X_NB.p) + q_NB * p_B;
    in_air = part_in_air(around.sea, p_N, q_NB * axis_B_, diameter_m / 2);
    const Eigen::Map<const Vec6> nu_r(flow.nu_r_B.data());
    // Through the water, then over the ground, then through the air.
    const Vec3 air_N = to_vec3(around.sea.wind_N(std::max(0.0, -p_N.z()))) -
                       to_vec3(around.sea.water_velocity_N(to_array(to_vec3(around.X_NB.p))));
    inflow = axis_B_.dot(nu_r.head<3>() + nu_r.tail<3>().cross(p_B) - q_NB.conjugate() * air_N);
  }
  const double thrust = input.health * in_air * thrust_n(speed, inflow);
  const double torque = in_air * torque_nm(speed);
  state[extension::kThrust] = thrust;
  state[extension::kTorque] = torque;
  state[extension::kLoad] = 100 * thrust / thrust_n(speed_max_rad_s, 0);
  state[kAirFraction] = in_air;
  extension::ActuatorAction action;
  Eigen::Map<Vec6> tau_B(action.wrench_B.data());
  tau_B = thrust * thrust_column_;
  const double sense = turns == ShaftTurns::none ? 0 : turns == ShaftTurns::left ? -1 : 1;
  tau_B.tail<3>() -= sense * torque * axis_B_;
  action.power_w = idle_power_w + torque * speed / efficiency;
  return action;
}

extension::ThrustAbility AirPropeller::thrust_ability(double) const {
  extension::ThrustAbility out;
  out.position_B = position_m;
  const Vec3 axis = Vec3(direction.data()).normalized();
  Eigen::Map<Vec3>(out.axis_B.data()) = axis;
  out.forward_max_n = thrust_n(speed_max_rad_s, 0);
  out.command_max = 1;
  return out;
}

double AirPropeller::command_for_thrust(double wanted_n, double inflow_m_s, double) const {
  // Ct rho D^2 (x^2 - x Va / J0) = T with x = n D; the inflow is that of the water, close to that
  // of the air in which it flies.
  const double lost = zero_thrust_advance ? inflow_m_s / *zero_thrust_advance : 0;
  const double square =
      std::max(0.0, wanted_n) / (thrust_coefficient * air_density_kg_m3 * diameter_m * diameter_m);
  const double falling = 0.5 * (lost + std::sqrt(lost * lost + 4 * square));
  const double nd = square > 0 ? std::max(falling, std::sqrt(square / kThrustMax)) : 0;
  return std::clamp(nd / diameter_m * kTurn / speed_max_rad_s, 0.0, 1.0);
}

const StructSchema& AirPropeller::schema() {
  using C = AirPropeller;
  static const StructSchema s =
      extension::actuator_schema<C>("air_propeller",
                                    "The propeller of a flying craft; it stalls in the water.")
          .vector("position_m", &C::position_m, "Position of the middle of its disc.",
                  kMountPosition)
          .vector("direction", &C::direction, "Axis of positive thrust; up if left out.")
          .number("diameter_m", &C::diameter_m, "Diameter D.", kPositive)
          .required()
          .number("thrust_coefficient", &C::thrust_coefficient,
                  "Ct at rest: T = Ct rho n^2 D^4, n in turns per second.", kPositive)
          .number("torque_coefficient", &C::torque_coefficient, "Cq: Q = Cq rho n^2 D^5.",
                  kNotNegative)
          .number("zero_thrust_advance", &C::zero_thrust_advance,
                  "Advance ratio Va / (n D) at which the thrust is gone; left out, thrust does not "
                  "fall with speed.",
                  kPositive)
          .number("speed_max_rad_s", &C::speed_max_rad_s, "Speed at command 1.", kPositive)
          .required()
          .number("time_constant_s", &C::time_constant_s, "Of the motor.", kNotNegative)
          .choice("turns", &C::turns,
                  "Sense of rotation seen along the thrust; none = no reaction.",
                  {{"right", ShaftTurns::right},
                   {"left", ShaftTurns::left},
                   {"none", ShaftTurns::none}})
          .number("air_density_kg_m3", &C::air_density_kg_m3, "Density of the air.", kPositive)
          .number("idle_power_w", &C::idle_power_w, "Electrical power at rest.", kNotNegative)
          .number("efficiency", &C::efficiency, "Shaft power over electrical power.",
                  {0.01, 1, false})
          .check([](const C& c, CheckReport& r) {
            if (Vec3(c.direction.data()).norm() < 1e-6) r.fail("direction", "must not be zero");
          });
  return s;
}

template <>
extension::ActuatorKind built_in_actuator<AirPropeller>() {
  return silent_actuator_kind<AirPropeller>();
}

}  // namespace hadal::kinds
