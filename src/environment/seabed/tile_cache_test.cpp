#include "environment/seabed/tile_cache.h"

#include <gtest/gtest.h>

namespace hadal::environment {
namespace tile_cache_test {

// A tile with this first number.
void add(TileCache& cache, const TileKey& key, uint64_t now, double number) {
  double* nodes = cache.reserve(key, now);
  ASSERT_NE(nodes, nullptr);
  EXPECT_EQ(cache.find(key), nullptr);
  nodes[0] = number;
  cache.publish(nodes);
}

TEST(TileCache, KeepsWhatIsNeededAndDropsTheOldest) {
  TileCache cache(4, 1, 3 * 25 * sizeof(double));
  ASSERT_EQ(cache.capacity(), 3u);
  for (int k = 0; k < 3; ++k) add(cache, {0, k, -k}, 1 + k, 10 * k);
  EXPECT_EQ(cache.used(), 3u);
  EXPECT_TRUE(cache.touch({0, 0, 0}, 5));
  add(cache, {1, 7, 7}, 5, 70);  // in place of (1, -1)
  EXPECT_EQ(cache.find({0, 1, -1}), nullptr);
  EXPECT_EQ(*cache.find({0, 0, 0}), 0);
  EXPECT_EQ(*cache.find({0, 2, -2}), 20);
  EXPECT_EQ(*cache.find({1, 7, 7}), 70);
  EXPECT_EQ(cache.find({0, 7, 7}), nullptr);
  EXPECT_FALSE(cache.touch({0, 1, -1}, 5));
}

TEST(TileCache, NeverMoreThanItsPool) {
  TileCache cache(4, 2, 1);
  EXPECT_EQ(cache.capacity(), 1u);
  add(cache, {0, 0, 0}, 1, 0);
  EXPECT_EQ(cache.reserve({0, 0, 1}, 1), nullptr);  // the only tile is needed now
  add(cache, {0, 0, 1}, 2, 0);
  EXPECT_EQ(cache.used(), 1u);
  EXPECT_EQ(TileCache().find({0, 0, 0}), nullptr);
}

// Two runs make the same tile at once: one of them stays, the other's place is free. Nobody drops a
// tile that is being made.
TEST(TileCache, TilesUnderWay) {
  TileCache cache(4, 1, 2 * 25 * sizeof(double));
  double* first = cache.reserve({0, 3, 3}, 1);
  double* second = cache.reserve({0, 3, 3}, 2);
  ASSERT_TRUE(first && second && first != second);
  EXPECT_EQ(cache.reserve({0, 4, 4}, 9), nullptr);
  first[0] = second[0] = 7;
  cache.publish(second);
  cache.publish(first);
  EXPECT_EQ(*cache.find({0, 3, 3}), 7);
  EXPECT_EQ(cache.used(), 1u);
  EXPECT_NE(cache.reserve({0, 4, 4}, 9), nullptr);
}

}  // namespace tile_cache_test
}  // namespace hadal::environment
