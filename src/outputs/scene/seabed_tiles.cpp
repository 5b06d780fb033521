#include "outputs/scene/seabed_tiles.h"

#include <algorithm>
#include <cmath>

namespace hadal::outputs {
namespace {

constexpr double kReach = 1.2;        // in sides of a tile
constexpr double kSearchAfter_m = 4;  // moved since the last search
constexpr double kFarthest_m = 1e6;   // rows and columns stay small numbers

bool on_the_map(const Vec3& position_N) {
  return position_N.allFinite() && position_N.head<2>().cwiseAbs().maxCoeff() < kFarthest_m;
}

// From a place to the interval [from, from + side].
double gap_to(double at, double from, double side) {
  return std::max({from - at, at - from - side, 0.0});
}

}  // namespace

double tile_cell_m(int level) {
  return kFinestCell_m * std::exp2(2.0 * level);
}

SeabedTiles::SeabedTiles(const SceneSources& sources) : sources_(sources) {
  while (finest_ + 1 < kTileLevels && tile_cell_m(finest_ + 1) <= sources.seabed_cell_m) ++finest_;
}

void SeabedTiles::find(std::span<const Vec3> positions_N) {
  if (sources_.seabed_cell_m <= 0) return;
  bool moved = searched_.size() != positions_N.size();
  for (size_t i = 0; i < searched_.size() && !moved; ++i)
    moved = on_the_map(positions_N[i]) &&
            !((positions_N[i] - searched_[i]).head<2>().norm() < kSearchAfter_m);
  if (!moved) return;
  searched_.assign(positions_N.begin(), positions_N.end());
  // The one under way stays the next one.
  const bool keep = rows_done_ > 0;
  const Wanted first = keep ? queue_.back() : Wanted{};
  if (keep) queue_.pop_back();
  for (const Vec3& position_N : positions_N)
    for (int level = finest_; level < kTileLevels && on_the_map(position_N); ++level)
      add_around(position_N, level);
  std::sort(queue_.rbegin(), queue_.rend());
  if (keep) queue_.push_back(first);
}

void SeabedTiles::add_around(const Vec3& position_N, int level) {
  const double side = tile_side_m(level), reach = kReach * side;
  const auto index = [&](double at) { return static_cast<int32_t>(std::floor(at / side)); };
  for (int32_t row = index(position_N.x() - reach); row <= index(position_N.x() + reach); ++row)
    for (int32_t column = index(position_N.y() - reach); column <= index(position_N.y() + reach);
         ++column) {
      const double distance = std::hypot(gap_to(position_N.x(), row * side, side),
                                         gap_to(position_N.y(), column * side, side));
      if (distance > reach || known_.size() >= kMaxTiles) continue;
      const Key key{level, row, column};
      if (known_.insert(key).second) queue_.push_back({distance / side, key});
    }
}

bool SeabedTiles::next(int rows, SeabedTile& tile) {
  if (queue_.empty()) return false;
  const auto [level, row, column] = queue_.back().key;
  if (rows_done_ == 0) {
    tile.level = static_cast<uint8_t>(level);
    tile.row = row, tile.column = column;
    tile.north_m = static_cast<float>(row * tile_side_m(level));
    tile.east_m = static_cast<float>(column * tile_side_m(level));
    tile.cell_m = static_cast<float>(tile_cell_m(level));
    tile.nodes = kTileNodes;
    tile.depth_m.resize(kTileNodes * kTileNodes);
    tile.material.resize(kTileNodes * kTileNodes);
  }
  const int end = std::min(rows_done_ + rows, kTileNodes);
  for (; rows_done_ < end; ++rows_done_) fill_row(rows_done_, tile);
  if (rows_done_ < kTileNodes) return false;
  rows_done_ = 0;
  queue_.pop_back();
  return true;
}

void SeabedTiles::fill_row(int row, SeabedTile& tile) const {
  const double cell = tile_cell_m(tile.level);
  // Whole numbers of cells from the origin: neighbours ask for the very same places.
  const auto node = [&](int32_t of_tile, int in_tile) {
    return cell * (static_cast<double>(of_tile) * (kTileNodes - 1) + in_tile);
  };
  const double north_m = node(tile.row, row);
  for (int i = 0; i < kTileNodes; ++i) {
    const double east_m = node(tile.column, i);
    const auto at = static_cast<size_t>(row * kTileNodes + i);
    tile.depth_m[at] = static_cast<float>(sources_.seen_depth_m(north_m, east_m));
    tile.material[at] =
        static_cast<uint8_t>(std::clamp(sources_.seabed_material(north_m, east_m), 0, 255));
  }
}

}  // namespace hadal::outputs
