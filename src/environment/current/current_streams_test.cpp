#include "environment/current/current_streams.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/units.h"

namespace hadal::environment {
namespace current_streams_test {

constexpr double kTolerance = 1e-9;  // m/s
constexpr double kFlux = 1e-5;       // relative, of a flux integrated here

JetCurrent outfall() {
  JetCurrent jet;
  jet.nozzle_N = {10, 20, 30};
  jet.direction_N = Vec3(3, 0, 4) / 5;
  jet.exit_speed_m_s = 2;
  jet.diameter_m = 0.4;
  jet.spread_rad = 6.54 * kDegree;
  return jet;
}

Vec3 on_section(const JetCurrent& jet, double along, double radius) {
  return jet.nozzle_N + along * jet.direction_N + radius * Vec3::UnitY();
}

// Integral of a power of the speed over a section at a distance from the nozzle.
double flux(const JetCurrent& jet, double along, int power) {
  double sum = 0;
  const double step = 1e-4 * (jet.diameter_m + along);
  for (double r = 0.5 * step; r < 2 * (jet.diameter_m + along); r += step)
    sum += 2 * std::numbers::pi * r * step *
           std::pow(jet_velocity_N(jet, on_section(jet, along, r)).norm(), power);
  return sum;
}

TEST(Jet, CoreThenDecayAlongTheAxis) {
  const JetCurrent jet = outfall();
  const double core = 0.4 / (std::sqrt(2.0) * std::tan(6.54 * kDegree));
  EXPECT_NEAR(core / 0.4, 6.17, 0.01);
  EXPECT_LT((jet_velocity_N(jet, on_section(jet, 0.5 * core, 0)) - 2 * jet.direction_N).norm(),
            kTolerance);
  for (const double along : {core, 2 * core, 30 * core})
    EXPECT_NEAR(jet_velocity_N(jet, on_section(jet, along, 0)).norm(), 2 * core / along,
                kTolerance);
  EXPECT_NEAR(jet_velocity_N(jet, on_section(jet, 20, 20 * std::tan(6.54 * kDegree))).norm(),
              2 * core / 20 / std::numbers::e, kTolerance);
  EXPECT_EQ(jet_velocity_N(jet, on_section(jet, -0.01, 0)).norm(), 0);
}

TEST(Jet, MomentumIsThatOfTheNozzleInEverySection) {
  const JetCurrent jet = outfall();
  const double nozzle = std::numbers::pi / 4 * 0.4 * 0.4 * 2 * 2;
  for (const double along : {0.3, 1.2, 2.4, 2.6, 10.0, 80.0})
    EXPECT_NEAR(flux(jet, along, 2) / nozzle, 1, kFlux) << along;
}

// A free jet takes in water: the flow grows in proportion to the distance.
TEST(Jet, EntrainsInProportionToTheDistance) {
  const JetCurrent jet = outfall();
  EXPECT_NEAR(flux(jet, 20, 1) / flux(jet, 10, 1), 2, 2 * kFlux);
}

TEST(Pipe, FlowIsMeanSpeedTimesArea) {
  for (const bool turbulent : {false, true}) {
    const PipeCurrent pipe{{0, 0, 10}, {0, 8, 4}, 0.75, 1.5, turbulent};
    const Vec3 direction = Vec3(0, 8, -6) / 10;
    double sum = 0;
    constexpr int kRings = 200000;
    for (int k = 0; k < kRings; ++k) {
      const double r = 0.75 * (k + 0.5) / kRings;
      const Vec3 v = pipe_velocity_N(pipe, pipe.from_N + 5 * direction + r * Vec3::UnitX());
      sum += v.dot(direction) * 2 * r * 0.75 / kRings / (0.75 * 0.75);
    }
    EXPECT_NEAR(sum / 1.5, 1, 1e-4);
    EXPECT_NEAR(pipe_velocity_N(pipe, pipe.from_N + 5 * direction).norm(),
                1.5 * (turbulent ? 60.0 / 49 : 2), kTolerance);
  }
}

TEST(Pipe, NothingOutside) {
  const PipeCurrent pipe{{0, 0, 10}, {10, 0, 10}, 0.5, 1, true};
  for (const Vec3& p_N : {Vec3(5, 0.5, 10), Vec3(-0.1, 0, 10), Vec3(10.1, 0, 10), Vec3(5, 0, 11)})
    EXPECT_EQ(pipe_velocity_N(pipe, p_N).norm(), 0);
}

}  // namespace current_streams_test
}  // namespace hadal::environment
