// Parameters of sonars that measure one range per beam (sensors/acoustic/beam_detector.h): a
// multibeam echosounder (one row, looking down), a profiler (one beam), a 3D sonar (rows and
// columns, looking ahead).
#pragma once
#include "kinds/frames/sonar.h"

namespace hadal::inline kinds {

enum class BeamPointing { kDown, kAhead };

// Narrow beams on a grid of angles.
struct BeamGridModel : SonarBeam {
  BeamPointing pointing = BeamPointing::kDown;
  int columns = 256, rows = 1;
  double width_rad = 120 * kDegree, height_rad = 0;  // between the outer beam axes
  double detection_db = 10;                          // above the noise

  std::vector<CoverageShape> views() const;
};

struct MultibeamModel : BeamGridModel {
  static const StructSchema& schema();
};

struct Sonar3dModel : BeamGridModel {
  Sonar3dModel();
  static const StructSchema& schema();
};

}  // namespace hadal::kinds
