#include "control/altitude.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "math/units.h"

namespace hadal::control {
namespace altitude_test {

constexpr double kTolerance_m = 1e-9;

environment::Seabed seabed_of(const SeabedSource& source) {
  SeabedParameters parameters;
  parameters.source = source;
  parameters.cell_m = 1;
  return std::move(environment::Seabed::open(parameters, environment::SeaMap())).value();
}

TEST(Altitude, AReadingHoldsThroughDropoutsAndNoLonger) {
  std::array<double, kAltitudeStateSize> state{};
  EXPECT_FALSE(seabed_by_altimeter({false, 0, 0}, 0, state));
  EXPECT_EQ(seabed_by_altimeter({true, 1, 42}, 1, state), 42);
  EXPECT_EQ(seabed_by_altimeter({false, 2, 0}, 2, state), 42);
  EXPECT_EQ(seabed_by_altimeter({true, 3, 43}, 3.5, state), 43);
  // The same reading again, seen from another depth: the seabed has not moved.
  EXPECT_EQ(seabed_by_altimeter({true, 3, 40}, 4, state), 43);
  EXPECT_EQ(seabed_by_altimeter({false, 4, 0}, 3 + kHeldReading_s, state), 43);
  EXPECT_FALSE(seabed_by_altimeter({false, 4, 0}, 3.01 + kHeldReading_s, state));
  EXPECT_EQ(seabed_by_altimeter({true, 20, 60}, 20, state), 60);
}

TEST(Altitude, ChartLooksUphillAndNotDown) {
  const double slope = 15 * kDegree;
  const environment::Seabed seabed = seabed_of(FlatSeabed{50, slope, 0});
  const Vec3 p_N(7.3, 2.1, 20);
  const double below = 50 + 7.3 * std::tan(slope);
  EXPECT_NEAR(seabed_by_chart(seabed, p_N, 0, 12), below, kTolerance_m);
  EXPECT_NEAR(seabed_by_chart(seabed, p_N, 180 * kDegree, 12), below - 12 * std::tan(slope),
              kTolerance_m);
  EXPECT_NEAR(seabed_by_chart(seabed, p_N, 180 * kDegree, 0), below, kTolerance_m);
}

TEST(Altitude, ChartSeesARidgeBeforeItIsPassed) {
  const environment::Seabed seabed =
      seabed_of(RidgeSeabed{FlatSeabed{50}, 10, 2, 30, 0, 90 * kDegree});
  EXPECT_NEAR(seabed_by_chart(seabed, {10, 0, 0}, 0, 5), 50, 1e-6);
  EXPECT_NEAR(seabed_by_chart(seabed, {10, 0, 0}, 0, 40), 40, 1e-6);
}

TEST(Altitude, NeverOutOfTheWater) {
  EXPECT_EQ(depth_for_altitude(50, 8), 42);
  EXPECT_EQ(depth_for_altitude(5, 8), kSurfaceMargin_m);
}

}  // namespace altitude_test
}  // namespace hadal::control
