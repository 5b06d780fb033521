// From the world plane to the pixels of a raster, fast: exact at 4 x 4 places of each square block
// of the plane, bicubic between. Blocks are a few kilometres wide, over which projections bend so
// little that the error is below a thousandth of a millimetre on the ground; a block where it is
// not (around a pole in a raster of longitudes, at the edge of a projection) is exact throughout.
// Which block and what polynomial is a function of the block's index alone.
#pragma once
#include <array>
#include <cstdint>

#include "environment/earth/sea_map.h"
#include "environment/raster/raster.h"

namespace hadal::environment {

class PixelMap {
 public:
  // Coefficients of u^a v^b, a row after b; u, v in 0..1 north and east within the block.
  struct Block {
    bool exact = true;
    std::array<double, 16> column{}, row{};
  };

  // The raster must outlive the map.
  PixelMap(const SeaMap& map, const Raster& raster, double block_m);

  double block_m() const { return block_m_; }
  Block block(int64_t bi, int64_t bj) const;
  // u, v: place within block (bi, bj).
  Pixel pixel(const Block& block, int64_t bi, int64_t bj, double u, double v) const;
  // The same; each thread remembers the blocks it used last.
  Pixel pixel(int64_t bi, int64_t bj, double u, double v) const;
  // Without any polynomial. Where the raster's system does not reach: the middle of the raster.
  Pixel exact(double north_m, double east_m) const;

 private:
  bool close_everywhere(const Block& block, int64_t bi, int64_t bj) const;

  SeaMap map_;
  const Raster* raster_;
  double block_m_;
  uint64_t id_;  // tells the remembered blocks of several maps apart
};

}  // namespace hadal::environment
