// The seabed: one triangulated lattice (geometry/height_window.h) over the whole world plane, for
// everything that touches, measures or shows it. Depth of a node is a pure function of its index;
// tiles are a cache of nodes around the vehicles, with bounded memory, so that no result depends on
// which tiles are loaded. Any number of runs share one seabed and its tiles: all queries and
// follow() may come from any thread.
//
// What is touched and what is seen are two surfaces: they differ where silt lies on firm ground,
// and classes of sensors may see different ones.
//
// Levels of detail for what is far away: node (i, j) of level l is node (i 2^l, j 2^l) of the
// lattice, so that coarse nodes lie on fine ones (tile_mesh.h stitches levels without cracks).
// Waves of the fractal detail shorter than a coarse cell alias; they are small by construction.
//
// Where a raster ends, its edge value holds; covers() tells.
//
// Queries allocate nothing themselves; GDAL and PROJ may, when a query is the first one of a few
// kilometres of a raster that is streamed or not in geodetic coordinates. follow() comes first.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "environment/earth/sea_map.h"
#include "environment/seabed/layer.h"
#include "geometry/height_window.h"
#include "math/types.h"
#include "world/seabed.h"

namespace hadal::environment {

// What one run remembers of the places it follows.
struct FollowedPositions {
  std::vector<Vec3> positions_N, velocities_N;  // of its vehicles, written by the caller
  std::vector<std::array<int64_t, 4>> last;  // quarters of tiles when tiles were last loaded
};

class Seabed {
 public:
  Seabed();  // no seabed: infinitely deep
  // Opens the raster, if the parameters name one; problems say file and reason.
  static Result<Seabed> open(const SeabedParameters& parameters, const SeaMap& map);
  ~Seabed();
  Seabed(Seabed&&) noexcept;
  Seabed& operator=(Seabed&&) noexcept;

  bool exists() const;
  double cell_m() const;
  // Whether what the seabed is made from reaches this place.
  bool covers(double north_m, double east_m) const;
  // Depth of the triangulated surface; infinity without a seabed, NaN for a place that is not
  // finite or farther than 1e12 m. Any thread, no allocation.
  double depth(double north_m, double east_m, SeabedLayer layer = SeabedLayer::kSolid) const;
  Vec3 normal_N(double north_m, double east_m) const;  // points up, out of the ground
  int material(double north_m, double east_m) const;   // index into the material table
  // Depths of ni x nj nodes from (i0, j0), row after row. Any thread, no allocation.
  void nodes(int64_t i0, int64_t j0, int ni, int nj, SeabedLayer layer,
             std::span<double> depth_m) const;
  // The same for the nodes of a level of detail, by their index in that level.
  void level_nodes(int level, int64_t i0, int64_t j0, int ni, int nj, SeabedLayer layer,
                   std::span<double> depth_m) const;

  // Loads tiles around the places, farther ahead along their velocity, and drops what is behind.
  // Between the steps of a run; allocates at its first call only.
  void follow(FollowedPositions& followed) const;
  int tile_cells() const;  // a power of two
  int levels() const;      // that follow() loads
  size_t tiles() const;    // loaded
  // Raster and tiles in use; bounded whatever the distance travelled.
  size_t resident_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::environment
