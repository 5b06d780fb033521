#include "sensors/acoustic/ray_fan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::sensors {
namespace ray_fan_test {

TEST(RayFan, PointsAtItsAnglesInTheFrameOfTheSonar) {
  const RayFan fan(10, 2 * kDegree, 6, 3 * kDegree);
  const Pose X_NS{{5, 6, 7}, quaternion_from({0.3, -0.4, 1.2})};
  const RayOrigin origin(X_NS, {4, 4, 4});
  raytrace::Rays rays;
  fan.point(origin, {4, 4}, 0.5f, 20, rays);
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const int c = 4 + k / kTileSide, e = 4 + k % kTileSide;
    EXPECT_EQ(rays.near_m[k] <= rays.far_m[k], c < 10 && e < 6);
    const double a = (c + 0.5 - 5) * 2 * kDegree, down = (e + 0.5 - 3) * 3 * kDegree;
    const Vec3 d_S(std::cos(down) * std::cos(a), std::cos(down) * std::sin(a), std::sin(down));
    EXPECT_LT((X_NS.q * d_S - Vec3(rays.dx[k], rays.dy[k], rays.dz[k])).norm(), 1e-6);
    EXPECT_EQ(Vec3(rays.ox[k], rays.oy[k], rays.oz[k]), Vec3(1, 2, 3));
  }
}

}  // namespace ray_fan_test
}  // namespace hadal::sensors
