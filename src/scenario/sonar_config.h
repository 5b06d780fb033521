// What a scenario or vehicle file says of imaging sonars with many beams.
#pragma once
#include <string>
#include <vector>

#include "scenario/line_sonar_config.h"

namespace hadal::inline scenario {

struct ForwardLookingSonarConfig : SonarLineConfig {
  ForwardLookingSonarConfig();
  int64_t beams = 256;
  double field_of_view_deg = 45;
  double transmit_width_deg = 0;
  bool vertical_pattern = true;
  std::string range_model = "direct";
  std::string pulse_window = "hann";
  std::string array_window = "rectangular";
  double sidelobe_db = 30;
  bool motion = false;
  bool raw = false;
  bool points = false;
  static const StructSchema& schema();
};

struct ImagingSonarConfig : SensorConfig {
  int64_t beams = 256;
  int64_t planes = 32;
  double field_of_view_deg = 45;
  double beam_width_deg = 1;
  double beam_height_deg = 20;
  double frequency_khz = 900;
  double min_range_m = 0.5;
  double max_range_m = 100;
  double range_resolution_m = 0.0254;
  double blur_m = 0.05;
  double range_std_m = 0;
  bool sees_own_vehicle = false;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& imaging_sonar_kinds();

}  // namespace hadal::scenario
