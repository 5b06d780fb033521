// What a scenario or vehicle file says of sonars with one or two beams, and of those that measure
// one range per beam.
#pragma once
#include <string>
#include <vector>

#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

// What all of them have.
struct SonarBeamConfig : SensorConfig {
  double frequency_khz = 750;
  double bandwidth_khz = 30;
  double min_range_m = 0.5;
  double max_range_m = 50;
  double source_level_db = 210;
  double self_noise_db = 60;
  double directivity_db = 25;
  double beam_width_deg = 2;
  double beam_height_deg = 25;
  bool noise = true;
  bool sees_own_vehicle = false;
};

// Those that give levels over range.
struct SonarLineConfig : SonarBeamConfig {
  int64_t rays_across = 4;
  int64_t rays_along = 256;
  bool speckle = true;
  double speckle_cell_m = 0.02;
  double spreading_gain_db = 30;
  double absorption_gain_db_m = 0;
  bool labels = false;
  bool clean = false;
  bool surface_multipath = false;
  bool bottom_multipath = false;
};

struct ScanningSonarConfig : SonarLineConfig {
  double step_deg = 1.8;
  std::vector<double> sector_deg;  // first, last; empty: full circle
  static const StructSchema& schema();
};

struct SideScanConfig : SonarLineConfig {
  double tilt_deg = 40;
  static const StructSchema& schema();
};

struct EchosounderConfig : SonarLineConfig {
  double detection_db = 10;
  static const StructSchema& schema();
};

struct MultibeamConfig : SonarBeamConfig {
  int64_t beams = 256;
  double swath_deg = 120;
  double detection_db = 10;
  static const StructSchema& schema();
};

struct Sonar3dConfig : SonarBeamConfig {
  int64_t columns = 64;
  int64_t rows = 32;
  double width_deg = 90;
  double height_deg = 40;
  double detection_db = 10;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& line_sonar_kinds();

}  // namespace hadal::scenario
