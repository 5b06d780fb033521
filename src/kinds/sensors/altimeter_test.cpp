#include "kinds/sensors/altimeter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace altimeter_test {

constexpr double kTolerance_m = 1e-12;

// One reading of an altimeter tilted forward by 30 degrees.
struct AltimeterReading {
  bool valid = false;
  double range_m = 0, altitude_m = 0;
  double true_range_m = 0, true_altitude_m = 0;
};
AltimeterReading ping(const Altimeter& altimeter, const TestTruth& truth) {
  const Pose X_BS{{0, 0, 0.5}, quaternion_from({0, 30 * kDegree, 0})};
  TestSample sample(2, altimeter.noise_groups());
  const bool valid = altimeter.measure(TestContext(truth, X_BS), sample);
  return {valid, sample.values[0], sample.values[1], sample.truth[0], sample.truth[1]};
}

TestTruth above(double range_m) {
  TestTruth truth;
  truth.p_NB_N.z() = 10;
  truth.ray_range_m = range_m;
  return truth;
}

TEST(Altimeter, AltitudeIsTheVerticalPartOfTheRange) {
  Altimeter model;
  model.range.bias = 0.2;
  const AltimeterReading echo = ping(model, above(20));
  EXPECT_TRUE(echo.valid);
  EXPECT_NEAR(echo.range_m, 20.2, kTolerance_m);
  EXPECT_NEAR(echo.altitude_m, 20.2 * std::cos(30 * kDegree), kTolerance_m);
  EXPECT_NEAR(echo.true_range_m, 20, kTolerance_m);
  EXPECT_NEAR(echo.true_altitude_m, 20 * std::cos(30 * kDegree), kTolerance_m);
  TestTruth pitched = above(20);
  pitched.q_NB = quaternion_from({0, -30 * kDegree, 0});  // nose down: the beam is vertical
  EXPECT_NEAR(ping(model, pitched).altitude_m, 20.2, kTolerance_m);
}

TEST(Altimeter, ReceivesNothingOutsideItsRangeOrOutOfTheWater) {
  const Altimeter model;  // 0.3 to 50 m
  EXPECT_TRUE(ping(model, above(0.3)).valid);
  EXPECT_FALSE(ping(model, above(0.29)).valid);
  EXPECT_TRUE(ping(model, above(50)).valid);
  EXPECT_FALSE(ping(model, above(50.1)).valid);
  const AltimeterReading nothing = ping(model, above(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(nothing.valid);
  EXPECT_TRUE(std::isnan(nothing.true_range_m));

  TestTruth surfaced = above(20);
  surfaced.p_NB_N.z() = -0.4;  // the transducer hangs 0.5 m below the origin
  EXPECT_TRUE(ping(model, surfaced).valid);
  surfaced.surface_elevation_m = -0.2;  // in a trough
  EXPECT_FALSE(ping(model, surfaced).valid);
}

}  // namespace altimeter_test
}  // namespace hadal::kinds
