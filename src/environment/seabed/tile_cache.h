// Tiles of lattice nodes in a pool of fixed size. A tile is a square of `cells` cells with the
// nodes of all four of its borders, so that neighbours overlap by one row of nodes and every cell
// has its corners in one tile. Queries may come from many threads at once as long as none of the
// other functions is called; the nodes of a reserved tile may be written meanwhile.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace hadal::environment {

struct TileKey {
  int level = 0;
  int64_t ti = 0, tj = 0;
  bool operator==(const TileKey&) const = default;
};

class TileCache {
 public:
  TileCache() = default;
  // layers: surfaces per tile. The pool holds at least one tile.
  TileCache(int cells, int layers, size_t memory_bytes);

  int side() const { return cells_ + 1; }  // nodes along a side
  size_t tile_bytes() const { return nodes_ * sizeof(double); }
  size_t capacity() const { return slots_.size(); }
  size_t used() const { return used_; }

  // Nodes of all layers, one layer after the other; null when the tile is not here.
  const double* find(const TileKey& key) const;
  // Marks a tile as needed at `now`; false when it is not here, or not published yet.
  bool touch(const TileKey& key, uint64_t now);
  // Storage for a new tile, in place of the one that has been idle longest; null when every
  // tile is needed at `now` or later. Nobody finds the tile before it is published.
  double* reserve(const TileKey& key, uint64_t now);
  // Tells that the nodes of a reserved tile are written. A tile that somebody else has published
  // meanwhile stays, and this one's place is free again.
  void publish(const double* nodes);

 private:
  struct Slot {
    TileKey key;
    uint64_t needed = 0;  // 0: free
    bool ready = false;
  };
  int find_slot(const TileKey& key) const;
  void index_slots();

  int cells_ = 0;
  size_t nodes_ = 0;  // doubles per tile
  size_t used_ = 0;
  std::vector<Slot> slots_;
  std::vector<int> table_;  // open addressing from key to slot, -1 free
  std::unique_ptr<double[]> pool_;
};

}  // namespace hadal::environment
