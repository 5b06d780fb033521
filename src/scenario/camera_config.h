// What a scenario or vehicle file says of cameras. Lens and port:
// sensors/optical/camera; pictures: sensors/optical.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

// What lies between lens and water.
struct NoPortConfig {
  static const StructSchema& schema();
};
struct ThinPortConfig {
  static const StructSchema& schema();
};
struct FlatPortConfig {
  double distance_m = 0.02;
  double thickness_m = 0.005;
  double glass_index = 1.49;
  double tilt_deg = 0;
  static const StructSchema& schema();
};
struct DomePortConfig {
  double radius_m = 0.05;
  double thickness_m = 0.005;
  double glass_index = 1.49;
  std::vector<double> offset_m = {0, 0, 0};
  static const StructSchema& schema();
};

struct ExposureConfig {
  bool automatic = true;
  double time_s = 0.01;
  double iso = 100;
  double f_number = 2.8;
  double compensation_ev = 0;
  double white_balance = 0.3;
  std::vector<double> gains = {1, 1, 1};
  static const StructSchema& schema();
};

struct PixelNoiseConfig {
  double strength = 1;
  double full_well_e = 10500;
  double read_noise_e = 2.5;
  double dark_current_e_s = 5;
  double prnu = 0.008;
  double dsnu_e = 0.8;
  int64_t bits = 12;
  double grain = 0;
  static const StructSchema& schema();
};

struct LensEffectsConfig {
  double forward_scatter = 1;
  double chromatic_aberration = 0;
  double vignetting = 0;
  double bloom = 0;
  double motion_blur = 1;
  double defocus = 0;
  double focus_m = 2;
  double dirt = 0;
  double scratches = 0;
  static const StructSchema& schema();
};

struct CameraConfig : SensorConfig {
  int64_t width_px = 640;
  int64_t height_px = 480;
  double view_deg = 80;
  std::string lens = "pinhole";
  std::vector<double> distortion;
  std::vector<double> focal_px;
  std::vector<double> centre_px;
  AnyConfig port;
  double range_m = 50;
  std::string quality = "fast";
  std::vector<std::string> labels;
  bool linear = false;
  std::string mosaic = "none";
  std::string tone = "filmic";
  double rolling_shutter_s = 0;
  double calibration_distance_m = 2;
  ExposureConfig exposure;
  PixelNoiseConfig noise;
  LensEffectsConfig effects;
  bool sees_own_vehicle = true;
  static const StructSchema& schema();
};

// Two of them side by side.
struct StereoCameraConfig : CameraConfig {
  double baseline_m = 0.1;
  static const StructSchema& schema();
};

// Of the keys of a camera they have those of lens and picture.
struct EventCameraConfig : CameraConfig {
  EventCameraConfig() { quality = "control"; }
  int64_t sub_frames = 0;
  double threshold_on = 0.2;
  double threshold_off = 0.2;
  double threshold_spread = 0.03;
  double refractory_s = 1e-4;
  double noise_rate_hz = 0.1;
  double dark_w_m2_sr_nm = 1e-6;
  int64_t max_events = 200000;
  static const StructSchema& schema();
};

struct ThermalCameraConfig : CameraConfig {
  ThermalCameraConfig() { range_m = 500; }
  double sky_degc = -20;
  std::optional<double> air_degc;
  double air_transmission = 1;
  double emissivity = 0.95;
  double netd_k = 0.05;
  double coldest_degc = -10;
  double hottest_degc = 40;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
