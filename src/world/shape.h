// Shapes of a link, made at load: what the water pushes on, what touches, and what is seen. Poses
// and vertices are in the link frame L.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::geometry {
struct SurfaceAddedMass;
}

namespace hadal::inline world {

// A convex shape that touches things. Sizes by kind:
//   sphere (radius), capsule and cylinder (radius, half length, along z of the shape frame S),
//   box (half extents), ellipsoid (semi-axes), hull (vertices).
struct CollisionShape {
  enum class Kind { kSphere, kCapsule, kBox, kCylinder, kEllipsoid, kHull };
  Kind kind = Kind::kSphere;
  Pose X_LS;
  Vec3 size = Vec3::Zero();  // (radius, -, -), (radius, half length, -), half extents, semi-axes
  std::shared_ptr<const geometry::TriangleMesh> hull;  // convex, in S
  int material = 0;                                    // index into MaterialTable
};

// What a shape turns with: a thruster or a fin of its vehicle, about a line through p_L.
struct ShapeMotion {
  std::string actuator;  // empty: it stays
  Vec3 p_L = Vec3::Zero();
  std::string key;  // where it stands in the scenario
};

// A surface that sensors see. Bit masks say which sensors do: see kSeenBy...
struct VisualShape {
  std::shared_ptr<const geometry::TriangleMesh> mesh;  // in L, at rest if it turns
  int material = 0;
  unsigned seen_by = ~0u;
  int appearance = -1;  // index into World::looks; -1: that of the material
  ShapeMotion motion = {};
  int part = -1;  // index into World::moving_parts; -1: it stays
};
constexpr unsigned kSeenByCamera = 1, kSeenBySonar = 2, kSeenByLidar = 4, kSeenByDvl = 8;

// The closed surface that the water acts on, with the coefficients of the drag of its faces
//   dF = 1/2 rho (C_q v_n |v_n| + C_l v_n exp(-v_n^2 / 2)) n dA   for faces turned to the flow.
struct WettedSurface {
  std::shared_ptr<const geometry::TriangleMesh> mesh;  // in L, closed
  Vec3 drag_quadratic = Vec3::Ones();                  // C_q along the axes of L
  Vec3 drag_linear = Vec3::Zero();                     // C_l, m/s
  double air_drag = 1;                                 // C_q in air, all axes
  // Of panels near the surface, per unit of water density, and that density; null if the added mass
  // does not come from panels: then it goes with the wet volume.
  std::shared_ptr<const geometry::SurfaceAddedMass> added_mass;
  double added_mass_density_kg_m3 = 0;
};

}  // namespace hadal::world
