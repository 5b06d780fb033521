#include "outputs/scene/seabed_tiles.h"

#include <gtest/gtest.h>

#include <map>

#include "outputs/scene/test_scene.h"

namespace hadal::outputs {
namespace seabed_tiles_test {

using testing::made_up_sources;
using testing::slope_depth_m;

std::vector<SeabedTile> all_around(SeabedTiles& tiles, const Vec3& position_N) {
  tiles.find(std::array{position_N});
  std::vector<SeabedTile> out;
  SeabedTile tile;
  while (tiles.waiting())
    if (tiles.next(kTileNodes, tile)) out.push_back(tile);
  return out;
}

TEST(SeabedTiles, NodesHaveTheDepthOfTheSeabed) {
  const SceneSources sources = made_up_sources();
  SeabedTiles tiles(sources);
  for (const SeabedTile& tile : all_around(tiles, {100, -40, 5})) {
    EXPECT_EQ(tile.cell_m, tile_cell_m(tile.level));
    ASSERT_EQ(tile.depth_m.size(), 65u * 65u);
    for (const int row : {0, 1, 64})
      for (const int column : {0, 17, 64}) {
        const double north_m = tile.north_m + row * tile.cell_m,
                     east_m = tile.east_m + column * tile.cell_m;
        const auto at = static_cast<size_t>(row * 65 + column);
        EXPECT_NEAR(tile.depth_m[at], slope_depth_m(north_m, east_m), 1e-3);
        EXPECT_EQ(tile.material[at], east_m > 0 ? 2 : 1);
      }
  }
}

TEST(SeabedTiles, NeighboursShareTheirEdges) {
  const SceneSources sources = made_up_sources();
  SeabedTiles tiles(sources);
  std::map<std::tuple<int, int, int>, SeabedTile> by_key;
  for (const SeabedTile& tile : all_around(tiles, {-3, 7, 5}))
    by_key[{tile.level, tile.row, tile.column}] = tile;
  int pairs = 0;
  for (const auto& [key, tile] : by_key) {
    const auto [level, row, column] = key;
    const auto north = by_key.find({level, row + 1, column});
    if (north == by_key.end()) continue;
    ++pairs;
    for (size_t i = 0; i < 65; ++i) EXPECT_EQ(tile.depth_m[64 * 65 + i], north->second.depth_m[i]);
  }
  EXPECT_GT(pairs, 8);
}

TEST(SeabedTiles, NearestFirstEachOnceAtEveryLevel) {
  const SceneSources sources = made_up_sources();
  SeabedTiles tiles(sources);
  const Vec3 position_N(10, 20, 5);
  const std::vector<SeabedTile> given = all_around(tiles, position_N);
  std::set<std::tuple<int, int, int>> keys;
  std::array<int, kTileLevels> count{};
  double last = 0;
  for (const SeabedTile& tile : given) {
    EXPECT_TRUE(keys.insert({tile.level, tile.row, tile.column}).second);
    ++count[tile.level];
    const double side = 64 * tile.cell_m;
    const auto gap = [&](double at, double from) {
      return std::max({from - at, at - from - side, 0.0});
    };
    const double distance =
        std::hypot(gap(position_N.x(), tile.north_m), gap(position_N.y(), tile.east_m)) / side;
    EXPECT_GE(distance, last - 1e-9);
    last = distance;
  }
  for (const int n : count) EXPECT_GE(n, 4);
  EXPECT_TRUE(all_around(tiles, position_N + Vec3(1, 1, 0)).empty());
  EXPECT_FALSE(all_around(tiles, position_N + Vec3(40, 0, 0)).empty());
}

TEST(SeabedTiles, SlicesMakeTheSameTile) {
  const SceneSources sources = made_up_sources();
  SeabedTiles whole(sources), sliced(sources);
  const std::array places{Vec3(0, 0, 0)};
  whole.find(places), sliced.find(places);
  SeabedTile a, b;
  ASSERT_TRUE(whole.next(kTileNodes, a));
  int calls = 1;
  while (!sliced.next(10, b)) ++calls;
  EXPECT_EQ(calls, 7);
  EXPECT_EQ(a.depth_m, b.depth_m);
  EXPECT_EQ(a.material, b.material);
}

TEST(SeabedTiles, LeavesOutLevelsFinerThanTheSeabed) {
  SceneSources sources = made_up_sources();
  sources.seabed_cell_m = 10;
  SeabedTiles tiles(sources);
  for (const SeabedTile& tile : all_around(tiles, Vec3::Zero())) EXPECT_GE(tile.level, 2);
}

TEST(SeabedTiles, WithoutASeabedOrAPlaceThereAreNone) {
  SceneSources sources = made_up_sources();
  SeabedTiles nowhere(sources);
  EXPECT_TRUE(all_around(nowhere, Vec3::Constant(NAN)).empty());
  sources.seabed_cell_m = 0;
  SeabedTiles none(sources);
  EXPECT_TRUE(all_around(none, Vec3::Zero()).empty());
}

TEST(SeabedTiles, AreBoundedOverALongPath) {
  const SceneSources sources = made_up_sources();
  SeabedTiles tiles(sources);
  for (int i = 0; i < 400; ++i) tiles.find(std::array{Vec3(300.0 * i, 0, 0)});
  size_t count = 0;
  SeabedTile tile;
  while (tiles.waiting()) count += tiles.next(kTileNodes, tile);
  EXPECT_EQ(count, kMaxTiles);
}

}  // namespace seabed_tiles_test
}  // namespace hadal::outputs
