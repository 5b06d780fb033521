#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kinds/currents/jet.h"
#include "kinds/currents/pipe.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace streams_test {

constexpr double kTolerance = 1e-9;  // m/s
constexpr double kFlux = 1e-5;       // relative, of a flux integrated here

template <class Current>
Vec3 at(const Current& current, const Vec3& p_N) {
  return current.velocity_N(p_N, 0, kNoSeabed);
}

PipeCurrent pipe_of(const Vec3& to_N, double diameter_m, double mean_speed_m_s,
                    PipeCurrent::Profile profile) {
  return {{}, {0, 0, 10}, to_N, diameter_m, mean_speed_m_s, profile};
}

JetCurrent outfall() {
  JetCurrent jet;
  jet.position_N = {10, 20, 30};
  jet.prepared_direction_N = Vec3(3, 0, 4) / 5;
  jet.exit_speed_m_s = 2;
  jet.diameter_m = 0.4;
  jet.spread_rad = 6.54 * kDegree;
  return jet;
}

Vec3 on_section(const JetCurrent& jet, double along, double radius) {
  return jet.position_N + along * jet.prepared_direction_N + radius * Vec3::UnitY();
}

// Integral of a power of the speed over a section at a distance from the nozzle.
double flux(const JetCurrent& jet, double along, int power) {
  double sum = 0;
  const double step = 1e-4 * (jet.diameter_m + along);
  for (double r = 0.5 * step; r < 2 * (jet.diameter_m + along); r += step)
    sum += 2 * std::numbers::pi * r * step *
           std::pow(at(jet, on_section(jet, along, r)).norm(), power);
  return sum;
}

TEST(Jet, CoreThenDecayAlongTheAxis) {
  const JetCurrent jet = outfall();
  const double core = 0.4 / (std::sqrt(2.0) * std::tan(6.54 * kDegree));
  EXPECT_NEAR(core / 0.4, 6.17, 0.01);
  EXPECT_LT((at(jet, on_section(jet, 0.5 * core, 0)) - 2 * jet.prepared_direction_N).norm(),
            kTolerance);
  for (const double along : {core, 2 * core, 30 * core})
    EXPECT_NEAR(at(jet, on_section(jet, along, 0)).norm(), 2 * core / along,
                kTolerance);
  EXPECT_NEAR(at(jet, on_section(jet, 20, 20 * std::tan(6.54 * kDegree))).norm(),
              2 * core / 20 / std::numbers::e, kTolerance);
  EXPECT_EQ(at(jet, on_section(jet, -0.01, 0)).norm(), 0);
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
    const PipeCurrent pipe = pipe_of({0, 8, 4}, 1.5, 1.5,
                                     turbulent ? PipeCurrent::Profile::kTurbulent
                                               : PipeCurrent::Profile::kLaminar);
    const Vec3 direction = Vec3(0, 8, -6) / 10;
    double sum = 0;
    constexpr int kRings = 200000;
    for (int k = 0; k < kRings; ++k) {
      const double r = 0.75 * (k + 0.5) / kRings;
      const Vec3 v = at(pipe, pipe.from_N + 5 * direction + r * Vec3::UnitX());
      sum += v.dot(direction) * 2 * r * 0.75 / kRings / (0.75 * 0.75);
    }
    EXPECT_NEAR(sum / 1.5, 1, 1e-4);
    EXPECT_NEAR(at(pipe, pipe.from_N + 5 * direction).norm(),
                1.5 * (turbulent ? 60.0 / 49 : 2), kTolerance);
  }
}

TEST(Pipe, NothingOutside) {
  const PipeCurrent pipe = pipe_of({10, 0, 10}, 1, 1, PipeCurrent::Profile::kTurbulent);
  for (const Vec3& p_N : {Vec3(5, 0.5, 10), Vec3(-0.1, 0, 10), Vec3(10.1, 0, 10), Vec3(5, 0, 11)})
    EXPECT_EQ(at(pipe, p_N).norm(), 0);
}

}  // namespace streams_test
}  // namespace hadal::kinds
