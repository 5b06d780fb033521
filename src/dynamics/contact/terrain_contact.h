// Where a convex shape touches a triangulated terrain (geometry/height_window.h).
//
// Contacts come from three classes of features, because points alone miss ridges and peaks:
//   terrain vertices inside the shape: normal against the gradient of the shape's distance if that
//     lies in the normal cone of the vertex, otherwise the smooth normal of a convex vertex;
//   convex terrain edges that pierce it: the deepest point of the edge, found by bisection because
//     the distance is convex along a line; normal between those of the two faces;
//   points of the shape below the ground: corners, and for round shapes the support point against
//     the normal of each triangle. Deeper than a quarter of a cell, the nearest point of the
//     surface counts, not the triangle above: a body at the foot of a wall is not lifted over it.
// The ground is a half-space: a body that one long step has carried below it is held from there.
// The deepest and the most widely spread eight are kept and sorted by feature. Nothing is kept from
// call to call, so that contacts are a pure function of the pose.
//
// Cost: blocks of 8 x 8 cells are left out by their bounding spheres; faces of a hull are left out
// block by block; edges by the tangents at their ends. A shape wider than kMaxSide cells sees every
// second, third, ... node only (footprint().stride), so that a step never costs milliseconds: the
// surface it touches is then that of the coarser triangles.
//
// Nodes that are infinite or not a number are holes: nothing touches a triangle with such a corner.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "dynamics/contact/convex_shape.h"
#include "geometry/height_window.h"

namespace hadal::dynamics {

constexpr int kMaxTerrainContacts = 8;  // per shape
constexpr int kMaxSide = 200;           // cells

struct ShapePose {
  Vec3 p_NS = Vec3::Zero();
  Mat3 R_NS = Mat3::Identity();
};

struct TerrainContact {
  Vec3 p_N = Vec3::Zero();       // midway between the two surfaces
  Vec3 normal_N = Vec3::Zero();  // out of the ground, towards the shape
  double depth_m = 0;            // above zero
  uint64_t feature = 0;          // which part touches; equal features are the same contact
};

// The smallest box with axes along N that holds the shape.
struct ShapeBounds {
  Vec3 low_N = Vec3::Zero(), high_N = Vec3::Zero();
};
ShapeBounds bounds_of(const ConvexShape& shape, const ShapePose& pose);

// The nodes under the shape and two cells around it, every stride-th one. With a stride, indices
// count strides, and the window's cell is stride cells wide.
struct Footprint {
  int64_t i0 = 0, j0 = 0;
  int ni = 0, nj = 0;
  int stride = 1;
};
Footprint footprint_of(const ShapeBounds& bounds, double cell_m);

// Memory for the search, allocated once; one per thread.
class TerrainContactFinder {
 public:
  TerrainContactFinder() = default;
  // For shapes of up to this many corners and faces, on windows of up to this many nodes.
  void reserve(size_t nodes, size_t corners, size_t faces);

  // Writes up to kMaxTerrainContacts contacts and returns how many. The window must hold the
  // footprint of the shape. Allocates nothing within what was reserved.
  int find(const ConvexShape& shape, const ShapePose& pose, const geometry::HeightWindow& window,
           std::span<TerrainContact> out);

  static constexpr int kTiles = 8;  // candidates of vertices and edges: the deepest of each tile
  struct Scratch {
    std::vector<SurfaceDistance> node;  // distance of each node
    std::vector<uint8_t> measured;      // per node
    std::vector<uint16_t> faces;        // of a hull that matter in a block
    std::vector<TerrainContact> candidates;
    std::vector<double> spread;  // of the reduction
    TerrainContact vertex_tile[kTiles * kTiles], edge_tile[kTiles * kTiles];
  };

 private:
  Scratch scratch_;
};

}  // namespace hadal::dynamics
