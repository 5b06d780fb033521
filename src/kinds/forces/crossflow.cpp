#include "kinds/forces/crossflow.h"

#include <cmath>

#include "kinds/forces/list.h"
#include "math/table.h"

namespace hadal::inline kinds {
namespace {

struct StripSums {
  double force = 0;   // Int |s| s dx
  double moment = 0;  // Int x |s| s dx
};

// s(x) = speed + x rate.
StripSums strip_sums(const CrossFlow& flow, double speed, double rate) {
  const bool inclusive = flow.rule == StripRule::inclusive;
  const double dx = flow.length_m / flow.strips;
  const double first = flow.center_x_m - flow.length_m / 2 + (inclusive ? 0 : dx / 2);
  const int stations = flow.strips + (inclusive ? 1 : 0);
  StripSums sums;
  for (int i = 0; i < stations; ++i) {
    const double x = first + i * dx;
    const double s = speed + x * rate;
    sums.force += std::abs(s) * s * dx;
    sums.moment += x * std::abs(s) * s * dx;
  }
  return sums;
}

}  // namespace

double hoerner_drag(double beam_m, double draft_m) {
  static const LinearTable curve(
      {0.0109, 0.1766, 0.3530, 0.4519, 0.4728, 0.4929, 0.4933, 0.5585, 0.6464, 0.8336,
       0.9880, 1.3081, 1.6392, 1.8600, 2.3129, 2.6000, 3.0088, 3.4508, 3.7379, 4.0031},
      {1.9661, 1.9657, 1.8976, 1.7872, 1.5837, 1.2786, 1.2108, 1.0836, 0.9986, 0.8796,
       0.8284, 0.7599, 0.6914, 0.6571, 0.6307, 0.5962, 0.5868, 0.5859, 0.5599, 0.5593});
  return curve(beam_m / (2 * draft_m));
}

void CrossFlow::prepare() {
  if (drag_2d_side == 0 && side_height_m > 0)
    drag_2d_side = hoerner_drag(hoerner_beam_m, hoerner_draft_m);
}

extension::ForceAction CrossFlow::act(const extension::ForceContext& now,
                                      std::span<const double>) const {
  extension::ForceAction action;
  Eigen::Map<Vec6>(action.wrench_B.data()) = wrench(Vec6(now.nu_r_B.data()), now.density_kg_m3);
  return action;
}

Vec6 CrossFlow::wrench(const Vec6& nu_r_B, double density_kg_m3) const {
  Vec6 tau_B = Vec6::Zero();
  if (side_height_m > 0) {
    const double k = 0.5 * density_kg_m3 * drag_2d_side * side_height_m;
    const StripSums sums = strip_sums(*this, nu_r_B[1], nu_r_B[5]);
    tau_B[1] = -k * sums.force;
    tau_B[5] = -k * sums.moment;
  }
  if (plan_width_m > 0) {
    const double k = 0.5 * density_kg_m3 * drag_2d_plan * plan_width_m;
    const StripSums sums = strip_sums(*this, nu_r_B[2], -nu_r_B[4]);
    tau_B[2] = -k * sums.force;
    tau_B[4] = k * sums.moment;
  }
  return tau_B;
}

const StructSchema& CrossFlow::schema() {
  using C = CrossFlow;
  static const StructSchema s =
      StructBuilder<C>("crossflow", "Cross-flow drag by strips along the hull.")
          .number("length_m", &C::length_m, "Length of the hull.", kPositive)
          .required()
          .number("center_x_m", &C::center_x_m, "Middle of the length.")
          .number("side_height_m", &C::side_height_m,
                  "Height seen from the side (sway, yaw); 0 = none.", kNotNegative)
          .number("plan_width_m", &C::plan_width_m,
                  "Width seen from above (heave, pitch); 0 = none.", kNotNegative)
          .number("drag_2d_side", &C::drag_2d_side,
                  "Sectional drag coefficient; 0 = Hoerner's curve.", kNotNegative)
          .number("drag_2d_plan", &C::drag_2d_plan, "Sectional drag coefficient seen from above.",
                  kNotNegative)
          .number("hoerner_beam_m", &C::hoerner_beam_m, "Beam for Hoerner's curve.", kNotNegative)
          .number("hoerner_draft_m", &C::hoerner_draft_m, "Draft for Hoerner's curve.",
                  kNotNegative)
          .integer("strips", &C::strips, "Number of strips.", {1, 1000})
          .choice("stations", &C::rule,
                  "Strips taken at their middles, or stations with both ends.",
                  {{"midpoint", StripRule::midpoint}, {"inclusive", StripRule::inclusive}})
          .check([](const C& c, CheckReport& r) {
            if (c.drag_2d_side == 0 && c.side_height_m > 0 &&
                (c.hoerner_beam_m == 0 || c.hoerner_draft_m == 0))
              r.fail("drag_2d_side", "give it, or hoerner_beam_m and hoerner_draft_m");
          });
  return s;
}

template <>
extension::ForceKind built_in_force<CrossFlow>() {
  return extension::force_kind<CrossFlow>();
}

}  // namespace hadal::kinds
