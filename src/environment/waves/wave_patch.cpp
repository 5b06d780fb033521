#include "environment/waves/wave_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/check.h"
#include "environment/waves/patch_kernels.h"
#include "environment/waves/wave_tables.h"

namespace hadal::environment {
namespace {

constexpr size_t kChunk = 512;      // waves worked on at a time, to stay in the fastest cache
constexpr double kDeepRatio = 1.4;  // depth under the surface over reach from which on the layers
                                    // about the centre serve
constexpr double kNegligibleDecay = 25;   // e^-25 of the surface motion is no motion
constexpr double kShallowestWater = 0.1;  // of the depth that a trough leaves, for the stretching

// Phasors of one chunk of waves; lives on the stack.
struct Scratch {
  alignas(64) float cosines[kChunk], sines[kChunk];
  alignas(64) float sum_cosines[kChunk], sum_sines[kChunk];
  alignas(64) float difference_cosines[kChunk], difference_sines[kChunk];

  WeightedPhasors weighted() {
    return {sum_cosines, sum_sines, difference_cosines, difference_sines};
  }
};

}  // namespace

struct WavePatch::Impl {
  const WaveField* field = nullptr;
  std::shared_ptr<const WaveTables> tables;  // none: calm
  double reach_m = 0;

  // The moment prepared.
  WavePosition at;
  float factor = 1;
  double depth_m = 0;        // of the centre
  bool moving = false;       // false: calm, or too deep for any motion
  bool near_layers = false;  // else those about the centre
  bool near_surface = false;
  double stretch = 1;
  double below_m = 0;               // stretched depth of the centre under the surface
  std::vector<float> coefficients;  // by cell
  Vec3 slope_N = Vec3::Zero(), velocity_N = Vec3::Zero(), acceleration_N = Vec3::Zero();
  Mat3 gradient_N = Mat3::Zero();

  size_t waves() const { return tables->amplitude_m.size(); }

  void phasors(const WavePosition& place, size_t first, size_t count, Scratch& scratch) const {
    wave_phasors(field->columns(), tables->amplitude_m.data(), first, count, place, factor,
                 scratch.cosines, scratch.sines);
  }
  void weigh(size_t first, size_t count, Scratch& scratch) const {
    weigh_phasors(tables->wave_number_rad_m.data() + first, count, below_m,
                  2 * field->depth_m() - below_m, scratch.cosines, scratch.sines,
                  scratch.weighted());
  }
  void add(const PhasorRows& rows, size_t first, size_t count, const float* cosines,
           const float* sines, float* sums) const {
    add_rows(rows.cosines, waves(), first, count, cosines, sums);
    add_rows(rows.sines, waves(), first, count, sines, sums);
  }
  // f(first, count) for each chunk of the waves.
  template <class F>
  void for_chunks(F&& f) const {
    for (size_t first = 0; first < waves(); first += kChunk)
      f(first, std::min(kChunk, waves() - first));
  }

  double cell_center_m(int index) const {
    return (2 * index + 1 - tables->cells) * tables->half_cell_m;
  }
  int cell_of(double offset_m) const {
    const double index = std::floor((offset_m / tables->half_cell_m + tables->cells) / 2);
    return static_cast<int>(std::clamp(index, 0.0, static_cast<double>(tables->cells - 1)));
  }
  const float* cell(int north, int east) const {
    return coefficients.data() +
           static_cast<size_t>(north * tables->cells + east) * tables->cell_size();
  }

  void still();
  void prepare_centre(Scratch& scratch);
  void prepare_motion(Scratch& scratch);
  void prepare_cell(const WavePosition& place, float* sums, Scratch& scratch) const;
  double lowest_elevation(const float* sums) const;
  CellPolynomials polynomials(int north, int east) const;
};

void WavePatch::Impl::still() {
  moving = false;
  near_surface = depth_m <= reach_m;
  slope_N = velocity_N = acceleration_N = Vec3::Zero();
  gradient_N = Mat3::Zero();
}

// Elevation and slope over the centre, and from them how deep it is.
void WavePatch::Impl::prepare_centre(Scratch& scratch) {
  float sums[kCentreSlots] = {};
  for_chunks([&](size_t first, size_t count) {
    phasors(at, first, count, scratch);
    add(tables->centre, first, count, scratch.cosines, scratch.sines, sums);
  });
  slope_N = Vec3(sums[kSlopeNorth], sums[kSlopeEast], 0);
  const double h = field->depth_m(), below = depth_m + sums[kElevation];
  stretch = std::isfinite(h) ? h / std::fmax(h + sums[kElevation], kShallowestWater * h) : 1;
  below_m = std::clamp(below * stretch, 0.0, h);
  near_layers = tables->whole_depth || below <= kDeepRatio * tables->reach_m;
}

// With one chunk only, the phasors of the centre are still in the scratch.
void WavePatch::Impl::prepare_motion(Scratch& scratch) {
  float s[kMotionSlots] = {};
  for_chunks([&](size_t first, size_t count) {
    if (waves() > kChunk) phasors(at, first, count, scratch);
    weigh(first, count, scratch);
    add(tables->motion_sum, first, count, scratch.sum_cosines, scratch.sum_sines, s);
    add(tables->motion_difference, first, count, scratch.difference_cosines,
        scratch.difference_sines, s);
  });
  velocity_N = Vec3(s[kVelocityNorth], s[kVelocityEast], s[kVelocityDown]);
  acceleration_N = Vec3(s[kAccelerationNorth], s[kAccelerationEast], s[kAccelerationDown]);
  const double nn = s[kGradientNN], ne = s[kGradientNE], ee = s[kGradientEE], nd = s[kGradientND],
               ed = s[kGradientED];
  gradient_N << nn, ne, nd, ne, ee, ed, nd, ed, -(nn + ee);
}

// With one chunk and one cell, phasors and weights are still in the scratch.
void WavePatch::Impl::prepare_cell(const WavePosition& place, float* sums, Scratch& scratch) const {
  std::fill_n(sums, tables->cell_size(), 0.0F);
  const bool ready = tables->cells == 1 && waves() <= kChunk;
  for_chunks([&](size_t first, size_t count) {
    if (!ready) phasors(place, first, count, scratch);
    if (near_layers) {
      add(tables->near_rows, first, count, scratch.cosines, scratch.sines, sums);
      return;
    }
    if (!ready) weigh(first, count, scratch);
    add(tables->elevation_rows, first, count, scratch.cosines, scratch.sines, sums);
    add(tables->deep_even, first, count, scratch.sum_cosines, scratch.sum_sines, sums);
    add(tables->deep_odd, first, count, scratch.difference_cosines, scratch.difference_sines, sums);
  });
}

// No Chebyshev polynomial exceeds 1 within its cell.
double WavePatch::Impl::lowest_elevation(const float* sums) const {
  double lowest = sums[0];
  for (size_t i = 1; i < polynomial_size(tables->elevation_degree); ++i)
    lowest -= std::fabs(sums[i]);
  return lowest;
}

CellPolynomials WavePatch::Impl::polynomials(int north, int east) const {
  const double range = tables->half_range_m;
  const double top = near_layers ? 0 : below_m - range;
  const double bottom = near_layers ? 2 * range : below_m + range;
  return {.coefficients = cell(north, east),
          .elevation_degree = tables->elevation_degree,
          .layers = near_layers ? &tables->near : &tables->deep,
          .near = near_layers,
          .north_m = static_cast<float>(cell_center_m(north)),
          .east_m = static_cast<float>(cell_center_m(east)),
          .per_m = static_cast<float>(1 / tables->half_cell_m),
          .depth_m = static_cast<float>(depth_m),
          .stretch = static_cast<float>(stretch),
          .layer_top_m = static_cast<float>(top),
          .layer_bottom_m = static_cast<float>(bottom)};
}

WavePatch::WavePatch(const WaveField& field, double reach_m) : impl_(std::make_unique<Impl>()) {
  HADAL_CHECK(reach_m > 0, "a body reaches somewhere");
  impl_->field = &field;
  impl_->reach_m = reach_m;
  if (field.calm()) return;
  impl_->tables = field.tables(reach_m);
  const auto cells = static_cast<size_t>(impl_->tables->cells);
  impl_->coefficients.assign(cells * cells * impl_->tables->cell_size(), 0.0F);
}
WavePatch::~WavePatch() = default;
WavePatch::WavePatch(WavePatch&&) noexcept = default;
WavePatch& WavePatch::operator=(WavePatch&&) noexcept = default;

void WavePatch::prepare(double time_s, const Vec3& center_N, double factor) {
  Impl& p = *impl_;
  p.at = {time_s, center_N.x(), center_N.y()};
  p.depth_m = center_N.z();
  p.factor = static_cast<float>(factor);
  if (!p.tables || factor == 0) return p.still();
  const double crest_m = std::fabs(factor) * p.tables->highest_crest_m;
  if (p.tables->longest_decay_rad_m * (p.depth_m - p.reach_m - crest_m) > kNegligibleDecay)
    return p.still();
  p.moving = true;
  Scratch scratch;
  p.prepare_centre(scratch);
  p.prepare_motion(scratch);
  double lowest = std::numeric_limits<double>::infinity();
  const int cells = p.tables->cells;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      float* sums =
          p.coefficients.data() + static_cast<size_t>(i * cells + j) * p.tables->cell_size();
      p.prepare_cell({time_s, p.at.north_m + p.cell_center_m(i), p.at.east_m + p.cell_center_m(j)},
                     sums, scratch);
      lowest = std::fmin(lowest, p.lowest_elevation(sums));
    }
  p.near_surface = p.depth_m - p.reach_m + lowest <= 0;
}

bool WavePatch::near_surface() const {
  return impl_->near_surface;
}

void WavePatch::heads(std::span<const float> north, std::span<const float> east,
                      std::span<const float> down, std::span<float> head_m) const {
  const Impl& p = *impl_;
  HADAL_CHECK(east.size() == north.size() && down.size() == north.size() &&
              head_m.size() == north.size());
  if (!p.moving) {
    for (size_t i = 0; i < down.size(); ++i) head_m[i] = down[i] + static_cast<float>(p.depth_m);
    return;
  }
  if (p.tables->cells == 1) return cell_heads(p.polynomials(0, 0), north, east, down, head_m);
  // Points of a mesh come in runs that share a cell.
  for (size_t i = 0; i < north.size();) {
    const int row = p.cell_of(north[i]), column = p.cell_of(east[i]);
    size_t end = i + 1;
    while (end < north.size() && p.cell_of(north[end]) == row && p.cell_of(east[end]) == column)
      ++end;
    cell_heads(p.polynomials(row, column), north.subspan(i, end - i), east.subspan(i, end - i),
               down.subspan(i, end - i), head_m.subspan(i, end - i));
    i = end;
  }
}

double WavePatch::elevation(double north_m, double east_m) const {
  const Impl& p = *impl_;
  if (!p.moving) return 0;
  const int row = p.cell_of(north_m), column = p.cell_of(east_m),
            degree = p.tables->elevation_degree;
  const float* c = p.cell(row, column);
  const double x = (north_m - p.cell_center_m(row)) / p.tables->half_cell_m,
               y = (east_m - p.cell_center_m(column)) / p.tables->half_cell_m;
  double total = 0, ty = 1, ty_before = y;  // T_{-1} = T_1
  for (int n = 0; n <= degree; ++n) {
    double tx = 1, tx_before = x, sum = 0;
    for (int m = 0; m + n <= degree; ++m) {
      sum += *c++ * tx;
      tx_before = std::exchange(tx, 2 * x * tx - tx_before);
    }
    total += sum * ty;
    ty_before = std::exchange(ty, 2 * y * ty - ty_before);
  }
  return total;
}

const Vec3& WavePatch::slope_N() const {
  return impl_->slope_N;
}
const Vec3& WavePatch::velocity_N() const {
  return impl_->velocity_N;
}
const Mat3& WavePatch::velocity_gradient_N() const {
  return impl_->gradient_N;
}
const Vec3& WavePatch::acceleration_N() const {
  return impl_->acceleration_N;
}

}  // namespace hadal::environment
