// The waves of the sea (environment/waves/wave_field.h) around a camera at one moment, for drawing:
// lattices of elevation and slope with cells of c, 2c, 4c, ..., each kNodes cells wide about the
// same centre. The same waves that lift hulls, to the error of linear interpolation.
//
// Cells are a power of two of a metre, the finest at most an eighth of the shortest wave. Waves of
// less than kMinCells cells are left out of a level, fading in up to twice that; what slope
// variance is left out is told, to be drawn as roughness.
//
// A wave is a product e^{i kx x} e^{i ky y}, so that a level is a product of two matrices of the
// phasors along its sides. Slopes are differences of fourth order of the elevations.
#pragma once
#include <array>
#include <vector>

#include "environment/waves/wave_field.h"
#include "math/types.h"

namespace hadal::sensors {

struct SeaLevels {
  static constexpr int kNodes = 128, kMax = 10;
  static constexpr int kMargin = 4;  // cells at the rim that are not looked at
  static constexpr double kMinCells = 4;

  int levels = 0;  // none in a calm sea
  double cell_m = 1;
  double deviation_m = 0;               // of the elevation
  std::array<Vec3, kMax> corner_N;     // of node (0, 0)
  std::array<float, kMax> left_out{};  // mean square slope
  std::array<float, kMax> flattened{};  // fraction of the variance of the elevation left out
  // Level after level, node (i, j) at i kNodes + j: elevation, rise per metre north and east, 0.
  std::vector<std::array<float, 4>> nodes;

  std::vector<float> north, east, elevation;  // scratch
};

// Covers at least reach_m about the centre, if kMax levels do. Allocates when first called.
void compute_sea_levels(const environment::WaveField& sea, double time_s, double factor,
                        const Vec3& centre_N, double reach_m, SeaLevels& out);

}  // namespace hadal::sensors
