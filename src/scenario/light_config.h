// What a scenario says of light: the sky above, what the water does to light, and lamps.
//   environment:
//     sky: {cloud_cover: 0.3}
//     optics: {water_type: IB, turbidity_ntu: 0.5}
// Date, time and place are those of clock and origin.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

struct SkyConfig {
  std::optional<double> sun_elevation_deg;
  std::optional<double> sun_azimuth_deg;
  double air_turbidity = 3;
  double cloud_cover = 0;
  bool moon = true;
  static const StructSchema& schema();
};

struct PlanktonConfig {
  double background_mg_m3 = 0;
  double peak_mg_m3 = 0;
  double peak_depth_m = 30;
  double thickness_m = 8;
  static const StructSchema& schema();
};

struct OpticsConfig {
  std::string water_type = "II";
  std::string coefficients = "measured";
  double turbidity_ntu = 0;
  PlanktonConfig plankton;
  static const StructSchema& schema();
};

// A lamp on a link.
struct LampConfig {
  std::string name;
  std::string link;
  std::string mount;  // place of the vehicle that the next two start from
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  double flux_lm = 1500;
  double colour_temperature_k = 5700;
  double level = 1;
  double strobe_hz = 0;
  double strobe_s = 0.01;
  double strobe_delay_s = 0;
};
struct SpotLampConfig : LampConfig {
  double beam_deg = 70;
  double edge_deg = 20;
  static const StructSchema& schema();
};
struct PointLampConfig : LampConfig {
  static const StructSchema& schema();
};
struct LineLampConfig : LampConfig {
  double length_m = 0.3;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& lamp_kinds();
const LampConfig& lamp_common(const AnyConfig& config);

}  // namespace hadal::scenario
