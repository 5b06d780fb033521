// The content of a mesh as one number: equal for equal vertices, bit for bit, and equal faces in
// equal order.
#pragma once
#include "base/hash.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

inline uint64_t mesh_hash(const TriangleMesh& mesh) {
  Hasher hasher;
  hasher.add_bytes(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
  hasher.add_bytes(mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
  return hasher.value();
}

}  // namespace hadal::geometry
