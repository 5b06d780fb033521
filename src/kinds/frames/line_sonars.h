// Parameters of sonars with one or two beams (sensors/acoustic/line_sonars.h).
#pragma once
#include <numbers>

#include "kinds/frames/sonar.h"

namespace hadal::inline kinds {

// One beam that turns about z of S by a step per ping: round and round, or to and fro in a sector.
struct ScanningSonarModel : SonarLine {
  double step_rad = 1.8 * kDegree;
  std::vector<double> sector_rad;  // first and last bearing, to starboard; empty: full circle

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
  bool full_circle() const { return sector_rad.empty(); }
  double first_rad() const { return full_circle() ? -std::numbers::pi : sector_rad[0]; }
  double last_rad() const { return full_circle() ? std::numbers::pi : sector_rad[1]; }
};

// Two beams, to port and starboard, turned down from the horizontal by the tilt.
struct SideScanModel : SonarLine {
  double tilt_rad = 40 * kDegree;

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
};

// One beam along z of S, with the profile of its echoes and the range of the strongest.
struct EchosounderModel : SonarLine {
  double detection_db = 10;  // above the noise

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
};

// Rays fill a beam to its first zero, about twice the width between the -3 dB points.
inline double filled_width_rad(const SonarBeam& beam) {
  return 2 * beam.beam_width_rad;
}

}  // namespace hadal::kinds
