// The ray scene: shapes prepared once, and views of them made per tick. Two levels: every shape is
// a bottom-level tree of its own, a view is a small top level of instances (50 us for 50 of them).
// Only the sources of this folder know Embree (version 3).
//
// Trees are built by one thread, and rays use one instruction set (AVX2) whatever else the CPU has,
// so that the same input gives the same hits. Embree starts its divisions from the approximate
// reciprocals of the CPU, which makes of CPU round differently: between them the last digit of a
// single-precision range may differ. View::trace_one() computes its ranges in double precision and
// is free of that.
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

// Places a shape in a view: p_A = translation_A + R q.
struct Placed {
  Shape shape;
  Mat3 R = Mat3::Identity();
  Vec3 translation_A = Vec3::Zero();
  Instance instance;
};

class Scene {
 public:
  Scene();
  ~Scene();
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;

  // Says so when rays cannot run on AVX2 here; else empty.
  const std::string& note() const;

  // An empty mesh gives an empty shape, which no ray hits. Throws InvalidInput for vertices that
  // are not finite and for corners that do not exist.
  Shape triangles(const geometry::TriangleMesh& mesh) const;
  // A lattice of rows x columns vertices, split like geometry/height_window.h: vertex (i, j) is
  // at (i cell_m, j cell_m, z[i * columns + j]). A fifth of the memory of triangles. With a
  // curtain, walls of that height hang down (+z) from the border, so that no ray slips through
  // between two grids that share a border; what hits a curtain is taken back to the surface beside
  // it.
  Shape grid(int rows, int columns, double cell_m, std::span<const float> z,
             double curtain_m = 0) const;

  // Instances have the indices of things. Things may be made and changed while views are in use;
  // any thread may call.
  std::shared_ptr<const View> view(const Vec3& anchor_N, std::span<const Placed> things) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::raytrace
