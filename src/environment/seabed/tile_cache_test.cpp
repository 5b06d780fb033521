#include "environment/seabed/tile_cache.h"

#include <gtest/gtest.h>

namespace hadal::environment {
namespace tile_cache_test {

TEST(TileCache, KeepsWhatIsNeededAndDropsTheOldest) {
  TileCache cache(4, 1, 3 * 25 * sizeof(double));
  ASSERT_EQ(cache.capacity(), 3u);
  for (int k = 0; k < 3; ++k) cache.add({0, k, -k}, 1 + k)[0] = 10 * k;
  EXPECT_EQ(cache.used(), 3u);
  EXPECT_TRUE(cache.touch({0, 0, 0}, 5));
  cache.add({1, 7, 7}, 5)[0] = 70;  // in place of (1, -1)
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
  EXPECT_NE(cache.add({0, 0, 0}, 1), nullptr);
  EXPECT_EQ(cache.add({0, 0, 1}, 1), nullptr);  // the only tile is needed now
  EXPECT_NE(cache.add({0, 0, 1}, 2), nullptr);
  EXPECT_EQ(cache.used(), 1u);
  EXPECT_EQ(TileCache().find({0, 0, 0}), nullptr);
}

}  // namespace tile_cache_test
}  // namespace hadal::environment
