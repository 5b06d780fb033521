#include "sensors/optical/camera/motion_blur.h"

#include <cmath>

#include "base/check.h"

namespace hadal::sensors::camera {
namespace {

struct Path {
  float along = 0;  // length on the longer axis, px
  int back = -1;    // where on that axis the light comes from
  float slope = 0;  // of the other axis
  bool horizontal = true;
};

Path path_of(float dx, float dy) {
  const float ax = std::abs(dx), ay = std::abs(dy);
  if (!(ax + ay < 60000.0f)) return {};  // also what is not a number
  if (ax >= ay) return {ax, dx > 0 ? -1 : 1, ax > 0 ? dy / dx : 0, true};
  return {ay, dy > 0 ? -1 : 1, dx / dy, false};
}

// Next whole number; calls of the library are slow without SSE4.
int rounded(float x) {
  return static_cast<int>(x + 65536.5f) - 65536;
}
int rounded_up(float x) {
  const int whole = static_cast<int>(x);
  return whole + (static_cast<float>(whole) < x ? 1 : 0);
}

// Mean of the picture along the way that ends at (x, y).
void average(const RgbInput& image, int x, int y, const Path& path, int max_taps, float* mean) {
  const int step = std::max(1, rounded_up((path.along + 1) / static_cast<float>(max_taps)));
  const float cell = static_cast<float>(step);
  const int reach = std::max(0, rounded_up((path.along - cell / 2) / cell));
  float sum[3] = {0, 0, 0};
  const int right = image.width_px - 1, bottom = image.height_px - 1;
  for (int k = 0; k <= reach; ++k) {
    const float middle = static_cast<float>(k) * cell;
    const float weight = std::min(path.along, middle + cell / 2) -
        std::max(0.0f, middle - cell / 2);
    const int along = path.back * k * step;
    const int across = rounded(static_cast<float>(path.back) * middle * path.slope);
    const int sx = std::clamp(x + (path.horizontal ? along : across), 0, right);
    const int sy = std::clamp(y + (path.horizontal ? across : along), 0, bottom);
    const ptrdiff_t at = static_cast<ptrdiff_t>(sy) * image.width_px + sx;
    for (int c = 0; c < 3; ++c) sum[c] += weight * image.channels[c][at];
  }
  for (int c = 0; c < 3; ++c) mean[c] = sum[c] / path.along;
}

}  // namespace

void blur_motion(const MotionBlur& model, std::span<const float> velocity_x,
                 std::span<const float> velocity_y, RgbInput image, RgbView out,
                 ThreadArena& arena) {
  HADAL_CHECK(velocity_x.size() == image.pixels() && velocity_y.size() == image.pixels());
  HADAL_CHECK(model.max_taps >= 8);
  const auto time = static_cast<float>(model.exposure_s * model.strength);
  for_rows(arena, image.height_px, [&](int y) {
    for (int x = 0; x < image.width_px; ++x) {
      const size_t at =
          static_cast<size_t>(y) * static_cast<size_t>(image.width_px) + static_cast<size_t>(x);
      const Path path = path_of(velocity_x[at] * time, velocity_y[at] * time);
      float mean[3];
      const bool moves = path.along > 0.5f;
      if (moves) average(image, x, y, path, model.max_taps, mean);
      for (int c = 0; c < 3; ++c) out.channels[c][at] = moves ? mean[c] : image.channels[c][at];
    }
  });
}

}  // namespace hadal::sensors::camera
