#include "environment/waves/spreading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::environment {
namespace {

constexpr int kCells = 20000;

// Gamma(s + 1) / Gamma(s + 1/2): from its asymptotic series (Tricomi and Erdelyi 1951) at s of 64
// or more, and down by Gamma(x + 1) = x Gamma(x). The C library's lgamma depends on the processor.
double gamma_ratio(double s) {
  double factor = 1;
  for (; s < 64; s += 1) factor *= (s + 0.5) / (s + 1);
  const double q = 1 / (8 * s);
  const double series =
      1 +
      q * (1 +
           q * (0.5 + q * (-2.5 + q * (-21.0 / 8 +
                                       q * (399.0 / 8 + q * (869.0 / 16 + q * (-39325.0 / 16)))))));
  return factor * std::sqrt(s) * series;
}

}  // namespace

double spreading_normaliser(double exponent) {
  return gamma_ratio(exponent) / (2 * std::sqrt(std::numbers::pi));
}

double spreading_density(SpreadingShape shape, double exponent, double theta_rad) {
  HADAL_CHECK(shape != SpreadingShape::none, "long-crested waves have no density");
  const double theta = std::remainder(theta_rad, 2 * std::numbers::pi);
  if (shape == SpreadingShape::cos_2s)
    return spreading_normaliser(exponent) * std::pow(std::fabs(std::cos(theta / 2)), 2 * exponent);
  if (std::fabs(theta) >= std::numbers::pi / 2) return 0;
  return 2 / std::numbers::pi * std::cos(theta) * std::cos(theta);
}

SpreadingQuantile::SpreadingQuantile(SpreadingShape shape, double exponent) {
  if (shape == SpreadingShape::none) return;
  end_rad_ = shape == SpreadingShape::cos_2s ? std::numbers::pi : std::numbers::pi / 2;
  const double width = 2 * end_rad_ / kCells;
  cumulative_.resize(kCells + 1);
  for (int i = 0; i < kCells; ++i)
    cumulative_[i + 1] =
        cumulative_[i] + width * spreading_density(shape, exponent, (i + 0.5) * width - end_rad_);
  for (double& c : cumulative_) c /= cumulative_.back();
}

double SpreadingQuantile::operator()(double fraction) const {
  if (cumulative_.empty()) return 0;
  const auto above = std::upper_bound(cumulative_.begin() + 1, cumulative_.end() - 1, fraction);
  const double low = *(above - 1), high = *above;
  const double cell = static_cast<double>(above - cumulative_.begin() - 1);
  const double in_cell = high > low ? std::clamp((fraction - low) / (high - low), 0.0, 1.0) : 0.5;
  return (cell + in_cell) * 2 * end_rad_ / kCells - end_rad_;
}

}  // namespace hadal::environment
