// Wide, soft blur at the price of a few passes: the picture is halved level by level (weights 1 3 3
// 1 along each axis; means of 2 x 2 would make the glow of a lamp jump from cell to cell), and the
// levels are laid over each other again with linear interpolation,
//   B(x) = sum_l w_l up(L_l),  sum w_l = 1.
// Level l spreads a point over about 2^(l+1) pixels. Energy is kept to rounding, for any size: a
// last cell that covers only a part of its two rows or columns counts by its area, and halving is
// the transpose of raising. B of a constant is that constant.
#pragma once
#include <span>
#include <vector>

#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

class BlurPyramid {
 public:
  static constexpr int kMaxLevels = 8;
  // All buffers, for pictures of this size.
  BlurPyramid(int width_px, int height_px, int levels);

  int levels() const { return static_cast<int>(levels_.size()); }
  // One entry per pixel, for the caller of mix().
  std::span<float> fraction() { return fraction_; }
  // image <- image (1 - share) + B(image share), in place. weights[l - 1] of level l; those that
  // are missing are 0.
  void mix(std::span<const float> weights, RgbView image, ThreadArena& arena);
  // Fills the levels with the halved picture; level(l), l from 1, is 2^l times smaller.
  void reduce(RgbInput image, ThreadArena& arena);
  RgbInput level(int l) const { return levels_[static_cast<size_t>(l - 1)].image.input(); }

 private:
  struct Level {
    RgbImage image;
    float last_width, last_height;  // area of the last column and row of the level above
  };
  void halve_into(int l, RgbInput from, const float* fraction, ThreadArena& arena);
  int width_px_, height_px_;
  std::vector<Level> levels_;
  std::vector<float> fraction_;
};

}  // namespace hadal::sensors::camera
