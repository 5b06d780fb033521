#include <cmath>

#include "hadal/extension/sensor.h"
#include "math/units.h"

namespace hadal::extension {

const StructSchema& NoiseModel::schema() {
  using C = NoiseModel;
  static const StructSchema s =
      StructBuilder<C>(
          "noise",
          "Errors of a group of channels, in the unit of the channel, in the order they act.")
          .number("misalignment_deg", &C::misalignment_std_rad,
                  "Standard deviation of a small rotation per axis.", {0, 30}, kDegree)
          .number("scale_factor_std", &C::scale_factor_std,
                  "Standard deviation of the relative scale error.", kFraction)
          .number("bias", &C::bias, "Known bias on every channel.")
          .number("turn_on_bias_std", &C::turn_on_bias_std,
                  "Standard deviation of a bias drawn once per run.", kNotNegative)
          .choice("bias_kind", &C::bias_kind, "How the bias wanders.",
                  {{"none", BiasKind::kNone},
                   {"random_walk", BiasKind::kRandomWalk},
                   {"gauss_markov", BiasKind::kGaussMarkov}})
          .number("bias_random_walk", &C::bias_random_walk, "Rate random walk K, unit/sqrt(s).",
                  kNotNegative)
          .number("bias_std", &C::bias_std, "Standard deviation of the Gauss-Markov bias.",
                  kNotNegative)
          .number("bias_correlation_time_s", &C::bias_correlation_time_s, "Its correlation time.",
                  kPositive)
          .number("white_density", &C::white_density, "Noise density N, unit/sqrt(Hz).",
                  kNotNegative)
          .number("white_std", &C::white_std, "White noise per reading.", kNotNegative)
          .number("quantum", &C::quantum, "Step of the digital output; 0 = none.", kNotNegative)
          .number("minimum", &C::minimum, "Lower end of the range.")
          .number("maximum", &C::maximum, "Upper end of the range.")
          .check([](const C& c, CheckReport& r) {
            if (c.minimum >= c.maximum) r.fail("maximum", "must be above minimum");
            if (c.bias_kind != BiasKind::kRandomWalk && c.bias_random_walk > 0)
              r.fail("bias_random_walk", "needs bias_kind: random_walk");
            if (c.bias_kind != BiasKind::kGaussMarkov && c.bias_std > 0)
              r.fail("bias_std", "needs bias_kind: gauss_markov");
          });
  return s;
}

}  // namespace hadal::extension
