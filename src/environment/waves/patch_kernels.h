// The hot loops of WavePatch, over eight waves or eight points at a time; see math/simd/vectors.h
// for how they give the same bits on every machine. All lists of waves are padded to a multiple of
// eight.
#pragma once
#include <span>

#include "environment/waves/wave_field.h"
#include "environment/waves/wave_tables.h"

namespace hadal::environment {

enum class KernelChoice { best, baseline };  // baseline for tests: as on the oldest machine

struct WavePosition {
  double time_s = 0, north_m = 0, east_m = 0;
};

// Cosines and sines of `count` waves from number `first` on, times amplitude times factor.
void wave_phasors(const WaveField::Columns& waves, const float* amplitude_m, size_t first,
                  size_t count, const WavePosition& at, float factor, float* cosines, float* sines,
                  KernelChoice choice = KernelChoice::best);

// Phasors weighted with the decay at `below_m` under the surface: sum and difference of
// e^{-k below} and e^{-k mirror}. An infinite mirror (deep water) makes them the same.
struct WeightedPhasors {
  float *sum_cosines, *sum_sines, *difference_cosines, *difference_sines;
};
void weigh_phasors(const float* wave_number_rad_m, size_t count, double below_m, double mirror_m,
                   const float* cosines, const float* sines, const WeightedPhasors& out,
                   KernelChoice choice = KernelChoice::best);

// sums[slot of row] += row . phasors, for `count` waves from number `first` on; rows are `stride`
// long, `phasors` begins at `first`.
void add_rows(const TableRows& rows, size_t stride, size_t first, size_t count,
              const float* phasors, float* sums, KernelChoice choice = KernelChoice::best);

// What heads are computed from, for one cell.
struct CellPolynomials {
  const float* coefficients;
  int elevation_degree;
  const Layers* layers;
  bool near;              // layers are those near the surface, else those about a depth
  float north_m, east_m;  // centre of the cell
  float per_m;            // 1 / half-width
  float depth_m;          // of the body's centre
  float stretch;          // depth under the surface in still water over the same in the waves
  float layer_top_m, layer_bottom_m;  // range of the layers
};

// Heads at any number of points that all belong to one cell.
void cell_heads(const CellPolynomials& cell, std::span<const float> north,
                std::span<const float> east, std::span<const float> down, std::span<float> head_m,
                KernelChoice choice = KernelChoice::best);

}  // namespace hadal::environment
