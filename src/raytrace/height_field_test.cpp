#include "raytrace/height_field.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::raytrace {
namespace height_field_test {

TEST(HeightField, BlocksBoundWhatLiesInThem) {
  constexpr int kRows = 19, kColumns = 70;
  std::vector<float> z(kRows * kColumns);
  for (size_t k = 0; k < z.size(); ++k) z[k] = static_cast<float>(std::sin(0.37 * k) + 0.01 * k);
  const HeightField field(kRows, kColumns, 0.5, z);
  ASSERT_EQ(field.levels().size(), 4u);  // 69 cells: blocks of 4, 16, 64 and 256
  for (size_t level = 0; level < field.levels().size(); ++level) {
    const HeightField::Level& l = field.levels()[level];
    const int size = 1 << (2 * level);  // cells of a child along a side
    for (int i = 0; i < kRows - 1; ++i)
      for (int j = 0; j < kColumns - 1; ++j) {
        const int a = i / size, b = j / size;
        const HeightField::Block& block =
            l.blocks[static_cast<size_t>(a / 4) * l.columns + static_cast<size_t>(b / 4)];
        const int child = a % 4 * 4 + b % 4;
        for (const float* node : {field.row(i) + j, field.row(i + 1) + j + 1}) {
          ASSERT_LE(block.low[child], *node);
          ASSERT_GE(block.high[child], *node);
        }
      }
  }
  // Children that do not exist hold nothing.
  const HeightField::Block& last = field.levels()[0].blocks.back();
  EXPECT_GT(last.low[15], last.high[15]);
  EXPECT_LE(field.low(), *std::min_element(z.begin(), z.end()));
  EXPECT_GE(field.high(), *std::max_element(z.begin(), z.end()));
}

TEST(HeightField, CellsAreCutFromNodeToTheNextInBothDirections) {
  const HeightField field(3, 3, 2, std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  const Corners lower = field.triangle(3.5, 2.1), upper = field.triangle(2.1, 3.5);
  EXPECT_EQ(lower[0], Vec3(2, 2, 4));
  EXPECT_EQ(lower[1], Vec3(4, 4, 8));
  EXPECT_EQ(lower[2], Vec3(4, 2, 7));
  EXPECT_EQ(upper[2], Vec3(2, 4, 5));
  EXPECT_EQ(field.triangle(-9, 99)[0], Vec3(0, 2, 1));  // the nearest cell
}

}  // namespace height_field_test
}  // namespace hadal::raytrace
