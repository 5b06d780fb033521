#include "environment/raster/pixel_store.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "environment/raster/hole_fill.h"

namespace hadal::environment {
namespace {

constexpr size_t kChunkPixels = size_t{PixelStore::kChunk} * PixelStore::kChunk;
constexpr size_t kMinChunks = 16;

int64_t wrapped(int64_t column, int64_t turn) {
  const int64_t rest = column % turn;
  return rest < 0 ? rest + turn : rest;
}

// Of the corners (0, 0), (1, 0), (0, 1), (1, 1).
double blended(double a, double b, double c, double d, double u, double v) {
  const double top = a + u * (b - a), bottom = c + u * (d - c);
  return top + v * (bottom - top);
}

// Catmull-Rom through b (t = 0) and c (t = 1).
double cubic(double a, double b, double c, double d, double t) {
  return b + 0.5 * t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * (b - c) + d - a)));
}

}  // namespace

PixelStore::PixelStore(const PixelShape& shape, std::vector<float> values)
    : shape_(shape), values_(std::move(values)) {
  HADAL_CHECK(values_.size() == static_cast<size_t>(shape.columns) * shape.rows);
}

PixelStore::PixelStore(const PixelShape& shape, ReadPixels read, size_t memory_bytes)
    : shape_(shape), read_(std::move(read)) {
  slots_.resize(std::max(kMinChunks, memory_bytes / (kChunkPixels * sizeof(float))));
  values_.resize(slots_.size() * kChunkPixels);
  slot_of_chunk_.reserve(slots_.size());
}

double PixelStore::value(int64_t column, int64_t row) const {
  const bool north = row < 0 && shape_.north_mirror >= 0;
  const bool south = row >= shape_.rows && shape_.south_mirror >= 0;
  if (north || south) {
    row = (north ? shape_.north_mirror : shape_.south_mirror) - 1 - row;
    column += shape_.turn_columns / 2;
  }
  if (shape_.turn_columns > 0) column = wrapped(column, shape_.turn_columns);
  const int c = static_cast<int>(std::clamp<int64_t>(column, 0, shape_.columns - 1));
  const int r = static_cast<int>(std::clamp<int64_t>(row, 0, shape_.rows - 1));
  return read_ ? streamed(c, r) : values_[static_cast<size_t>(r) * shape_.columns + c];
}

double PixelStore::bilinear(double column, double row) const {
  const double c0 = std::floor(column - 0.5), r0 = std::floor(row - 0.5);
  const double u = column - 0.5 - c0, v = row - 0.5 - r0;
  const auto c = static_cast<int64_t>(c0), r = static_cast<int64_t>(r0);
  if (!read_ && c >= 0 && r >= 0 && c + 1 < shape_.columns && r + 1 < shape_.rows) {
    const float* at = &values_[static_cast<size_t>(r) * shape_.columns + c];
    return blended(at[0], at[1], at[shape_.columns], at[shape_.columns + 1], u, v);
  }
  return blended(value(c, r), value(c + 1, r), value(c, r + 1), value(c + 1, r + 1), u, v);
}

double PixelStore::bicubic(double column, double row) const {
  const double c0 = std::floor(column - 0.5), r0 = std::floor(row - 0.5);
  const auto c = static_cast<int64_t>(c0), r = static_cast<int64_t>(r0);
  double line[4];
  for (int k = 0; k < 4; ++k) {
    const int64_t y = r - 1 + k;
    line[k] =
        cubic(value(c - 1, y), value(c, y), value(c + 1, y), value(c + 2, y), column - 0.5 - c0);
  }
  return cubic(line[0], line[1], line[2], line[3], row - 0.5 - r0);
}

float PixelStore::streamed(int column, int row) const {
  const std::lock_guard lock(mutex_);
  const int64_t chunks_across = (shape_.columns + kChunk - 1) / kChunk;
  const int64_t chunk = row / kChunk * chunks_across + column / kChunk;
  const auto found = slot_of_chunk_.find(chunk);
  const size_t slot = found != slot_of_chunk_.end() ? found->second : load_chunk(chunk);
  slots_[slot].used = ++clock_;
  const int width = std::min(kChunk, shape_.columns - column / kChunk * kChunk);
  return values_[slot * kChunkPixels + static_cast<size_t>(row % kChunk) * width + column % kChunk];
}

// Reads a chunk into the slot that has been idle longest. Its holes are filled from the chunk
// itself, so that a pixel has one value whatever was read before.
size_t PixelStore::load_chunk(int64_t chunk) const {
  const auto idle = std::min_element(slots_.begin(), slots_.end(),
                                     [](const Slot& a, const Slot& b) { return a.used < b.used; });
  const auto slot = static_cast<size_t>(idle - slots_.begin());
  if (idle->chunk >= 0) slot_of_chunk_.erase(idle->chunk);
  const int64_t chunks_across = (shape_.columns + kChunk - 1) / kChunk;
  const int column = static_cast<int>(chunk % chunks_across) * kChunk;
  const int row = static_cast<int>(chunk / chunks_across) * kChunk;
  const int width = std::min(kChunk, shape_.columns - column);
  const int rows = std::min(kChunk, shape_.rows - row);
  const std::span<float> pixels(&values_[slot * kChunkPixels], static_cast<size_t>(width) * rows);
  read_(column, row, width, rows, pixels);
  if (!fill_holes(width, rows, pixels)) std::fill(pixels.begin(), pixels.end(), 0.f);
  idle->chunk = chunk;
  slot_of_chunk_[chunk] = slot;
  return slot;
}

}  // namespace hadal::environment
