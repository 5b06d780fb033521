// Parameters of cameras (sensors/optical/camera_sensor.h, event_sensor.h, thermal_sensor.h). Plain
// SI data.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hadal::inline world {

struct CameraModel {
  int width_px = 640, height_px = 480;
  double view_rad = 1.4;  // across the width, where no focal lengths are given
  std::string lens = "pinhole";
  std::vector<double> distortion;
  std::vector<double> focal_px, centre_px;  // two numbers or none
  struct NoPort {};
  struct ThinPort {};
  struct FlatPort {
    double distance_m = 0.02, thickness_m = 0.005, glass_index = 1.49, tilt_rad = 0;
  };
  struct DomePort {
    double radius_m = 0.05, thickness_m = 0.005, glass_index = 1.49;
    std::array<double, 3> offset_m{};  // ahead, right, down
  };
  std::variant<NoPort, ThinPort, FlatPort, DomePort> port;
  double range_m = 50;
  enum class Quality { kControl, kFast, kFull };
  Quality quality = Quality::kFast;
  bool depth = false, normal = false, instance = false, semantic = false;
  bool albedo = false, transmission = false, position = false, flow = false;
  bool boxes = false;
  bool linear = false;  // gives the light itself, too
  std::string mosaic = "none";
  enum class Tone { kFilmic, kSrgb, kLinear };
  Tone tone = Tone::kFilmic;
  double calibration_distance_m = 2;  // where a calibration of a lens behind a port holds
  double baseline_m = 0;              // of the right camera of a pair

  bool automatic = true;
  double rolling_shutter_s = 0;  // row y of H begins y / H of it later
  double exposure_s = 0.01, iso = 100, f_number = 2.8, compensation_ev = 0;
  double white_balance = 0.3;
  std::array<double, 3> gains{1, 1, 1};

  double noise = 1;  // strength
  double full_well_e = 10500, read_noise_e = 2.5, dark_current_e_s = 5, prnu = 0.008, dsnu_e = 0.8;
  int bits = 12;
  double grain = 0;

  double forward_scatter = 1, chromatic_aberration = 0, vignetting = 0, bloom = 0;
  double motion_blur = 1, defocus = 0, focus_m = 2, dirt = 0, scratches = 0;
  bool sees_own_vehicle = true;
};

// Reports changes of light, pixel by pixel.
struct EventSensorModel {
  CameraModel camera;
  int sub_frames = 0;  // per frame; 0: as many as the motion needs
  double threshold_on = 0.2, threshold_off = 0.2, threshold_spread = 0.03;
  double refractory_s = 1e-4, noise_rate_hz = 0.1;
  double dark_w_m2_sr_nm = 1e-6;
  int max_events = 200000;
};

// Sees temperatures.
struct ThermalSensorModel {
  CameraModel camera;
  double sky_K = 250;
  std::optional<double> air_K;  // as the water at the surface if left out
  double air_transmission = 1;
  double emissivity = 0.95;  // of all but water
  double netd_K = 0.05;
  double coldest_K = 263.15, hottest_K = 313.15;  // black and white of the image
};

}  // namespace hadal::world
