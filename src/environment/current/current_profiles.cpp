#include "environment/current/current_profiles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "math/units.h"

namespace hadal::environment {

VelocityTable::VelocityTable(const std::vector<double>& depth_m,
                             const std::vector<Vec3>& velocity_N_m_s)
    : depth_m_(depth_m), value_(velocity_N_m_s), slope_(velocity_N_m_s.size(), Vec3::Zero()) {
  HADAL_CHECK(!depth_m_.empty() && depth_m_.size() == value_.size());
  for (size_t i = 0; i + 1 < value_.size(); ++i) {
    HADAL_CHECK(depth_m_[i] < depth_m_[i + 1], "depths must rise strictly");
    slope_[i] = (value_[i + 1] - value_[i]) / (depth_m_[i + 1] - depth_m_[i]);
  }
}

Vec3 VelocityTable::operator()(double depth_m) const {
  if (!(depth_m > depth_m_.front())) return value_.front();
  const auto after = std::upper_bound(depth_m_.begin(), depth_m_.end(), depth_m);
  const size_t i = static_cast<size_t>(after - depth_m_.begin()) - 1;
  return value_[i] + slope_[i] * (depth_m - depth_m_[i]);
}

double periodic_factor(const PeriodicFactor& factor, double time_s) {
  if (factor.amplitude == 0) return factor.mean;
  const double phase = 2 * std::numbers::pi * time_s / factor.period_s - factor.phase_rad;
  return factor.mean + factor.amplitude * std::cos(phase);
}

double log_layer_speed(const LogLayerCurrent& layer, double altitude_m) {
  constexpr double kVonKarman = 0.4;
  const double altitude = std::min(altitude_m, layer.thickness_m);
  if (!(altitude > layer.roughness_m) || std::isinf(altitude)) return 0;
  return layer.friction_velocity_m_s / kVonKarman * std::log(altitude / layer.roughness_m);
}

double power_law_speed(const PowerLawCurrent& current, double depth_m, double seabed_depth_m) {
  if (depth_m <= 0 || seabed_depth_m == kNoSeabed) return current.surface_speed_m_s;
  if (depth_m >= seabed_depth_m) return 0;
  return current.surface_speed_m_s * std::pow(1 - depth_m / seabed_depth_m, current.exponent);
}

Vec3 ekman_velocity_N(const EkmanCurrent& ekman, double depth_m) {
  const double a = -std::numbers::pi * std::max(depth_m, 0.0) / ekman.influence_depth_m;
  const double speed = ekman.surface_speed_m_s * std::exp(a);
  const double along = speed * std::sin(std::numbers::pi / 4 + a);
  const double aside = speed * std::cos(std::numbers::pi / 4 + a);
  const double right = ekman.southern_hemisphere ? -aside : aside;
  const double c = std::cos(ekman.wind_toward_rad), s = std::sin(ekman.wind_toward_rad);
  return {along * c - right * s, along * s + right * c, 0};
}

EkmanCurrent ekman_of_wind(double wind_speed_m_s, double wind_toward_rad, double latitude_rad) {
  const double latitude = std::max(std::fabs(latitude_rad), 10 * kDegree);
  const double scale = wind_speed_m_s / std::sqrt(std::sin(latitude));
  return {0.0127 * scale, 7.6 * scale, wind_toward_rad, latitude_rad < 0, std::nullopt};
}

}  // namespace hadal::environment
