#include "dynamics/surface/surface_body.h"

#include <gtest/gtest.h>

#include <cstring>

#include "dynamics/surface/test_support.h"
#include "geometry/primitives.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace surface_body_test {

using namespace test;

constexpr double kPlane = 2e-6;   // of the greatest force: bodies with plane faces
constexpr double kCurved = 1e-3;  // of the greatest force: 5,000 faces of the exact volume
constexpr double kMeshedDrag = 3e-3;
const environment::WaveField kCalm;

SurfaceBody body_of(geometry::TriangleMesh mesh) {
  return SurfaceBody(surface_of(std::move(mesh)), kCalm);
}

// The fraction of the full buoyancy by which a wrench is off; torques are of that force times
// `length`.
double difference(const Vec6& wrench, const Vec6& expected, double volume, double length) {
  Vec6 wrong = wrench - expected;
  wrong.tail<3>() /= length;
  return wrong.cwiseAbs().maxCoeff() / (kDensity * kGravity * volume);
}

TEST(SurfaceBody, BoxInAnyAttitude) {
  const Vec3 side(1.2, 0.8, 0.5);
  Draw draw("box");
  for (const int faces : {12, 5000}) {
    SurfaceBody body = body_of(geometry::box(side, faces));
    for (int i = 0; i < 300; ++i) {
      const Mat3 R = draw.rotation();
      const Vec3 down = R.row(2);
      const double depth = draw.uniform(-0.9, 0.9);
      if (down.cwiseAbs().minCoeff() < 0.05) continue;  // the closed form loses its digits
      const Displaced wet = wet_box(side, down, depth);
      const SurfaceLoads& loads = body.evaluate(query_at(R, depth), nullptr);
      EXPECT_LT(difference(loads.buoyancy_L, buoyancy_of(wet, down), side.prod(), side.x()),
                kPlane);
      EXPECT_NEAR(loads.wet_volume_m3, wet.volume, kPlane * side.prod());
      EXPECT_NEAR(loads.wet_fraction, wet.volume / side.prod(), kPlane);
    }
  }
}

// A4. The gradient of the wet volume, with moves and turns about the origin of the link, is the
// waterplane seen from there.
TEST(SurfaceBody, A4_WetFractionGrowsWithTheWaterplane) {
  constexpr double kStep = 1e-3, kSlope = 5e-3;  // m or rad; of the gradient
  geometry::TriangleMesh hull = geometry::ellipsoid({1.2, 0.5, 0.4}, 3000);
  for (Vec3& v : hull.vertices) v += Vec3(0.3, -0.2, 0.1);
  SurfaceBody body = body_of(std::move(hull));
  Draw draw("waterplane");
  for (int i = 0; i < 40; ++i) {
    const SurfaceQuery at = query_at(draw.rotation(), draw.uniform(-0.4, 0.4));
    const SurfaceLoads loads = body.evaluate(at, nullptr);
    if (!loads.crossing || loads.wet_fraction < 0.05 || loads.wet_fraction > 0.95) continue;
    for (int axis = 0; axis < 6; ++axis) {
      const Vec3 unit = Vec3::Unit(axis % 3);
      const auto fraction = [&](double by) {
        SurfaceQuery query = at;
        if (axis < 3)
          query.p_NL_N += at.R_NL * unit * by;
        else
          query.R_NL = at.R_NL * Eigen::AngleAxisd(by, unit).toRotationMatrix();
        return body.evaluate(query, nullptr).wet_fraction;
      };
      const double slope = (fraction(kStep) - fraction(-kStep)) / (2 * kStep);
      EXPECT_NEAR(loads.growth_L[axis], slope, kSlope * loads.growth_L.norm()) << i << " " << axis;
    }
  }
}

TEST(SurfaceBody, SphereAtAnyDraught) {
  constexpr double kRadius = 0.5;
  const double volume = 4.0 / 3 * kPi * std::pow(kRadius, 3);
  SurfaceBody body = body_of(geometry::sphere(kRadius, 5120));
  Draw draw("sphere");
  for (double depth = -0.6; depth < 0.61; depth += 0.05) {
    const Mat3 R = draw.rotation();
    const Vec3 down = R.row(2);
    const Vec6 expected = buoyancy_of(wet_sphere(kRadius, down, depth), down);
    EXPECT_LT(difference(body.evaluate(query_at(R, depth), nullptr).buoyancy_L, expected, volume,
                         kRadius),
              kCurved);
  }
}

TEST(SurfaceBody, CylinderAtAnyDraughtAndHeel) {
  constexpr double kRadius = 0.2, kLength = 1.6;
  const double volume = kPi * kRadius * kRadius * kLength;
  SurfaceBody body = body_of(geometry::cylinder(kRadius, kLength, 5000));
  Draw draw("cylinder");
  for (int i = 0; i < 30; ++i) {
    const Mat3 R = draw.rotation();
    const Vec3 down = R.row(2);
    const double depth = draw.uniform(-0.8, 0.8);
    const Vec6 expected = buoyancy_of(wet_cylinder(kRadius, kLength, down, depth), down);
    EXPECT_LT(difference(body.evaluate(query_at(R, depth), nullptr).buoyancy_L, expected, volume,
                         kLength),
              kCurved);
  }
}

TEST(SurfaceBody, SubmergedBuoyancyIsExactAtAnyDepth) {
  const Vec3 side(1.2, 0.8, 0.5), offset(3, -1, 2);
  geometry::TriangleMesh mesh = geometry::box(side, 12);
  for (Vec3& p : mesh.vertices) p += offset;
  SurfaceBody body = body_of(mesh);
  Draw draw("deep");
  for (const double depth : {10.0, 6000.0}) {
    const Mat3 R = draw.rotation();
    const Vec3 lift_L = -kDensity * kGravity * side.prod() * R.row(2).transpose();
    Vec6 expected;
    expected << lift_L, offset.cross(lift_L);
    const SurfaceLoads& loads = body.evaluate(query_at(R, depth), nullptr);
    EXPECT_LT(difference(loads.buoyancy_L, expected, side.prod(), 1), 1e-12);
    EXPECT_EQ(loads.wet_fraction, 1);
  }
}

// The torque is about the link's origin, wherever the surface is.
TEST(SurfaceBody, OriginAwayFromTheSurface) {
  const Vec3 side(1.2, 0.8, 0.5), offset(3, -1, 2);
  geometry::TriangleMesh mesh = geometry::box(side, 200), moved = mesh;
  for (Vec3& p : moved.vertices) p += offset;
  SurfaceBody near = body_of(mesh), away = body_of(moved);
  Draw draw("origin");
  for (int i = 0; i < 20; ++i) {
    SurfaceQuery q = query_at(draw.rotation(), draw.uniform(-0.3, 0.3));
    q.nu_L << draw.vector(1), draw.vector(1);
    q.current_N = draw.vector(0.5);
    q.current_gradient_N = 0.1 * draw.rotation();
    q.wind_N = draw.vector(10);
    SurfaceQuery shifted = q;
    shifted.p_NL_N -= q.R_NL * offset;
    shifted.current_N -= q.current_gradient_N * (q.R_NL * offset);
    shifted.nu_L.head<3>() -= Vec3(q.nu_L.tail<3>()).cross(offset);
    const SurfaceLoads &a = near.evaluate(q, nullptr), &b = away.evaluate(shifted, nullptr);
    for (const auto& [wa, wb] : {std::pair(a.buoyancy_L, b.buoyancy_L),
                                 std::pair(a.drag_L, b.drag_L), std::pair(a.air_L, b.air_L)}) {
      Vec6 back = wb;
      back.tail<3>() -= offset.cross(Vec3(wb.head<3>()));
      EXPECT_LT((back - wa).norm(), 1e-5 * (wa.norm() + wb.norm()));
    }
    Mat6 shift = Mat6::Identity();
    shift.bottomLeftCorner<3, 3>() = -skew(offset);
    const Mat6 back = shift * b.damping_L * shift.transpose();
    EXPECT_LT((back - a.damping_L).norm(), 1e-5 * b.damping_L.norm());
  }
}

// Sinking by 10 um never adds more than the water that the largest waterplane gains.
TEST(SurfaceBody, ForceIsContinuousAsFacesCrossTheSurface) {
  constexpr double kStep_m = 1e-5, kRadius = 0.5;
  SurfaceBody body = body_of(geometry::sphere(kRadius, 300));
  Draw draw("continuous");
  const Mat3 R = draw.rotation();
  const double bound = kDensity * kGravity * kPi * kRadius * kRadius * kStep_m * 1.05;
  const double noise = 1e-6 * kDensity * kGravity * body.faces().volume_m3();
  double depth = 0.1, before = 0;
  for (int i = 0; i < 5000; ++i, depth += kStep_m) {
    const Vec6 b = body.evaluate(query_at(R, depth), nullptr).buoyancy_L;
    const double lift = -b.head<3>().dot(Vec3(R.row(2)));
    if (i > 0) {
      ASSERT_LT(std::abs(lift - before), bound + noise);
    }
    before = lift;
  }
}

TEST(SurfaceBody, DragOfSimpleBodies) {
  const double U = 1.4, q = 0.5 * kDensity * U * U;
  const auto drag = [&](geometry::TriangleMesh mesh) {
    SurfaceBody body = body_of(std::move(mesh));
    SurfaceQuery query = query_at(Mat3::Identity(), 20);
    query.current_N.x() = U;
    return body.evaluate(query, nullptr).drag_L;
  };
  EXPECT_NEAR(drag(geometry::sphere(0.3, 5000))[0], q * kPi * 0.09 / 2, kMeshedDrag * q);
  EXPECT_NEAR(drag(geometry::cylinder(0.3, 2, 5000))[0], q * 4.0 / 3 * 0.3 * 2, kMeshedDrag * q);
  EXPECT_NEAR(drag(geometry::box({1, 0.8, 0.5}, 12))[0], q * 0.4, kPlane * q);
}

TEST(SurfaceBody, MovingAndBeingPassedAreTheSame) {
  SurfaceBody body = body_of(geometry::ellipsoid({1, 0.4, 0.3}, 1000));
  Draw draw("relative");
  const Mat3 R = draw.rotation();
  const Vec3 v = draw.vector(1);
  SurfaceQuery flow = query_at(R, 5), motion = query_at(R, 5);
  flow.current_N = v;
  motion.nu_L.head<3>() = -(R.transpose() * v);
  EXPECT_EQ(body.evaluate(flow, nullptr).drag_L, body.evaluate(motion, nullptr).drag_L);
  EXPECT_GT(body.loads().drag_L.norm(), 1);
}

// A flow that turns as a whole about the link is a turn of the link the other way.
TEST(SurfaceBody, ShearedCurrentTurnsTheBody) {
  SurfaceBody body = body_of(geometry::box({2, 0.5, 0.3}, 500));
  SurfaceQuery sheared = query_at(Mat3::Identity(), 5), turning = sheared;
  sheared.current_gradient_N = skew(Vec3(0, 0, 0.8));
  turning.nu_L[5] = -0.8;
  const Vec6 expected = body.evaluate(turning, nullptr).drag_L;
  EXPECT_GT(expected[5], 10);
  EXPECT_LT((body.evaluate(sheared, nullptr).drag_L - expected).norm(), 1e-5 * expected.norm());
}

TEST(SurfaceBody, WindPushesTheDryPart) {
  const double wind = 12, rho = 1.2, C = 0.9;
  WettedSurface surface = surface_of(geometry::box({1, 2, 0.6}, 12));
  surface.air_drag = C;
  SurfaceBody body(surface, kCalm);
  SurfaceQuery query = query_at(Mat3::Identity(), -0.1);  // 0.2 m in the water, 0.4 m above
  query.wind_N.x() = wind;
  query.air_density_kg_m3 = rho;
  const double expected = 0.5 * rho * C * wind * wind * 2 * 0.4;
  SurfaceLoads loads = body.evaluate(query, nullptr);
  EXPECT_NEAR(loads.air_L[0], expected, kPlane * expected);
  EXPECT_NEAR(loads.air_L[4], -0.1 * expected, kPlane * expected);  // 0.1 m above the middle
  EXPECT_EQ(loads.drag_L.norm(), 0);
  query.p_NL_N.z() = -5;  // in the air altogether
  loads = body.evaluate(query, nullptr);
  EXPECT_NEAR(loads.air_L[0], expected * 0.6 / 0.4, kPlane * expected);
  EXPECT_EQ(loads.buoyancy_L.norm() + loads.wet_volume_m3, 0);
  query.p_NL_N.z() = 5;
  EXPECT_EQ(body.evaluate(query, nullptr).air_L.norm(), 0);
}

TEST(SurfaceBody, TideMovesTheSurface) {
  SurfaceBody body = body_of(geometry::box({1, 1, 1}, 12));
  SurfaceQuery query = query_at(Mat3::Identity(), 0.3);
  query.still_surface_z_m = 0.3;
  EXPECT_NEAR(body.evaluate(query, nullptr).wet_fraction, 0.5, kPlane);
}

TEST(SurfaceBody, DampingIsPositiveAndActsAgainstMotion) {
  SurfaceBody body = body_of(geometry::ellipsoid({1, 0.4, 0.3}, 1000));
  Draw draw("damping");
  for (int i = 0; i < 50; ++i) {
    SurfaceQuery query = query_at(draw.rotation(), draw.uniform(-0.5, 0.5));
    query.nu_L << draw.vector(1), draw.vector(2);
    const SurfaceLoads loads = body.evaluate(query, nullptr);
    EXPECT_LE((loads.drag_L + loads.air_L).dot(query.nu_L), 0);
    EXPECT_EQ((loads.damping_L - loads.damping_L.transpose()).norm(), 0);
    const Vec6 values = symmetric_eigen(loads.damping_L).values;
    EXPECT_GT(values.minCoeff(), -1e-6 * values.maxCoeff());
    constexpr double kStep = 1e-3;
    const Vec6 direction = query.nu_L.normalized();
    SurfaceQuery more = query, less = query;
    more.nu_L += kStep * direction;
    less.nu_L -= kStep * direction;
    const auto force = [&](const SurfaceQuery& q) {
      const SurfaceLoads& l = body.evaluate(q, nullptr);
      return Vec6(l.drag_L + l.air_L);
    };
    const Vec6 slope = (force(less) - force(more)) / (2 * kStep);
    EXPECT_LT((slope - loads.damping_L * direction).norm(), 2e-3 * loads.damping_L.norm());
    query.damping = false;
    EXPECT_EQ(body.evaluate(query, nullptr).drag_L, loads.drag_L);
    EXPECT_EQ(body.loads().damping_L.norm(), 0);
  }
}

TEST(SurfaceBody, SameBitsForAnyNumberOfThreads) {
  SurfaceBody body = body_of(geometry::ellipsoid({4, 1, 0.8}, 50000));
  Draw draw("threads");
  SurfaceQuery query = query_at(draw.rotation(), 0.1);
  query.nu_L << draw.vector(1), draw.vector(1);
  query.wind_N = draw.vector(10);
  const SurfaceLoads alone = body.evaluate(query, nullptr);
  for (const int threads : {1, 2, 4}) {
    ThreadArena arena(threads);
    const SurfaceLoads& loads = body.evaluate(query, &arena);
    EXPECT_EQ(loads.buoyancy_L, alone.buoyancy_L);
    EXPECT_EQ(loads.drag_L, alone.drag_L);
    EXPECT_EQ(loads.air_L, alone.air_L);
    EXPECT_EQ(loads.damping_L, alone.damping_L);
  }
}

}  // namespace surface_body_test
}  // namespace hadal::dynamics
