#include "sensors/optical/camera/dirt.h"

#include <cmath>

#include "base/check.h"
#include "math/units.h"
#include "sensors/optical/camera/pixel_math.h"

// Plain loops, which the compiler makes into vectors for each instruction set.
#define HWY_TARGET_INCLUDE "sensors/optical/camera/dirt.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_DIRT_SHARED
#define HADAL_DIRT_SHARED
namespace hadal::sensors::camera {
struct VeilRow {
  const float *upper, *lower;   // rows of the veil
  float below;                  // fraction of the lower
  int veil_width, width, cell;  // cell: pixels of the picture per pixel of the veil
  const float* fraction;
};
}  // namespace hadal::sensors::camera
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::camera::HWY_NAMESPACE {

// Between the middles of two neighbouring pixels of the veil, its light is a straight line.
void veil_row(const VeilRow& row, float* HWY_RESTRICT out) {
  const auto veil = [&](int i) {
    const int at = HWY_MIN(HWY_MAX(i, 0), row.veil_width - 1);
    return row.upper[at] + (row.lower[at] - row.upper[at]) * row.below;
  };
  const float per_cell = 1.0f / static_cast<float>(row.cell);
  for (int i = -1; i < row.veil_width; ++i) {
    const int start = i * row.cell + row.cell / 2;
    const int first = HWY_MAX(start, 0), end = HWY_MIN(start + row.cell, row.width);
    const float a = veil(i), step = (veil(i + 1) - a) * per_cell;
    for (int x = first; x < end; ++x) {
      const float light = a + step * (static_cast<float>(x - start) + 0.5f);
      out[x] = out[x] * (1.0f - row.fraction[x]) + row.fraction[x] * light;
    }
  }
}

}  // namespace hadal::sensors::camera::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors::camera {
namespace {
HWY_EXPORT(veil_row);

constexpr int64_t kFilmDraw = 0, kSpeckDraw = 1, kScratchDraw = 2;

double lattice(const RandomStream& device, int x, int y, int octave) {
  const RowRng rng = row_rng(device, kFilmDraw + 16 * (octave + 1), static_cast<uint32_t>(y));
  return static_cast<double>(unit_below_one(rng.bits(static_cast<uint32_t>(x))));
}

// Noise of unit cells, smooth between random values at their corners, in [0, 1).
double value_noise(const RandomStream& device, double x, double y, int octave) {
  const int ix = static_cast<int>(std::floor(x)), iy = static_cast<int>(std::floor(y));
  const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
  const double u = smooth(x - ix), v = smooth(y - iy);
  const double a = lattice(device, ix, iy, octave), b = lattice(device, ix + 1, iy, octave);
  const double c = lattice(device, ix, iy + 1, octave), d = lattice(device, ix + 1, iy + 1, octave);
  return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
}

double fractal_noise(const RandomStream& device, double x, double y, int first_octave) {
  double sum = 0, size = 0.5;
  for (int k = 0; k < 4; ++k, size /= 2, x *= 2, y *= 2)
    sum += size * value_noise(device, x, y, first_octave + k);
  return sum / 0.9375;
}

}  // namespace

DirtMap::DirtMap(const DirtModel& model, int width_px, int height_px, const RandomStream& device)
    : width_px_(width_px),
      height_px_(height_px),
      fraction_(static_cast<size_t>(width_px) * static_cast<size_t>(height_px), 0.0f) {
  HADAL_CHECK(model.film >= 0 && model.specks >= 0 && model.scratches >= 0);
  HADAL_CHECK(model.max >= 0 && model.max <= 1);
  if (model.film > 0) add_film(model.film, device);
  if (model.specks > 0) add_specks(model.specks, model.speck_count, device);
  if (model.scratches > 0) add_scratches(model.scratches, model.scratch_count, device);
  for (float& m : fraction_) {
    m = std::min(m, static_cast<float>(model.max));
    clean_ = clean_ && m == 0;
  }
}

void DirtMap::add_film(double strength, const RandomStream& device) {
  // Coarse, then linear between: the film has no detail below a few pixels.
  constexpr int kCell = 4;
  const int w = width_px_ / kCell + 2, h = height_px_ / kCell + 2;
  std::vector<double> film(static_cast<size_t>(w) * static_cast<size_t>(h));
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const double u = 5.0 * x * kCell / width_px_, v = 5.0 * y * kCell / width_px_;
      const double grime = std::max(0.0, fractal_noise(device, u, v, 0) - 0.52) * 0.8;
      const double streak =
          std::max(0.0, fractal_noise(device, 0.9 * u + 0.4 * v, 5 * v, 8) - 0.6) * 0.5;
      film[static_cast<size_t>(y * w + x)] = strength * (grime + streak);
    }
  for (int y = 0; y < height_px_; ++y)
    for (int x = 0; x < width_px_; ++x) {
      const double* at = film.data() + (y / kCell) * w + x / kCell;
      const double u = x % kCell / static_cast<double>(kCell);
      const double v = y % kCell / static_cast<double>(kCell);
      fraction_[static_cast<size_t>(y * width_px_ + x)] += static_cast<float>(
          (at[0] + (at[1] - at[0]) * u) * (1 - v) + (at[w] + (at[w + 1] - at[w]) * u) * v);
    }
}

void DirtMap::add_specks(double strength, int count, const RandomStream& device) {
  for (int i = 0; i < count; ++i) {
    const auto draw = [&](uint32_t k) {
      return device.uniform(kSpeckDraw, static_cast<uint32_t>(i) * 8 + k);
    };
    const double cx = draw(0) * width_px_, cy = draw(1) * height_px_, size = draw(2);
    const double radius = width_px_ * (0.002 + 0.018 * size * size * size), depth = draw(3);
    const int reach = static_cast<int>(1.6 * radius) + 1;
    const int x0 = static_cast<int>(cx), y0 = static_cast<int>(cy);
    for (int y = std::max(0, y0 - reach); y < std::min(height_px_, y0 + reach + 1); ++y)
      for (int x = std::max(0, x0 - reach); x < std::min(width_px_, x0 + reach + 1); ++x) {
        const double d = std::hypot(x - cx, y - cy) / radius;
        // A disc with a soft edge, brighter at its rim.
        const double disc = std::clamp(1.5 * (1.4 - d), 0.0, 1.0);
        const double rim = std::max(0.0, 1 - 3 * std::abs(d - 0.9));
        fraction_[static_cast<size_t>(y * width_px_ + x)] +=
            static_cast<float>(strength * (0.15 * depth * disc + 0.12 * rim));
      }
  }
}

void DirtMap::add_scratches(double strength, int count, const RandomStream& device) {
  for (int i = 0; i < count; ++i) {
    const auto draw = [&](uint32_t k) {
      return device.uniform(kScratchDraw, static_cast<uint32_t>(i) * 8 + k);
    };
    const double angle = kTurn * draw(2), length = width_px_ * (0.04 + 0.3 * draw(3) * draw(3));
    const double cx = draw(0) * width_px_, cy = draw(1) * height_px_;
    const double ux = std::cos(angle), uy = std::sin(angle), width = 0.5 + 0.9 * draw(4);
    const double level = strength * (0.08 + 0.25 * draw(5)), bend = (draw(6) - 0.5) * 0.4 / length;
    const int steps = static_cast<int>(length * 2);
    for (int s = 0; s < steps; ++s) {
      const double t = s / 2.0 - length / 2, off = bend * t * t;
      const double fade = 1 - std::pow(2 * t / length, 4);
      const double px = cx + ux * t - uy * off, py = cy + uy * t + ux * off;
      for (int y = static_cast<int>(py) - 3; y <= static_cast<int>(py) + 3; ++y)
        for (int x = static_cast<int>(px) - 3; x <= static_cast<int>(px) + 3; ++x) {
          if (x < 0 || y < 0 || x >= width_px_ || y >= height_px_) continue;
          const double d2 = (x - px) * (x - px) + (y - py) * (y - py);
          float& m = fraction_[static_cast<size_t>(y * width_px_ + x)];
          m = std::max(m, static_cast<float>(level * fade * std::exp(-d2 / (2 * width * width))));
        }
    }
  }
}

void DirtMap::apply(RgbView image, BlurPyramid& pyramid, ThreadArena& arena) const {
  if (clean_) return;
  HADAL_CHECK(image.pixels() == fraction_.size() && pyramid.levels() >= kVeilLevel);
  pyramid.reduce(as_input(image), arena);
  const RgbInput veil = pyramid.level(kVeilLevel);
  constexpr int kCell = 1 << kVeilLevel;
  for_rows(arena, image.height_px, [&](int y) {
    const float at = (static_cast<float>(y) + 0.5f) / kCell - 0.5f;
    const int upper = static_cast<int>(std::floor(at));
    const int last = veil.height_px - 1;
    for (int c = 0; c < 3; ++c) HWY_DYNAMIC_DISPATCH(veil_row)
    ({veil.row(c, std::clamp(upper, 0, last)), veil.row(c, std::clamp(upper + 1, 0, last)),
      at - static_cast<float>(upper), veil.width_px, image.width_px, kCell,
      fraction_.data() + static_cast<ptrdiff_t>(y) * image.width_px},
     image.row(c, y));
  });
}

}  // namespace hadal::sensors::camera
#endif
