// Where the ground is, as contact needs it: a triangulated lattice (geometry/height_window.h) and
// what it is made of. Implemented by whoever owns the seabed. Every call is a pure function of its
// arguments, allocates nothing and may come from any thread.
#pragma once
#include <cstdint>
#include <limits>
#include <span>

namespace hadal::dynamics {

class TerrainSource {
 public:
  virtual ~TerrainSource() = default;
  virtual double cell_m() const = 0;
  // Depths of ni x nj nodes from (i0, j0), row after row. Infinite or not a number: no ground.
  virtual void nodes(int64_t i0, int64_t j0, int ni, int nj, std::span<double> depth_m) const = 0;
  virtual int material(double north_m, double east_m) const = 0;  // index into the material table
  // No node is shallower; lets bodies in mid-water skip every other question.
  virtual double shallowest_m() const { return -std::numeric_limits<double>::infinity(); }
};

}  // namespace hadal::dynamics
