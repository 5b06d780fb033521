#include "environment/waves/wave_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "environment/waves/bessel.h"
#include "math/simd/vectors.h"

namespace hadal::environment {
namespace {

constexpr int kOrders = 24;           // of the Bessel functions looked at, in each direction
constexpr double kRange = 1.25;       // half the range in depth over the reach
constexpr double kLargestDecay = 60;  // k H beyond which a wave is not felt below the top layer

using Orders = std::array<double, kOrders>;

double twice_unless_zero(int order) {
  return order == 0 ? 1 : 2;
}

// Chebyshev coefficients of each wave along north and east, within a half-width.
class PlanarBasis {
 public:
  PlanarBasis(const WaveField& field, double half_width) {
    for (const WaveComponent& c : field.components()) {
      bessel_j(c.wave_number_rad_m * std::cos(c.toward_rad) * half_width, north_.emplace_back());
      bessel_j(c.wave_number_rad_m * std::sin(c.toward_rad) * half_width, east_.emplace_back());
    }
  }
  // Factor of the cosine (m + n even) or the sine (odd) of the wave in the coefficient of T_m T_n.
  double operator()(size_t wave, int m, int n) const {
    const int quarter = (m + n) % 4;  // i^(m+n): cos, -sin, -cos, sin
    const double sign = quarter == 0 || quarter == 3 ? 1 : -1;
    return sign * twice_unless_zero(m) * twice_unless_zero(n) * north_[wave][m] * east_[wave][n];
  }

 private:
  std::vector<Orders> north_, east_;
};

// Chebyshev coefficients in depth of the dynamic head of each wave, over its amplitude.
using DepthBasis = std::vector<Orders>;

// Over s = 0..2H under the surface.
DepthBasis near_basis(const WaveField& field, double half_range) {
  DepthBasis out;
  for (const WaveComponent& c : field.components()) {
    const double k = c.wave_number_rad_m, h = field.depth_m();
    Orders& order = out.emplace_back();
    bessel_i_scaled(k * half_range, order);
    const double mirrored = std::exp(-2 * k * (h - half_range));
    for (int l = 0; l < kOrders; ++l)
      order[l] *= twice_unless_zero(l) * ((l % 2 ? -1 : 1) + mirrored) / (1 + std::exp(-2 * k * h));
  }
  return out;
}

// About any depth; the decay down to there is left to the weights of the phasors.
DepthBasis deep_basis(const WaveField& field, double half_range) {
  DepthBasis out;
  for (const WaveComponent& c : field.components()) {
    const double k = c.wave_number_rad_m, decay = k * half_range;
    Orders& order = out.emplace_back();
    bessel_i_scaled(decay, order);
    const double scale =
        decay > kLargestDecay ? 0 : std::exp(decay) / (1 + std::exp(-2 * k * field.depth_m()));
    for (int l = 0; l < kOrders; ++l) order[l] *= twice_unless_zero(l) * (l % 2 ? -1 : 1) * scale;
  }
  return out;
}

// Root mean square over time of what the coefficients with m + n = total add, at most.
double shell_m(const WaveField& field, const PlanarBasis& planar, int total,
               const std::function<double(size_t)>& depth_factor) {
  double shell = 0;
  for (int n = 0; n <= total; ++n) {
    double square = 0;
    for (size_t j = 0; j < field.components().size(); ++j) {
      const double a =
          field.components()[j].amplitude_m * planar(j, total - n, n) * depth_factor(j);
      square += a * a / 2;
    }
    shell += std::sqrt(square);
  }
  return shell;
}

// Lowest degree that leaves out no more than `error_m`; kOrders - 1 at most.
int elevation_degree_for(const WaveField& field, const PlanarBasis& planar, double error_m) {
  double left_out = 0;
  for (int total = kOrders - 1; total >= 0; --total) {
    left_out += shell_m(field, planar, total, [](size_t) { return 1.0; });
    if (left_out > error_m) return total;
  }
  return 0;
}

// Degrees of the layers l >= first_layer such that what is left out adds up to error_m at most.
// The smallest shells go first. The elevation has `largest_degree`; `largest_weight` is the largest
// value of what the layer multiplies.
Layers choose_layers(const WaveField& field, const PlanarBasis& planar, const DepthBasis& depth,
                     int largest_degree, int first_layer, double largest_weight, double error_m) {
  struct Shell {
    double size_m;
    int layer, total;
  };
  std::vector<Shell> shells;
  for (int l = first_layer; l < kOrders; ++l)
    for (int total = 0; total <= largest_degree; ++total)
      shells.push_back(
          {largest_weight * shell_m(field, planar, total, [&](size_t j) { return depth[j][l]; }), l,
           total});
  std::sort(shells.begin(), shells.end(),
            [](const Shell& a, const Shell& b) { return a.size_m < b.size_m; });
  Layers layers;
  layers.degree.assign(kOrders, -1);
  double left_out = 0;
  for (const Shell& shell : shells) {
    left_out += shell.size_m;
    if (left_out > error_m)
      layers.degree[shell.layer] = std::max(layers.degree[shell.layer], shell.total);
  }
  while (!layers.degree.empty() && layers.degree.back() < 0) layers.degree.pop_back();
  size_t end = polynomial_size(largest_degree);  // the elevation comes first
  for (const int degree : layers.degree) {
    layers.offset.push_back(end);
    end += polynomial_size(degree);
  }
  return layers;
}

class RowWriter {
 public:
  explicit RowWriter(const WaveField& field)
      : field_(field), stride_(lanes::padded(field.components().size())) {}

  void add(TableRows& rows, size_t slot, const std::function<double(size_t)>& value) const {
    rows.slots.push_back(slot);
    rows.values.resize(rows.count() * stride_, 0.0F);
    float* row = rows.values.data() + (rows.count() - 1) * stride_;
    for (size_t j = 0; j < field_.components().size(); ++j) row[j] = static_cast<float>(value(j));
  }

  // A polynomial in (x, y) from `offset` on.
  void add_polynomial(PhasorRows& rows, const PlanarBasis& planar, int degree, size_t offset,
                      const std::function<double(size_t)>& depth_factor) const {
    for (int n = 0; n <= degree; ++n)
      for (int m = 0; m + n <= degree; ++m, ++offset)
        add((m + n) % 2 ? rows.sines : rows.cosines, offset,
            [&](size_t j) { return planar(j, m, n) * depth_factor(j); });
  }

 private:
  const WaveField& field_;
  size_t stride_;
};

void write_centre_rows(const WaveField& field, const RowWriter& writer, WaveTables& t) {
  const auto& waves = field.components();
  const auto north = [&](size_t j) { return std::cos(waves[j].toward_rad); };
  const auto east = [&](size_t j) { return std::sin(waves[j].toward_rad); };
  const auto k = [&](size_t j) { return waves[j].wave_number_rad_m; };
  const auto w = [&](size_t j) { return waves[j].frequency_rad_s; };
  // Speed per amplitude, without the decay.
  const auto v = [&](size_t j) { return w(j) / -std::expm1(-2 * k(j) * field.depth_m()); };
  writer.add(t.centre.cosines, kElevation, [](size_t) { return 1; });
  writer.add(t.centre.sines, kSlopeNorth, [&](size_t j) { return -k(j) * north(j); });
  writer.add(t.centre.sines, kSlopeEast, [&](size_t j) { return -k(j) * east(j); });

  PhasorRows &sum = t.motion_sum, &difference = t.motion_difference;
  writer.add(sum.cosines, kVelocityNorth, [&](size_t j) { return v(j) * north(j); });
  writer.add(sum.cosines, kVelocityEast, [&](size_t j) { return v(j) * east(j); });
  writer.add(sum.sines, kAccelerationNorth, [&](size_t j) { return v(j) * w(j) * north(j); });
  writer.add(sum.sines, kAccelerationEast, [&](size_t j) { return v(j) * w(j) * east(j); });
  writer.add(sum.sines, kGradientNN, [&](size_t j) { return -v(j) * k(j) * north(j) * north(j); });
  writer.add(sum.sines, kGradientNE, [&](size_t j) { return -v(j) * k(j) * north(j) * east(j); });
  writer.add(sum.sines, kGradientEE, [&](size_t j) { return -v(j) * k(j) * east(j) * east(j); });
  writer.add(difference.cosines, kAccelerationDown, [&](size_t j) { return v(j) * w(j); });
  writer.add(difference.cosines, kGradientND, [&](size_t j) { return -v(j) * k(j) * north(j); });
  writer.add(difference.cosines, kGradientED, [&](size_t j) { return -v(j) * k(j) * east(j); });
  writer.add(difference.sines, kVelocityDown, [&](size_t j) { return -v(j); });
}

}  // namespace

void WaveTables::measure(const WaveField& field) {
  half_range_m = std::fmin(kRange * reach_m, field.depth_m() / 2);
  whole_depth = 2 * half_range_m >= field.depth_m();
  longest_decay_rad_m = field.components().front().wave_number_rad_m;
  amplitude_m.assign(lanes::padded(field.components().size()), 0.0F);
  wave_number_rad_m = amplitude_m;
  for (size_t j = 0; j < field.components().size(); ++j) {
    const WaveComponent& c = field.components()[j];
    amplitude_m[j] = static_cast<float>(c.amplitude_m);
    wave_number_rad_m[j] = static_cast<float>(c.wave_number_rad_m);
    highest_crest_m += std::fabs(c.amplitude_m);
    longest_decay_rad_m = std::fmin(longest_decay_rad_m, c.wave_number_rad_m);
  }
}

WaveTables::WaveTables(const WaveField& field, double reach) : reach_m(reach) {
  measure(field);
  const double spread_m = std::sqrt(field.variance_m2()), error_m = kElevationError * spread_m;
  PlanarBasis planar(field, reach);
  elevation_degree = elevation_degree_for(field, planar, error_m);
  while (elevation_degree > kLargestDegree && cells < kMaxCells) {
    planar = PlanarBasis(field, reach / ++cells);
    elevation_degree = elevation_degree_for(field, planar, error_m);
  }
  elevation_degree = std::min(elevation_degree, kLargestDegree);
  half_cell_m = reach / cells;

  const RowWriter writer(field);
  write_centre_rows(field, writer, *this);
  const auto whole = [](size_t) { return 1.0; };
  writer.add_polynomial(elevation_rows, planar, elevation_degree, 0, whole);
  near_rows = elevation_rows;

  const DepthBasis near_depth = near_basis(field, half_range_m);
  near = choose_layers(field, planar, near_depth, elevation_degree, 1, 2, kHeadError * spread_m);
  for (size_t l = 0; l < near.degree.size(); ++l)
    writer.add_polynomial(near_rows, planar, near.degree[l], near.offset[l],
                          [&](size_t j) { return near_depth[j][l]; });

  // Chosen for a body just below the surface, where the waves have decayed over half the range.
  const DepthBasis deep_depth = deep_basis(field, half_range_m);
  DepthBasis decayed = deep_depth;
  for (size_t j = 0; j < decayed.size(); ++j)
    for (double& value : decayed[j])
      value *= std::exp(-field.components()[j].wave_number_rad_m * half_range_m);
  deep = choose_layers(field, planar, decayed, elevation_degree, 0, 1, kHeadError * spread_m);
  for (size_t l = 0; l < deep.degree.size(); ++l)
    writer.add_polynomial(l % 2 ? deep_odd : deep_even, planar, deep.degree[l], deep.offset[l],
                          [&](size_t j) { return deep_depth[j][l]; });
}

size_t WaveTables::cell_size() const {
  const auto end = [&](const Layers& layers) {
    return layers.degree.empty() ? polynomial_size(elevation_degree)
                                 : layers.offset.back() + polynomial_size(layers.degree.back());
  };
  return std::max(end(near), end(deep));
}

}  // namespace hadal::environment
