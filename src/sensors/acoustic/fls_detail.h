// What a forward-looking sonar works with while it makes a frame.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "sensors/acoustic/beam_labels.h"
#include "sensors/acoustic/echo_kernel.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/sound_tables.h"
#include "sensors/acoustic/surface_cells.h"

namespace hadal::sensors {

struct Fls::Ping {
  const FrameInput& input;
  WaterPath water;
  ScatterTable scatter;
  SurfaceCells cells;
  RayOrigin origin;
  uint32_t seen = 0;
  uint32_t noise_key = 0;
  float sigma = 0;      // of the noise before the array, uPa
  double noise_db = 0;  // after it
  std::span<Line> echoes, powers;
  // Of a cloud of silt: how it meets sound, and its power per beam and bin, before the array.
  std::optional<environment::SiltSound> silt;
  std::vector<float> silt_power;
  std::vector<int> shift;  // beams that an echo moves to starboard, per bin; empty without motion
};

// Rays of eight beams. A ray has one echo, and with multipath two more: [beam][echo][column][row].
struct Fls::BeamScratch {
  RangeKernel::Scratch range;
  std::vector<float> bin, re, im, power;
  std::vector<LabelledRay> columns;  // of a tile, whole
  BeamLabels labels;
  std::vector<float> silt_scattering = {}, silt_attenuation = {};  // along a ray, per bin
};

struct Fls::BlockScratch {
  std::vector<Line> mix, shifted;
};

struct Fls::Pool {
  struct FrameScratch {
    std::vector<Line> echoes, powers;
  };
  template <class T>
  class Shelf {
   public:
    template <class Make>
    std::unique_ptr<T> take(const Make& make) {
      const std::lock_guard lock(mutex_);
      if (free_.empty()) return make();
      std::unique_ptr<T> item = std::move(free_.back());
      free_.pop_back();
      return item;
    }
    void give(std::unique_ptr<T> item) {
      const std::lock_guard lock(mutex_);
      free_.push_back(std::move(item));
    }

   private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> free_;
  };
  Shelf<FrameScratch> frames;
  Shelf<BeamScratch> beams;
  Shelf<BlockScratch> blocks;
};

}  // namespace hadal::sensors
