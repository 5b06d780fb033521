// The ray scene: shapes prepared once, and views of them made per tick. Two levels: every shape is
// a bottom-level tree of its own, a view is a small top level of instances. Meshes are traced by
// Embree (version 3), which only the sources of this folder know; ground and water surface, the
// most of what sensors see, are height fields with a tracer of their own (field_tracer.h).
//
// Trees are built by one thread; hits are decided by our own arithmetic (mesh_tracer.h), so that the
// same input gives the same hits on every processor.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "geometry/triangle_mesh.h"
#include "raytrace/view.h"

namespace hadal::raytrace {

// A shape ready for rays. Copies share it.
class Shape {
 public:
  bool empty() const { return !impl_; }
  size_t bytes() const;  // buffers and tree
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

// Places a shape in a view: p_A = translation_A + scale R q. Only meshes can be scaled.
struct Placed {
  Shape shape;
  Mat3 R = Mat3::Identity();
  Vec3 translation_A = Vec3::Zero();
  Instance instance;
  double scale = 1;
};

class Scene {
 public:
  Scene();
  ~Scene();
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;

  // Says so when results may depend on the processor (math/portable); else empty.
  std::string note() const;

  // An empty mesh gives an empty shape, which no ray hits. Throws InvalidInput for vertices that
  // are not finite and for corners that do not exist.
  Shape triangles(const geometry::TriangleMesh& mesh) const;
  // A lattice of rows x columns vertices (height_field.h): vertex (i, j) is at (i cell_m, j cell_m,
  // z[i * columns + j]). A tenth of the memory of triangles, and twice to three times as fast. No
  // ray slips through between two grids that share the nodes of a border.
  Shape grid(int rows, int columns, double cell_m, std::span<const float> z) const;

  // Instances have the indices of things. Things may be made and changed while views are in use;
  // any thread may call. With a shutter time, meshes move by their velocities (Instance) from
  // Rays::time 0 to 1; things that hardly move do not.
  std::shared_ptr<const View> view(const Vec3& anchor_N, std::span<const Placed> things,
                                   double shutter_s = 0) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::raytrace
