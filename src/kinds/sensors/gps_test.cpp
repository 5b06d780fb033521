#include <gtest/gtest.h>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace gps_test {

const Pose kMast{{0, 0, -0.5}, Quat::Identity()};

bool fix(const TestTruth& truth) {
  TestSensor gps("gps");  // needs 0.2 m
  return gps.measure(truth, kMast);
}

TEST(Gps, NeedsTheAntennaOutOfTheWaterByTheMargin) {
  TestTruth truth;
  truth.p_NB_N.z() = 0.29;
  EXPECT_TRUE(fix(truth));
  truth.p_NB_N.z() = 0.31;
  EXPECT_FALSE(fix(truth));
  truth.p_NB_N.z() = 5;
  EXPECT_FALSE(fix(truth));
}

TEST(Gps, SeesWavesAndCapsize) {
  TestTruth truth;
  EXPECT_TRUE(fix(truth));
  truth.surface_elevation_m = 0.4;  // a crest washes over
  EXPECT_FALSE(fix(truth));
  truth.surface_elevation_m = 0;
  truth.q_NB = quaternion_from({180 * kDegree, 0, 0});
  EXPECT_FALSE(fix(truth));
}

TEST(Gps, WaitsForTheTimeToFixAfterEveryDive) {
  TestSensor gps("gps");
  gps.set("time_to_fix_s", 2);
  const auto step = [&](double time_s, double depth_m) {
    TestTruth truth;
    truth.time_s = time_s;
    truth.p_NB_N.z() = depth_m;
    return gps.measure(truth, kMast);
  };
  EXPECT_FALSE(step(0, 3));
  EXPECT_FALSE(step(1, 0));
  EXPECT_FALSE(step(2, 0));
  EXPECT_TRUE(step(3, 0));
  EXPECT_FALSE(step(4, 3));
  EXPECT_FALSE(step(5, 0));
  EXPECT_TRUE(step(7, 0));
}

}  // namespace gps_test
}  // namespace hadal::kinds
