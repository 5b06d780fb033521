#include "dynamics/derivatives.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace hadal::dynamics {
namespace {

using Factor = DerivativeFactor;
constexpr size_t kFirstSurface = static_cast<size_t>(Factor::kFirstSurface);
using FactorValues = std::array<double, kFirstSurface + kMaxSurfaces>;

double& value_of(FactorValues& values, Factor f) {
  return values[static_cast<size_t>(f)];
}

void set_attitude(FactorValues& values, const Mat3& R_NB) {
  const double sin_pitch = std::clamp(-R_NB(2, 0), -1.0, 1.0);
  const double cos_pitch = std::hypot(R_NB(2, 1), R_NB(2, 2));
  const double roll = std::atan2(R_NB(2, 1), R_NB(2, 2));
  value_of(values, Factor::roll) = roll;
  value_of(values, Factor::pitch) = std::atan2(sin_pitch, cos_pitch);
  value_of(values, Factor::sin_roll) = std::sin(roll);
  value_of(values, Factor::cos_roll) = std::cos(roll);
  value_of(values, Factor::sin_pitch) = sin_pitch;
  value_of(values, Factor::cos_pitch) = cos_pitch;
}

FactorValues factor_values(const Vec6& nu_r_B, const Mat3& R_NB,
                           std::span<const double> deflections_rad) {
  FactorValues values{};
  values[0] = 1;
  for (int i = 0; i < 6; ++i) {
    values[static_cast<size_t>(Factor::u) + i] = nu_r_B[i];
    values[static_cast<size_t>(Factor::abs_u) + i] = std::abs(nu_r_B[i]);
  }
  set_attitude(values, R_NB);
  const double speed = nu_r_B.head<3>().norm();
  const double bounded = std::max(speed, kSlowestSpeed);
  value_of(values, Factor::speed) = speed;
  value_of(values, Factor::inverse_speed_squared) = 1 / (bounded * bounded);
  std::copy(deflections_rad.begin(), deflections_rad.end(), values.begin() + kFirstSurface);
  return values;
}

}  // namespace

Vec6 derivatives_wrench(std::span<const DerivativeTerm> terms, const Vec6& nu_r_B, const Mat3& R_NB,
                        std::span<const double> deflections_rad) {
  HADAL_CHECK(deflections_rad.size() <= kMaxSurfaces);
  const FactorValues values = factor_values(nu_r_B, R_NB, deflections_rad);
  Vec6 tau_B = Vec6::Zero();
  for (const DerivativeTerm& term : terms) {
    double product = term.coefficient;
    for (const std::uint8_t factor : term.factors) product *= values[factor];
    tau_B[term.axis] += product;
  }
  return tau_B;
}

}  // namespace hadal::dynamics
