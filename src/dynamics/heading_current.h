// The current in the manner of Fossen's vehicle simulators (MSS, PythonVehicleSimulator): turned
// into body axes by the heading alone and with a rate of change by the yaw rate alone,
//   v_c = Rz(psi)^T v_c_N,   dv_c = (r v, -r u, 0),   M dnu = M dnu_c - C(nu_r) nu_r + tau(nu_r).
// Exact for a level craft. At a pitch theta the water seems to stream along the hull where it
// really streams across it; published runs of the REMUS 100 and the Otter contain this, so that
// comparing with them needs it. Physical models use the exact projection R_NB^T v_c_N.
#pragma once
#include "math/types.h"

namespace hadal::dynamics {

// The current in body axes.
Vec3 current_by_heading(const Mat3& R_NB, const Vec3& current_N);

// The multibody stage uses dv_c = -omega x v_c and the true rigid-body Coriolis force. This wrench,
// (M_RB + M_A) [dv_c + omega x v_c; 0], turns them into the equation above. At the body origin in
// B.
Vec6 heading_current_wrench(double mass_kg, const Vec3& p_BG_B, const Mat6& added_mass,
                            const Vec6& nu_B, const Vec3& current_B);

}  // namespace hadal::dynamics
