// Takes the grain out of what was sampled with a dither of 4 x 4 places: the mean over the 4 x 4
// places around each one, which hold every step of the dither exactly once. Places at another
// nearness count less, so that edges stay sharp, but never nothing: a lone blade of grass has no
// neighbours of its own.
//
// What was sampled at one place per 2 x 2 pixels is spread over all pixels likewise: linear between
// the four places around a pixel, of which those at another nearness count less.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/arena.h"

namespace hadal::sensors {

// A plane of numbers with a margin of two pixels around it.
class PaddedPlane {
 public:
  static constexpr int kMargin = 2;
  PaddedPlane(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  // Entries from -kMargin to width + kMargin - 1 may be read.
  float* row(int y) { return &data_[start(y)]; }
  const float* row(int y) const { return &data_[start(y)]; }
  void fill(float value) { std::fill(data_.begin(), data_.end(), value); }
  void fill_margin();  // with the nearest pixels

 private:
  size_t start(int y) const {
    return static_cast<size_t>(y + kMargin) * static_cast<size_t>(stride_) + kMargin;
  }
  int width_, height_, stride_;
  std::vector<float> data_;
};

// 0 at the lens to 1 far away, even in what the eye can tell apart in water: 1 - exp(-0.45 r).
void nearness(const PaddedPlane& range_m, PaddedPlane& out, ThreadArena& arena);

// from[i] -> to[i]; margins are read. At most kMaxSoftened planes at once.
constexpr int kMaxSoftened = 5;
void soften(const PaddedPlane& nearness, std::span<const PaddedPlane* const> from,
            std::span<PaddedPlane* const> to, ThreadArena& arena);

// From planes of half the width and height (rounded up) to whole ones; margins of `half` and `from`
// are read.
void spread(const PaddedPlane& nearness, const PaddedPlane& half,
            std::span<const PaddedPlane* const> from, std::span<PaddedPlane* const> to,
            ThreadArena& arena);

}  // namespace hadal::sensors
