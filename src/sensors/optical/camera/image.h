// A colour picture as three planes of linear light, row after row: what the stages of a camera hand
// on. Views do not own; stages that work in place say so, the others want different planes.
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/arena.h"

namespace hadal::sensors::camera {

template <class T>
struct Planes {
  int width_px = 0, height_px = 0;
  T* channels[3] = {nullptr, nullptr, nullptr};  // red, green, blue

  size_t pixels() const { return static_cast<size_t>(width_px) * static_cast<size_t>(height_px); }
  T* row(int channel, int y) const {
    return channels[channel] + static_cast<ptrdiff_t>(y) * width_px;
  }
};
using RgbView = Planes<float>;
using RgbInput = Planes<const float>;

inline RgbInput as_input(const RgbView& v) {
  return {v.width_px, v.height_px, {v.channels[0], v.channels[1], v.channels[2]}};
}

class RgbImage {
 public:
  RgbImage() = default;
  RgbImage(int width_px, int height_px, float value = 0)
      : width_px_(width_px),
        height_px_(height_px),
        data_(3 * static_cast<size_t>(width_px) * static_cast<size_t>(height_px), value) {}

  int width_px() const { return width_px_; }
  int height_px() const { return height_px_; }
  float* plane(int channel) { return data_.data() + plane_start(channel); }
  const float* plane(int channel) const { return data_.data() + plane_start(channel); }
  float& at(int channel, int x, int y) {
    return plane(channel)[static_cast<ptrdiff_t>(y) * width_px_ + x];
  }
  RgbView view() { return {width_px_, height_px_, {plane(0), plane(1), plane(2)}}; }
  RgbInput input() const { return {width_px_, height_px_, {plane(0), plane(1), plane(2)}}; }
  std::vector<float>& data() { return data_; }
  const std::vector<float>& data() const { return data_; }

 private:
  size_t plane_start(int channel) const {
    return static_cast<size_t>(channel) * (data_.size() / 3);
  }
  int width_px_ = 0, height_px_ = 0;
  std::vector<float> data_;
};

// Calls work(y) for every row, rows of a band in one task.
template <class Work>
void for_rows(ThreadArena& arena, int rows, const Work& work) {
  constexpr int kBand = 16;
  arena.for_each(static_cast<size_t>((rows + kBand - 1) / kBand), [&](size_t band) {
    const int first = static_cast<int>(band) * kBand, end = std::min(rows, first + kBand);
    for (int y = first; y < end; ++y) work(y);
  });
}

}  // namespace hadal::sensors::camera
