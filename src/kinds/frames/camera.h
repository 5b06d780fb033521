// Parameters of cameras (sensors/optical/camera_sensor.h, event_sensor.h, thermal_sensor.h). Lens
// and port: sensors/optical/camera.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kinds/frames/frame_kind.h"
#include "math/units.h"

namespace hadal::inline kinds {

enum class LensModel { kPinhole, kBrown, kRational, kEquidistant, kEquisolid, kKannalaBrandt };

// Colours of the first two pixels of the first two rows.
enum class BayerPattern { kNone, kRggb, kBggr, kGrbg, kGbrg };

// What lies between lens and water.
struct NoPortModel {
  static const StructSchema& schema();
};
struct ThinPortModel {
  static const StructSchema& schema();
};
struct FlatPortModel {
  double distance_m = 0.02, thickness_m = 0.005, glass_index = 1.49, tilt_rad = 0;
  static const StructSchema& schema();
};
struct DomePortModel {
  double radius_m = 0.05, thickness_m = 0.005, glass_index = 1.49;
  std::array<double, 3> offset_m{};  // ahead, right, down
  static const StructSchema& schema();
};

struct CameraExposure {
  bool automatic = true;
  double time_s = 0.01, iso = 100, f_number = 2.8, compensation_ev = 0;
  double white_balance = 0.3;
  std::array<double, 3> gains{1, 1, 1};
  static const StructSchema& schema();
};

// What the pixels add (EMVA 1288; sensors/optical/camera/imager.h).
struct PixelNoise {
  double strength = 1;  // of all noise; 0: exactly the light, cut and converted
  double full_well_e = 10500;
  double read_noise_e = 2.5;
  double dark_current_e_s = 5;
  double prnu = 0.008;  // of the signal
  double dsnu_e = 0.8;
  int bits = 12;  // 0: no converter
  double grain = 0;
  static const StructSchema& schema();
};

// Strengths.
struct LensEffects {
  double forward_scatter = 1, chromatic_aberration = 0, vignetting = 0, bloom = 0;
  double motion_blur = 1, defocus = 0, focus_m = 2, dirt = 0, scratches = 0;
  static const StructSchema& schema();
};

struct CameraModel : extension::SensorConfig {
  int width_px = 640, height_px = 480;
  double view_rad = 80 * kDegree;  // across the width, where no focal lengths are given
  LensModel lens = LensModel::kPinhole;
  std::vector<double> distortion;
  std::vector<double> focal_px, centre_px;  // two numbers or none
  AnyConfig port;
  double range_m = 50;
  enum class Quality { kControl, kFast, kFull };
  Quality quality = Quality::kFast;
  std::vector<std::string> labels;
  bool linear = false;  // gives the light itself, too
  BayerPattern mosaic = BayerPattern::kNone;
  enum class Tone { kFilmic, kSrgb, kLinear };
  Tone tone = Tone::kFilmic;
  double rolling_shutter_s = 0;       // row y of H begins y / H of it later
  double calibration_distance_m = 2;  // half to twice of it, for the calibration behind a port
  double baseline_m = 0;              // of the right camera of a pair
  CameraExposure exposure;
  PixelNoise noise;
  LensEffects effects;
  bool sees_own_vehicle = true;

  static const StructSchema& schema();
  std::vector<CoverageShape> views() const;
  bool has_port() const { return !port.empty() && !port.as<NoPortModel>(); }
  bool wants(std::string_view label) const;
};

// Two of them side by side, baseline_m apart: NAME/left where it is mounted, and NAME/right.
struct StereoCameraModel : CameraModel {
  StereoCameraModel() { baseline_m = 0.1; }
  enum class Labelled { kBoth, kLeft, kRight };
  Labelled labelled = Labelled::kBoth;
  static const StructSchema& schema();
  std::vector<FrameHead> heads() const;
};

// Pixels that report changes of light (sensors/optical/camera/event_camera.h).
struct EventPixels {
  double threshold_on = 0.2, threshold_off = 0.2;  // of the natural logarithm
  double threshold_spread = 0.03;                  // standard deviation, of the threshold
  double refractory_s = 1e-4;
  double noise_rate_hz = 0.1;      // per pixel
  double dark_w_m2_sr_nm = 1e-6;  // light that counts as darkness
};

// Of the keys of a camera these have those of lens and picture.
struct EventSensorModel : CameraModel, EventPixels {
  EventSensorModel() { quality = Quality::kControl; }
  int sub_frames = 0;  // per frame; 0: as many as the motion needs
  int max_events = 200000;
  static const StructSchema& schema();
};

// Sees temperatures.
struct ThermalSensorModel : CameraModel {
  ThermalSensorModel() { range_m = 500; }
  double sky_degc = -20;
  std::optional<double> air_degc;  // as the water at the surface if left out
  double air_transmission = 1;
  double emissivity = 0.95;  // of all but water
  double netd_k = 0.05;
  double min_temperature_degc = -10, max_temperature_degc = 40;  // black and white of the image
  static const StructSchema& schema();
};

}  // namespace hadal::kinds
