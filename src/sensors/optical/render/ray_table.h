// The ray of every pixel of a camera, in the frame S of the sensor (x ahead, y right, z down), made
// once from its lens and its port. Pixels lie in blocks of 4 x 4, as packets of rays want them.
#pragma once
#include <cstdint>
#include <vector>

#include "raytrace/view.h"
#include "sensors/optical/camera/lens.h"
#include "sensors/optical/camera/port.h"

namespace hadal::sensors {

constexpr int kBlockSide = 4;

class RayTable {
 public:
  RayTable(const camera::Lens& lens, const camera::Port& port);

  int width_px() const { return width_; }
  int height_px() const { return height_; }
  int blocks_across() const { return across_; }
  int blocks_down() const { return down_; }

  // The rays of a block, each shifted within its pixel by (right, down) pixels from its middle,
  // turned by R_NS and from p_A. Without shifts (null), the rays of the middles. Lanes outside of
  // the picture or the lens are off (near > far).
  void rays(int block, const Mat3& R_NS, const Vec3& p_A, const float* right_px,
            const float* down_px, float near_m, float far_m, raytrace::Rays& out) const;
  float pixel_rad(int block) const { return blocks_[static_cast<size_t>(block)].pixel_rad; }

 private:
  struct Block {
    float d[3][raytrace::kLanes];  // unit directions in S
    float right[3], down[3];       // change of direction per pixel, at the middle of the block
    float pixel_rad = 0;
    uint32_t on = 0;
  };
  Block block_at(const camera::Lens& lens, const camera::Port& port, int row, int column);

  int width_, height_, across_, down_;
  std::vector<Block> blocks_;
  std::vector<float> starts_;  // of the rays in S, 3 x 16 per block; empty if all start at S
};

}  // namespace hadal::sensors
