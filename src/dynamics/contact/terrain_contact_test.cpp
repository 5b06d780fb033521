#include "dynamics/contact/terrain_contact.h"

#include <gtest/gtest.h>

#include <limits>

#include "dynamics/contact/terrain_patch.h"
#include "dynamics/contact/test_terrain.h"

namespace hadal::dynamics {
namespace terrain_contact_test {

using Kind = CollisionShape::Kind;

struct Found {
  std::vector<TerrainContact> contacts;
  double deepest() const {
    double max = 0;
    for (const TerrainContact& c : contacts) max = std::max(max, c.depth_m);
    return max;
  }
};

Found touch(const CollisionShape& spec, const ShapePose& pose, const TerrainSource& terrain) {
  const ConvexShape shape(spec);
  const Footprint f = footprint_of(bounds_of(shape, pose), terrain.cell_m());
  std::vector<double> depths(static_cast<size_t>(f.ni) * f.nj);
  for (int a = 0; a < f.ni; ++a)
    for (int b = 0; b < f.nj; ++b)
      terrain.nodes((f.i0 + a) * f.stride, (f.j0 + b) * f.stride, 1, 1,
                    std::span(depths).subspan(static_cast<size_t>(a) * f.nj + b, 1));
  TerrainContactFinder finder;
  finder.reserve(depths.size(), shape.corners().size(), shape.faces().size());
  std::vector<TerrainContact> out(kMaxTerrainContacts);
  const geometry::HeightWindow window{terrain.cell_m() * f.stride, f.i0, f.j0, f.ni, f.nj, depths};
  out.resize(finder.find(shape, pose, window, out));
  return {out};
}

ShapePose upright(const Vec3& p) {
  return {p, Mat3::Identity()};
}

double half_depth(const CollisionShape& spec) {
  return ConvexShape(spec).support(Vec3::UnitZ()).z();
}

// On flat ground every shape sinks as deep as it is low, whatever the cell.
TEST(TerrainContact, FlatGroundGivesTheDepthAndThePlaneNormal) {
  constexpr double kDepth = 2e-3, kTolerance = 1e-9;
  for (const double cell : {0.025, 0.2, 1.0, 5.0})
    for (const CollisionShape& spec : testing::shapes_of_size(0.5)) {
      const auto ground = testing::flat(cell, 7);
      const Found found =
          touch(spec, upright({3.13, -8.71, 7 - half_depth(spec) + kDepth}), *ground);
      ASSERT_FALSE(found.contacts.empty()) << static_cast<int>(spec.kind) << " cell " << cell;
      EXPECT_LE(found.contacts.size(), 8u);
      EXPECT_NEAR(found.deepest(), kDepth, kTolerance)
          << static_cast<int>(spec.kind) << " cell " << cell;
      for (const TerrainContact& c : found.contacts) {
        EXPECT_NEAR((c.normal_N + Vec3::UnitZ()).norm(), 0, kTolerance);
        EXPECT_NEAR(c.p_N.z(), 7 + 0.5 * kDepth, kDepth);
      }
      EXPECT_TRUE(touch(spec, upright({3.13, -8.71, 7 - half_depth(spec) - 1e-6}), *ground)
                      .contacts.empty());
    }
}

// A box stands on four corners' worth of support: the contacts span its base.
TEST(TerrainContact, ContactsOfABoxSpanItsBase) {
  for (const double cell : {0.025, 0.2, 5.0}) {
    const Found found = touch(testing::shape_of(Kind::kBox, {1, 0.5, 0.2}),
                              upright({0.3, 0.4, -0.199}), *testing::flat(cell));
    Vec3 low = Vec3::Constant(1e9), high = -low;
    for (const TerrainContact& c : found.contacts) {
      low = low.cwiseMin(c.p_N);
      high = high.cwiseMax(c.p_N);
    }
    EXPECT_NEAR(high.x() - low.x(), 2, 2 * std::min(cell, 0.01)) << cell;
    EXPECT_NEAR(high.y() - low.y(), 1, 2 * std::min(cell, 0.01)) << cell;
  }
}

TEST(TerrainContact, SlopeGivesItsNormal) {
  const double angle = 0.4;
  const Vec3 normal(std::sin(angle), 0, -std::cos(angle));
  for (const double cell : {0.05, 1.0})
    for (const CollisionShape& spec : testing::shapes_of_size(0.4)) {
      const Mat3 R = Eigen::AngleAxisd(-angle, Vec3::UnitY()).toRotationMatrix();
      const Found found =
          touch(spec, {(half_depth(spec) - 1e-3) * normal, R}, *testing::slope(cell, angle));
      ASSERT_FALSE(found.contacts.empty());
      EXPECT_NEAR(found.deepest(), 1e-3, 1e-9);
      for (const TerrainContact& c : found.contacts)
        EXPECT_NEAR((c.normal_N - normal).norm(), 0, 1e-6);
    }
}

// A ridge along east, in the middle between the corners of a wide box: no corner is near the
// ground.
TEST(TerrainContact, RidgeBetweenTheCornersIsFound) {
  for (const double cell : {0.05, 0.25, 1.0}) {
    const testing::FunctionTerrain ridge(cell,
                                         [](double north, double) { return 2 * std::abs(north); });
    const Found found =
        touch(testing::shape_of(Kind::kBox, {0.8, 0.3, 0.1}), upright({0.02, 0.5, -0.09}), ridge);
    EXPECT_NEAR(found.deepest(), 0.01, 1e-6) << cell;
    for (const TerrainContact& c : found.contacts) EXPECT_NEAR(c.normal_N.z(), -1, 1e-6);
  }
}

TEST(TerrainContact, SinglePeakIsFound) {
  for (const CollisionShape& spec : testing::shapes_of_size(0.5)) {
    const testing::FunctionTerrain peak(0.25, [](double north, double east) {
      return std::max(std::abs(north), std::abs(east)) < 0.1 ? 0.0 : 1.0;
    });
    const Found found = touch(spec, upright({0.03, 0.02, -half_depth(spec) + 0.01}), peak);
    EXPECT_NEAR(found.deepest(), 0.01, 0.004) << static_cast<int>(spec.kind);
  }
}

// A wall one cell wide: a box that touches it with its front is pushed back, not up.
TEST(TerrainContact, TrueStepPushesBackNotUp) {
  for (const double cell : {0.02, 0.05}) {
    const testing::FunctionTerrain step(
        cell, [](double north, double) { return north > 0.999 ? -0.5 : 0.0; });
    const double wall = 1 - cell;  // foot of the wall
    const Found found = touch(testing::shape_of(Kind::kBox, {0.3, 0.2, 0.1}),
                              upright({wall - 0.3 + 0.004, 0, -0.11}), step);
    ASSERT_FALSE(found.contacts.empty());
    for (const TerrainContact& c : found.contacts) {
      EXPECT_LT(c.normal_N.x(), -0.9);
      EXPECT_GT(c.normal_N.z(), -0.3);
      EXPECT_LT(c.depth_m, 0.006);
    }
  }
}

TEST(TerrainContact, HolesAreNotTouchedAndDoNoHarm) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double hole : {kInfinity, -kInfinity, static_cast<double>(NAN)})
    for (const CollisionShape& spec : testing::shapes_of_size(0.5)) {
      const testing::FunctionTerrain nothing(0.1, [=](double, double) { return hole; });
      EXPECT_TRUE(touch(spec, upright({0, 0, 3}), nothing).contacts.empty());
      const testing::FunctionTerrain half(
          0.1, [=](double north, double) { return north < 0 ? 0.0 : hole; });
      const Found found = touch(spec, upright({-0.3, 0, -half_depth(spec) + 0.01}), half);
      EXPECT_FALSE(found.contacts.empty());
      for (const TerrainContact& c : found.contacts) {
        EXPECT_TRUE(c.p_N.allFinite() && c.normal_N.allFinite() && std::isfinite(c.depth_m));
        EXPECT_LE(c.p_N.x(), 0);
      }
    }
}

// Against an oracle: dense samples of rough ground inside the shape. The deepest contact is at
// least about as deep as the deepest sample is below the surface of the shape.
TEST(TerrainContact, RoughGroundIsNeverMissed) {
  const testing::FractalTerrain terrain(0.1, 12, std::tan(1.0), 5);
  const RandomStream stream(1, "test", "poses");
  int compared = 0;
  for (int k = 0; k < 120; ++k) {
    const std::vector<CollisionShape> shapes = testing::shapes_of_size(0.15 + 0.05 * (k % 10));
    const CollisionShape& spec = shapes[k % 6];
    const ConvexShape shape(spec);
    const Quat q =
        Quat(stream.normal(k, 0), stream.normal(k, 1), stream.normal(k, 2), stream.normal(k, 3))
            .normalized();
    ShapePose pose{{4 * stream.uniform(k, 4) - 2, 4 * stream.uniform(k, 5) - 2, 0},
                   q.toRotationMatrix()};
    const auto sampled = [&] {
      const ShapeBounds bounds = bounds_of(shape, pose);
      double max = -1e9;
      for (double north = bounds.low_N.x(); north < bounds.high_N.x(); north += 0.01)
        for (double east = bounds.low_N.y(); east < bounds.high_N.y(); east += 0.01) {
          double d[4];
          const auto i = static_cast<int64_t>(std::floor(north / 0.1)),
                     j = static_cast<int64_t>(std::floor(east / 0.1));
          terrain.nodes(i, j, 2, 2, d);
          const double u = north / 0.1 - static_cast<double>(i),
                       v = east / 0.1 - static_cast<double>(j);
          const double depth = u >= v ? d[0] + u * (d[2] - d[0]) + v * (d[3] - d[2])
                                      : d[0] + u * (d[3] - d[1]) + v * (d[1] - d[0]);
          max = std::max(
              max, -shape.distance(pose.R_NS.transpose() * (Vec3(north, east, depth) - pose.p_NS))
                         .value);
        }
      return max;
    };
    double high = -30, low = 30;  // lower it until the ground is a centimetre deep in the shape
    for (int n = 0; n < 30; ++n) {
      pose.p_NS.z() = 0.5 * (low + high);
      (sampled() > 0.01 ? low : high) = pose.p_NS.z();
    }
    const double expected = sampled();
    if (expected < 0.005 || expected > 0.02) continue;
    ++compared;
    const Found found = touch(spec, pose, terrain);
    EXPECT_GT(found.deepest(), 0.5 * expected) << k;
    EXPECT_LT(found.deepest(), 4 * expected + 0.01) << k;
  }
  EXPECT_GT(compared, 80);
}

TEST(TerrainContact, ContactsAreSortedAndRepeatable) {
  const testing::FractalTerrain terrain(0.1, 12, 1.0, 5);
  const CollisionShape box = testing::shape_of(Kind::kBox, {0.6, 0.5, 0.3});
  const Found a = touch(box, upright({0.1, 0.2, 0.3}), terrain),
              b = touch(box, upright({0.1, 0.2, 0.3}), terrain);
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  for (size_t i = 0; i < a.contacts.size(); ++i) {
    EXPECT_EQ(a.contacts[i].feature, b.contacts[i].feature);
    EXPECT_EQ(a.contacts[i].p_N, b.contacts[i].p_N);
    if (i > 0) {
      EXPECT_LT(a.contacts[i - 1].feature, a.contacts[i].feature);
    }
  }
}

TEST(TerrainContact, LargeShapesSeeACoarserLattice) {
  const ConvexShape large(testing::shape_of(Kind::kBox, {50, 10, 5}));
  const Footprint f = footprint_of(bounds_of(large, upright({0, 0, 0})), 0.025);
  EXPECT_GE(f.stride, 20);
  EXPECT_LE(f.ni, kMaxSide + 8);
  const Found found = touch(testing::shape_of(Kind::kBox, {50, 10, 5}), upright({0, 0, -4.99}),
                            *testing::flat(0.025));
  EXPECT_NEAR(found.deepest(), 0.01, 1e-9);
}

// Far from the origin nothing is lost but rounding.
TEST(TerrainContact, FarFromTheOrigin) {
  const Found near = touch(testing::ball_of(0.5),
                           upright({0.05, 0.05, -0.499}), *testing::flat(0.1));
  const Found far = touch(testing::ball_of(0.5),
                          upright({1e6 + 0.05, -1e6 + 0.05, -0.499}), *testing::flat(0.1));
  ASSERT_EQ(near.contacts.size(), far.contacts.size());
  EXPECT_NEAR(near.deepest(), far.deepest(), 1e-9);
}

TEST(TerrainPatch, NearestPointOfATriangle) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_NEAR((nearest_on_triangle({0.2, 0.2, 3}, a, b, c) - Vec3(0.2, 0.2, 0)).norm(), 0, 1e-15);
  EXPECT_EQ(nearest_on_triangle({-1, -1, 0}, a, b, c), a);
  EXPECT_EQ(nearest_on_triangle({3, -1, 0}, a, b, c), b);
  EXPECT_EQ(nearest_on_triangle({-1, 4, 0}, a, b, c), c);
  EXPECT_EQ(nearest_on_triangle({0.5, -1, 1}, a, b, c), Vec3(0.5, 0, 0));
  EXPECT_NEAR((nearest_on_triangle({1, 1, 0}, a, b, c) - Vec3(0.5, 0.5, 0)).norm(), 0, 1e-15);
}

}  // namespace terrain_contact_test
}  // namespace hadal::dynamics
