// A control surface. Actuator: first-order lag with a rate limit and end stops, exact in time.
// Force: with the velocity V of the fin through the water at its centre of pressure (rates
// included), taken across the span, and the angle of attack a from V to the chord,
//   L = rho/2 S CL(a) V^2 across V,  D = rho/2 S CD(a) V^2 against V   (lift_curve.h).
// At small angles a = delta - (v + x r)/u for a rudder (span down) and delta - (w - x q)/u for a
// stern plane whose span points to port. The chord lies along body x at zero deflection and turns
// right-handed about the axis with it. Hull and propeller wash are not modelled.
#pragma once
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"
#include "kinds/lift_curve.h"
#include "math/types.h"

namespace hadal::inline kinds {

struct Fin : extension::ActuatorConfig {
  static constexpr extension::ActuatorWrench kColumn = extension::ActuatorWrench::kFins;
  extension::Vector3 position_m{};  // centre of pressure
  extension::Vector3 axis{0, 1, 0};  // along the span
  double area_m2 = 0;
  LiftCurve curve;
  double time_constant_s = 0;
  double rate_max_rad_s = 1e6 * kDegree;
  double angle_min_rad = -30 * kDegree;
  double angle_max_rad = 30 * kDegree;

  static const StructSchema& schema();
  void prepare(const extension::ActuatorSetting& setting);
  extension::ActuatorCommand command() const;
  std::vector<extension::Column> columns() const { return {{"angle_rad", "rad"}}; }
  void advance(const extension::ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const;
  extension::ActuatorAction act(const extension::ActuatorFlow& flow,
                                const extension::ActuatorInput& input,
                                std::span<const double> middle, std::span<double> state) const;

  double angle_after(double angle_rad, double command_rad, double dt_s) const;
  // Wrench at the body origin in B, once prepared.  effectiveness: 0 lost .. 1 whole.
  Vec6 wrench(double angle_rad, double effectiveness, const Vec6& nu_r_B,
              double density_kg_m3) const;
  // Between the motion through the water and the chord.
  double angle_of_attack(double angle_rad, const Vec6& nu_r_B) const;

  // What follows from the above; `curve` gets its slope.
  Vec3 p_BF_B = Vec3::Zero();
  Vec3 axis_B = Vec3::UnitY();  // unit vector
};

}  // namespace hadal::kinds
