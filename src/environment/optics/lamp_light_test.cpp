#include "environment/optics/lamp_light.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "math/units.h"

namespace hadal::environment::optics {
namespace lamp_light_test {

SpotLamp spot(const Vec3& position, const Vec3& axis, double inner_deg, double outer_deg) {
  return {position, axis.normalized(), std::cos(inner_deg * kDegree),
          std::cos(outer_deg * kDegree)};
}

TEST(LampLight, FallsWithTheSquareAndTheWater) {
  EXPECT_NEAR(lamp_irradiance(100.0, 0.3, 4.0), 100 * std::exp(-1.2) / 16, 1e-12);
  EXPECT_NEAR(static_cast<double>(lamp_irradiance(100.0f, 0.3f, 4.0f)),
              lamp_irradiance(100.0, 0.3, 4.0), 1e-5);
}

// The whole flux, over all directions, is what the intensity was made of.
TEST(LampLight, FluxOfASpot) {
  constexpr int kSteps = 20000;
  for (const SpotLamp& lamp :
       {spot({0, 0, 0}, {1, 0, 0}, 20, 35), spot({0, 0, 0}, {1, 0, 0}, 50, 50),
        SpotLamp{Vec3::Zero(), Vec3{1, 0, 0}, -1, -1}}) {
    double flux = 0;
    for (int i = 0; i < kSteps; ++i)
      flux += intensity_per_flux(lamp) * spot_profile(lamp, -1 + 2 * (i + 0.5) / kSteps) * kTurn *
              2 / kSteps;
    EXPECT_NEAR(flux, 1, 2e-4);
  }
  const SpotLamp lamp = spot({0, 0, 0}, {1, 0, 0}, 20, 30);
  EXPECT_EQ(spot_profile(lamp, 1), 1);
  EXPECT_EQ(spot_profile(lamp, std::cos(31 * kDegree)), 0);
}

// Against a walk along the ray in small steps, for rays of all kinds.
TEST(LampLight, PartOfARayInACone) {
  constexpr double kLength = 12, kStep = 1e-3;
  const RandomStream random(7, "lamp", "cone");
  int met = 0;
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&](uint32_t k) { return 2 * random.uniform(i, k) - 1; };
    const double outer = 5 + 80 * random.uniform(i, 9);
    const SpotLamp lamp =
        spot(3 * Vec3{draw(0), draw(1), draw(2)}, {draw(3), draw(4), draw(5)}, outer / 2, outer);
    const Vec3 direction = Vec3{draw(6), draw(7), draw(8)}.normalized();
    double begin = kLength, end = 0;
    for (double t = kStep / 2; t < kLength; t += kStep) {
      const Vec3 r = t * direction - lamp.position;
      if (r.dot(lamp.axis) < lamp.cos_outer * r.norm()) continue;
      begin = std::min(begin, t);
      end = std::max(end, t);
    }
    const Interval part = inside_cone(lamp, Vec3::Zero(), direction, kLength);
    if (end > begin) {
      ++met;
      EXPECT_NEAR(part.begin, begin, kStep) << i;
      EXPECT_NEAR(part.end, end, kStep) << i;
    } else {
      EXPECT_LT(part.end - part.begin, 2 * kStep) << i;
    }
  }
  EXPECT_GT(met, 50);
  // Along the axis, from before the lamp.
  const Interval ahead =
      inside_cone(spot({2, 0, 0}, {1, 0, 0}, 10, 20), Vec3::Zero(), Vec3{1, 0, 0}, 10);
  EXPECT_NEAR(ahead.begin, 2, 1e-9);
  EXPECT_NEAR(ahead.end, 10, 1e-9);
  EXPECT_TRUE(
      inside_cone(spot({2, 0, 0}, {-1, 0, 0}, 10, 20), Vec3{3, 0, 0}, Vec3{1, 0, 0}, 9).empty());
}

TEST(LampLight, EquiAngularDensity) {
  const EquiAngular places({0.4, 0.3, -0.2}, Vec3::Zero(), Vec3{1, 0, 0}, {0.1, 9});
  constexpr int kSteps = 100000;
  // The density is one over the derivative of the place by xi, so it integrates to 1.
  double area = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double a = places(i / double{kSteps}).t, b = places((i + 1) / double{kSteps}).t;
    area += places((i + 0.5) / kSteps).density * (b - a);
  }
  EXPECT_NEAR(area, 1, 1e-6);
  EXPECT_NEAR(places(0).t, 0.1, 1e-12);
  EXPECT_NEAR(places(1).t, 9, 1e-9);
}

// The mean of many estimates is the integral, for a lamp beside the eye and one aside.
TEST(LampLight, UnbiasedAgainstQuadrature) {
  constexpr double kLength = 9, kStep = 1e-4, kFewSamples = 0.12;
  const LampedWater water{0.4, 0.35, {}};
  const RandomStream random(3, "lamp", "march");
  for (const SpotLamp& lamp :
       {spot({0, 0.4, 0}, {1, -0.05, 0}, 15, 35), spot({3, 2, -1}, {-0.2, -1, 0.4}, 10, 30),
        SpotLamp{Vec3{2, 0.5, 0}, Vec3{1, 0, 0}, -1, -1}}) {
    const Vec3 eye = Vec3::Zero(), ahead{1, 0, 0};
    double exact = 0;
    for (double t = kStep / 2; t < kLength; t += kStep)
      exact += kStep * lamp_in_scatter_at(lamp, water, eye, ahead, t);
    constexpr int kRuns = 4000;
    double mean = 0, spread = 0;
    for (int i = 0; i < kRuns; ++i) {
      const double one =
          lamp_in_scatter(lamp, water, eye, ahead, kLength, 4, random.uniform(i)) / exact;
      mean += one / kRuns;
      spread += (one - 1) * (one - 1) / kRuns;
    }
    EXPECT_NEAR(mean, 1, 4 * std::sqrt(spread / kRuns) + 1e-4);
    // Four samples suffice unless the lamp shines towards the eye, where the forward peak is
    // narrow.
    if (lamp.cos_outer > -1) {
      EXPECT_LT(std::sqrt(spread), kFewSamples);
    }
    EXPECT_NEAR(lamp_in_scatter(lamp, water, eye, ahead, kLength, 2000, 0.5) / exact, 1, 1e-4);
  }
}

}  // namespace lamp_light_test
}  // namespace hadal::environment::optics
