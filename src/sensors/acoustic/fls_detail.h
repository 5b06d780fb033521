// What a forward-looking sonar works with while it makes a frame.
#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sensors/acoustic/beam_labels.h"
#include "sensors/acoustic/echo_kernel.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/sound_tables.h"
#include "sensors/acoustic/ripple_echoes.h"
#include "sensors/acoustic/small_bodies.h"
#include "sensors/acoustic/surface_cells.h"

namespace hadal::sensors {

inline double bin_width(const FlsModel& m) {
  constexpr double kNominalSpeed = 1500;  // m/s
  return kNominalSpeed / (2 * m.bandwidth_hz);
}

// Cells within a pulse: those that are longer would be received in pieces.
inline double speckle_cell_m(const FlsModel& m) {
  return std::min(m.speckle_cell_m, bin_width(m) / 2);
}

// Some rows of columns of rays, from row `begin` on: what the echoes between them need to know. They
// are worked off before they leave the cache.
struct ColumnRays {
  static constexpr int kRows = 32;  // and the last one of those before, and a tile more
  static constexpr size_t kStride = kRows + 1 + kTileSide;
  explicit ColumnRays(int columns)
      : left(static_cast<size_t>(columns)),
        surface(static_cast<size_t>(columns) * kStride + kLineLanes, kNoSurface),
        ripple_row(surface.size(), kNoRipples) {
    for (std::vector<float>* all : floats()) all->resize(surface.size());
  }
  std::array<std::vector<float>*, 11> floats() {
    return {&range_m,   &cells,     &along[0], &along[1], &along[2], &normal[0],
            &normal[1], &normal[2], &cell[0],  &cell[1],  &cell[2]};
  }
  int begin = 0;
  std::vector<float> left;  // of the power of the first ray of each column
  std::vector<int32_t> surface, ripple_row;
  std::vector<float> range_m, cells, along[3], normal[3], cell[3];
};

// Echoes of small bodies, beam after beam.
struct BodyEchoes {
  std::vector<size_t> first;  // of each beam, and the end
  std::vector<float> bin, re, im, power;
  std::vector<LabelledRay> labels;
  size_t most = 0;  // of a beam
};

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
  int ground = raytrace::kNothing;  // the first instance of it
  std::unique_ptr<const RippleTable> ripple_table;
  std::optional<RippleSetup> ripples;  // where the sonar resolves them and some material has them
  SmallBodies bodies;
  BodyEchoes body_echoes;
  std::vector<int> shift;  // beams that an echo moves to starboard, per bin; empty without motion
  // Of a cloud of silt: how it meets sound, and its power per beam and bin, before the array.
  std::optional<environment::SiltSound> silt = {};
  std::span<float> silt_power = {};
};

// Rays of eight beams. A ray has one echo, and with multipath two more: [beam][echo][column][row],
// after those of each beam the echoes of small bodies.
struct Fls::BeamScratch {
  RangeKernel::Scratch range;
  size_t per_beam = 0;  // echoes, with room for those of bodies
  std::vector<float> bin, re, im, power;
  ColumnRays columns;
  std::array<float, ColumnRays::kStride + kLineLanes> left;  // of the power of rays
  std::vector<RippleRays> ripples;  // of columns, where the sonar resolves them
  static_assert(RippleRays::kRoom >= ColumnRays::kStride + kLineLanes);
  // Of surfaces, a row per beam with margins; zero before and after use.
  size_t row = 0;
  std::vector<float> surface_re, surface_im, surface_power;
  std::array<int, kLineLanes> surface_first, surface_end;  // bins that were touched
  std::vector<LabelledRay> labelled;  // columns, if labels are wanted
  BeamLabels labels;
  std::vector<float> silt_scattering = {}, silt_attenuation = {};  // along a ray, per bin
};

struct Fls::BlockScratch {
  std::vector<Line> mix, shifted;
};

struct Fls::Pool {
  struct FrameScratch {
    std::vector<Line> echoes, powers;
    std::vector<float> silt_power;
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
