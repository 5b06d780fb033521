// The search behind TerrainContactFinder::find: one shape on one window, once. The order of the
// work is in terrain_search.cpp; terrain_search_ground.cpp finds vertices and edges of the ground
// inside the shape, terrain_search_shape.cpp points of the shape below the ground.
#pragma once
#include <cstdint>
#include <span>

#include "dynamics/contact/terrain_contact.h"
#include "dynamics/contact/terrain_patch.h"

namespace hadal::dynamics {

enum TerrainFeature : uint64_t { kVertex = 1, kEdge = 2, kCorner = 3, kFace = 4 };

inline uint64_t feature_of(TerrainFeature kind, int64_t i, int64_t j, int k) {
  constexpr uint64_t kMask = (uint64_t{1} << 28) - 1;
  return (uint64_t{kind} << 60) | ((static_cast<uint64_t>(i) & kMask) << 32) |
         ((static_cast<uint64_t>(j) & kMask) << 4) | static_cast<uint64_t>(k);
}

// One shape on one window. Coordinates are north, east and down from the window's first node at
// depth zero.
class TerrainSearch {
 public:
  TerrainSearch(const ConvexShape& shape, const ShapePose& pose,
                const geometry::HeightWindow& window, TerrainContactFinder::Scratch& scratch);
  int run(std::span<TerrainContact> out);

 private:
  using Scratch = TerrainContactFinder::Scratch;
  struct Range {
    int a0, a1, b0, b1;  // nodes, both ends included
  };
  Vec3 to_shape(const Vec3& w) const { return Rt_ * (w - p_); }
  SurfaceDistance distance(const Vec3& p_S) const {
    return all_faces_ ? shape_.distance(p_S) : shape_.distance_to_faces(p_S, scratch_.faces);
  }
  bool clear_tables();
  void blocks();
  bool reaches(const Range& block);
  void choose_faces(const Vec3& centre_S, double radius);
  void measure(const Range& block);
  void vertex(int a, int b, const SurfaceDistance& d);
  double path_out(const Vec3& w, const Vec3& normal, double depth) const;
  void edges(const Range& block);
  void edge(int a, int b, int direction);
  struct LowestPoint {
    double at, value;
    Vec3 gradient;
  };
  void line_ends(const TerrainContact& deepest, const Vec3& start_S, const Vec3& along, double at,
                 double length);
  LowestPoint lowest_on_edge(const Vec3& start_S, const Vec3& along_S, double length,
                             SurfaceDistance at_low, SurfaceDistance at_high) const;
  bool edge_may_pierce(int a, int b, int a2, int b2, const Vec3& along, double length) const;
  void corners();
  void corner(const Vec3& w, uint64_t feature);
  void round_parts();
  void sunken(const Vec3& centre_S);
  void round_on_triangles(const Vec3& centre_S, bool rim);
  void round_from_seeds(const Vec3& centre_S, bool rim);
  bool round_support(const Vec3& centre_S, bool rim, const Vec3& normal, Vec3& w) const;
  void keep_deepest(TerrainContact* tiles, int a, int b, const TerrainContact& c);
  void add(const TerrainContact& c);

  const ConvexShape& shape_;
  TerrainPatch ground_;
  Scratch& scratch_;
  Vec3 p_;
  Mat3 R_, Rt_;
  ShapeBounds bounds_;
  Range range_;
  double size_;
  bool all_faces_ = true;
};

}  // namespace hadal::dynamics
