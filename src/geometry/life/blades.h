// Plants that bend with the water: ribbons and stems whose every vertex knows its blade.
//
// A blade is a line of constant length from its root. Its direction at the fraction x of the length
// is turned from straight up (-z) by the angle |b(x)| toward the azimuth of b(x), with
//   b(x) = lean (r + (1 - r) x) + flow (1 - (1 - x)^exponent) + flutter x sin(phase - 2 pi waves
//   x).
// r is lean_at_root. The line is a polyline of kBladePieces equal pieces, each along the direction
// at its middle, so the length is kept exactly however far the blade bends. A vertex stands at
//   p = c(x) + R(x) offset,  R the smallest rotation that takes straight up to the direction at x.
//
// Frame S of a plant: origin on the seabed, z down, the plant grows toward -z. A blade may grow
// from another one (the leaves of kelp): its root then moves with that one.
#pragma once
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

using Vec2 = Eigen::Vector2d;

constexpr int kBladePieces = 12;

struct Blade {
  Vec3 root_S = Vec3::Zero();  // of a blade with a parent: unused
  double length_m = 1;
  Vec2 lean_rad = Vec2::Zero();  // b at the tip at rest
  double lean_at_root = 0;       // fraction of it that the root has already
  double steepest_rad = 1.45;    // |b| is cut here: the blade does not enter the seabed
  double phase_rad = 0;          // tells flutters apart
  int parent = -1;               // index of an earlier blade
  double parent_along = 0;       // fraction of the parent's length where this one grows
};

// Where a vertex is on its blade.
struct BladePoint {
  int blade = 0;
  double along = 0;  // fraction of the length, 0..1
  Vec3 offset_m = Vec3::Zero();
};

struct BladedMesh {
  TriangleMesh mesh;  // at rest
  std::vector<Blade> blades;
  std::vector<BladePoint> points;  // one per vertex
};

struct BladeMotion {
  Vec2 flow_rad = Vec2::Zero();
  double exponent = 3;
  Vec2 flutter_rad = Vec2::Zero();
  double phase_rad = 0;  // added to the blade's own
  double waves = 0.6;    // of the flutter along the blade
};

// The bend of a blade at a fraction of its length.
Vec2 blade_bend(const Blade& blade, const BladeMotion& motion, double along);

// The line of each blade: kBladePieces + 1 nodes, with the frame of each node.
struct BladeNode {
  Vec3 position_S = Vec3::Zero();
  Mat3 R_S_rest = Mat3::Identity();
};
// nodes: (kBladePieces + 1) per blade. motions: one per blade, or one for all.
void bend_blades(std::span<const Blade> blades, std::span<const BladeMotion> motions,
                 std::span<BladeNode> nodes);

// The vertices of a plant whose blades are bent so; allocates nothing. nodes is scratch of the size
// above, vertices_S one per vertex.
void pose_blades(const BladedMesh& plant, std::span<const BladeMotion> motions,
                 std::span<BladeNode> nodes, std::span<Vec3> vertices_S);

// Puts the vertices of plant.mesh where they are at rest.
void settle(BladedMesh& plant);

}  // namespace hadal::geometry
