#include "sensors/optical/render/wave_tile.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "environment/waves/dispersion.h"

#define HWY_TARGET_INCLUDE "sensors/optical/render/wave_tile.cpp"
#include "math/simd/highway.h"
#include "sensors/relief/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// The part of a turn, by rounding to a whole number with 1.5 * 2^52.
HWY_INLINE float part_turn(double rate_turns, double time_s, double phase_turns) {
  constexpr double kMagic = 0x1.8p52;
  const double turns = phase_turns - rate_turns * time_s;
  return static_cast<float>(turns - ((turns + kMagic) - kMagic));
}

// Spectra of eight columns at one time, row after row at their places in the transform:
//   H = A e + C conj(e), e = exp(-i w t);  slopes (i kx) H + i (i ky) H;  heights H.
void tile_spectrum(const Ripples::Modes* modes, const int* place, const float* kx, const float* ky,
                   double time_s, float factor, Line* slopes, Line* heights) {
  alignas(64) float turns[kLineLanes];
  for (int row = 0; row < Ripples::kRows; ++row) {
    const Ripples::Modes& mode = modes[row];
    Line &slope = slopes[place[row]], &height = heights[place[row]];
    for (int lane = 0; lane < kLineLanes; ++lane)
      turns[lane] = part_turn(mode.rate_turns[lane], time_s, 0);
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(Tag())) {
      V s, c;
      sine_cosine(load(turns + lane), s, c);
      const V a = load(mode.re + lane), b = load(mode.im + lane);
      const V p = load(mode.back_re + lane), q = load(mode.back_im + lane);
      const V re = ((a * c - b * s) + (p * c + q * s)) * all(factor);
      const V im = ((a * s + b * c) + (q * c - p * s)) * all(factor);
      const V x = load(kx + lane), y = all(ky[row]);
      store(hn::Neg(x * im) - y * re, slope.re + lane);
      store(x * re - y * im, slope.im + lane);
      store(re, height.re + lane);
      store(im, height.im + lane);
    }
  }
}

// Adds i times the spectrum of the sea to that of the heights.
void tile_sea_spectrum(const Ripples::SeaMode* modes, size_t count, double time_s, float factor,
                       Line* heights) {
  for (size_t i = 0; i < count; ++i) {
    const Ripples::SeaMode& mode = modes[i];
    V s, c;
    sine_cosine(all(part_turn(mode.rate_turns, time_s, mode.phase_turns)), s, c);
    heights[mode.place].re[mode.lane] -= hn::GetLane(s) * (mode.amplitude_m * factor);
    heights[mode.place].im[mode.lane] += hn::GetLane(c) * (mode.amplitude_m * factor);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(tile_spectrum);
HWY_EXPORT(tile_sea_spectrum);

constexpr double kTurnRad = 2 * std::numbers::pi;
constexpr double kSurfaceTension_m3_s2 = 7.4e-5;  // over the density of sea water

double ripple_frequency_rad_s(double k, const RippleParameters& p) {
  const double gravity = environment::wave_frequency_rad_s(k, p.depth_m, p.gravity_m_s2);
  return gravity * std::sqrt(1 + kSurfaceTension_m3_s2 * k * k / p.gravity_m_s2);
}

// Slope variance per logarithm of the wave number, up to a constant.
double ripple_band(double k, double max_wavelength_m, double min_wavelength_m) {
  const double low = kTurnRad / max_wavelength_m / k, high = k * min_wavelength_m / kTurnRad;
  return std::exp(-low * low * low * low - high * high);
}

double ripple_spreading(double cosine) {
  const double half = 0.5 * (1 + cosine);  // cos^2 of half the angle
  return 0.15 + 0.85 * half * half;
}

double sea_mean_square_slope(const environment::WaveField& sea) {
  double sum = 0;
  for (const auto& wave : sea.components()) {
    const double steepness = wave.amplitude_m * wave.wave_number_rad_m;
    sum += 0.5 * steepness * steepness;
  }
  return sum;
}

// Number of a wave number along one axis as drawn from the seed: independent of how many there are.
int64_t mode_number(int mx, int my) {
  return (static_cast<int64_t>(mx) + 4096) * 8192 + my + 4096;
}

float squared(float x) {
  return x * x;
}

// Averages of two by two nodes.
double halve_slopes(const Line* fine, int nodes, Line* coarse) {
  const int half = nodes / 2;
  double sum = 0;
  for (int b = 0; b < half / kLineLanes; ++b)
    for (int i = 0; i < half; ++i) {
      Line& to = coarse[b * half + i];
      for (int lane = 0; lane < kLineLanes; ++lane) {
        const int j = 2 * (lane % (kLineLanes / 2));
        const Line* from = fine + (2 * b + lane / (kLineLanes / 2)) * nodes + 2 * i;
        to.re[lane] =
            0.25f * ((from[0].re[j] + from[0].re[j + 1]) + (from[1].re[j] + from[1].re[j + 1]));
        to.im[lane] =
            0.25f * ((from[0].im[j] + from[0].im[j + 1]) + (from[1].im[j] + from[1].im[j + 1]));
        sum += squared(to.re[lane]) + squared(to.im[lane]);
      }
    }
  return sum / half / half;
}

}  // namespace

RippleParameters ripples_of_wind(double wind_speed_m_s, double toward_rad,
                                 const environment::WaveField& sea, double gravity_m_s2,
                                 uint64_t seed) {
  constexpr double kDevelopedSlope = 0.0097;  // of a developed sea up to four times its peak
  constexpr double kMinWind_m_s = 1.5, kShortestRipple_m = 0.01;
  constexpr double kMaxResolved = 0.008, kMinFineFraction = 0.2;
  RippleParameters p;
  const double sea_slope = sea_mean_square_slope(sea);
  const double developed_m_s = std::sqrt(4 * std::sqrt(sea.variance_m2()) * gravity_m_s2 / 0.209) *
                               std::min(1.0, sea_slope / kDevelopedSlope);
  const double wind = std::max(wind_speed_m_s, developed_m_s);
  const double total = 0.003 + 0.00512 * wind;
  const double peak_rad_m = gravity_m_s2 / std::pow(std::max(wind, kMinWind_m_s), 2);
  const double per_octave = total / std::log(kTurnRad / kShortestRipple_m / peak_rad_m);
  p.max_wavelength_m =
      std::max(std::min({p.side_m / 2, kTurnRad / peak_rad_m, sea.shortest_wave_m()}),
                         2 * p.min_wavelength_m);
  double band = 0;  // integral over the logarithm of the wave number
  constexpr double kStep = 0.02;
  for (double k = 0.1; k < 1000; k *= 1 + kStep)
    band += std::log1p(kStep) * ripple_band(k, p.max_wavelength_m, p.min_wavelength_m);
  p.mean_square_slope = std::min(per_octave * band, kMaxResolved);
  p.fine_mean_square_slope =
      std::max(total - sea_slope - p.mean_square_slope, kMinFineFraction * total);
  p.toward_rad = toward_rad, p.depth_m = sea.calm() ? p.depth_m : sea.depth_m();
  p.gravity_m_s2 = gravity_m_s2, p.seed = seed;
  return p;
}

Ripples::Ripples(const RippleParameters& parameters, const environment::WaveField& sea)
    : parameters_(parameters), fft_(kTileNodes), modes_(size_t{kBlocks} * kRows) {
  HADAL_CHECK(parameters.side_m > 0 && parameters.max_wavelength_m > 0 &&
              parameters.min_wavelength_m > 0);
  for (int m = 0; m < kRows; ++m) place_[static_cast<size_t>(m)] = fft_.place(m - kModes);
  for (int k = kModes + 1; k < kTileNodes - kModes; ++k) empty_.push_back(fft_.place(k));
  make_modes();
  add_sea(sea);
}

void Ripples::make_modes() {
  const RandomStream stream(parameters_.seed, "environment/ripples", "phases");
  const double step = kTurnRad / parameters_.side_m;
  const double wind_n = std::cos(parameters_.toward_rad), wind_e = std::sin(parameters_.toward_rad);
  const auto amplitude = [&](int mx, int my) {
    if ((mx == 0 && my == 0) || mx * mx + my * my > kModes * kModes) return 0.0;
    const double k = step * std::hypot(mx, my), cosine = step * (mx * wind_n + my * wind_e) / k;
    return std::sqrt(ripple_band(k, parameters_.max_wavelength_m, parameters_.min_wavelength_m) *
                     ripple_spreading(cosine)) /
           (k * k);
  };
  double slopes = 0, heights = 0;
  for (int mx = -kModes; mx <= kModes; ++mx)
    for (int my = -kModes; my <= kModes; ++my) {
      const double variance = 0.5 * std::pow(amplitude(mx, my), 2);
      heights += variance;
      slopes += variance * step * step * (mx * mx + my * my);
    }
  const double scale = slopes > 0 ? 0.5 * std::sqrt(parameters_.mean_square_slope / slopes) : 0;
  deviation_m_ = 2 * scale * std::sqrt(heights);
  for (int column = 0; column < kBlocks * kLineLanes; ++column)
    for (int row = 0; row < kRows; ++row) {
      const int mx = column - kModes, my = row - kModes, lane = column % kLineLanes;
      Modes& mode = modes_[static_cast<size_t>(column / kLineLanes * kRows + row)];
      const double k = step * std::hypot(mx, my);
      mode.rate_turns[lane] = ripple_frequency_rad_s(k, parameters_) / kTurnRad;
      const double ahead = scale * amplitude(mx, my), behind = scale * amplitude(-mx, -my);
      const double phase = kTurnRad * stream.uniform(mode_number(mx, my));
      const double back = kTurnRad * stream.uniform(mode_number(-mx, -my));
      mode.re[lane] = static_cast<float>(ahead * std::cos(phase));
      mode.im[lane] = static_cast<float>(ahead * std::sin(phase));
      mode.back_re[lane] = static_cast<float>(behind * std::cos(back));
      mode.back_im[lane] = static_cast<float>(-behind * std::sin(back));
    }
}

void Ripples::add_sea(const environment::WaveField& sea) {
  for (const auto& wave : sea.components()) {
    const double turns = wave.wave_number_rad_m * parameters_.side_m / kTurnRad;
    const auto mx = static_cast<int>(std::lround(turns * std::cos(wave.toward_rad)));
    const auto my = static_cast<int>(std::lround(turns * std::sin(wave.toward_rad)));
    if (turns < 1 || std::max(std::abs(mx), std::abs(my)) > kModes) continue;
    for (const int sign : {1, -1}) {
      const int column = sign * mx + kModes;
      sea_[static_cast<size_t>(column / kLineLanes)].push_back(
          {fft_.place(sign * my), column % kLineLanes, sign * wave.frequency_rad_s / kTurnRad,
           sign * wave.phase_rad / kTurnRad, static_cast<float>(0.5 * wave.amplitude_m)});
    }
  }
}

WaveTile Ripples::blank() const {
  WaveTile tile;
  tile.side_m = static_cast<float>(parameters_.side_m);
  tile.slopes.resize(static_cast<size_t>(WaveTile::first_line(kTileLevels)));
  tile.heights.resize(static_cast<size_t>(WaveTile::first_line(1)));
  return tile;
}

// Columns of eight kx: along east, then turned so that lanes are nodes along east.
void Ripples::compute_columns(size_t block, double time_s, float ripple_factor, float sea_factor,
                              WaveTile& tile) const {
  std::array<Line, kTileNodes> slopes{}, heights{};
  const auto step = static_cast<float>(kTurnRad / parameters_.side_m);
  alignas(64) std::array<float, kLineLanes> kx;
  std::array<float, kRows> ky;
  for (int lane = 0; lane < kLineLanes; ++lane)
    kx[static_cast<size_t>(lane)] =
        step * static_cast<float>(static_cast<int>(block) * kLineLanes + lane - kModes);
  for (int row = 0; row < kRows; ++row)
    ky[static_cast<size_t>(row)] = step * static_cast<float>(row - kModes);
  HWY_DYNAMIC_DISPATCH(tile_spectrum)
  (&modes_[block * kRows], place_.data(), kx.data(), ky.data(), time_s, ripple_factor,
   slopes.data(), heights.data());
  HWY_DYNAMIC_DISPATCH(tile_sea_spectrum)
  (sea_[block].data(), sea_[block].size(), time_s, sea_factor, heights.data());
  fft_.backward(slopes, Fft::Sign::kPlus);
  fft_.backward(heights, Fft::Sign::kPlus);
  const int first = static_cast<int>(block) * kLineLanes;
  for (int b = 0; b < kTileNodes / kLineLanes; ++b)
    for (int lane = 0; lane < kLineLanes && first + lane < kRows; ++lane) {
      const int to = b * kTileNodes + place_[static_cast<size_t>(first + lane)];
      Line &slope = tile.slopes[static_cast<size_t>(to)],
           &height = tile.heights[static_cast<size_t>(to)];
      for (int j = 0; j < kLineLanes; ++j) {
        const auto from = static_cast<size_t>(b * kLineLanes + j);
        slope.re[j] = slopes[from].re[lane], slope.im[j] = slopes[from].im[lane];
        height.re[j] = heights[from].re[lane], height.im[j] = heights[from].im[lane];
      }
    }
}

void Ripples::compute_rows(size_t block, WaveTile& tile) const {
  for (std::vector<Line>* lines : {&tile.slopes, &tile.heights}) {
    const auto row = std::span(*lines).subspan(block * kTileNodes, kTileNodes);
    for (const int place : empty_) row[static_cast<size_t>(place)] = Line{};
    fft_.backward(row, Fft::Sign::kPlus);
  }
}

void Ripples::compute(double time_s, double ripple_factor, double sea_factor, ThreadArena& arena,
                      WaveTile& tile) const {
  const auto ripples = static_cast<float>(ripple_factor), waves = static_cast<float>(sea_factor);
  tile.time_s = time_s, tile.toward_rad = parameters_.toward_rad;
  tile.deviation_m = static_cast<float>(deviation_m_ * ripple_factor);
  arena.for_each(kBlocks,
                 [&](size_t block) { compute_columns(block, time_s, ripples, waves, tile); });
  arena.for_each(kTileNodes / kLineLanes, [&](size_t block) { compute_rows(block, tile); });
  tile.mean_square_slope[0] =
      static_cast<float>(parameters_.mean_square_slope * ripple_factor * ripple_factor);
  tile.fine_mean_square_slope =
      static_cast<float>(parameters_.fine_mean_square_slope * ripple_factor * ripple_factor);
  for (int level = 1; level < kTileLevels; ++level)
    tile.mean_square_slope[static_cast<size_t>(level)] = static_cast<float>(
        halve_slopes(&tile.slopes[static_cast<size_t>(WaveTile::first_line(level - 1))],
                     WaveTile::nodes(level - 1),
                     &tile.slopes[static_cast<size_t>(WaveTile::first_line(level))]));
}

}  // namespace hadal::sensors
#endif
