#include "logs/dataset/rle.h"

#include <gtest/gtest.h>

namespace hadal::logs {
namespace rle_test {

TEST(MaskRuns, GoDownTheColumns) {
  // 5 5 1
  // 1 5 5
  const std::vector<int32_t> numbers{5, 5, 1, 1, 5, 5};
  const std::map<int32_t, MaskRuns> runs = mask_runs(numbers, 2, 3, 0);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs.at(5), (MaskRuns{0, 1, 1, 2, 1, 1}));
  EXPECT_EQ(runs.at(1), (MaskRuns{1, 1, 2, 1, 1}));
  EXPECT_EQ(mask_runs(numbers, 2, 3, 2).size(), 1u);
  EXPECT_TRUE(mask_runs(numbers, 2, 3, 6).empty());
}

TEST(MaskRuns, OfAWholePictureBeginWithZero) {
  EXPECT_EQ(mask_runs(std::vector<int32_t>(12, 4), 3, 4, 2).at(4), (MaskRuns{0, 12}));
}

}  // namespace rle_test
}  // namespace hadal::logs
