// Many copies scattered over the seabed: places, attitudes, sizes and variants.
//
// Dart throwing with a least distance (blue noise): candidates are drawn one after the other, and
// one is taken if no copy is nearer than min_distance_m (looked up in a grid), if the ground there
// exists and is not steeper than max_slope_rad, and with the probability of the patches there.
// density_m2 is that of good ground: candidates on bare ground count too. It goes on until density
// * area candidates had room or 30 times as many have been tried, so a density that does not fit
// gives as many copies as do. Patches are islands of smooth noise of the wavelength patch_m, the
// fewer the higher the patchiness.
//
// A pure function of its arguments; the first copies stay the same when the density grows.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "math/types.h"

namespace hadal::environment {

// The seabed at a place: its depth and the unit normal that points up out of it (z < 0).
struct GroundPoint {
  bool exists = true;
  double depth_m = 0;
  Vec3 normal_N{0, 0, -1};
};
using Ground = std::function<GroundPoint(double north_m, double east_m)>;

struct ScatterParameters {
  // The rectangle, and what of it counts (all if empty).
  double north_from_m = -10, north_to_m = 10, east_from_m = -10, east_to_m = 10;
  std::function<bool(double north_m, double east_m)> contains;
  double density_m2 = 1;
  double min_distance_m = 0;
  double patchiness = 0;  // 0 even .. 1 in small patches only
  double patch_m = 4;
  double max_slope_rad = 0.7;
  double upright = 1;     // 1 grows straight up, 0 square to the slope
  double lean_rad = 0.1;  // random lean, up to
  double min_scale = 0.7, largest_scale = 1.3;
  int variants = 1;
  uint64_t seed = 1;
  size_t max = 100'000;
};

struct Placement {
  Vec3 p_N = Vec3::Zero();      // on the ground
  Quat q_N = Quat::Identity();  // of the copy's frame S (z down into the ground)
  double scale = 1;
  int variant = 0;
};

std::vector<Placement> scatter(const ScatterParameters& parameters, const Ground& ground);

}  // namespace hadal::environment
