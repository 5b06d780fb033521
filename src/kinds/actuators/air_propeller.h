// The propeller of a flying craft. With n its speed in turns per second and D its diameter,
//   T = Ct(J) rho n^2 D^4,  Q = Cq rho n^2 D^5,  Ct(J) = Ct (1 - J / J0),  J = Va / (n D)
// (e.g. McCormick 1995, Aerodynamics, Aeronautics and Flight Mechanics, ch. 6): thrust falls linearly
// with the advance ratio to nothing at J0 and is held at 0 and at 1.5 Ct; the torque is that of
// hovering. rho is the density of the air, Va the speed of the disc along its axis through the air,
// wind included. The motor follows n' = (command n_max - n) / tau, exactly.
//
// In the water it stalls: thrust and torque go with the part of the disc's radius that is in the air,
//   f = (1 + e / (R s)) / 2 in [0, 1],  e the elevation of its middle above the water, s the sine of
// its axis to the vertical, at least 0.1; and the speed that the motor reaches goes with f as it was
// at the end of the step before. Blades that hit water do not break, and the water that they throw
// pushes nobody.
//
// Reverse is not modelled: commands are 0 to 1. Frame B of its link, forward-right-down.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"
#include "kinds/actuators/thruster.h"
#include "math/types.h"

namespace hadal::inline kinds {

struct AirPropeller : extension::ActuatorConfig {
  extension::Vector3 position_m{};
  extension::Vector3 direction{0, 0, -1};  // of positive thrust
  double diameter_m = 0;
  double thrust_coefficient = 0.1;
  double torque_coefficient = 0.005;
  std::optional<double> zero_thrust_advance;  // J0; none: thrust does not fall
  double speed_max_rad_s = 0;
  double time_constant_s = 0.05;
  ShaftTurns turns = ShaftTurns::right;  // seen along the thrust
  double air_density_kg_m3 = 1.225;
  double idle_power_w = 0;
  double efficiency = 0.8;  // of motor and controller: shaft power over electrical

  static const StructSchema& schema();
  void prepare(const extension::ActuatorSetting& setting);
  extension::ActuatorCommand command() const { return {.unit = "", .min = 0, .max = 1}; }
  std::vector<extension::Column> columns() const;
  void start(std::span<double> state) const;
  void advance(const extension::ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const;
  extension::ActuatorAction act(const extension::ActuatorFlow& flow,
                                const extension::ActuatorInput& input,
                                std::span<const double> middle, std::span<double> state) const;
  extension::ThrustAbility thrust_ability(double density_kg_m3) const;
  double command_for_thrust(double thrust_n, double inflow_m_s, double density_kg_m3) const;
  void scale_thrust(double factor) { thrust_coefficient *= factor; }
  bool needs_surroundings() const { return true; }
  bool meets_surface() const { return true; }

  // N at `speed_rad_s` through air that comes in at `inflow_m_s`.
  double thrust_n(double speed_rad_s, double inflow_m_s) const;
  double torque_nm(double speed_rad_s) const;

 private:
  enum Column : size_t { kAirFraction = extension::kThrusterColumns, kColumns };
  // What follows from the above.
  double kept_ = 0;                // exp(-dt / (2 tau)) of half a step
  Vec3 axis_B_ = -Vec3::UnitZ();
  Vec6 thrust_column_ = Vec6::Zero();
};

}  // namespace hadal::kinds
