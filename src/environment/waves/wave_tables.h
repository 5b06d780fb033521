// Static tables behind WavePatch: how the waves around a point follow from their phasors at it.
//
// Within a square of half-width r about a point, each wave is a sum of Chebyshev polynomials
// (Jacobi-Anger),
//   e^{i k r s} = sum (2 - d_m0) i^m J_m(k r) T_m(s),
// in both horizontal directions, and its decay with depth over a range 2H is one too,
//   e^{-k H s} = sum (2 - d_l0) (-1)^l I_l(k H) T_l(s).
// A coefficient of the sum of all waves is then one dot product of a row of these tables with the
// cosines or the sines of the waves. Rows are kept as far as they matter to this sea: what is left
// out adds up to less than kElevationError and kHeadError of the standard deviation of the sea
// (sums of the root mean squares of all rows left out, a bound that real errors stay well below).
// A body too large for polynomials of degree kLargestDegree is divided into cells.
#pragma once
#include <cstddef>
#include <vector>

#include "environment/waves/wave_field.h"

namespace hadal::environment {

// Rows of one table, each as long as the padded list of components, and where their sums go.
struct TableRows {
  std::vector<float> values;
  std::vector<size_t> slots;
  size_t count() const { return slots.size(); }
};

// Rows by the phasors they meet: cosines and sines, of the surface or weighted with the decay at a
// depth by (e^{-ks} + e^{-k(2h-s)}) or by the difference.
struct PhasorRows {
  TableRows cosines, sines;
};

// Polynomials in (x, y), one for each degree l in depth. Coefficients of x^m y^n, in terms of T,
// lie in rows of equal n.
struct Layers {
  std::vector<int> degree;     // m + n <= degree; -1: nothing
  std::vector<size_t> offset;  // of the first coefficient
};

constexpr size_t polynomial_size(int degree) {
  return static_cast<size_t>((degree + 1) * (degree + 2) / 2);
}

// Slots of the sums at the centre.
enum CentreSlot : size_t {
  kElevation,
  kSlopeNorth,
  kSlopeEast,
  kCentreSlots,
};
// Slots of the motion at the centre; the gradient is symmetric and without trace.
enum MotionSlot : size_t {
  kVelocityNorth,
  kVelocityEast,
  kVelocityDown,
  kAccelerationNorth,
  kAccelerationEast,
  kAccelerationDown,
  kGradientNN,
  kGradientNE,
  kGradientEE,
  kGradientND,
  kGradientED,
  kMotionSlots,
};

struct WaveTables {
  static constexpr double kElevationError = 4e-4;
  static constexpr double kHeadError = 1e-2;
  static constexpr int kLargestDegree = 10;
  static constexpr int kMaxCells = 40;  // along a side

  WaveTables(const WaveField& field, double reach_m);

  double reach_m = 0;
  int cells = 1;                   // along each side of the square
  double half_cell_m = 0;          // r
  double half_range_m = 0;         // H
  bool whole_depth = false;        // 2H is the depth of the water: the shallow layers serve always
  double highest_crest_m = 0;      // all waves in step
  double longest_decay_rad_m = 0;  // smallest wave number

  std::vector<float> amplitude_m, wave_number_rad_m;
  PhasorRows centre;                         // surface phasors -> CentreSlot
  PhasorRows motion_sum, motion_difference;  // weighted phasors -> MotionSlot

  int elevation_degree = 0;  // its coefficients come first in every cell
  // Near the surface: head - depth under the surface = sum of layers times T_l(s) - T_l(-1), from
  // the surface down; l = 0 falls out. Works on surface phasors, with the elevation.
  Layers near;
  PhasorRows near_rows;
  // Deeper: dynamic head = sum of layers times T_l(s) about the centre. The elevation works on
  // surface phasors, even l on the sum and odd l on the difference of the weights.
  Layers deep;
  PhasorRows elevation_rows, deep_even, deep_odd;

  size_t cell_size() const;  // coefficients of a cell

 private:
  void measure(const WaveField& field);
};

}  // namespace hadal::environment
