#include "world/seabed_placement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"
#include "math/units.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace rest_test {

constexpr double kExact = 1e-12;

World lying(const std::string& shape, const std::string& pose) {
  return test::world_of("objects: [{name: thing, material: steel, pose: {on_seabed: true, " + pose +
                        "}, shapes: {physics: [" + shape + "]}}]\n");
}

TEST(Rest, BoxOnFlatGround) {
  const World world = lying("!box {size_m: [1, 1, 0.4]}", "north_m: 3, buried_m: 0.05");
  const Pose pose = resting_pose(world, world.vehicles[0], 20, {0, 0, -1});
  EXPECT_NEAR(pose.p.x(), 3, kExact);
  EXPECT_NEAR(pose.p.z(), 20 - 0.2 + 0.05 + kTouch_m, kExact);
}

TEST(Rest, PitchedCapsuleStandsOnItsEnd) {
  const World world =
      lying("!capsule {radius_m: 0.1, length_m: 1, rpy_deg: [0, 90, 0]}", "pitch_deg: 30");
  const Pose pose = resting_pose(world, world.vehicles[0], 5, {0, 0, -1});
  EXPECT_NEAR(pose.p.z(), 5 - 0.1 - 0.4 * std::sin(30 * kDegree) + kTouch_m, kExact);
}

// On a slope every corner of the base touches the plane when the box tilts with it; without tilt
// only the uphill edge does.
TEST(Rest, BoxOnASlope) {
  const double slope = 20 * kDegree;
  const Vec3 up(std::sin(slope), 0, -std::cos(slope));  // deeper toward north
  const auto depth_at = [&](double north) { return 7 + north * std::tan(slope); };
  for (const bool tilt : {true, false}) {
    const World world =
        lying("!box {size_m: [1, 0.6, 0.4]}",
              std::string("heading_deg: 90, tilt_to_slope: ") + (tilt ? "true" : "false"));
    const Pose pose = resting_pose(world, world.vehicles[0], 7, up);
    double gap = 1e9, farthest = -1e9;
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.3, 0.3}) {
        const Vec3 corner = pose.p + pose.q * Vec3(x, y, 0.2);
        const double above = depth_at(corner.x()) - corner.z();
        gap = std::min(gap, above);
        farthest = std::max(farthest, above);
      }
    EXPECT_NEAR(gap, -kTouch_m, 1e-9);
    if (tilt)
      EXPECT_NEAR(farthest, -kTouch_m, 1e-9);
    else
      EXPECT_NEAR(farthest, 0.6 * std::tan(slope) - kTouch_m, 1e-9);
  }
}

TEST(Rest, CountsWhatHangsOnTheFirstLink) {
  const World world = test::world_of(R"(
objects:
  - name: thing
    pose: {on_seabed: true}
    links:
      - {name: body, material: steel, shapes: {physics: [!box {size_m: [1, 1, 0.2]}]}}
      - {name: arm, parent: body, material: steel, joint: {axis: [0, 1, 0], start: -1.5707963267948966},
         shapes: {physics: [!box {size_m: [1, 0.1, 0.1], position_m: [0.5, 0, 0]}]}}
)");
  // The arm points down after turning its x axis by -90 degrees about y.
  EXPECT_NEAR(reach(world, world.vehicles[0], Vec3::UnitZ()), 1, kExact);
}

}  // namespace seabed_placement_test
}  // namespace hadal::world
