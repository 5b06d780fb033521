#include "geometry/smooth_noise.h"

#include <cmath>
#include <numbers>

namespace hadal::geometry {

Vec3 random_direction(const RandomStream& random, int64_t tick) {
  const double z = 2 * random.uniform(tick, 0) - 1;
  const double angle = 2 * std::numbers::pi * random.uniform(tick, 1);
  const double radius = std::sqrt(1 - z * z);
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

double squashed(double x) {
  return x / std::sqrt(1 + x * x);
}

SmoothNoise::SmoothNoise(const RandomStream& random, int layer, double wavelength_m) {
  for (int i = 0; i < kWaves; ++i) {
    const int64_t tick = int64_t{layer} * kWaves + i;
    k_[i] = 2 * std::numbers::pi / wavelength_m * random_direction(random, tick);
    phase_[i] = 2 * std::numbers::pi * random.uniform(tick, 2);
  }
}

double SmoothNoise::operator()(const Vec3& p) const {
  double sum = 0;
  for (int i = 0; i < kWaves; ++i) sum += std::cos(k_[i].dot(p) + phase_[i]);
  return std::sqrt(2.0 / kWaves) * sum;
}

FractalNoise::FractalNoise(const RandomStream& random, int octaves, double wavelength_m) {
  double variance = 0;
  for (int i = 0; i < octaves; ++i) {
    octaves_.emplace_back(random, i, wavelength_m * std::pow(0.5, i));
    variance += std::pow(0.25, i);
  }
  scale_ = 1 / std::sqrt(variance);
}

double FractalNoise::operator()(const Vec3& p) const {
  double sum = 0;
  for (size_t i = 0; i < octaves_.size(); ++i) sum += std::pow(0.5, i) * octaves_[i](p);
  return scale_ * sum;
}

}  // namespace hadal::geometry
