#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

TriangleMesh transformed(const TriangleMesh& mesh, const Pose& X_AB) {
  TriangleMesh result = mesh;
  const Mat3 R_AB = X_AB.q.toRotationMatrix();
  for (Vec3& vertex : result.vertices) vertex = R_AB * vertex + X_AB.p;
  return result;
}

void append(TriangleMesh& a, const TriangleMesh& b) {
  const auto offset = static_cast<uint32_t>(a.vertices.size());
  const size_t first = a.triangles.size();
  if (!a.corner_uv.empty() || !b.corner_uv.empty()) {
    a.corner_uv.resize(first);
    a.corner_uv.insert(a.corner_uv.end(), b.corner_uv.begin(), b.corner_uv.end());
    a.corner_uv.resize(first + b.triangles.size());
  }
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  a.triangles.insert(a.triangles.end(), b.triangles.begin(), b.triangles.end());
  for (size_t i = first; i < a.triangles.size(); ++i)
    for (uint32_t& vertex : a.triangles[i]) vertex += offset;
}

}  // namespace hadal::geometry
