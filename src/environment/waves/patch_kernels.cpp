#include "environment/waves/patch_kernels.h"

#include <cmath>

#include "math/simd/functions.h"

namespace hadal::environment {
namespace {

using lanes::Double4;
using lanes::Float4;
using lanes::Float8;
using lanes::kFloats;
using lanes::load;
using lanes::store;

constexpr int kMaxTerms = WaveTables::kLargestDegree + 1;

lanes::Registers registers(KernelChoice choice) {
  return choice == KernelChoice::best ? lanes::best_registers() : lanes::Registers::baseline;
}

[[gnu::always_inline]] inline Float4 reduced_turns(const WaveField::Columns& w, size_t i,
                                                   const WavePosition& at) {
  const Double4 turns =
      (load<Double4>(&w.north_turns[i]) * at.north_m +
       load<Double4>(&w.east_turns[i]) * at.east_m) +
      (load<Double4>(&w.phase_turns[i]) - load<Double4>(&w.rate_turns[i]) * at.time_s);
  return __builtin_convertvector(turns - lanes::round(turns), Float4);
}

[[gnu::always_inline]] inline Float8 dot(const float* row, const float* x, size_t count) {
  Float8 even{}, odd{};
  size_t i = 0;
  for (; i + 2 * kFloats <= count; i += 2 * kFloats) {
    even += load<Float8>(row + i) * load<Float8>(x + i);
    odd += load<Float8>(row + i + kFloats) * load<Float8>(x + i + kFloats);
  }
  if (i < count) even += load<Float8>(row + i) * load<Float8>(x + i);
  return even + odd;
}

// Four rows share the loads of the phasors.
[[gnu::always_inline]] inline void dot4(const float* row, size_t stride, const float* x,
                                        size_t count, Float8 (&out)[4]) {
  Float8 even[4] = {}, odd[4] = {};
  size_t i = 0;
  for (; i + 2 * kFloats <= count; i += 2 * kFloats) {
    const Float8 x0 = load<Float8>(x + i), x1 = load<Float8>(x + i + kFloats);
#pragma GCC unroll 4
    for (size_t r = 0; r < 4; ++r) {
      even[r] += load<Float8>(row + r * stride + i) * x0;
      odd[r] += load<Float8>(row + r * stride + i + kFloats) * x1;
    }
  }
  if (i < count)
    for (size_t r = 0; r < 4; ++r)
      even[r] += load<Float8>(row + r * stride + i) * load<Float8>(x + i);
  for (size_t r = 0; r < 4; ++r) out[r] = even[r] + odd[r];
}

// Several vectors of points at a time, so that a coefficient is loaded once for all of them.
template <size_t N>
struct Points {
  Float8 v[N];

  // *this += a * b
  [[gnu::always_inline]] void add_product(const Points& a, const Points& b) {
    for (size_t i = 0; i < N; ++i) v[i] += a.v[i] * b.v[i];
  }
  [[gnu::always_inline]] void add_product(float a, const Points& b) {
    for (size_t i = 0; i < N; ++i) v[i] += a * b.v[i];
  }
};

// values[i] = T_i(x) = 2 x T_{i-1} - T_{i-2}
template <size_t N>
[[gnu::always_inline]] inline void chebyshev(const Points<N>& x, int degree, Points<N>* values) {
  for (size_t j = 0; j < N; ++j) values[0].v[j] = Float8{} + 1.0F;
  values[1] = x;
  for (int i = 2; i <= degree; ++i)
    for (size_t j = 0; j < N; ++j)
      values[i].v[j] = 2 * x.v[j] * values[i - 1].v[j] - values[i - 2].v[j];
}

// Sum of c T_m(x) T_n(y), rows of equal n.
template <size_t N>
[[gnu::always_inline]] inline Points<N> polynomial(const float* c, int degree, const Points<N>* tx,
                                                   const Points<N>* ty) {
  Points<N> total{};
  for (int n = 0; n <= degree; ++n) {
    Points<N> row{};
    for (int m = 0; m + n <= degree; ++m) row.add_product(*c++, tx[m]);
    total.add_product(row, ty[n]);
  }
  return total;
}

template <size_t N>
[[gnu::always_inline]] inline void heads_of(const CellPolynomials& cell, const float* north,
                                            const float* east, const float* down, float* head_m) {
  Points<N> x, y, depth, below, s, head, tx[kMaxTerms + 1], ty[kMaxTerms + 1];
  for (size_t i = 0; i < N; ++i) {
    x.v[i] = (load<Float8>(north + i * kFloats) - cell.north_m) * cell.per_m;
    y.v[i] = (load<Float8>(east + i * kFloats) - cell.east_m) * cell.per_m;
    depth.v[i] = load<Float8>(down + i * kFloats) + cell.depth_m;
  }
  chebyshev(x, cell.elevation_degree, tx);
  chebyshev(y, cell.elevation_degree, ty);
  const Points<N> zeta = polynomial(cell.coefficients, cell.elevation_degree, tx, ty);
  const Float8 top = Float8{} + cell.layer_top_m, bottom = Float8{} + cell.layer_bottom_m;
  const float middle = (cell.layer_top_m + cell.layer_bottom_m) / 2,
              per_m = 2 / (cell.layer_bottom_m - cell.layer_top_m);
  for (size_t i = 0; i < N; ++i) {
    below.v[i] = depth.v[i] + zeta.v[i];
    s.v[i] = (lanes::clamp(below.v[i] * cell.stretch, top, bottom) - middle) * per_m;
  }
  head = cell.near ? below : depth;
  // T_{l-1}(s) and T_l(s); near the surface less their value there, which is (-1)^l exactly.
  Points<N> before = s, here, weight;
  for (size_t i = 0; i < N; ++i) here.v[i] = Float8{} + 1.0F;
  float at_surface = cell.near ? 1.0F : 0.0F;
  for (size_t l = 0; l < cell.layers->degree.size(); ++l, at_surface = -at_surface) {
    for (size_t i = 0; i < N; ++i) weight.v[i] = here.v[i] - at_surface;
    if (cell.layers->degree[l] >= 0)
      head.add_product(
          polynomial(cell.coefficients + cell.layers->offset[l], cell.layers->degree[l], tx, ty),
          weight);
    for (size_t i = 0; i < N; ++i) {
      const Float8 next = 2 * s.v[i] * here.v[i] - before.v[i];
      before.v[i] = here.v[i];
      here.v[i] = next;
    }
  }
  for (size_t i = 0; i < N; ++i) store(head_m + i * kFloats, head.v[i]);
}

}  // namespace

void wave_phasors(const WaveField::Columns& waves, const float* amplitude_m, size_t first,
                  size_t count, const WavePosition& at, float factor, float* cosines, float* sines,
                  KernelChoice choice) {
  lanes::run(
      registers(choice), [&]() __attribute__((always_inline)) {
        for (size_t i = 0; i < count; i += kFloats) {
          const Float4 low = reduced_turns(waves, first + i, at),
                       high = reduced_turns(waves, first + i + kFloats / 2, at);
          const Float8 turns = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
          const Float8 a = load<Float8>(amplitude_m + first + i) * factor;
          Float8 sine, cosine;
          lanes::sincos_turns(turns, sine, cosine);
          store(cosines + i, a * cosine);
          store(sines + i, a * sine);
        }
      });
}

void weigh_phasors(const float* wave_number_rad_m, size_t count, double below_m, double mirror_m,
                   const float* cosines, const float* sines, const WeightedPhasors& out,
                   KernelChoice choice) {
  const bool finite = std::isfinite(mirror_m);
  const float below = static_cast<float>(-below_m), mirror = static_cast<float>(-mirror_m);
  lanes::run(
      registers(choice), [&]() __attribute__((always_inline)) {
        for (size_t i = 0; i < count; i += kFloats) {
          const Float8 k = load<Float8>(wave_number_rad_m + i);
          const Float8 falling = lanes::exp_negative(k * below);
          const Float8 rising = finite ? lanes::exp_negative(k * mirror) : Float8{};
          const Float8 c = load<Float8>(cosines + i), s = load<Float8>(sines + i);
          store(out.sum_cosines + i, (falling + rising) * c);
          store(out.sum_sines + i, (falling + rising) * s);
          store(out.difference_cosines + i, (falling - rising) * c);
          store(out.difference_sines + i, (falling - rising) * s);
        }
      });
}

void add_rows(const TableRows& rows, size_t stride, size_t first, size_t count,
              const float* phasors, float* sums, KernelChoice choice) {
  lanes::run(
      registers(choice), [&]() __attribute__((always_inline)) {
        const float* row = rows.values.data() + first;
        size_t r = 0;
        for (; r + 4 <= rows.count(); r += 4) {
          Float8 out[4];
          dot4(row + r * stride, stride, phasors, count, out);
          for (size_t i = 0; i < 4; ++i) sums[rows.slots[r + i]] += lanes::sum(out[i]);
        }
        for (; r < rows.count(); ++r)
          sums[rows.slots[r]] += lanes::sum(dot(row + r * stride, phasors, count));
      });
}

void cell_heads(const CellPolynomials& cell, std::span<const float> north,
                std::span<const float> east, std::span<const float> down, std::span<float> head_m,
                KernelChoice choice) {
  lanes::run(
      registers(choice), [&]() __attribute__((always_inline)) {
        size_t i = 0;
        for (; i + 2 * kFloats <= north.size(); i += 2 * kFloats)
          heads_of<2>(cell, &north[i], &east[i], &down[i], &head_m[i]);
        if (i == north.size()) return;
        float n[2 * kFloats] = {}, e[2 * kFloats] = {}, d[2 * kFloats] = {}, head[2 * kFloats];
        const size_t rest = north.size() - i;
        std::memcpy(n, &north[i], rest * sizeof(float));
        std::memcpy(e, &east[i], rest * sizeof(float));
        std::memcpy(d, &down[i], rest * sizeof(float));
        if (rest > kFloats)
          heads_of<2>(cell, n, e, d, head);
        else
          heads_of<1>(cell, n, e, d, head);
        std::memcpy(&head_m[i], head, rest * sizeof(float));
      });
}

}  // namespace hadal::environment
