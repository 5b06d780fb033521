#include "dynamics/surface/face_set.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "geometry/mass_properties.h"

namespace hadal::dynamics {
namespace {

using geometry::TriangleMesh;

size_t whole_blocks(size_t count) {
  return (count + kFaceLanes - 1) / kFaceLanes;
}

Vec3 center_of(const TriangleMesh& mesh, size_t triangle) {
  return (mesh.corner(triangle, 0) + mesh.corner(triangle, 1) + mesh.corner(triangle, 2)) / 3;
}

// Interleaves the bits of the three coordinates, each in [0, 1], on a grid of 2^10 cells a side.
uint32_t morton_key(const Vec3& position) {
  constexpr int kBits = 10;
  constexpr double kLast = (1 << kBits) - 1;
  uint32_t key = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto cell = static_cast<uint32_t>(std::fmin(std::fmax(position[axis], 0), 1) * kLast);
    for (int bit = 0; bit < kBits; ++bit) key |= ((cell >> bit) & 1u) << (3 * bit + axis);
  }
  return key;
}

}  // namespace

FaceSet::FaceSet(const TriangleMesh& mesh, const Vec3& drag_linear, const Vec3& drag_quadratic) {
  const geometry::MassProperties solid = geometry::mass_properties(mesh, 1);
  HADAL_CHECK(solid.volume_m3 > 0, "a wetted surface encloses a volume, normals outward");
  volume_m3_ = solid.volume_m3;
  area_m2_ = solid.area_m2;
  centroid_L_ = solid.centroid;
  const geometry::Bounds bounds = geometry::bounding_box(mesh);
  center_L_ = bounds.middle();
  half_extent_L_ = 0.5 * bounds.size();
  sort_faces(mesh);
  take_vertices(mesh);
  drag_.assign(whole_blocks(faces()), FaceDragBlock{});
  shape_.assign(whole_blocks(faces()), FaceShapeBlock{});
  for (size_t face = 0; face < faces(); ++face) take_face(face, mesh, drag_linear, drag_quadratic);
}

void FaceSet::sort_faces(const TriangleMesh& mesh) {
  const Vec3 size = (2 * half_extent_L_).cwiseMax(1e-30);
  std::vector<std::pair<uint32_t, uint32_t>> keys;
  keys.reserve(mesh.triangles.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!(mesh.area_vector_doubled(t).norm() > 0)) continue;
    const Vec3 place = (center_of(mesh, t) - center_L_).cwiseQuotient(size).array() + 0.5;
    keys.emplace_back(morton_key(place), static_cast<uint32_t>(t));
  }
  std::sort(keys.begin(), keys.end());
  for (const auto& [key, triangle] : keys) order_.push_back(triangle);
}

void FaceSet::take_vertices(const TriangleMesh& mesh) {
  vertex_number_.assign(mesh.vertices.size(), -1);
  for (const uint32_t triangle : order_)
    for (const uint32_t vertex : mesh.triangles[triangle])
      if (vertex_number_[vertex] < 0) {
        vertex_number_[vertex] = static_cast<int32_t>(vertices_++);
        const Vec3 p = mesh.vertices[vertex] - center_L_;
        reach_m_ = std::fmax(reach_m_, p.norm());
        for (int axis = 0; axis < 3; ++axis) position_[axis].push_back(static_cast<float>(p[axis]));
      }
  for (auto& axis : position_) axis.resize(whole_blocks(vertices_) * kFaceLanes, 0.0f);
}

void FaceSet::take_face(size_t face, const TriangleMesh& mesh, const Vec3& drag_linear,
                        const Vec3& drag_quadratic) {
  const uint32_t triangle = order_[face];
  FaceDragBlock& drag = drag_[face / kFaceLanes];
  FaceShapeBlock& shape = shape_[face / kFaceLanes];
  const size_t lane = face % kFaceLanes;
  const Vec3 doubled = mesh.area_vector_doubled(triangle);
  const double area = doubled.norm() / 2;
  const Vec3 n = doubled.normalized(), c = center_of(mesh, triangle) - center_L_, arm = c.cross(n);
  const double linear = area * n.dot(drag_linear.cwiseProduct(n));
  has_linear_drag_ = has_linear_drag_ || linear != 0;
  drag.linear[lane] = static_cast<float>(linear);
  drag.quadratic[lane] = static_cast<float>(area * n.dot(drag_quadratic.cwiseProduct(n)));
  drag.area[lane] = static_cast<float>(area);
  for (int axis = 0; axis < 3; ++axis) {
    drag.normal[axis][lane] = static_cast<float>(n[axis]);
    drag.arm[axis][lane] = static_cast<float>(arm[axis]);
    shape.center[axis][lane] = static_cast<float>(c[axis]);
  }
  for (int k = 0; k < 3; ++k) {
    const int32_t vertex = vertex_number_[mesh.triangles[triangle][k]];
    shape.vertex[k][lane] = vertex;
    for (int axis = 0; axis < 3; ++axis) shape.corner[3 * k + axis][lane] = position_[axis][vertex];
  }
}

}  // namespace hadal::dynamics
