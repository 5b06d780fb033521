#include "sensors/acoustic/range_kernel.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/check.h"
#include "sensors/acoustic/windows.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/range_kernel.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_RANGE_KERNEL_SHARED
#define HADAL_RANGE_KERNEL_SHARED
namespace hadal::sensors {
// Rows of a table per grid point, linear between: of the pulse and of the spreading function.
constexpr int kTapRows = 256, kSpreadRows = 1024;
constexpr int kMargin = 16;  // floats before and after the bins of a row

// One row of taps per fraction, `taps` floats each.
struct TapTable {
  const float* rows;
  int rows_per_point;
  double scale;  // grid points per bin
  int points;    // of the grid
};
}  // namespace hadal::sensors
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;
static_assert(kLineLanes == kMaxLanes);

// The taps of one ray: the first point they touch, and where their row lies between two.
struct Taps {
  int first;
  const float* row;
  float fraction;  // of the next row
};

template <int kTaps>
HWY_INLINE bool taps_of(const TapTable& table, float bin, Taps& out) {
  const double x = static_cast<double>(bin) * table.scale;
  if (!(x >= 0 && x < table.points)) return false;
  const int below = static_cast<int>(x);
  const double fine = (x - below) * table.rows_per_point;
  const int whole = static_cast<int>(fine);
  out.first = below - (kTaps / 2 - 1);
  out.row = table.rows + static_cast<ptrdiff_t>(whole) * kTaps;
  out.fraction = static_cast<float>(fine - whole);
  return true;
}

template <int kTaps>
HWY_INLINE void add_taps(const Taps& taps, float value, float* row) {
  const auto fraction = hn::Set(d, taps.fraction), factor = hn::Set(d, value);
  for (size_t i = 0; i < kTaps; i += hn::Lanes(d)) {
    const auto near = hn::LoadU(d, taps.row + i), next = hn::LoadU(d, taps.row + kTaps + i);
    float* to = row + taps.first + static_cast<int>(i);
    hn::StoreU(hn::LoadU(d, to) + (near + (next - near) * fraction) * factor, d, to);
  }
}

template <int kTaps>
HWY_INLINE void add_taps(const Taps& taps, float a, float b, float* re, float* im) {
  const auto fraction = hn::Set(d, taps.fraction), va = hn::Set(d, a), vb = hn::Set(d, b);
  for (size_t i = 0; i < kTaps; i += hn::Lanes(d)) {
    const auto near = hn::LoadU(d, taps.row + i), next = hn::LoadU(d, taps.row + kTaps + i);
    const auto h = near + (next - near) * fraction;
    float* to_re = re + taps.first + static_cast<int>(i);
    float* to_im = im + taps.first + static_cast<int>(i);
    hn::StoreU(hn::LoadU(d, to_re) + h * va, d, to_re);
    hn::StoreU(hn::LoadU(d, to_im) + h * vb, d, to_im);
  }
}

template <int kTaps>
HWY_INLINE void add_echoes(const TapTable& table, const Echoes& beam, float* re, float* im) {
  Taps taps;
  for (size_t r = 0; r < beam.bin.size(); ++r) {
    const float a = beam.re[r], b = beam.im[r];
    if ((a == 0 && b == 0) || !taps_of<kTaps>(table, beam.bin[r], taps)) continue;
    add_taps<kTaps>(taps, a, b, re, im);
  }
}

void spread_echoes(const TapTable& table, const Echoes& beam, float* re, float* im) {
  add_echoes<RangeKernel::kSpreadTaps>(table, beam, re, im);
}
void tap_echoes(const TapTable& table, const Echoes& beam, float* re, float* im) {
  add_echoes<RangeKernel::kTaps>(table, beam, re, im);
}
void tap_power(const TapTable& table, std::span<const float> bin, std::span<const float> power,
               float* row) {
  Taps taps;
  for (size_t r = 0; r < bin.size(); ++r)
    if (power[r] != 0 && taps_of<RangeKernel::kTaps>(table, bin[r], taps))
      add_taps<RangeKernel::kTaps>(taps, power[r], row);
}

// Eight bins from n on of a row convolved with even taps; none from `bins` on.
HWY_INLINE V whole_at(const float* row, int n, std::span<const float> taps, int bins) {
  alignas(32) static constexpr float kSteps[kMaxLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
  V sum = hn::LoadU(d, row + n) * all(taps[0]);
  for (int m = 1; m < static_cast<int>(taps.size()); ++m)
    sum = sum + all(taps[m]) * (hn::LoadU(d, row + n - m) + hn::LoadU(d, row + n + m));
  const V bin = hn::Load(d, kSteps) + all(static_cast<float>(n));
  return hn::IfThenElseZero(bin < all(static_cast<float>(bins)), sum);
}

void clear_whole(const WholeBins& whole) {
  for (int n = whole.first; n < whole.end; n += static_cast<int>(hn::Lanes(d)))
    hn::StoreU(hn::Zero(d), d, whole.row + n);
}

// To a row of bins.
void add_whole(const WholeBins& whole, std::span<const float> taps, int bins, float* row) {
  const int reach = static_cast<int>(taps.size()) - 1;
  const int end = std::min(bins, whole.end + reach);
  for (int n = std::max(0, whole.first - reach); n < end; n += static_cast<int>(hn::Lanes(d)))
    hn::StoreU(hn::LoadU(d, row + n) + whole_at(whole.row, n, taps, bins), d, row + n);
  clear_whole(whole);
}

// Four rows of four, `from` floats apart, to four rows `to` floats apart.
HWY_INLINE void transpose4(const float* x, ptrdiff_t from, float* y, ptrdiff_t to) {
#if HWY_TARGET == HWY_SCALAR
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) y[j * to + i] = x[i * from + j];
#else
  const hn::FixedTag<float, 4> d4;
  const hn::FixedTag<double, 2> pairs;
  const auto a = hn::LoadU(d4, x), b = hn::LoadU(d4, x + from), c = hn::LoadU(d4, x + 2 * from),
             e = hn::LoadU(d4, x + 3 * from);
  const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d4, a, b));
  const auto ce_low = hn::BitCast(pairs, hn::InterleaveLower(d4, c, e));
  const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d4, a, b));
  const auto ce_high = hn::BitCast(pairs, hn::InterleaveUpper(d4, c, e));
  const auto store = [&](auto v, float* at) { hn::StoreU(hn::BitCast(d4, v), d4, at); };
  store(hn::InterleaveLower(pairs, ab_low, ce_low), y);
  store(hn::InterleaveUpper(pairs, ab_low, ce_low), y + to);
  store(hn::InterleaveLower(pairs, ab_high, ce_high), y + 2 * to);
  store(hn::InterleaveUpper(pairs, ab_high, ce_high), y + 3 * to);
#endif
}

// Eight rows by eight columns. What goes to row i is given to put(i, lane, numbers) first.
template <class Put>
HWY_INLINE void transpose8(const float* x, ptrdiff_t from, const Put& put) {
#if HWY_TARGET == HWY_AVX2
  const hn::Repartition<double, Tag> pairs;
  V rows[kLineLanes], mixed[kLineLanes];
  for (int i = 0; i < kLineLanes; ++i) rows[i] = hn::LoadU(d, x + i * from);
  for (int i = 0; i < kLineLanes; i += 2) {
    mixed[i] = hn::InterleaveLower(d, rows[i], rows[i + 1]);
    mixed[i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + 1]);
  }
  const auto two = [&](int i) HWY_ATTR { return hn::BitCast(pairs, mixed[i]); };
  const auto floats = [](auto v) HWY_ATTR { return hn::BitCast(d, v); };
  for (int i = 0; i < 4; ++i) {  // of rows i and i + 4 the halves
    const int at = i / 2;        // of the pairs of rows
    const auto low = i % 2 == 0 ? hn::InterleaveLower(pairs, two(at), two(at + 2))
                                : hn::InterleaveUpper(pairs, two(at), two(at + 2));
    const auto high = i % 2 == 0 ? hn::InterleaveLower(pairs, two(at + 4), two(at + 6))
                                 : hn::InterleaveUpper(pairs, two(at + 4), two(at + 6));
    put(i, 0, floats(hn::ConcatLowerLower(pairs, high, low)));
    put(i + 4, 0, floats(hn::ConcatUpperUpper(pairs, high, low)));
  }
#else
  alignas(32) float turned[kLineLanes * kLineLanes];
  for (int i = 0; i < kLineLanes; i += 4)
    for (int j = 0; j < kLineLanes; j += 4)
      transpose4(x + i * from + j, from, turned + j * kLineLanes + i, kLineLanes);
  for (int i = 0; i < kLineLanes; ++i)
    for (int lane = 0; lane < kLineLanes; lane += static_cast<int>(hn::Lanes(d)))
      put(i, lane, hn::Load(d, turned + i * kLineLanes + lane));
#endif
}
HWY_INLINE void transpose8(const float* x, ptrdiff_t from, float* y, ptrdiff_t to) {
  transpose8(x, from, [&](int i, int lane, V v) HWY_ATTR { hn::StoreU(v, d, y + i * to + lane); });
}

// Rows of eight beams, `row` floats apart and the imaginary ones eight rows later, into lines of
// eight beams each.
void rows_to_lines(const float* rows, ptrdiff_t row, int count, Line* lines) {
  constexpr ptrdiff_t kLine = sizeof(Line) / sizeof(float);
  for (int m = 0; m < count; m += kLineLanes) {
    transpose8(rows + m, row, lines[m].re, kLine);
    transpose8(rows + kLineLanes * row + m, row, lines[m].im, kLine);
  }
}

// Blocks of eight bins in which something stands at whole bins.
struct WholeBlocks {
  int first = 0, end = 0;
};
WholeBlocks blocks_of(const WholeBins& whole, int reach, int bins) {
  if (whole.first >= whole.end) return {};
  return {std::max(0, whole.first - reach) / kLineLanes,
          std::min(lines_for(bins), lines_for(whole.end + reach))};
}

// Lines of eight beams each into lines of eight bins each, those of a block side by side, with what
// stands at whole bins. kOneTap: of a pulse that ends within a bin.
template <bool kOneTap>
HWY_INLINE void blocks_with_whole(const Line* lines, std::span<const Echoes> beams,
                                  std::span<const float> taps, int bins, Line* out,
                                  size_t stride) {
  constexpr ptrdiff_t kLine = sizeof(Line) / sizeof(float);
  WholeBlocks blocks[kLineLanes];
  for (size_t i = 0; i < beams.size(); ++i)
    blocks[i] = blocks_of(beams[i].whole_re, static_cast<int>(taps.size()) - 1, bins);
  const V one_tap = all(taps[0]);
  const auto whole = [&](const float* row, int n) HWY_ATTR {
    return kOneTap ? hn::LoadU(d, row + n) * one_tap : whole_at(row, n, taps, bins);
  };
  for (int k = 0; k < lines_for(bins); ++k) {
    Line* block = out + static_cast<size_t>(k) * stride;
    const int first = k * kLineLanes;
    // Added before it is stored: a load of what was just stored in pieces waits for it.
    transpose8(lines[first].re, kLine, [&](int i, int lane, V v) HWY_ATTR {
      if (k >= blocks[i].first && k < blocks[i].end)
        v = v + whole(beams[i].whole_re.row, first + lane);
      hn::Store(v, d, block[i].re + lane);
    });
    transpose8(lines[first].im, kLine, [&](int i, int lane, V v) HWY_ATTR {
      if (k >= blocks[i].first && k < blocks[i].end)
        v = v + whole(beams[i].whole_im.row, first + lane);
      hn::Store(v, d, block[i].im + lane);
    });
  }
  for (const Echoes& beam : beams) clear_whole(beam.whole_re), clear_whole(beam.whole_im);
}
void lines_to_blocks(const Line* lines, std::span<const Echoes> beams, std::span<const float> taps,
                     int bins, Line* out, size_t stride) {
  if (taps.size() == 1)
    blocks_with_whole<true>(lines, beams, taps, bins, out, stride);
  else
    blocks_with_whole<false>(lines, beams, taps, bins, out, stride);
}

void pick_modes(const Line* grid, std::span<const std::array<int, 2>> places, const float* weights,
                Line* modes) {
  for (size_t q = 0; q < places.size(); ++q) {
    const Line& from = grid[places[q][0]];
    Line& to = modes[places[q][1]];
    const auto w = hn::Set(d, weights[q]);
    for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
      hn::Store(hn::Load(d, from.re + lane) * w, d, to.re + lane);
      hn::Store(hn::Load(d, from.im + lane) * w, d, to.im + lane);
    }
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(spread_echoes);
HWY_EXPORT(tap_echoes);
HWY_EXPORT(tap_power);
HWY_EXPORT(add_whole);
HWY_EXPORT(rows_to_lines);
HWY_EXPORT(lines_to_blocks);
HWY_EXPORT(pick_modes);

using std::numbers::pi;

// Values at the distances of a ray from the points its taps touch, for every fraction of a point.
template <class Value>
std::vector<float> table_of(int taps, int rows_per_point, const Value& value) {
  std::vector<float> table;
  for (int row = 0; row < rows_per_point + 2; ++row)
    for (int i = 0; i < taps; ++i)
      table.push_back(static_cast<float>(
          value(static_cast<double>(row) / rows_per_point + (taps / 2 - 1) - i)));
  return table;
}

double spread_beta() {
  return RangeKernel::kSpreadTaps * pi * (1 - 1 / (2 * RangeKernel::kFiner)) * 0.976;
}

// Value of the spreading function at a distance in grid points, and its Fourier transform at a
// frequency in cycles per grid point, by the midpoint rule on the substitution that smooths its
// ends.
double spread_at(double distance) {
  const double z = 2 * distance / RangeKernel::kSpreadTaps;
  return std::abs(z) < 1 ? std::exp(spread_beta() * (std::sqrt(1 - z * z) - 1)) : 0;
}
double spread_transform(double frequency) {
  constexpr int kPoints = 400;
  constexpr double half = RangeKernel::kSpreadTaps / 2.0;
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double angle = pi / 2 * (i + 0.5) / kPoints, z = std::sin(angle);
    sum += std::exp(spread_beta() * (std::cos(angle) - 1)) *
           std::cos(2 * pi * frequency * half * z) * std::cos(angle);
  }
  return 2 * half * sum * (pi / 2 / kPoints);
}

}  // namespace

RangeKernel::Scratch::Scratch(const RangeKernel& kernel)
    : rows(static_cast<size_t>(kernel.row_) * 2 * kLineLanes) {
  if (kernel.model_ != RangeModel::kExact) return;
  grid.resize(static_cast<size_t>(kernel.grid_fft_->length()) + kLineLanes);
  modes.resize(static_cast<size_t>(kernel.blocks()) * kLineLanes);
}

RangeKernel::RangeKernel(RangeModel model, int bins, const ShadingModel& spectrum)
    : model_(model), bins_(bins) {
  HADAL_CHECK(bins >= kTaps, "a range window needs at least 16 bins");
  HADAL_CHECK(model == RangeModel::kExact || spectrum.window == Shading::kHann ||
                  spectrum.window == Shading::kBlackman,
              "the direct range model needs a Hann or Blackman spectrum");
  make_taps(spectrum);
  if (model == RangeModel::kExact) make_spread(spectrum);
  const int points = model == RangeModel::kExact ? grid_fft_->length() : bins;
  row_ = lines_for(points) * kLineLanes + 2 * kMargin;
}

// w at q = -N/2 + 1 .. N/2, normalised to a sum of 1.
std::vector<double> RangeKernel::spectrum_of(const ShadingModel& spectrum) const {
  std::vector<double> w;
  if (spectrum.window == Shading::kDolphChebyshev) {
    w = window(spectrum, bins_);
  } else {
    for (int k = 0; k < bins_; ++k)
      w.push_back(window_at(spectrum, static_cast<double>(k + 1 - bins_ / 2) / bins_));
  }
  double sum = 0;
  for (const double value : w) sum += value;
  for (double& value : w) value /= sum;
  return w;
}

void RangeKernel::make_taps(const ShadingModel& spectrum) {
  const std::vector<double> w = spectrum_of(spectrum);
  const int zero = bins_ / 2 - 1;  // place of q = 0
  // The real part of h, all of it for an even spectrum, by turning a phasor from mode to mode.
  const auto pulse = [&](double y) {
    const std::complex<double> turn = std::polar(1.0, 2 * pi * y / bins_);
    std::complex<double> phasor = 1;
    double sum = w[zero];
    for (int q = 1; q <= bins_ / 2 && zero + q < bins_; ++q) {
      phasor *= turn;
      sum += (w[zero + q] + (zero >= q ? w[zero - q] : 0)) * phasor.real();
    }
    return sum;
  };
  taps_ = table_of(kTaps, kTapRows, pulse);
  for (const float h : taps_) power_taps_.push_back(h * h);
  // Sums of cosines end after a few bins, but for 1/N of the mode that has no opposite.
  constexpr double kNothing = 0.01;
  size_t used = 1;
  for (int m = 0; m < kTaps / 2; ++m) {
    whole_taps_.push_back(static_cast<float>(pulse(m)));
    if (std::abs(whole_taps_.back()) > kNothing) used = whole_taps_.size();
  }
  whole_taps_.resize(used);
  for (const float h : whole_taps_) whole_power_taps_.push_back(h * h);
}

void RangeKernel::make_spread(const ShadingModel& spectrum) {
  const std::vector<double> w = spectrum_of(spectrum);
  bin_fft_.emplace(bins_);
  grid_fft_.emplace(Fft::length_for(static_cast<int>(std::ceil(kFiner * bins_))));
  spread_ = table_of(kSpreadTaps, kSpreadRows, spread_at);
  for (int k = 0; k < bins_; ++k) {
    const int q = k + 1 - bins_ / 2;
    mode_place_.push_back({grid_fft_->place(q), bin_fft_->place(q)});
    mode_weight_.push_back(
        static_cast<float>(w[k] / spread_transform(static_cast<double>(q) / grid_fft_->length())));
  }
}

void RangeKernel::sum(std::span<const Echoes> beams, Scratch& scratch, Line* lines,
                      size_t stride) const {
  HADAL_CHECK(beams.size() <= kLineLanes);
  if (model_ == RangeModel::kExact) return sum_exact(beams, scratch, lines, stride);
  for (size_t i = 0; i < beams.size(); ++i) sum_direct(beams[i], scratch, lines + i, stride);
}

void RangeKernel::sum_exact(std::span<const Echoes> beams, Scratch& scratch, Line* lines,
                            size_t stride) const {
  const int points = grid_fft_->length();
  const TapTable table{spread_.data(), kSpreadRows, static_cast<double>(points) / bins_, points};
  std::fill(scratch.rows.begin(), scratch.rows.end(), 0.0f);
  float* first = scratch.rows.data() + kMargin;
  for (size_t i = 0; i < beams.size(); ++i) {
    float* parts[2] = {first + static_cast<ptrdiff_t>(i) * row_,
                       first + static_cast<ptrdiff_t>(i + kLineLanes) * row_};
    HWY_DYNAMIC_DISPATCH(spread_echoes)(table, beams[i], parts[0], parts[1]);
    for (float* row : parts)  // the grid is periodic
      for (int m = 1; m <= kSpreadTaps; ++m) {
        row[points - m] += row[-m];
        row[m - 1] += row[points + m - 1];
      }
  }
  HWY_DYNAMIC_DISPATCH(rows_to_lines)(first, row_, points, scratch.grid.data());
  grid_fft_->forward(std::span(scratch.grid).first(static_cast<size_t>(points)), Fft::Sign::kPlus);
  HWY_DYNAMIC_DISPATCH(pick_modes)
  (scratch.grid.data(), mode_place_, mode_weight_.data(), scratch.modes.data());
  bin_fft_->backward(std::span(scratch.modes).first(static_cast<size_t>(bins_)), Fft::Sign::kMinus);
  HWY_DYNAMIC_DISPATCH(lines_to_blocks)
  (scratch.modes.data(), beams, whole_taps_, bins_, lines, stride);
}

namespace {
void copy_row(const float* re, const float* im, int blocks, Line* lines, size_t stride) {
  for (int k = 0; k < blocks; ++k) {
    Line& line = lines[static_cast<size_t>(k) * stride];
    std::copy_n(re + k * kLineLanes, kLineLanes, line.re);
    std::copy_n(im + k * kLineLanes, kLineLanes, line.im);
  }
}
// What the taps wrote past the last bin is not part of the last block.
void clear_end(float* row, int bins) {
  std::fill_n(row + bins, lines_for(bins) * kLineLanes - bins, 0.0f);
}
}  // namespace

void RangeKernel::sum_direct(const Echoes& beam, Scratch& scratch, Line* lines,
                             size_t stride) const {
  const TapTable table{taps_.data(), kTapRows, 1, bins_};
  std::fill_n(scratch.rows.begin(), 2 * row_, 0.0f);
  float *re = scratch.rows.data() + kMargin, *im = re + row_;
  HWY_DYNAMIC_DISPATCH(tap_echoes)(table, beam, re, im);
  if (beam.whole_re.first < beam.whole_re.end) {
    HWY_DYNAMIC_DISPATCH(add_whole)(beam.whole_re, whole_taps_, bins_, re);
    HWY_DYNAMIC_DISPATCH(add_whole)(beam.whole_im, whole_taps_, bins_, im);
  }
  clear_end(re, bins_);
  clear_end(im, bins_);
  copy_row(re, im, blocks(), lines, stride);
}

void RangeKernel::sum_power(std::span<const float> bin, std::span<const float> power,
                            const WholeBins& whole, Scratch& scratch, Line* lines,
                            size_t stride) const {
  const TapTable table{power_taps_.data(), kTapRows, 1, bins_};
  std::fill_n(scratch.rows.begin(), 2 * row_, 0.0f);
  float *re = scratch.rows.data() + kMargin, *im = re + row_;
  HWY_DYNAMIC_DISPATCH(tap_power)(table, bin, power, re);
  if (whole.first < whole.end)
    HWY_DYNAMIC_DISPATCH(add_whole)(whole, whole_power_taps_, bins_, re);
  clear_end(re, bins_);
  copy_row(re, im, blocks(), lines, stride);
}

}  // namespace hadal::sensors
#endif
