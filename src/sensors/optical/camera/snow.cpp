#include "sensors/optical/camera/snow.h"

#include <cmath>
#include <numbers>

#include "base/check.h"
#include "math/simd/functions.h"

namespace hadal::sensors::camera {
namespace {

constexpr float kOwnBlur_px = 0.7f, kDiscFrom_px = 2.5f;
constexpr float kGaussianReach = 2.5f;  // radii; 0.2 % of the light lies beyond
constexpr float kFaintest = 1e-4f;
// Of the disc: centre and rim, of mean 1; integral over a diameter, in radii.
constexpr float kDiscCentre = 0.825f, kDiscRim = 0.35f;
constexpr float kDiscSection = 2 * kDiscCentre + kDiscRim * 2 / 3;
constexpr int kBandRows = 32;

}  // namespace

SnowPainter::SnowPainter(int width_px, int height_px, size_t max_spots)
    : width_px_(width_px), height_px_(height_px) {
  shapes_.reserve(max_spots);
}

bool SnowPainter::shape_of(const SnowModel& model, const SnowSpot& spot, Shape& s) const {
  const float half = spot.circle_px / 2, r2 = spot.radius_px * spot.radius_px;
  const float R2 = r2 + half * half + kOwnBlur_px * kOwnBlur_px;
  s.radius = std::sqrt(R2), s.per_radius2 = 1 / R2;
  s.disc = s.radius > kDiscFrom_px;
  s.x = spot.x_px, s.y = spot.y_px, s.depth_m = spot.depth_m;
  s.mx = spot.motion_px[0], s.my = spot.motion_px[1];
  // The round ends of a capsule count as way: a streak's light over its light per length is l.
  const float section = s.disc ? kDiscSection : std::sqrt(std::numbers::pi_v<float>);
  const float ends = std::numbers::pi_v<float> * s.radius / section;
  const float moved = std::sqrt(s.mx * s.mx + s.my * s.my);
  const float path = std::min(moved, static_cast<float>(model.longest_px)) - ends;
  const float kept = path > 0 ? path / moved : 0;
  s.mx *= kept, s.my *= kept;
  s.per_path2 = path > 0 ? 1 / (path * path) : 0;
  const float thinned = path > 0 ? ends / (ends + path) : 1;
  s.coverage = static_cast<float>(model.strength) * r2 * s.per_radius2 * thinned;
  if (!(s.coverage > kFaintest)) return false;  // also what is not a number
  const float reach = s.disc ? s.radius + 0.5f : kGaussianReach * s.radius;
  const float hx = std::abs(s.mx) / 2 + reach, hy = std::abs(s.my) / 2 + reach;
  if (!(std::abs(s.x) < 1e6f && std::abs(s.y) < 1e6f && hx < 1e6f && hy < 1e6f)) return false;
  s.x0 = std::max(0, static_cast<int>(std::ceil(s.x - hx)));
  s.x1 = std::min(width_px_ - 1, static_cast<int>(std::floor(s.x + hx)));
  s.y0 = std::max(0, static_cast<int>(std::ceil(s.y - hy)));
  s.y1 = std::min(height_px_ - 1, static_cast<int>(std::floor(s.y + hy)));
  for (int c = 0; c < 3; ++c) s.radiance[c] = spot.radiance[static_cast<size_t>(c)];
  return s.x0 <= s.x1 && s.y0 <= s.y1;
}

void SnowPainter::paint_rows(const Shape& s, int first, int end, float opacity,
                             const float* depth_m, const RgbView& image) const {
  for (int y = std::max(first, s.y0); y < std::min(end, s.y1 + 1); ++y)
    for (int x = s.x0; x <= s.x1; ++x) {
      const ptrdiff_t at = static_cast<ptrdiff_t>(y) * width_px_ + x;
      if (depth_m[at] < s.depth_m) continue;
      float ex = static_cast<float>(x) - s.x, ey = static_cast<float>(y) - s.y;
      const float along = std::clamp((ex * s.mx + ey * s.my) * s.per_path2, -0.5f, 0.5f);
      ex -= along * s.mx, ey -= along * s.my;
      const float d2 = ex * ex + ey * ey, q2 = d2 * s.per_radius2;
      if (q2 > kGaussianReach * kGaussianReach) continue;
      float k = s.coverage;
      if (s.disc)
        k *=
            std::clamp(s.radius + 0.5f - std::sqrt(d2), 0.0f, 1.0f) * (kDiscCentre + kDiscRim * q2);
      else
        k *= fast_exp_negative(q2);
      k = std::min(k, 1.0f);
      for (int c = 0; c < 3; ++c) {
        float& v = image.channels[c][at];
        v = v * (1 - opacity * k) + k * s.radiance[c];
      }
    }
}

size_t SnowPainter::paint(const SnowModel& model, std::span<const SnowSpot> spots,
                          std::span<const float> depth_m, RgbView image, ThreadArena& arena) {
  HADAL_CHECK(image.width_px == width_px_ && image.height_px == height_px_);
  HADAL_CHECK(depth_m.size() == image.pixels());
  shapes_.clear();
  size_t left_out = 0;
  Shape shape{};
  for (const SnowSpot& spot : spots) {
    if (!shape_of(model, spot, shape)) continue;
    if (shapes_.size() < shapes_.capacity())
      shapes_.push_back(shape);
    else
      ++left_out;
  }
  const int bands = (height_px_ + kBandRows - 1) / kBandRows;
  arena.for_each(static_cast<size_t>(bands), [&](size_t band) {
    const int first = static_cast<int>(band) * kBandRows;
    const int end = std::min(height_px_, first + kBandRows);
    for (const Shape& s : shapes_)
      if (s.y0 < end && s.y1 >= first)
        paint_rows(s, first, end, static_cast<float>(model.opacity), depth_m.data(), image);
  });
  return left_out;
}

}  // namespace hadal::sensors::camera
