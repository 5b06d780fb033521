#include "geometry/life/blades.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/life/weed.h"

namespace hadal::geometry {
namespace blades_test {

constexpr int kNodes = kBladePieces + 1;

double length_of(std::span<const BladeNode> nodes) {
  double sum = 0;
  for (size_t k = 1; k < nodes.size(); ++k) sum += (nodes[k].position_S -
                                                    nodes[k - 1].position_S).norm();
  return sum;
}

std::vector<BladeNode> bent(const std::vector<Blade>& blades, const BladeMotion& motion) {
  std::vector<BladeNode> nodes(blades.size() * kNodes);
  bend_blades(blades, {&motion, 1}, nodes);
  return nodes;
}

TEST(Blades, KeepTheirLengthHoweverTheyBend) {
  Blade blade;
  blade.length_m = 0.7;
  blade.lean_rad = {0.3, -0.2};
  for (const double flow : {0.0, 0.5, 1.2, 3.0}) {
    BladeMotion motion;
    motion.flow_rad = {flow, 0.4 * flow};
    motion.flutter_rad = {0.2, 0.3};
    EXPECT_NEAR(length_of(bent({blade}, motion)), 0.7, 1e-12);
  }
}

// A bend linear in the arc length is a circle: tip at r sin(angle), r (1 - cos(angle)), r = l /
// angle. Sixth order is not expected of twelve straight pieces.
TEST(Blades, LeanIsACircleOfItsLength) {
  constexpr double kChordError = 2e-3;
  Blade blade;
  blade.length_m = 2;
  blade.lean_rad = {1.2, 0};
  const std::vector<BladeNode> nodes = bent({blade}, {});
  const double r = 2 / 1.2;
  EXPECT_NEAR(nodes.back().position_S.x(), r * (1 - std::cos(1.2)), kChordError);
  EXPECT_NEAR(nodes.back().position_S.z(), -r * std::sin(1.2), kChordError);
  EXPECT_NEAR(nodes.back().position_S.y(), 0, 1e-15);
  // The frame at the tip takes straight up to the tangent, and is a rotation.
  const Mat3 R = nodes.back().R_S_rest;
  EXPECT_LT((R.transpose() * R - Mat3::Identity()).norm(), 1e-12);
  EXPECT_NEAR(R.determinant(), 1, 1e-12);
  EXPECT_LT((R * -Vec3::UnitZ() - Vec3(std::sin(1.2), 0, -std::cos(1.2))).norm(), 1e-12);
}

TEST(Blades, NeverEnterTheSeabed) {
  Blade blade;
  BladeMotion storm;
  storm.flow_rad = {5, 0};
  for (const BladeNode& node : bent({blade}, storm)) EXPECT_LE(node.position_S.z(), 1e-12);
}

TEST(Blades, ChildrenMoveWithTheirParent) {
  Blade stem, leaf;
  stem.length_m = 4;
  leaf.length_m = 0.5;
  leaf.parent = 0;
  leaf.parent_along = 0.75;  // on a node
  BladeMotion motion;
  motion.flow_rad = {0.8, 0};
  const std::vector<BladeNode> nodes = bent({stem, leaf}, motion);
  EXPECT_LT((nodes[kNodes].position_S - nodes[9].position_S).norm(), 1e-12);
  EXPECT_GT(nodes[kNodes].position_S.x(), 0.5);
}

TEST(Blades, MeshAtRestIsThePoseInStillWater) {
  const BladedMesh plant = seagrass(4);
  const BladeMotion still;
  std::vector<BladeNode> nodes(plant.blades.size() * kNodes);
  std::vector<Vec3> vertices(plant.points.size());
  pose_blades(plant, {&still, 1}, nodes, vertices);
  EXPECT_EQ(vertices, plant.mesh.vertices);
  ASSERT_EQ(plant.points.size(), plant.mesh.vertices.size());
  for (const BladePoint& point : plant.points) {
    EXPECT_GE(point.along, 0);
    EXPECT_LE(point.along, 1);
  }
}

// The stem's stipes and floats are closed: a bent kelp has the same open edges as one at rest, and
// leaf area is kept within what the bending of a plane sheet may do.
TEST(Blades, BendingKeepsTheWidthOfLeaves) {
  const BladedMesh plant = seagrass(4);
  BladeMotion motion;
  motion.flow_rad = {1.1, 0.3};
  std::vector<BladeNode> nodes(plant.blades.size() * kNodes);
  std::vector<Vec3> vertices(plant.points.size());
  pose_blades(plant, {&motion, 1}, nodes, vertices);
  for (size_t i = 0; i + 1 < vertices.size(); ++i) {
    const BladePoint &a = plant.points[i], &b = plant.points[i + 1];
    if (a.blade != b.blade || a.along != b.along) continue;  // the two rims of one row
    EXPECT_NEAR((vertices[i + 1] - vertices[i]).norm(), (b.offset_m - a.offset_m).norm(), 1e-12);
  }
}

}  // namespace blades_test
}  // namespace hadal::geometry
