// What goes in and out of a Multibody at every stage of a step, one entry per link.
#pragma once
#include "math/types.h"

namespace hadal::dynamics {

struct LinkKinematics {
  Vec3 p_NL_N = Vec3::Zero();
  Mat3 R_NL = Mat3::Identity();
  Quat q_NL = Quat::Identity();
  Vec6 nu_L = Vec6::Zero();  // velocity of the link origin and angular velocity, link axes
};

// Written by the caller; the values stay until they are overwritten.
struct LinkLoad {
  Vec6 tau_L = Vec6::Zero();      // wrench about the link origin, link axes; weight not included
  Vec3 v_water_N = Vec3::Zero();  // velocity of the water, for the added mass
  Mat6 damping_L =
      Mat6::Zero();             // -d tau / d nu, positive semidefinite; its symmetric part is used
  bool damping_is_diagonal = false;  // said by the caller, to save work
  double added_mass_fraction = 1;       // of the link's added mass that acts: its wet part, 0..1
  bool carries = false;                 // mass beside the link's own: carried_L
  Mat6 carried_L = Mat6::Zero();        // its rigid mass matrix; its weight is in tau_L
  bool own_added_mass = false;          // added_mass_L acts instead
  Mat6 added_mass_L = Mat6::Zero();     // symmetric, positive semidefinite
};

struct LinkAcceleration {
  Vec3 a_NL_N = Vec3::Zero();      // of the link origin, m/s2
  Vec3 alpha_NL_L = Vec3::Zero();  // angular, link axes, rad/s2
};

// Beyond these a step has diverged: no marine vehicle gets there, and single precision in the
// instruments would not carry on. Poses at the start go to 1e6 m.
inline constexpr double kMaxPosition_m = 2e6;     // north, east or down
inline constexpr double kMaxVelocity = 1e3;       // m/s or rad/s, per coordinate
inline constexpr double kMaxAcceleration = 1e6;   // m/s2 or rad/s2, impacts apart

// How a step ended. The message ends with a zero and is empty when all is well.
struct StepStatus {
  enum class Code { kOk, kNonFinite, kOutOfBounds, kContactOverflow, kEngineError };
  Code code = Code::kOk;
  int link = -1;  // the link that the number was found at which is not finite or out of bounds
  char message[160] = "";
  bool ok() const { return code == Code::kOk; }
  bool diverged() const { return code == Code::kNonFinite || code == Code::kOutOfBounds; }
};

}  // namespace hadal::dynamics
