// Parameters of the geometric two-dimensional imaging sonar (sensors/acoustic/imaging_sonar.h). The
// defaults are the sonar of DeMarco, West & Howard, "A simulator for underwater human-robot
// interaction scenarios" (2013), table I.
#pragma once
#include "kinds/frames/frame_kind.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct ImagingSonarModel : extension::SensorConfig {
  int beams = 256;  // rays of a horizontal plane
  int planes = 32;  // of rays, over the height of the beam
  double field_of_view_rad = 45 * kDegree;
  double beam_width_rad = 1 * kDegree;
  double beam_height_rad = 20 * kDegree;
  double frequency_hz = 900e3;
  double min_range_m = 0.5;
  double max_range_m = 100;
  double range_resolution_m = 0.0254;
  double blur_m = 0.05;    // standard deviation of the blur on the plane of the picture
  double range_std_m = 0;  // of each ray
  bool sees_own_vehicle = false;

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
};

}  // namespace hadal::kinds
