// How two materials push and rub on each other: one law per pair of materials, made at load.
//
// Friction is Coulomb's, static up to a slip speed v_s, dynamic from twice that speed on, linear
// between: a pure function of the motion, so that no "sticking" flag is part of the state. v_s is
// kSlipSpeed; a resting contact creeps much slower. Compliant ground is soft sideways too: what moves
// at first is the ground, not the body on it. With the spring k and damper c of the pair it gives way
// at up to v_s = mu_s N / c, the speed at which its damper alone carries the static friction of
// N = k d - c u (d the depth, u the speed of separation). That is just what a body gains downhill
// while its weight comes to bear: g sin(slope) m / c < mu_s m g cos(slope) / c below the friction
// angle, so that a body laid on a slope stays there.
// Restitution of a pair is the smaller of the two; below kBounceSpeed, or twice what gravity gives
// in a step, nothing bounces.
// Compliance: the two surfaces are springs in a row, 1/k = 1/k_a + 1/k_b, their dampers likewise; a
// stiffness of zero means rigid. A pair of shapes has the stiffness of the pair of materials,
// whatever the number of points they touch at.
#pragma once
#include <vector>

#include "base/problem.h"
#include "world/material.h"

namespace hadal::dynamics {

constexpr double kSlipSpeed_m_s = 1e-3;
constexpr double kBounceSpeed_m_s = 0.02;

struct ContactLaw {
  double friction_static = 0.5;
  double friction_dynamic = 0.4;
  double rolling_m = 0;  // arm of the rolling and spinning resistance
  double restitution = 0;
  double stiffness_n_m = 0;  // zero: as stiff as the step allows
  double damping_ns_m = 0;

  // v_s at a depth and a speed of separation.
  double slip_limit_m_s(double depth_m, double separation_m_s) const;
  double friction(double slip_speed_m_s, double slip_limit_m_s) const;
};

class ContactLaws {
 public:
  explicit ContactLaws(const MaterialTable& table);
  // An index outside the table means its first material.
  const ContactLaw& of(int material_a, int material_b) const;
  bool any_rolling() const;

 private:
  size_t count_ = 1;
  std::vector<ContactLaw> laws_;
};

void check_materials(const MaterialTable& table, Problems& problems);

}  // namespace hadal::dynamics
