#include "environment/raster/pixel_map.h"

#include <atomic>
#include <cmath>

namespace hadal::environment {
namespace {

constexpr double kLargestError_m = 1e-4;  // at the check points, where the error is greatest

// Coefficients of the cubic through values at 0, 1/3, 2/3 and 1.
std::array<double, 4> cubic_through(double a, double b, double c, double d) {
  return {a, (-11 * a + 18 * b - 9 * c + 2 * d) / 2, (18 * a - 45 * b + 36 * c - 9 * d) / 2,
          (-9 * a + 27 * b - 27 * c + 9 * d) / 2};
}

// Values at (k/3, l/3), row k after row, to coefficients, row a (power of u) after row.
std::array<double, 16> bicubic_through(const std::array<double, 16>& value) {
  std::array<double, 16> half{}, out{};
  for (int k = 0; k < 4; ++k) {
    const auto c =
        cubic_through(value[4 * k], value[4 * k + 1], value[4 * k + 2], value[4 * k + 3]);
    for (int b = 0; b < 4; ++b) half[4 * k + b] = c[b];
  }
  for (int b = 0; b < 4; ++b) {
    const auto c = cubic_through(half[b], half[4 + b], half[8 + b], half[12 + b]);
    for (int a = 0; a < 4; ++a) out[4 * a + b] = c[a];
  }
  return out;
}

double evaluated(const std::array<double, 16>& c, double u, double v) {
  double sum = 0;
  for (int a = 3; a >= 0; --a)
    sum = sum * u + (((c[4 * a + 3] * v + c[4 * a + 2]) * v + c[4 * a + 1]) * v + c[4 * a]);
  return sum;
}

struct Remembered {
  uint64_t map = 0;
  int64_t bi = 0, bj = 0;
  PixelMap::Block block;
};

// Where a thread remembers a block: a few entries, replaced when another block comes by.
Remembered& remembered(int64_t bi, int64_t bj) {
  constexpr unsigned kSide = 4;
  thread_local std::array<Remembered, kSide * kSide> blocks;
  return blocks[(static_cast<uint64_t>(bi) % kSide) * kSide + static_cast<uint64_t>(bj) % kSide];
}

uint64_t next_id() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

}  // namespace

PixelMap::PixelMap(const SeaMap& map, const Raster& raster, double block_m)
    : map_(map), raster_(&raster), block_m_(block_m), id_(next_id()) {}

Pixel PixelMap::exact(double north_m, double east_m) const {
  const Geodetic place = map_.geodetic_from_plane({north_m, east_m, 0});
  const auto pixel = raster_->pixel_from_geodetic(place.latitude_deg, place.longitude_deg);
  return pixel.value_or(Pixel{0.5 * raster_->info().columns, 0.5 * raster_->info().rows});
}

PixelMap::Block PixelMap::block(int64_t bi, int64_t bj) const {
  Block out;
  std::array<double, 16> column{}, row{};
  const double turn = raster_->period_columns();
  for (int k = 0; k < 16; ++k) {
    const Pixel p = exact((static_cast<double>(bi) + (k / 4) / 3.0) * block_m_,
                          (static_cast<double>(bj) + (k % 4) / 3.0) * block_m_);
    column[k] = p.column;
    row[k] = p.row;
    // No jump by a turn around the Earth within the block.
    if (turn > 0) column[k] -= turn * std::round((column[k] - column[0]) / turn);
  }
  out.column = bicubic_through(column);
  out.row = bicubic_through(row);
  out.exact = !close_everywhere(out, bi, bj);
  return out;
}

bool PixelMap::close_everywhere(const Block& block, int64_t bi, int64_t bj) const {
  const double turn = raster_->period_columns();
  for (const double u : {1.0 / 6, 0.5, 5.0 / 6})
    for (const double v : {1.0 / 6, 5.0 / 6}) {
      const Pixel p =
          exact((static_cast<double>(bi) + u) * block_m_, (static_cast<double>(bj) + v) * block_m_);
      double column = evaluated(block.column, u, v) - p.column;
      if (turn > 0) column -= turn * std::round(column / turn);
      const double error = std::hypot(column, evaluated(block.row, u, v) - p.row);
      if (!(error * raster_->cell_m() < kLargestError_m)) return false;
    }
  return true;
}

Pixel PixelMap::pixel(const Block& block, int64_t bi, int64_t bj, double u, double v) const {
  if (block.exact)
    return exact((static_cast<double>(bi) + u) * block_m_,
                 (static_cast<double>(bj) + v) * block_m_);
  return {evaluated(block.column, u, v), evaluated(block.row, u, v)};
}

Pixel PixelMap::pixel(int64_t bi, int64_t bj, double u, double v) const {
  Remembered& entry = remembered(bi, bj);
  if (entry.map != id_ || entry.bi != bi || entry.bj != bj) entry = {id_, bi, bj, block(bi, bj)};
  return pixel(entry.block, bi, bj, u, v);
}

}  // namespace hadal::environment
