#include "sensors/optical/surface_appearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/rng.h"

namespace hadal::sensors {
namespace {

constexpr int kHeads = 700;
constexpr double kLargest_px = 70, kSmallest_px = 5;

using Colour = std::array<double, 3>;  // linear

constexpr Colour kSandColour{0.46, 0.38, 0.25};
constexpr std::array<Colour, 8> kHeadColours{{{0.38, 0.13, 0.08},
                                              {0.44, 0.28, 0.10},
                                              {0.56, 0.50, 0.37},
                                              {0.20, 0.13, 0.19},
                                              {0.15, 0.19, 0.09},
                                              {0.10, 0.10, 0.09},
                                              {0.40, 0.25, 0.22},
                                              {0.22, 0.20, 0.16}}};

class Canvas {
 public:
  Canvas() : rgb_(static_cast<size_t>(kPosterWidth_px) * kPosterHeight_px * 3) {}
  float* at(int x, int y) {
    return &rgb_[3 * (static_cast<size_t>(y) * kPosterWidth_px + static_cast<size_t>(x))];
  }
  const std::vector<float>& rgb() const { return rgb_; }

 private:
  std::vector<float> rgb_;
};

void put(const Colour& colour, double tone, float* pixel) {
  for (size_t c = 0; c < 3; ++c)
    pixel[c] = static_cast<float>(std::clamp(tone * colour[c], 0.0, 1.0));
}

void scatter_sand(const RandomStream& draw, Canvas& canvas) {
  for (int y = 0; y < kPosterHeight_px; ++y)
    for (int x = 0; x < kPosterWidth_px; ++x) {
      const double ripple = std::sin(0.11 * x + 2.5 * std::sin(0.017 * y) + 0.03 * y);
      const double grain = draw.uniform(int64_t{y} * kPosterWidth_px + x) - 0.5;
      put(kSandColour, 1 + 0.12 * ripple + 0.3 * grain, canvas.at(x, y));
    }
}

// A lobed thing of one colour, lit from the upper left, with polyps on it.
void grow_head(const RandomStream& draw, int number, Canvas& canvas) {
  const auto random = [&](uint32_t k) { return draw.uniform(number, k); };
  // Large ones first, so that small ones lie on top.
  const double fraction = static_cast<double>(number) / kHeads;
  const double radius = kSmallest_px + (kLargest_px - kSmallest_px) * std::pow(1 - fraction, 3);
  const double cx = kPosterWidth_px * random(0), cy = kPosterHeight_px * random(1);
  const double lobes = 3 + std::floor(6 * random(2)), turn = 6.28 * random(3),
               depth = 0.3 * random(4);
  const Colour& colour = kHeadColours[static_cast<size_t>(kHeadColours.size() * random(5))];
  const int reach = static_cast<int>(1.4 * radius) + 1;
  for (int y = std::max(0, static_cast<int>(cy) - reach);
       y < std::min(kPosterHeight_px, static_cast<int>(cy) + reach); ++y)
    for (int x = std::max(0, static_cast<int>(cx) - reach);
         x < std::min(kPosterWidth_px, static_cast<int>(cx) + reach); ++x) {
      const double dx = (x - cx) / radius, dy = (y - cy) / radius, r = std::hypot(dx, dy);
      const double edge = 1 + depth * std::sin(lobes * std::atan2(dy, dx) + turn);
      if (r > edge) continue;
      const double polyps = std::sin(0.9 * x + turn) * std::sin(0.9 * y - turn);
      const double tone = 0.95 - 0.35 * (dx + dy) - 0.5 * std::pow(r / edge, 6) + 0.2 * polyps;
      put(colour, std::max(tone, 0.15), canvas.at(x, y));
    }
}

}  // namespace

ImageTexture reef_poster() {
  Canvas canvas;
  scatter_sand(RandomStream(1, "poster", "sand"), canvas);
  const RandomStream draw(1, "poster", "heads");
  for (int i = 0; i < kHeads; ++i) grow_head(draw, i, canvas);
  return ImageTexture(kPosterWidth_px, kPosterHeight_px, canvas.rgb());
}

}  // namespace hadal::sensors
