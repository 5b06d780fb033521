// Parameters of sonars with one or two beams (sensors/acoustic/line_sonars.h) and of sonars that
// measure one range per beam (sensors/acoustic/beam_detector.h). Plain SI data.
#pragma once
#include <numbers>

#include "world/fls.h"

namespace hadal::inline world {

// One beam that turns about z of S by a step per ping: round and round, or to and fro in a sector.
struct ScanningSonarModel {
  FlsModel beam;  // one beam; its field of view is its width
  double first_rad = -std::numbers::pi, last_rad = std::numbers::pi;  // to starboard
  double step_rad = std::numbers::pi / 200;
  bool full_circle = true;
};

// Two beams, to port and starboard, turned down from the horizontal by the tilt.
struct SideScanModel {
  FlsModel beam;
  double tilt_rad = 40 * std::numbers::pi / 180;
};

// One beam along z of S, with the profile of its echoes and the range of the strongest.
struct EchosounderModel {
  FlsModel beam;
  double detection_db = 10;  // above the noise
};

enum class BeamLook { kDown, kAhead };

// Narrow beams on a grid of angles, each with one range: a multibeam echosounder (one row, looking
// down), a profiler (one beam), a 3D sonar (rows and columns, looking ahead).
struct BeamGridModel {
  BeamLook look = BeamLook::kDown;
  int columns = 256, rows = 1;
  double width_rad = 120 * std::numbers::pi / 180, height_rad = 0;  // between the outer beam axes
  double beam_width_rad = std::numbers::pi / 180,
         beam_height_rad = std::numbers::pi / 180;  // -3 dB
  double frequency_hz = 400e3, bandwidth_hz = 40e3;
  double min_range_m = 0.5, max_range_m = 100;
  double source_level_db = 220;
  double self_noise_db = 60;   // re 1 uPa in the band
  double directivity_db = 30;  // against ambient noise
  double detection_db = 10;    // above the noise
  bool noise = true;
  bool sees_own_vehicle = false;
};

}  // namespace hadal::world
