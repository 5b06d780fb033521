#include "environment/waves/dispersion.h"

#include <cmath>

namespace hadal::environment {
namespace {

constexpr double kDeep = 20;  // k h above which tanh is 1 in double precision
constexpr int kNewtonSteps = 4;

}  // namespace

double wave_number_rad_m(double frequency_rad_s, double depth_m, double gravity_m_s2) {
  const double deep = frequency_rad_s * frequency_rad_s / gravity_m_s2;
  const double y = deep * depth_m;
  if (deep == 0 || !(y < kDeep)) return deep;
  // Solves x tanh(x) = y for x = k h.
  double x = y * std::pow(-std::expm1(-std::pow(y, 1.25)), -0.4);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const double t = std::tanh(x);
    x -= (x * t - y) / (t + x * (1 - t * t));
  }
  return x / depth_m;
}

double wave_frequency_rad_s(double wave_number_rad_m, double depth_m, double gravity_m_s2) {
  if (wave_number_rad_m == 0) return 0;
  return std::sqrt(gravity_m_s2 * wave_number_rad_m * std::tanh(wave_number_rad_m * depth_m));
}

double phase_speed_m_s(double wave_number_rad_m, double depth_m, double gravity_m_s2) {
  if (wave_number_rad_m == 0) return std::sqrt(gravity_m_s2 * depth_m);
  return wave_frequency_rad_s(wave_number_rad_m, depth_m, gravity_m_s2) / wave_number_rad_m;
}

double group_speed_m_s(double wave_number_rad_m, double depth_m, double gravity_m_s2) {
  const double x = wave_number_rad_m * depth_m;
  const double shallow = x == 0 ? 1 : x < kDeep ? 2 * x / std::sinh(2 * x) : 0;
  return phase_speed_m_s(wave_number_rad_m, depth_m, gravity_m_s2) * (1 + shallow) / 2;
}

}  // namespace hadal::environment
