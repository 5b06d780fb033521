// Cross-flow drag by strips along the hull (Fossen 2021, sec. 6.4; Faltinsen 1990):
//   Y = -rho/2 Int Cd T |v + x r| (v + x r) dx,      N = Int x dY
//   Z = -rho/2 Int Cd B |w - x q| (w - x q) dx,      M = -Int x dZ   (only if a plan width is
//   given)
// Cd of the side view is given or taken from Hoerner's curve at B/(2T), valid for B/(2T) of 0.01-4.
#pragma once
#include <cstdint>
#include <span>

#include "hadal/extension/force.h"
#include "math/types.h"

namespace hadal::inline kinds {

// Hoerner's two-dimensional cross-flow drag coefficient over B/(2T), as digitised in the MSS
// toolbox.
double hoerner_drag(double beam_m, double draft_m);

enum class StripRule : std::uint8_t {
  midpoint,   // n strips, taken at their middles
  inclusive,  // n + 1 stations with both ends, each with the width L/n (Fossen's crossFlowDrag)
};

struct CrossFlow {
  double length_m = 0;
  double center_x_m = 0;       // middle of the length
  double side_height_m = 0;    // projected height per metre of length for sway and yaw; 0: none
  double plan_width_m = 0;     // projected width per metre of length for heave and pitch; 0: none
  double drag_2d_side = 0;     // 0: prepare() takes Hoerner's curve
  double drag_2d_plan = 1.1;   // of the section moving up and down
  double hoerner_beam_m = 0;   // beam B and
  double hoerner_draft_m = 0;  // draft T for Hoerner's curve
  int strips = 20;
  StripRule rule = StripRule::midpoint;

  static const StructSchema& schema();
  void prepare();
  extension::ForceAction act(const extension::ForceContext& now, std::span<const double>) const;
  // Wrench at the body origin in B.
  Vec6 wrench(const Vec6& nu_r_B, double density_kg_m3) const;
};

}  // namespace hadal::kinds
