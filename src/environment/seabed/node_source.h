// Depth of the nodes of the seabed's lattice: the source (a formula, an image or a raster) plus the
// fractal detail. A pure function of the node's index, from any thread; node (i, j) stands at
// north = i cell, east = j cell.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "environment/raster/pixel_map.h"
#include "environment/seabed/detail.h"
#include "world/seabed.h"

namespace hadal::environment {

class NodeSource {
 public:
  static Result<NodeSource> open(const SeabedParameters& parameters, const SeaMap& map);

  double depth(int64_t i, int64_t j) const;
  // Nodes (i0 + k stride, j0 + l stride), k < ni, l < nj, row after row.
  void fill(int64_t i0, int64_t j0, int64_t stride, int ni, int nj,
            std::span<double> depth_m) const;
  // Whether a place lies on the raster; formulae reach everywhere.
  bool covers(double north_m, double east_m) const;
  bool costly() const { return raster_ != nullptr || !detail_.none(); }
  const Raster* raster() const { return raster_.get(); }
  const FractalDetail& detail() const { return detail_; }

 private:
  double formula(double north_m, double east_m) const;
  double on_raster(int64_t i, int64_t j) const;
  double plain(int64_t i, int64_t j) const;  // without the detail

  SeabedSource source_;
  double cell_m_ = 1;
  std::array<double, 2> gradient_{};  // of the plane of a formula, per metre north and east
  FractalDetail detail_;
  std::unique_ptr<Raster> raster_;
  std::unique_ptr<PixelMap> pixels_;
  int block_shift_ = 0;  // blocks of 2^shift cells
};

}  // namespace hadal::environment
