#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "math/frames.h"
#include "math/rotation.h"
#include "math/table.h"
#include "math/units.h"

namespace hadal::inline math {
namespace math_test {

Quat random_attitude(int i) {
  const RandomStream stream(1, "math", "attitude");
  return Quat(stream.normal(i, 0), stream.normal(i, 1), stream.normal(i, 2), stream.normal(i, 3))
      .normalized();
}

TEST(Rotation, EulerAnglesComposeAsYawPitchRoll) {
  const EulerAngles e{0.3, -0.4, 1.2};
  const Quat expected = Eigen::AngleAxisd(e.yaw, Vec3::UnitZ()) *
                        Eigen::AngleAxisd(e.pitch, Vec3::UnitY()) *
                        Eigen::AngleAxisd(e.roll, Vec3::UnitX());
  EXPECT_LT(quaternion_from(e).angularDistance(expected), 1e-15);
}

TEST(Rotation, EulerRoundTrip) {
  for (int i = 0; i < 200; ++i) {
    const Quat q = random_attitude(i);
    EXPECT_LT(quaternion_from(euler_from(q)).angularDistance(q), 1e-7) << i;
  }
}

TEST(Rotation, VectorRoundTripIncludingTinyAngles) {
  for (int i = 0; i < 200; ++i) {
    const Quat q = random_attitude(i);
    EXPECT_LT(quaternion_from_rotation_vector(rotation_vector(q)).angularDistance(q), 1e-14);
  }
  const Vec3 tiny(1e-11, -2e-11, 0);
  EXPECT_LT((rotation_vector(quaternion_from_rotation_vector(tiny)) - tiny).norm(), 1e-24);
}

TEST(Rotation, WrapAngleStaysInHalfOpenInterval) {
  EXPECT_DOUBLE_EQ(wrap_angle(3 * std::numbers::pi), std::numbers::pi);
  EXPECT_DOUBLE_EQ(wrap_angle(-std::numbers::pi), std::numbers::pi);
  EXPECT_NEAR(wrap_angle(350 * kDegree), -10 * kDegree, 1e-15);
}

TEST(Rotation, BetweenTurnsOneDirectionIntoTheOtherTheShortWay) {
  const Vec3 from(1, -2, 0.5), to(-3, 0.2, 4);
  const Quat q = rotation_between(from, to);
  EXPECT_LT((q * from.normalized() - to.normalized()).norm(), 1e-15);
  EXPECT_NEAR(q.vec().dot(from), 0, 1e-15);  // the axis is perpendicular to both
  EXPECT_NEAR(2 * std::acos(q.w()), std::acos(from.normalized().dot(to.normalized())), 1e-15);
  const Quat back = rotation_between(from, -2 * from);
  EXPECT_NEAR(back.norm(), 1, 1e-15);
  EXPECT_LT((back * from + from).norm(), 1e-15);
}

TEST(Frames, AttitudeConversionCommutesWithVectors) {
  for (int i = 0; i < 50; ++i) {
    const Quat q_NB = random_attitude(i);
    const Vec3 v_B(1, 2, 3);
    const Vec3 expected = enu_from_ned(q_NB * v_B);
    const Vec3 actual = enu_flu_from_ned_frd(q_NB) * flu_from_frd(v_B);
    EXPECT_LT((expected - actual).norm(), 1e-14);
    EXPECT_LT(ned_frd_from_enu_flu(enu_flu_from_ned_frd(q_NB)).angularDistance(q_NB), 1e-7);
  }
  // Heading north, level: ROS yaw is 90 degrees.
  EXPECT_NEAR(euler_from(enu_flu_from_ned_frd(Quat::Identity())).yaw, 90 * kDegree, 1e-12);
}

TEST(LinearTable, InterpolatesAndClamps) {
  const LinearTable table({0, 1, 3}, {10, 20, 0});
  EXPECT_DOUBLE_EQ(table(-5), 10);
  EXPECT_DOUBLE_EQ(table(0.5), 15);
  EXPECT_DOUBLE_EQ(table(2), 10);
  EXPECT_DOUBLE_EQ(table(9), 0);
  EXPECT_THROW(LinearTable({0, 0}, {1, 2}), CheckFailed);
}

// Every interval of tables spaced evenly and not: at its beginning, inside and just below its end.
TEST(LinearTable, FindsItsIntervalHoweverSpaced) {
  for (const std::vector<double>& x :
       {std::vector<double>{-2, -1, 0, 1, 2, 3}, {0, 1e-9, 1e-6, 1e-3, 1, 1e6},
        {-1e6, -1, -1e-6, 0}, {5, 6}}) {
    std::vector<double> y;
    for (size_t i = 0; i < x.size(); ++i) y.push_back(static_cast<double>(i * i));
    const LinearTable table(x, y);
    for (size_t i = 0; i + 1 < x.size(); ++i)
      for (const double at : {x[i], 0.5 * (x[i] + x[i + 1]), std::nextafter(x[i + 1], -INFINITY)}) {
        const double fraction = (at - x[i]) / (x[i + 1] - x[i]);
        EXPECT_EQ(table(at), y[i] + fraction * (y[i + 1] - y[i])) << at;
      }
  }
}

}  // namespace math_test
}  // namespace hadal::math
