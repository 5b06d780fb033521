// Parameters of a multibeam forward-looking sonar (sensors/acoustic/fls.h).
#pragma once
#include "kinds/frames/pulse.h"
#include "kinds/frames/sonar.h"

namespace hadal::inline kinds {

// Of the beam of SonarBeam: rays fill the height; a width of 0 is the spacing of the beams.
struct FlsModel : SonarLine {
  FlsModel();
  int beams = 256;
  double field_of_view_rad = 45 * kDegree;  // between the outer edges of the beams
  double transmit_width_rad = 0;            // -3 dB in azimuth; 0: even
  bool vertical_pattern = true;             // else even over the height
  RangeModel range_model = RangeModel::kDirect;
  Shading pulse_window = Shading::kHann;
  Shading array_window = Shading::kRectangular;  // of the receiver
  double sidelobe_db = 30;
  bool motion = false;               // vehicle and objects move between ping and echo
  bool raw = false, points = false;  // what a frame holds besides level_db

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
  ShadingModel pulse_shading() const { return {pulse_window, sidelobe_db}; }
  ShadingModel array_shading() const { return {array_window, sidelobe_db}; }
};

}  // namespace hadal::kinds
