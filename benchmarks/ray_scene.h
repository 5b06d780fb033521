// The scene of all ray and sonar benchmarks: a rippled seabed of one million triangles over 200 m x
// 200 m at about 20 m of depth, in 36 grids, much as the simulation makes them, and 50 objects of
// five shapes and about 1,900 faces each, most of them within 40 m of the middle.
#pragma once
#include <memory>
#include <vector>

#include "raytrace/scene.h"

namespace hadal {

class RayBenchScene {
 public:
  static constexpr int kCells = 708;  // along a side of the seabed; 1,002,528 triangles
  static constexpr double kSide_m = 200;
  static constexpr double kDepth_m = 20;
  static constexpr int kObjects = 50;
  static constexpr int kMaterials = 2;  // 0 the ground, 1 the objects

  RayBenchScene();
  const raytrace::Scene& scene() const { return scene_; }
  // The ground first, then the objects, which have links 0..49.
  std::vector<raytrace::Placed>& things() { return things_; }
  size_t first_object() const { return things_.size() - kObjects; }
  std::shared_ptr<const raytrace::View> view() const;
  // Depth of the seabed, smooth but for the lattice.
  static double depth(double north_m, double east_m);

 private:
  void place_seabed();
  void place_objects();

  raytrace::Scene scene_;
  std::vector<raytrace::Placed> things_;
};

}  // namespace hadal
