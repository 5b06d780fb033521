// The echo of a surface between two neighbouring rays. Where rays of a column meet one surface more
// than a range bin apart, the echo of the ground between them is not that of two points: it fills
// the bins between. Half of the solid angle of each ray belongs to the gap beside it, so that power
// is conserved; the power per bin goes linearly from one ray to the other. Every bin has a complex
// Gaussian that belongs to the surface cell (surface_cells.h) in the line between the two hits, as
// in echo_kernel.h, here from a table of quantiles, chosen by a hash of the cell.
//
// Amplitudes stand at whole bins; the pulse is applied to the row as a whole
// (RangeKernel::add_rows).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace hadal::sensors {

struct SurfaceGap {
  float bin[2];           // of the rays; the second is larger
  float density[2];       // expected power per bin, uPa^2
  float fraction;         // of a speckle cell that a bin's patch fills, at most 1
  float cell[2][3];       // places of the hits in units of the cell, see SurfaceCells::place()
  uint32_t whole_cell[3];  // to be added to the cells
  uint32_t key;
};

class SurfaceSpread {
 public:
  explicit SurfaceSpread(bool speckle);
  // Adds amplitudes, and to `power` (if not empty) the expected power, of bins [0, bins). Rows have
  // room for eight floats more.
  void add(const SurfaceGap& gap, int bins, float* re, float* im, float* power) const;

 private:
  bool speckle_;
  std::vector<float> re_, im_;  // quantiles of a complex Gaussian of unit power
};

}  // namespace hadal::sensors
