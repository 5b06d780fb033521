#include "sensors/optical/render/sea_levels.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#define HWY_TARGET_INCLUDE "sensors/optical/render/sea_levels.cpp"
#include "math/simd/highway.h"
#include "sensors/relief/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// elevation[i][j] = sum over waves of Re(north[wave][i] east[wave][j]). Phasors lie wave after
// wave: kNodes real parts, then the imaginary ones. Four rows at a time.
void multiply_phasors(const float* north, const float* east, size_t waves, float* elevation) {
  constexpr int n = SeaLevels::kNodes, kTogether = 4;
  const Tag d;
  for (int i = 0; i < n; i += kTogether)
    for (int j = 0; j < n; j += static_cast<int>(hn::Lanes(d))) {
      V sum0 = zero(), sum1 = zero(), sum2 = zero(), sum3 = zero();
      for (size_t k = 0; k < waves; ++k) {
        const float *p = north + 2 * n * k + i, *q = east + 2 * n * k + j;
        const V re = hn::LoadU(d, q), im = hn::LoadU(d, q + n);
        sum0 = sum0 + (all(p[0]) * re - all(p[n]) * im);
        sum1 = sum1 + (all(p[1]) * re - all(p[n + 1]) * im);
        sum2 = sum2 + (all(p[2]) * re - all(p[n + 2]) * im);
        sum3 = sum3 + (all(p[3]) * re - all(p[n + 3]) * im);
      }
      float* to = elevation + i * n + j;
      hn::StoreU(sum0, d, to);
      hn::StoreU(sum1, d, to + n);
      hn::StoreU(sum2, d, to + 2 * n);
      hn::StoreU(sum3, d, to + 3 * n);
    }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(multiply_phasors);

constexpr int kNodes = SeaLevels::kNodes;

std::complex<double> phasor(double turns) {
  const double angle = 2 * std::numbers::pi * (turns - std::round(turns));
  return {std::cos(angle), std::sin(angle)};
}

// start, start step, start step^2, ...; the product is written out, because the library's own looks
// for infinities.
void write_phasors(std::complex<double> start, std::complex<double> step, float* out) {
  double c = start.real(), s = start.imag();
  for (int i = 0; i < kNodes; ++i) {
    out[i] = static_cast<float>(c), out[kNodes + i] = static_cast<float>(s);
    const double next = c * step.real() - s * step.imag();
    s = c * step.imag() + s * step.real();
    c = next;
  }
}

// Phasors of the waves that the level shows; returns how many.
size_t find_phasors(const environment::WaveField& sea, double time_s, double factor, double cell_m,
                    int level, SeaLevels& out) {
  const auto& c = sea.columns();
  const Vec3& corner_N = out.corner_N[static_cast<size_t>(level)];
  double left_out = 0, heights = 0, left_heights = 0;
  size_t shown = 0;
  for (size_t k = 0; k < sea.components().size(); ++k) {
    const double cells = 2 * std::numbers::pi / c.wave_number_rad_m[k] / cell_m;
    const double t = std::clamp(cells / SeaLevels::kMinCells - 1, 0.0, 1.0);
    const double fraction = level == 0 ? 1 : t * t * (3 - 2 * t);
    const double steepness = c.amplitude_m[k] * factor * c.wave_number_rad_m[k];
    left_out += 0.5 * steepness * steepness * (1 - fraction * fraction);
    heights += c.amplitude_m[k] * c.amplitude_m[k];
    left_heights += c.amplitude_m[k] * c.amplitude_m[k] * (1 - fraction * fraction);
    if (fraction == 0) continue;
    const double turns = c.north_turns[k] * corner_N.x() + c.east_turns[k] * corner_N.y() -
                         c.rate_turns[k] * time_s + c.phase_turns[k];
    write_phasors(c.amplitude_m[k] * factor * fraction * phasor(turns),
                  phasor(c.north_turns[k] * cell_m), &out.north[2 * kNodes * shown]);
    write_phasors(1, phasor(c.east_turns[k] * cell_m), &out.east[2 * kNodes * shown]);
    ++shown;
  }
  out.left_out[static_cast<size_t>(level)] = static_cast<float>(left_out);
  out.flattened[static_cast<size_t>(level)] = static_cast<float>(left_heights / heights);
  return shown;
}

// Elevations and their differences; at the rim differences are left zero.
void write_nodes(const std::vector<float>& elevation, double cell_m, std::array<float, 4>* nodes) {
  const auto per = static_cast<float>(1 / (12 * cell_m));
  const auto difference = [&](int at, int step) {
    const auto e = [&](int k) { return elevation[static_cast<size_t>(at + k * step)]; };
    return (8 * (e(1) - e(-1)) - (e(2) - e(-2))) * per;
  };
  for (int i = 0; i < kNodes; ++i)
    for (int j = 0; j < kNodes; ++j) {
      const int at = i * kNodes + j;
      const bool inside = std::min({i, j, kNodes - 1 - i, kNodes - 1 - j}) >= 2;
      nodes[at] = {elevation[static_cast<size_t>(at)], inside ? difference(at, kNodes) : 0,
                   inside ? difference(at, 1) : 0, 0};
    }
}

void make_room(size_t waves, SeaLevels& out) {
  const size_t square = size_t{kNodes} * kNodes;
  out.nodes.resize(square * SeaLevels::kMax);
  out.north.resize(2 * kNodes * waves);
  out.east.resize(2 * kNodes * waves);
  out.elevation.resize(square);
}

}  // namespace

void compute_sea_levels(const environment::WaveField& sea, double time_s, double factor,
                        const Vec3& centre_N, double reach_m, SeaLevels& out) {
  constexpr double kCellsPerWave = 8;
  out.levels = 0;
  out.deviation_m = factor * std::sqrt(sea.variance_m2());
  if (sea.calm() || factor == 0) return;
  make_room(sea.components().size(), out);
  out.cell_m = std::exp2(std::floor(std::log2(sea.shortest_wave_m() / kCellsPerWave)));
  for (double half_m = 0; out.levels < SeaLevels::kMax && half_m < reach_m; ++out.levels) {
    const double cell_m = std::ldexp(out.cell_m, out.levels);
    half_m = (kNodes / 2 - SeaLevels::kMargin) * cell_m;
    const auto corner = [cell_m](double at_m) {
      return (std::floor(at_m / cell_m) - kNodes / 2) * cell_m;
    };
    out.corner_N[static_cast<size_t>(out.levels)] =
        Vec3(corner(centre_N.x()), corner(centre_N.y()), 0);
    const size_t waves = find_phasors(sea, time_s, factor, cell_m, out.levels, out);
    HWY_DYNAMIC_DISPATCH(multiply_phasors)
    (out.north.data(), out.east.data(), waves, out.elevation.data());
    write_nodes(out.elevation, cell_m, &out.nodes[size_t{kNodes} * kNodes * out.levels]);
  }
}

}  // namespace hadal::sensors
#endif
