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

  // What turns a place into a key: q = R p_A + shift, in cells; whole cells of q and `cell` added,
  // hashed one after the other into `key`.
  struct Frame {
    float R[9], shift[3];
    uint32_t cell[3];
    uint32_t key;
  };
  // Of an instance. That of ground, scenery and water surface is one and the same.
  const Frame& frame(int instance) const { return frames_[static_cast<size_t>(instance)]; }

  uint32_t key(int instance, float x_A, float y_A, float z_A) const {
    const Frame& f = frame(instance);
    uint32_t hash = f.key;
    for (int i = 0; i < 3; ++i) {
      const float q = f.R[3 * i] * x_A + f.R[3 * i + 1] * y_A + f.R[3 * i + 2] * z_A + f.shift[i];
      hash = step(hash, static_cast<uint32_t>(static_cast<int32_t>(q) - (q < 0)) + f.cell[i]);
    }
    return hash;
  }
  static constexpr uint32_t kStep = 0x9e3779b1u;
  static constexpr int kShift = 15;

 private:
  static uint32_t step(uint32_t hash, uint32_t value) {
    hash = (hash ^ value) * kStep;
    return hash ^ (hash >> kShift);
  }
  std::vector<Frame> frames_;
};

}  // namespace hadal::sensors
