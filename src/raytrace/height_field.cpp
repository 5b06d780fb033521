#include "raytrace/height_field.h"

#include <algorithm>
#include <cmath>

namespace hadal::raytrace {
namespace {

constexpr float kNone = 1e30f;
// Planes of cells count up to 1/20 of a cell outside of them (field_kernel.h): two slopes of
// that.
constexpr float kWider = 0.1f;

int blocks_for(int children) {
  return (children + HeightField::kSide - 1) / HeightField::kSide;
}

HeightField::Level empty_level(int child_rows, int child_columns) {
  HeightField::Level level{blocks_for(child_rows), blocks_for(child_columns), {}};
  level.blocks.resize(static_cast<size_t>(level.rows) * level.columns);
  for (HeightField::Block& block : level.blocks) {
    std::fill_n(block.low, HeightField::kChildren, kNone);
    std::fill_n(block.high, HeightField::kChildren, -kNone);
  }
  return level;
}

// Bounds of child (i, j) of a level.
struct Bounds {
  float &low, &high;
};
Bounds bounds_of(HeightField::Level& level, int i, int j) {
  constexpr int n = HeightField::kSide;
  HeightField::Block& block =
      level.blocks[static_cast<size_t>(i / n) * level.columns + static_cast<size_t>(j / n)];
  const int child = i % n * n + j % n;
  return {block.low[child], block.high[child]};
}

}  // namespace

HeightField::HeightField(int rows, int columns, double cell_m, std::span<const float> z)
    : rows_(rows), columns_(columns), cell_m_(cell_m), z_(z.begin(), z.end()) {
  add_cells();
  while (levels_.back().blocks.size() > 1) add_level();
  const Block& top = levels_.back().blocks[0];
  low_ = *std::min_element(top.low, top.low + kChildren);
  high_ = *std::max_element(top.high, top.high + kChildren);
}

void HeightField::add_cells() {
  Level level = empty_level(rows_ - 1, columns_ - 1);
  for (int i = 0; i + 1 < rows_; ++i)
    for (int j = 0; j + 1 < columns_; ++j) {
      const float *a = row(i) + j, *b = row(i + 1) + j;
      const auto [low, high] = std::minmax({a[0], a[1], b[0], b[1]});
      const float wider = kWider * (high - low) + 1e-6f * std::max(std::abs(low), std::abs(high));
      const Bounds bounds = bounds_of(level, i, j);
      bounds.low = low - wider, bounds.high = high + wider;
    }
  levels_.push_back(std::move(level));
}

void HeightField::add_level() {
  const Level& below = levels_.back();
  Level level = empty_level(below.rows, below.columns);
  for (int i = 0; i < below.rows; ++i)
    for (int j = 0; j < below.columns; ++j) {
      const Block& block = below.blocks[static_cast<size_t>(i) * below.columns + j];
      const Bounds bounds = bounds_of(level, i, j);
      bounds.low = *std::min_element(block.low, block.low + kChildren);
      bounds.high = *std::max_element(block.high, block.high + kChildren);
    }
  levels_.push_back(std::move(level));
}

size_t HeightField::bytes() const {
  size_t bytes = z_.size() * sizeof(float);
  for (const Level& level : levels_) bytes += level.blocks.size() * sizeof(Block);
  return bytes;
}

Corners HeightField::triangle(double x, double y) const {
  const double u = x / cell_m_, v = y / cell_m_;
  const int i = static_cast<int>(std::clamp(std::floor(u), 0.0, rows_ - 2.0));
  const int j = static_cast<int>(std::clamp(std::floor(v), 0.0, columns_ - 2.0));
  const auto node = [&](int k, int l) { return Vec3(k * cell_m_, l * cell_m_, row(k)[l]); };
  const Vec3 third = u - i > v - j ? node(i + 1, j) : node(i, j + 1);
  return {node(i, j), node(i + 1, j + 1), third};
}

}  // namespace hadal::raytrace
