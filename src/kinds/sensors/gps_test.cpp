#include "sensors/navigation/gps.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::sensors {
namespace gps_test {

const Pose kMast{{0, 0, -0.5}, Quat::Identity()};

bool fix(const GpsModel& model, const Truth& truth) {
  double dry_since = -1;
  return gps_has_fix(model, truth, kMast, dry_since);
}

TEST(Gps, NeedsTheAntennaOutOfTheWaterByTheMargin) {
  const GpsModel model;  // 0.2 m
  Truth truth;
  truth.p_NB_N.z() = 0.29;
  EXPECT_NEAR(antenna_clearance_m(truth, kMast), 0.21, 1e-12);
  EXPECT_TRUE(fix(model, truth));
  truth.p_NB_N.z() = 0.31;
  EXPECT_FALSE(fix(model, truth));
  truth.p_NB_N.z() = 5;
  EXPECT_FALSE(fix(model, truth));
}

TEST(Gps, SeesWavesAndCapsize) {
  const GpsModel model;
  Truth truth;
  EXPECT_TRUE(fix(model, truth));
  truth.water.surface_elevation_m = 0.4;  // a crest washes over
  EXPECT_FALSE(fix(model, truth));
  truth.water.surface_elevation_m = 0;
  truth.q_NB = quaternion_from({180 * kDegree, 0, 0});
  EXPECT_FALSE(fix(model, truth));
}

TEST(Gps, WaitsForTheTimeToFixAfterEveryDive) {
  GpsModel model;
  model.time_to_fix_s = 2;
  double dry_since = -1;
  const auto step = [&](double time_s, double depth_m) {
    Truth truth;
    truth.time_s = time_s;
    truth.p_NB_N.z() = depth_m;
    return gps_has_fix(model, truth, kMast, dry_since);
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
}  // namespace hadal::sensors
