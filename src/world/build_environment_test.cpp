#include <gtest/gtest.h>

#include "base/calendar.h"
#include "math/units.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace build_environment_test {

TEST(BuildEnvironment, SoundParameters) {
  const World world = test::world_of(
      "environment: {sound: {absorption: thorp, ph: 7.7, shipping: 0.9, extra_noise_db: -3, "
      "straight_time_error_s: 1.0e-4, straight_angle_error_deg: 2, interference: false}}\n");
  EXPECT_EQ(world.sound.absorption, AbsorptionFormula::kThorp);
  EXPECT_EQ(world.sound.ph, 7.7);
  EXPECT_EQ(world.sound.shipping, 0.9);
  EXPECT_EQ(world.sound.extra_noise_db, -3);
  EXPECT_EQ(world.sound.straight_time_error_s, 1e-4);
  EXPECT_NEAR(world.sound.straight_angle_error_rad, 2 * kDegree, 1e-15);
  EXPECT_FALSE(world.sound.interference);
  EXPECT_TRUE(test::world_of("duration_s: 1\n").sound.interference);
  EXPECT_EQ(test::world_of("environment: {sound: {absorption: ainslie_mccolm}}\n").sound.absorption,
            AbsorptionFormula::kAinslieMcColm);
  EXPECT_EQ(test::world_of("duration_s: 1\n").sound.absorption,
            AbsorptionFormula::kFrancoisGarrison);
}

// Nothing said: noon of the equinox where the run takes place, to the second; a place has one name.
TEST(BuildEnvironment, ClockStartsAtNoon) {
  const auto start = [](const std::string& yaml) {
    return iso8601_from_unix_ns(test::world_of(yaml).start_unix_ns);
  };
  EXPECT_EQ(start("duration_s: 1\n"), "2026-03-20T12:00:00Z");
  EXPECT_EQ(start("origin: {lat_deg: 47.5, lon_deg: 150.01}\n"), "2026-03-20T01:59:58Z");
  EXPECT_EQ(start("origin: {lon_deg: -170}\n"), "2026-03-20T23:20:00Z");
  EXPECT_EQ(start("origin: {lon_deg: 190}\n"), "2026-03-20T23:20:00Z");
  EXPECT_EQ(start("origin: {lon_deg: 150}\nclock: {start: \"2026-06-01T09:00:00Z\"}\n"),
            "2026-06-01T09:00:00Z");
}

}  // namespace build_environment_test
}  // namespace hadal::world
