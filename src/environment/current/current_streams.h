// Currents of small extent: a jet from a nozzle and the flow through a pipe. Positions and
// velocities in N.
#pragma once
#include "world/environment.h"

namespace hadal::environment {

// Submerged turbulent round jet (Albertson, Dai, Jensen and Rouse, "Diffusion of submerged jets",
// 1950). With x along the axis from the nozzle, r from the axis, diameter d, exit speed U and
// k = tan(spread):
//   x >= x_c:  u = U x_c / x exp(-(r / k x)^2)
//   x <  x_c:  u = U for r < r_c = d/2 (1 - x/x_c), beyond it U exp(-((r - r_c) / b)^2)
// The core ends at x_c = d / (sqrt(2) k), 6.2 d for the usual k = 0.115, and b(x) follows from the
// momentum, which is that of the nozzle in every section. Still water behind the nozzle; the slow
// inflow from the sides (a tenth of the speed on the axis at most) is left out. Valid for Reynolds
// numbers above some thousand, far from walls and the surface.
Vec3 jet_velocity_N(const JetCurrent& jet, const Vec3& p_N);

// Developed flow in a straight round pipe of radius R and mean speed U: u = 2 U (1 - (r/R)^2) where
// laminar, u = 60/49 U (1 - r/R)^(1/7) where turbulent (Prandtl's power law). Nothing outside the
// pipe nor beyond its ends.
Vec3 pipe_velocity_N(const PipeCurrent& pipe, const Vec3& p_N);

}  // namespace hadal::environment
