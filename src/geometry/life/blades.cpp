#include "geometry/life/blades.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::geometry {
namespace {

constexpr int kNodes = kBladePieces + 1;
constexpr double kStraight = 1e-9;  // rad; below it a blade stands upright

// The smallest rotation that takes straight up to the direction of the bend.
Mat3 bent_frame(const Vec2& bend) {
  const double angle = bend.norm();
  if (angle < kStraight) return Mat3::Identity();
  const double x = bend.x() / angle, y = bend.y() / angle;
  const double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
  Mat3 r;
  r << 1 - d * x * x, -d * x * y, -s * x,  //
      -d * x * y, 1 - d * y * y, -s * y,   //
      s * x, s * y, c;
  return r;
}

Vec3 bent_direction(const Vec2& bend) {
  const double angle = bend.norm();
  if (angle < kStraight) return -Vec3::UnitZ();
  const double s = std::sin(angle) / angle;
  return {s * bend.x(), s * bend.y(), -std::cos(angle)};
}

Vec3 place_on(std::span<const BladeNode> nodes, int blade, double along) {
  const double at = std::clamp(along, 0.0, 1.0) * kBladePieces;
  const int k = std::min(static_cast<int>(at), kBladePieces - 1);
  const BladeNode *a = &nodes[blade * kNodes + k], *b = a + 1;
  return a->position_S + (at - k) * (b->position_S - a->position_S);
}

void bend_blade(const Blade& blade, const BladeMotion& motion, std::span<BladeNode> nodes) {
  const double piece_m = blade.length_m / kBladePieces;
  for (int k = 0; k < kNodes; ++k) {
    nodes[k].R_S_rest = bent_frame(blade_bend(blade, motion, double(k) / kBladePieces));
    if (k == 0) continue;
    const Vec2 middle = blade_bend(blade, motion, (k - 0.5) / kBladePieces);
    nodes[k].position_S = nodes[k - 1].position_S + piece_m * bent_direction(middle);
  }
}

}  // namespace

Vec2 blade_bend(const Blade& blade, const BladeMotion& motion, double along) {
  const double profile = 1 - std::pow(1 - along, motion.exponent);
  const double wave = along * std::sin(motion.phase_rad + blade.phase_rad -
                                       2 * std::numbers::pi * motion.waves * along);
  const double lean = blade.lean_at_root + (1 - blade.lean_at_root) * along;
  const Vec2 bend = lean * blade.lean_rad + profile * motion.flow_rad + wave * motion.flutter_rad;
  const double angle = bend.norm();
  return angle > blade.steepest_rad ? Vec2(bend * (blade.steepest_rad / angle)) : bend;
}

void bend_blades(std::span<const Blade> blades, std::span<const BladeMotion> motions,
                 std::span<BladeNode> nodes) {
  HADAL_CHECK(motions.size() == 1 || motions.size() == blades.size());
  HADAL_CHECK(nodes.size() == blades.size() * kNodes);
  for (size_t i = 0; i < blades.size(); ++i) {
    const Blade& blade = blades[i];
    HADAL_CHECK(blade.parent < static_cast<int>(i));
    nodes[i * kNodes].position_S =
        blade.parent < 0 ? blade.root_S : place_on(nodes, blade.parent, blade.parent_along);
    bend_blade(blade, motions[motions.size() == 1 ? 0 : i], nodes.subspan(i * kNodes, kNodes));
  }
}

void pose_blades(const BladedMesh& plant, std::span<const BladeMotion> motions,
                 std::span<BladeNode> nodes, std::span<Vec3> vertices_S) {
  HADAL_CHECK(vertices_S.size() == plant.points.size());
  bend_blades(plant.blades, motions, nodes);
  for (size_t i = 0; i < plant.points.size(); ++i) {
    const BladePoint& point = plant.points[i];
    const double at = point.along * kBladePieces;
    const int k = std::min(static_cast<int>(at), kBladePieces - 1);
    const BladeNode *a = &nodes[point.blade * kNodes + k], *b = a + 1;
    const double f = at - k;
    vertices_S[i] = a->position_S + f * (b->position_S - a->position_S) +
                    (1 - f) * (a->R_S_rest * point.offset_m) + f * (b->R_S_rest * point.offset_m);
  }
}

void settle(BladedMesh& plant) {
  const BladeMotion still;
  std::vector<BladeNode> nodes(plant.blades.size() * kNodes);
  plant.mesh.vertices.resize(plant.points.size());
  pose_blades(plant, {&still, 1}, nodes, plant.mesh.vertices);
}

}  // namespace hadal::geometry
