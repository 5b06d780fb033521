// Cells of the surfaces in a view, by which speckle knows where it belongs: cubes of one size in
// the frame of the body that is hit, or of the world for ground and water surface. A cell keeps its
// key when the sonar or the body moves, or when another view is made, so that speckle moves with
// the scene and not with the sonar.
#pragma once
#include <cstdint>
#include <vector>

#include "raytrace/view.h"

namespace hadal::sensors {

class SurfaceCells {
 public:
  SurfaceCells(const raytrace::View& view, double cell_m);

  // Key of what an instance belongs to; its place in units of the cell is q, to which the whole
  // cells are added before a cell is hashed as in key().
  struct Cell {
    float q[3];
    uint32_t whole[3];
    uint32_t key;
  };
  Cell place(int instance, float x_A, float y_A, float z_A) const {
    const Place& p = places_[static_cast<size_t>(instance)];
    Cell out{{}, {p.cell[0], p.cell[1], p.cell[2]}, p.key};
    for (int i = 0; i < 3; ++i)
      out.q[i] =
          p.R[3 * i] * x_A + p.R[3 * i + 1] * y_A + p.R[3 * i + 2] * z_A + p.shift[i];
    return out;
  }
  uint32_t key(int instance, float x_A, float y_A, float z_A) const {
    const Place& p = places_[static_cast<size_t>(instance)];
    uint32_t hash = p.key;
    for (int i = 0; i < 3; ++i) {
      const float q = p.R[3 * i] * x_A + p.R[3 * i + 1] * y_A + p.R[3 * i + 2] * z_A + p.shift[i];
      hash = step(hash, static_cast<uint32_t>(static_cast<int32_t>(q) - (q < 0)) + p.cell[i]);
    }
    return hash;
  }

 private:
  static uint32_t step(uint32_t hash, uint32_t value) {
    hash = (hash ^ value) * 0x9e3779b1u;
    return hash ^ (hash >> 15);
  }
  struct Place {
    float R[9], shift[3];  // q = R p_A + shift, in cells, without the whole cells below
    uint32_t cell[3];
    uint32_t key;
  };
  std::vector<Place> places_;
};

}  // namespace hadal::sensors
