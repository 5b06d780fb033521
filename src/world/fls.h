// Parameters of a multibeam forward-looking sonar (sensors/acoustic/fls.h). Plain SI data.
#pragma once
#include <numbers>

#include "world/shading.h"

namespace hadal::inline world {

enum class FlsRangeModel { kExact, kDirect };

// Gain of the receiver over range, added to the levels: spreading log10(r / 1 m) + 2 absorption r,
// at most `most_db`.
struct TimeVaryingGain {
  double spreading_db_per_decade = 0;
  double absorption_db_per_m = 0;
  double most_db = 200;
};

struct FlsModel {
  int beams = 256;
  int azimuth_rays = 1;                                 // per beam
  int elevation_rays = 64;                              // per beam and azimuth
  double field_of_view_rad = std::numbers::pi / 4;      // between the outer edges of the beams
  double vertical_aperture_rad = std::numbers::pi / 9;  // -3 dB, one way; rays fill it
  double beam_width_rad = 0;                            // -3 dB of the receiver; 0: the spacing
  double transmit_width_rad = 0;                        // -3 dB in azimuth; 0: even
  bool vertical_pattern = true;                         // else even over the aperture
  double frequency_hz = 900e3;
  double bandwidth_hz = 30e3;
  double min_range_m = 0.5;
  double max_range_m = 50;
  double source_level_db = 210;  // re 1 uPa at 1 m
  double self_noise_db = 60;     // re 1 uPa in the band: what the receiver hears in still water
  double directivity_db = 25;    // of the receiver against ambient noise
  ShadingModel array_shading;    // of the receiver
  ShadingModel pulse_shading{Shading::kHann};
  FlsRangeModel range_model = FlsRangeModel::kDirect;
  double speckle_cell_m = 0.01;  // at most half a bin is used
  bool speckle = true;           // else every echo has phase zero
  bool noise = true;
  bool surface_multipath = false, bottom_multipath = false;
  bool motion = false;  // vehicle and objects move between ping and echo
  TimeVaryingGain gain;
  bool sees_own_vehicle = false;
  // What a frame holds besides level_db.
  bool raw = false, clean = false, labels = false, points = false;
};

}  // namespace hadal::world
