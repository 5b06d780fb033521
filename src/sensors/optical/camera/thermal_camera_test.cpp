#include "sensors/optical/camera/thermal_camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::sensors::camera {
namespace thermal_camera_test {

constexpr int kWidth = 200, kHeight = 150;
constexpr double kTable_K = 1e-3;

const RandomStream kNoise(1, "rov/thermal", "noise");

std::vector<float> measured(const ThermalModel& model, float surface_K, float emissivity,
                            const ThermalSurroundings& around = {}, int threads = 1) {
  ThreadArena arena(threads);
  const ThermalCamera camera(model, kWidth, kHeight);
  const std::vector<float> T(kWidth * kHeight, surface_K), e(kWidth * kHeight, emissivity);
  std::vector<float> out(T.size());
  camera.measure(T, e, around, 3, kNoise, out, arena);
  return out;
}

// Planck's law integrated by Simpson's rule.
double planck_integral(double T, double from, double to) {
  constexpr double h = 6.62607015e-34, c = 299792458, k = 1.380649e-23;
  const auto planck = [&](double l) {
    return 2 * h * c * c / std::pow(l, 5) / std::expm1(h * c / (l * k * T));
  };
  constexpr int kParts = 2000;
  const double step = (to - from) / kParts;
  double sum = planck(from) + planck(to);
  for (int i = 1; i < kParts; ++i) sum += (i % 2 == 1 ? 4 : 2) * planck(from + i * step);
  return sum * step / 3;
}

TEST(ThermalCamera, BandRadianceIsPlancksLawIntegrated) {
  for (const double T : {200.0, 288.0, 320.0, 700.0})
    EXPECT_NEAR(band_radiance(T, 8e-6, 14e-6) / planck_integral(T, 8e-6, 14e-6), 1, 1e-8);
}

TEST(ThermalCamera, ABlackBodyShowsItsTemperature) {
  ThermalModel m;
  m.netd_K = 0;
  for (const float T : {200.0f, 288.15f, 400.0f}) EXPECT_NEAR(measured(m, T, 1)[77], T, kTable_K);
}

// The apparent temperature solves L(T_a) = e L(T) + (1 - e) L(T_s), through air as well.
TEST(ThermalCamera, EmissivityMixesTheSkyIn) {
  ThermalModel m;
  m.netd_K = 0;
  ThermalSurroundings around;
  around.sky_K = 230, around.air_K = 290, around.air_transmission = 0.8;
  const auto L = [](double T) { return planck_integral(T, 8e-6, 14e-6); };
  const double apparent = measured(m, 310, 0.7f, around)[0];
  const double expected = 0.8 * (0.7f * L(310) + (1 - 0.7f) * L(230)) + 0.2 * L(290);
  EXPECT_NEAR(L(apparent) / expected, 1, 1e-5);
  EXPECT_LT(apparent, 310);
  EXPECT_NEAR(measured(m, 310, 0, {.sky_K = 260})[0], 260, kTable_K);
}

TEST(ThermalCamera, NoiseIsTheRatedDifferenceAt300K) {
  const auto spread = [](const std::vector<float>& values) {
    double sum = 0, square = 0;
    for (const float v : values) sum += v;
    const double mean = sum / static_cast<double>(values.size());
    for (const float v : values) square += (v - mean) * (v - mean);
    return std::sqrt(square / static_cast<double>(values.size()));
  };
  ThermalModel m;
  m.netd_K = 0.08;
  EXPECT_NEAR(spread(measured(m, 300, 1)) / 0.08, 1, 0.02);
  const auto slope = [](double T) {
    return band_radiance(T + 0.1, 8e-6, 14e-6) - band_radiance(T - 0.1, 8e-6, 14e-6);
  };
  EXPECT_NEAR(spread(measured(m, 230, 1)) / 0.08, slope(300) / slope(230), 0.05);
}

TEST(ThermalCamera, BelowTheSurfaceOnlyThePortIsSeen) {
  ThermalModel m;
  m.netd_K = 0;
  ThermalSurroundings around;
  around.submerged = true, around.port_K = 279.5;
  for (const float v : measured(m, 350, 0.9f, around)) ASSERT_NEAR(v, 279.5, kTable_K);
}

TEST(ThermalCamera, ReadingsKeepTheirLimitsAndTheirBits) {
  ThermalModel m;
  for (const float T : {5000.0f, 10.0f})
    for (const float v : measured(m, T, 1)) {
      ASSERT_GE(v, 150);
      ASSERT_LE(v, 1000);
    }
  EXPECT_EQ(measured(m, 300, 0.9f), measured(m, 300, 0.9f, {}, 2));
  EXPECT_EQ(measured(m, 300, 0.9f), measured(m, 300, 0.9f, {}, 4));
}

}  // namespace thermal_camera_test
}  // namespace hadal::sensors::camera
