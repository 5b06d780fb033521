// What a pixel array makes of light, in electrons (EMVA Standard 1288, "Standard for
// characterization of image sensors and cameras"):
//   n = Poisson(S (1 + PRNU g) + D t) + DSNU h + read z, cut at the full well, then the converter:
//   code = clamp(round(n / q) + black, 0, 2^bits - 1),  q = full_well / (gain (2^bits - 1 -
//   black)),
// S expected photo-electrons, D t dark current over the exposure, g and h patterns of standard
// normal numbers that belong to the device (by its seed), z new for every pixel and frame. The
// read-out is (code - black) q - D t: in electrons, with the mean of the dark current taken off as
// cameras do.
//   variance over pixels = S + D t + (PRNU S)^2 + DSNU^2 + read^2 + q^2 / 12.
// Counts below 12 are drawn by inversion of the Poisson distribution (to 2^-24); above, as
// m + sqrt(m) z + (z^2 - 1) / 6, normal with the skewness of Poisson.
// All draws are functions of (stream, frame, row, column, plane): no state, any order, any thread.
//
// Grain is the appearance of film, not physics: v (1 + strength z) with one z per pixel for all
// channels.
#pragma once
#include <span>
#include <vector>

#include "base/rng.h"
#include "kinds/frames/camera.h"
#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

struct ImagerModel : PixelNoise {
  double black_code = 64;
  bool shot_noise = true;
};

struct Exposure {
  double electrons_per_light = 1;  // expected photo-electrons of unit light
  double time_s = 0.01;
  double gain = 1;  // ISO / base ISO: the converter ends at full_well / gain
};

class Imager {
 public:
  // device: patterns that stay; noise: what changes from frame to frame. planes: 1 behind a colour
  // mosaic, else 3.
  Imager(const ImagerModel& model, int width_px, int height_px, int planes,
         const RandomStream& device, const RandomStream& noise);
  void set_noise(const RandomStream& noise) { noise_ = noise; }

  // Electrons per code of the converter; 0 without one.
  double step_e(double gain) const;
  // In place: light comes in, electrons go out.
  void read_out(std::span<float> plane, int index, const Exposure& exposure, int64_t frame,
                ThreadArena& arena) const;
  void read_out(RgbView image, const Exposure& exposure, int64_t frame, ThreadArena& arena) const;
  // One row of the plane with this index.
  void read_out_row(int index, int y, const Exposure& exposure, int64_t frame, float* values) const;

 private:
  ImagerModel model_;
  int width_px_, height_px_;
  RandomStream noise_;
  std::vector<float> gain_pattern_, offset_pattern_;  // 1 + PRNU g, DSNU h; empty when even
};

// In place.
void add_grain(RgbView image, double strength, const RandomStream& noise, int64_t frame,
               ThreadArena& arena);

}  // namespace hadal::sensors::camera
