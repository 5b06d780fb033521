// The pixels of a raster, in memory as a whole or in chunks that are read when needed, and the
// surface between them (raster.h). Knows nothing of files.
#pragma once
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace hadal::environment {

struct PixelShape {
  int columns = 0, rows = 0;
  int turn_columns = 0;  // of a full turn around the Earth; 0: the raster does not close
  // Rows r and mirror - 1 - r lie on opposite sides of a pole; -1: no pole at this end.
  int north_mirror = -1, south_mirror = -1;
};

// Fills a window with values, row after row, NaN for holes.
using ReadPixels =
    std::function<void(int column, int row, int columns, int rows, std::span<float>)>;

class PixelStore {
 public:
  static constexpr int kChunk = 256;  // pixels along each side

  PixelStore(const PixelShape& shape, std::vector<float> values);
  PixelStore(const PixelShape& shape, ReadPixels read, size_t memory_bytes);

  // Any integer place: edges hold, turns wrap. Same value whether read before or not.
  double value(int64_t column, int64_t row) const;
  // Columns and rows counted from the corner; pixel (c, r) stands at (c + 0.5, r + 0.5).
  double bilinear(double column, double row) const;
  double bicubic(double column, double row) const;
  bool in_memory() const { return !read_; }
  std::span<const float> all() const { return values_; }
  size_t resident_bytes() const { return values_.capacity() * sizeof(float); }

 private:
  float streamed(int column, int row) const;
  size_t load_chunk(int64_t chunk) const;

  PixelShape shape_;
  ReadPixels read_;
  mutable std::vector<float> values_;  // the raster, or the pool of chunks
  mutable std::mutex mutex_;           // guards all below, and the reader
  mutable std::unordered_map<int64_t, size_t> slot_of_chunk_;
  struct Slot {
    int64_t chunk = -1;
    uint64_t used = 0;
  };
  mutable std::vector<Slot> slots_;
  mutable uint64_t clock_ = 0;
};

}  // namespace hadal::environment
