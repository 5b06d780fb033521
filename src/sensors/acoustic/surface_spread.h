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
#include <vector>

#include "sensors/acoustic/ripple_echoes.h"
#include "sensors/acoustic/surface_cells.h"

namespace hadal::sensors {

constexpr int32_t kNoSurface = -1;

// The rays of a column, one number per ray in each. Arrays have room for eight numbers more.
struct SurfaceRays {
  const int32_t* surface;  // an instance, one for all of the ground; kNoSurface: spreads nothing
  const float *bin, *range_m;
  const float* power;      // expected, uPa^2
  const float* cells;      // of speckle in the patch of the ray
  const float *along[3], *normal[3];  // unit: direction, and normal against it
  const float* cell[3];               // places of the hits in units of the cell
  const float *gap[2];  // angle to the next ray over the height of this one, and of the next one
  const int32_t* ripple_row = nullptr;        // of the table of ripples, or kNoRipples
  const RippleTable* ripple_table = nullptr;  // where the sonar resolves them
  const RippleRays* ripples = nullptr;
};

// Bins of one beam, with room for eight floats before and after. What is outside of [first, end) is
// zero.
struct SurfaceRow {
  float *re, *im;
  float* power;  // expected; nullptr where nobody asks
  int bins, first, end;
};

class SurfaceSpread {
 public:
  SurfaceSpread(bool speckle, float bin_m);
  // Adds the gaps of `count` rays to a row, and writes the
  // fraction of its power that each ray keeps: 1, or 1/2 or 0 where one or both of its gaps are
  // filled. left[0] comes in as what the first one keeps of the gap before it. False where no gap is
  // filled.
  bool add(const SurfaceRays& rays, int count, const SurfaceCells& cells, SurfaceRow& row,
           float* left) const;
  // Finds the ripples of the rays [first, count).
  static void find_ripples(const RippleSetup& setup, const SurfaceRays& rays, int first, int count,
                           RippleRays& out);
  // Likewise by the slope of ripples there, for `count` rays whose gaps are all added.
  static void ripple(const SurfaceRays& rays, int count, float* left);
  // Multiplies powers by what is left, amplitudes by its root.
  static void keep(const float* left, int count, float* re, float* im, float* power);

  // A complex Gaussian of unit power by the hash of a cell.
  static constexpr int kQuantileBits = 11;  // 16 KiB
  struct Gaussians {
    const double* pairs;  // a real and an imaginary part in each; nullptr: 1
    float bin_m;
  };

 private:
  bool speckle_;
  float bin_m_;
  std::vector<double> pairs_;
};

}  // namespace hadal::sensors
