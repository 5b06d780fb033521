#include "environment/waves/spreading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::environment {
namespace {

constexpr int kCells = 20000;

}  // namespace

double spreading_normaliser(double exponent) {
  return std::exp(std::lgamma(exponent + 1) - std::lgamma(exponent + 0.5)) /
         (2 * std::sqrt(std::numbers::pi));
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

double SpreadingQuantile::operator()(double share) const {
  if (cumulative_.empty()) return 0;
  const auto above = std::upper_bound(cumulative_.begin() + 1, cumulative_.end() - 1, share);
  const double low = *(above - 1), high = *above;
  const double cell = static_cast<double>(above - cumulative_.begin() - 1);
  const double fraction = high > low ? std::clamp((share - low) / (high - low), 0.0, 1.0) : 0.5;
  return (cell + fraction) * 2 * end_rad_ / kCells - end_rad_;
}

}  // namespace hadal::environment
