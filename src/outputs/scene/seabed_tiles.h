// Which squares of the seabed to show next, and what stands in them.
//
// Tiles of level l have kTileNodes nodes per side at kFinestCell_m 4^l; tile (row, column) begins
// at row and column times its side, so that tiles of a level meet in common nodes. A tile of a
// level is wanted when some of it is nearer to a vehicle than kReach times its side; levels that
// are finer than the lattice of the seabed needs are left out.
//
// find() looks around the vehicles when they have moved; next() gives one of what it found after
// the other, the nearest (in sides of a tile) first, each once, and at most kMaxTiles in all. A
// tile is made in slices of rows, so that no call takes long.
#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include "outputs/messages/live_messages.h"
#include "outputs/scene/scene_sources.h"

namespace hadal::outputs {

constexpr int kTileLevels = 4, kTileNodes = 65;
constexpr double kFinestCell_m = 0.5;
constexpr size_t kMaxTiles = 1500;

double tile_cell_m(int level);
inline double tile_side_m(int level) {
  return (kTileNodes - 1) * tile_cell_m(level);
}

class SeabedTiles {
 public:
  // Keeps the sources.
  explicit SeabedTiles(const SceneSources& sources);

  // Looks for tiles that are wanted around these places and were not given yet.
  void find(std::span<const Vec3> positions_N);
  bool waiting() const { return !queue_.empty(); }
  // Works on the first tile of the queue for at most so many rows; true when `tile` is complete.
  bool next(int rows, SeabedTile& tile);

 private:
  using Key = std::tuple<int, int32_t, int32_t>;  // level, row, column
  struct Wanted {
    double distance;  // in sides
    Key key;
    bool operator<(const Wanted& other) const {
      return std::tie(distance, key) < std::tie(other.distance, other.key);
    }
  };
  void add_around(const Vec3& position_N, int level);
  void fill_row(int row, SeabedTile& tile) const;

  const SceneSources& sources_;
  int finest_ = 0;
  std::set<Key> known_;         // given or in the queue
  std::vector<Wanted> queue_;   // the next one last
  int rows_done_ = 0;           // of the tile under way
  std::vector<Vec3> searched_;  // places of the last search
};

}  // namespace hadal::outputs
