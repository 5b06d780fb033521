#include "sensors/navigation/altimeter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"
#include "math/units.h"
#include "sensors/navigation/navigation_sensor.h"

namespace hadal::sensors {
namespace altimeter_test {

constexpr double kTolerance_m = 1e-12;

// One reading of an altimeter tilted forward by 30 degrees.
struct Echo {
  bool valid = false;
  double range_m = 0, altitude_m = 0;
  double true_range_m = 0, true_altitude_m = 0;
};
Echo ping(const AltimeterModel& model, const Truth& truth) {
  NavigationSensorConfig config;
  config.X_BS = {{0, 0, 0.5}, quaternion_from({0, 30 * kDegree, 0})};
  config.model = model;
  const NavigationSensor sensor(config, StepClock{10'000'000}, 1, "vehicles/rov/altimeter");
  std::vector<double> state(sensor.state_size()), values(2), twin(2);
  sensor.reset(state);
  sensor.measure(0, truth, state);
  Reading reading{0, false, values, twin};
  EXPECT_TRUE(sensor.deliver(0, reading, state));
  return {reading.valid, values[0], values[1], twin[0], twin[1]};
}

Truth above(double range_m) {
  Truth truth;
  truth.p_NB_N.z() = 10;
  truth.beam_range_m = range_m;
  return truth;
}

TEST(Altimeter, AltitudeIsTheVerticalPartOfTheRange) {
  AltimeterModel model{0.3, 50, {}};
  model.range.bias = 0.2;
  Echo echo = ping(model, above(20));
  EXPECT_TRUE(echo.valid);
  EXPECT_NEAR(echo.range_m, 20.2, kTolerance_m);
  EXPECT_NEAR(echo.altitude_m, 20.2 * std::cos(30 * kDegree), kTolerance_m);
  EXPECT_NEAR(echo.true_range_m, 20, kTolerance_m);
  EXPECT_NEAR(echo.true_altitude_m, 20 * std::cos(30 * kDegree), kTolerance_m);
  Truth pitched = above(20);
  pitched.q_NB = quaternion_from({0, -30 * kDegree, 0});  // nose down: the beam is vertical
  EXPECT_NEAR(ping(model, pitched).altitude_m, 20.2, kTolerance_m);
}

TEST(Altimeter, HearsNothingOutsideItsRangeOrOutOfTheWater) {
  const AltimeterModel model{0.3, 50, {}};
  EXPECT_TRUE(ping(model, above(0.3)).valid);
  EXPECT_FALSE(ping(model, above(0.29)).valid);
  EXPECT_TRUE(ping(model, above(50)).valid);
  EXPECT_FALSE(ping(model, above(50.1)).valid);
  const Echo nothing = ping(model, above(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(nothing.valid);
  EXPECT_EQ(nothing.range_m, 0);
  EXPECT_TRUE(std::isnan(nothing.true_range_m));

  Truth surfaced = above(20);
  surfaced.p_NB_N.z() = -0.4;  // the transducer hangs 0.5 m below the origin
  EXPECT_TRUE(ping(model, surfaced).valid);
  surfaced.water.surface_elevation_m = -0.2;  // in a trough
  EXPECT_FALSE(ping(model, surfaced).valid);
}

}  // namespace altimeter_test
}  // namespace hadal::sensors
