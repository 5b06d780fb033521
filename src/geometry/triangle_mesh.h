// A triangle mesh in metres. Faces are counter-clockwise seen from outside, so that normals point
// out of a closed body. Which frame the vertices are in is said by the owner.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "math/types.h"

namespace hadal::geometry {

struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<uint32_t, 3>> triangles;
  // Texture coordinates u0 v0 u1 v1 u2 v2 of the corners of each triangle; empty without.
  std::vector<std::array<float, 6>> corner_uv;

  bool empty() const { return triangles.empty(); }
  const Vec3& corner(size_t triangle, int k) const { return vertices[triangles[triangle][k]]; }
  // Twice the area times the outward unit normal.
  Vec3 area_vector_doubled(size_t triangle) const {
    const Vec3& a = corner(triangle, 0);
    return (corner(triangle, 1) - a).cross(corner(triangle, 2) - a);
  }
};

// The vertices of a mesh in another frame.
TriangleMesh transformed(const TriangleMesh& mesh, const Pose& X_AB);
// Puts b's faces after a's; vertices are not merged. Where one of them has no texture coordinates,
// they are zero.
void append(TriangleMesh& a, const TriangleMesh& b);

}  // namespace hadal::geometry
