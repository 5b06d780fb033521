#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/parts/building_blocks.h"
#include "geometry/parts/housings.h"
#include "geometry/parts/propulsion.h"
#include "geometry/parts/structure.h"

namespace hadal::geometry {
namespace parts_test {

constexpr double kTolerance_m = 1e-12;

// Closed, every piece of it outward, inside of the box given and touching all its sides, not finer
// than said.
void expect_part(const TriangleMesh& mesh, const Vec3& low, const Vec3& high, size_t max_faces,
                 double tolerance_m = kTolerance_m) {
  EXPECT_TRUE(is_closed(mesh));
  const MeshReport report = check_mesh(mesh);
  EXPECT_EQ(report.open_edges, 0u);
  EXPECT_EQ(report.unbalanced_edges, 0u);
  EXPECT_EQ(report.turned_faces, 0u);
  EXPECT_EQ(report.turned_parts, 0u);
  EXPECT_GT(signed_volume(mesh), 0);
  const Bounds box = bounding_box(mesh);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(box.lower[k], low[k], tolerance_m) << k;
    EXPECT_NEAR(box.upper[k], high[k], tolerance_m) << k;
  }
  EXPECT_LE(mesh.triangles.size(), max_faces);
}

TEST(VehicleParts, TurnedCylinderHasTheVolumeOfItsPrism) {
  const ProfilePoint profile[] = {{0, 0}, {2, 0}, {2, 3}, {0, 3}};
  const TriangleMesh mesh = turned(profile, false, 24);
  expect_part(mesh, {-2, -2, 0}, {2, 2, 3}, 96);
  const double area = 12 * 4 * std::sin(2 * std::numbers::pi / 24);
  EXPECT_NEAR(signed_volume(mesh), 3 * area, 1e-12);
}

TEST(VehicleParts, TurnedLoopHasAHole) {
  const ProfilePoint profile[] = {{1, 0}, {1, 1}, {2, 1}, {2, 0}};
  const TriangleMesh mesh = turned(profile, true, 24);
  expect_part(mesh, {-2, -2, 0}, {2, 2, 1}, 192);
  EXPECT_NEAR(signed_volume(mesh), 12 * 3 * std::sin(2 * std::numbers::pi / 24), 1e-12);
}

TEST(VehicleParts, DuctedThrusterStandsAboutItsDisc) {
  const DuctedThruster t200{0.05, 0.113, 0.05, 0.02, 3};
  const TriangleMesh mesh = ducted_thruster(t200);
  expect_part(mesh, {-0.05, -0.05, -0.0678}, {0.05, 0.05, 0.0452}, 800);
}

// What the blades reach over is the disc: circle of the radius about the origin, in z = 0.
TEST(VehicleParts, PropellerFillsItsDisc) {
  const Propeller part{0.038, 0.012, 0.03, 3, 0.06, 0.024};
  const TriangleMesh mesh = propeller(part);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_GT(signed_volume(mesh), 0);
  double reach = 0;
  Vec3 sum = Vec3::Zero();
  for (const Vec3& v : mesh.vertices) reach = std::max(reach, std::hypot(v.x(), v.y()));
  for (const Vec3& v : mesh.vertices)
    if (std::hypot(v.x(), v.y()) > 0.9 * reach) sum += v;
  EXPECT_NEAR(reach, 0.038, 1e-12);
  EXPECT_LT(sum.norm(), 1e-12);
  EXPECT_LE(mesh.triangles.size(), 600u);
}

// At 0.7 of the radius the blade of a screw of pitch P rises by P/(2 pi) per radian, to +z with a
// positive turn; a negative pitch is its mirror image.
TEST(VehicleParts, PropellerFollowsItsScrew) {
  for (const double pitch_m : {0.06, -0.06}) {
    const Propeller part{0.038, 0.012, 0.03, 1, pitch_m, 0.024};
    const TriangleMesh mesh = propeller(part);
    Vec3 leading = Vec3::Zero(), trailing = Vec3::Zero();
    for (const Vec3& v : mesh.vertices) {
      const double r = std::hypot(v.x(), v.y());
      if (r < 0.02 || r > 0.03) continue;
      if (v.y() > leading.y()) leading = v;
      if (v.y() < trailing.y()) trailing = v;
    }
    const double turn =
        std::atan2(leading.y(), leading.x()) - std::atan2(trailing.y(), trailing.x());
    EXPECT_NEAR((leading.z() - trailing.z()) / turn, pitch_m / (2 * std::numbers::pi), 2e-3);
    EXPECT_GT(turn, 0.3);
  }
}

TEST(VehicleParts, FrameFillsItsBox) {
  const TriangleMesh mesh = bar_frame({2.6, 1.5, 1.6}, 0.04, 3);
  expect_part(mesh, {-1.3, -0.75, -0.8}, {1.3, 0.75, 0.8}, 800);
}

TEST(VehicleParts, SidePlateHasItsWindows) {
  const Vec3 size(0.45, 0.012, 0.22);
  const TriangleMesh full = side_plate(size, 0, 0, 0.03), cut = side_plate(size, 2, 1, 0.03);
  EXPECT_NEAR(signed_volume(full), size.prod(), 1e-15);
  expect_part(cut, -size / 2, size / 2, 300);
  // Two windows of 0.18 x 0.16 m; a corner of side c = 0.04 m keeps a kite of 0.29 c^2.
  const double windows = 2 * (0.18 * 0.16 - 4 * 0.29 * 0.04 * 0.04);
  EXPECT_NEAR(signed_volume(cut), (0.45 * 0.22 - windows) * 0.012, 1e-12);
}

TEST(VehicleParts, SidePlateWithoutRoomHasNoWindow) {
  EXPECT_EQ(side_plate({0.1, 0.01, 0.1}, 4, 4, 0.03).triangles.size(), 12u);
}

TEST(VehicleParts, RoundedBoxHasItsVolume) {
  const Vec3 size(0.4, 0.2, 0.1);
  const double r = 0.03;
  const TriangleMesh mesh = rounded_box(size, r);
  expect_part(mesh, -size / 2, size / 2, 300);
  const Vec3 inner = size - Vec3::Constant(2 * r);
  const double sides = inner.x() * inner.y() + inner.y() * inner.z() + inner.z() * inner.x();
  const double exact = inner.prod() + 2 * r * sides +
                       std::numbers::pi * r * r * inner.sum() +
                       4.0 / 3 * std::numbers::pi * r * r * r;
  EXPECT_NEAR(signed_volume(mesh) / exact, 1, 0.02);
}

TEST(VehicleParts, RoundedBoxKeepsToHalfItsSmallestSide) {
  expect_part(rounded_box({0.4, 0.2, 0.1}, 1), {-0.2, -0.1, -0.05}, {0.2, 0.1, 0.05}, 300);
}

TEST(VehicleParts, HousingsHaveTheirSizes) {
  expect_part(enclosure_tube(0.05, 0.3, 0.06, 0.02), {-0.06, -0.06, -0.15}, {0.06, 0.06, 0.15},
              500);
  expect_part(dome(0.05, 0.01), {-0.055, -0.055, -0.01}, {0.055, 0.055, 0.05}, 500);
  expect_part(dome(0.05, 0), {-0.05, -0.05, 0}, {0.05, 0.05, 0.05}, 500);
  expect_part(lamp_housing(0.02, 0.08), {-0.02, -0.02, -0.04}, {0.02, 0.02, 0.04}, 1300);
  expect_part(sonar_head(0.03, 0.1), {-0.03, -0.03, -0.05}, {0.03, 0.03, 0.05}, 800);
  expect_part(antenna(0.005, 0.4), {-0.015, -0.015, -0.4}, {0.015, 0.015, 0}, 300);
  expect_part(tether_plug(0.015, 0.12), {-0.015, -0.015, 0}, {0.015, 0.015, 0.12}, 500);
}

TEST(VehicleParts, DvlHeadLooksAlongItsAxis) {
  const TriangleMesh mesh = dvl_head(0.05, 0.06);
  expect_part(mesh, {-0.05, -0.05, -0.03}, {0.05, 0.05, 0.03}, 700, 1e-3);
}

}  // namespace parts_test
}  // namespace hadal::geometry
