// The faces of a closed surface, laid out for face_kernel.h.
//
// Coordinates are single precision and relative to the middle C of the bounding box, along the axes
// of the link frame L, so that rounding is a fraction of the body's size wherever the link's origin
// is. Faces follow a Morton curve through their centres: neighbours in space are neighbours in
// memory, and whole blocks are dry or wet. Eight faces make a block, quantity after quantity; the
// last block is filled up with faces of no area. Vertices are numbered by their first use along the
// curve. Faces without area are left out. Constant after construction.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::dynamics {

constexpr size_t kFaceLanes = 8;
constexpr size_t kBlocksPerChunk = 256;  // a unit of work for one thread: 2048 faces

// What drag needs of eight faces.
struct alignas(32) FaceDragBlock {
  float normal[3][kFaceLanes];
  float arm[3][kFaceLanes];  // centre x normal, m
  float linear[kFaceLanes];  // area times the coefficients in the direction of the normal
  float quadratic[kFaceLanes];
  float area[kFaceLanes];
};

// The rest, needed where the surface of the water or a strained flow meets the faces.
struct alignas(32) FaceShapeBlock {
  float center[3][kFaceLanes];
  float corner[9][kFaceLanes];  // x0 y0 z0 x1 y1 z1 x2 y2 z2
  int32_t vertex[3][kFaceLanes];
};

class FaceSet {
 public:
  // mesh_L must be closed, outward oriented and of positive volume. A face with the normal n has
  // the coefficient n^T diag(drag) n.
  FaceSet(const geometry::TriangleMesh& mesh_L, const Vec3& drag_linear,
          const Vec3& drag_quadratic);

  size_t faces() const { return order_.size(); }
  size_t chunks() const { return (drag_.size() + kBlocksPerChunk - 1) / kBlocksPerChunk; }
  std::span<const FaceDragBlock> drag() const { return drag_; }
  std::span<const FaceShapeBlock> shape() const { return shape_; }
  // The triangle of the mesh that each face came from.
  std::span<const uint32_t> order() const { return order_; }
  // Whether any face has a linear coefficient.
  bool has_linear_drag() const { return has_linear_drag_; }

  // Vertices relative to C; as many as faces use, filled up to whole blocks with C itself.
  size_t vertices() const { return vertices_; }
  std::span<const float> vertex_x() const { return position_[0]; }
  std::span<const float> vertex_y() const { return position_[1]; }
  std::span<const float> vertex_z() const { return position_[2]; }

  const Vec3& center_L() const { return center_L_; }
  const Vec3& half_extent_L() const { return half_extent_L_; }
  double reach_m() const { return reach_m_; }  // of the farthest vertex from C
  double volume_m3() const { return volume_m3_; }
  double area_m2() const { return area_m2_; }
  const Vec3& centroid_L() const { return centroid_L_; }

 private:
  void sort_faces(const geometry::TriangleMesh& mesh);
  void take_vertices(const geometry::TriangleMesh& mesh);
  void take_face(size_t face, const geometry::TriangleMesh& mesh, const Vec3& drag_linear,
                 const Vec3& drag_quadratic);

  std::vector<FaceDragBlock> drag_;
  std::vector<FaceShapeBlock> shape_;
  std::vector<uint32_t> order_;
  std::vector<int32_t> vertex_number_;  // by vertex of the mesh; -1 where unused
  std::vector<float> position_[3];
  size_t vertices_ = 0;
  bool has_linear_drag_ = false;
  Vec3 center_L_, half_extent_L_, centroid_L_;
  double reach_m_ = 0, volume_m3_ = 0, area_m2_ = 0;
};

}  // namespace hadal::dynamics
