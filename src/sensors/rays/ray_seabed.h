// The seabed for rays: square chunks of the lattice (environment/seabed/seabed.h), coarser with
// distance, each a grid of its own in the ray scene.
//
// Chunk (level, i, j) is kChunkCells x kChunkCells cells of a level of detail. Which chunks make a
// view is a pure function of the place and the needs, never of what is in the cache. A chunk next
// to a coarser one has every other node of that border moved onto the straight edge of the coarser
// one, so that the surfaces meet; what rounding leaves open there the tracer closes
// (raytrace/field_tracer.h).
#pragma once
#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <vector>

#include "environment/seabed/seabed.h"
#include "raytrace/scene.h"

namespace hadal::sensors {

constexpr int kChunkCells = 128;
constexpr int kMaxChunks = 1024;  // of a view: beyond, cells grow until it holds

struct ChunkKey {
  int level = 0;
  int64_t i = 0, j = 0;        // starts at north = i w, east = j w, w = kChunkCells cell 2^level
  unsigned coarser_sides = 0;  // environment::kNorthSide ...
  auto operator<=>(const ChunkKey&) const = default;
};

// The chunks within reach of a place. Cells are no larger than cell_m; with cell_m = 0 a chunk is
// at least its own width away, so that cells grow to 1/128 of the distance. In the order of a
// quadtree.
std::vector<ChunkKey> chunks_around(double north_m, double east_m, double reach_m, double cell_m,
                                    double lattice_cell_m);

bool has_silt(const SeabedParameters& parameters);

class RaySeabed {
 public:
  // silt: whether any layer differs from the firm ground anywhere; see has_silt().
  RaySeabed(const raytrace::Scene& scene, const environment::Seabed& seabed, bool silt,
            size_t cache_bytes);

  // Adds the ground to a view: the firm ground to rays that see kSeenSeabed, what shows in
  // `layer` to those that see kSeenSilt; one and the same instance where they are equal.
  void place(const Vec3& anchor_N, const Vec3& centre_N, double reach_m, double cell_m,
             uint32_t seen, environment::SeabedLayer layer,
             std::vector<raytrace::Placed>& things) const;

  size_t cached_bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  size_t cached_chunks() const {
    const std::lock_guard lock(mutex_);
    return chunks_.size();
  }

 private:
  using CacheKey = std::pair<environment::SeabedLayer, ChunkKey>;
  struct Chunk {
    raytrace::Shape shape;
    double top_m = 0;   // depth of z = 0 of the shape, a whole number
    bool solid = true;  // equal to the firm ground; then the shape of another layer is empty
    std::list<CacheKey>::iterator used;
  };
  // These and the cache are for one thread at a time, who holds the mutex.
  const Chunk& chunk(environment::SeabedLayer layer, const ChunkKey& key) const;
  Chunk make(environment::SeabedLayer layer, const ChunkKey& key) const;
  std::vector<double> nodes(environment::SeabedLayer layer, const ChunkKey& key) const;
  void drop_idle() const;

  const raytrace::Scene& scene_;
  const environment::Seabed& seabed_;
  bool silt_;
  size_t cache_bytes_;
  mutable std::mutex mutex_;
  mutable size_t bytes_ = 0;
  mutable std::map<CacheKey, Chunk> chunks_;
  mutable std::list<CacheKey> order_;  // of use, the latest first
};

}  // namespace hadal::sensors
