// Cross-flow drag by strips along the hull (Fossen 2021, sec. 6.4; Faltinsen 1990):
//   Y = -rho/2 Int Cd T |v + x r| (v + x r) dx,      N = Int x dY
//   Z = -rho/2 Int Cd B |w - x q| (w - x q) dx,      M = -Int x dZ   (only if a plan width is
//   given)
// Cd of the side view is given or taken from Hoerner's curve at B/(2T), valid for B/(2T) of 0.01-4.
#pragma once
#include "math/types.h"
#include "world/hydrodynamics.h"

namespace hadal::dynamics {

// Hoerner's two-dimensional cross-flow drag coefficient over B/(2T), as digitised in the MSS
// toolbox.
double hoerner_drag(double beam_m, double draft_m);

// Fills in drag_2d_side from Hoerner's curve where it is 0.
CrossFlow with_drag_2d(CrossFlow flow);

// Wrench at the body origin in B.  flow: from with_drag_2d.
Vec6 crossflow_wrench(const CrossFlow& flow, const Vec6& nu_r_B, double density_kg_m3);

}  // namespace hadal::dynamics
