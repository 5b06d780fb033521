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
#include "math/units.h"

namespace hadal::inline scenario {

struct SkyModel {
  std::optional<double> sun_elevation_rad, sun_azimuth_rad;  // else by date and place
  double air_turbidity = 3;
  double cloud_cover = 0;
  bool moon = true;
  static const StructSchema& schema();
};

// Chlorophyll.
struct PlanktonLayer {
  double background_mg_m3 = 0;  // at all depths
  double peak_mg_m3 = 0;        // of a layer
  double peak_depth_m = 30;
  double thickness_m = 8;
  static const StructSchema& schema();
};

enum class OpticalCoefficients { kMeasured, kModelled };

struct WaterOpticsModel {
  bool given = false;       // by the scenario: lidars and optical modems follow it
  std::string type = "II";  // Jerlov's, pure or none
  OpticalCoefficients coefficients = OpticalCoefficients::kMeasured;
  double turbidity_ntu = 0;
  PlanktonLayer plankton;
  static const StructSchema& schema();
};

// A lamp on a link. It shines (or lies, a line) along its x axis.
struct LampModel {
  enum class Kind { kSpot, kPoint, kLine };
  Kind kind = Kind::kSpot;
  std::string name;
  std::string link_name;
  std::string mount;  // mount point of the vehicle that the next two start from
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  double flux_lm = 1500;
  double colour_temperature_k = 5700;
  double level = 1;                                          // at the start
  double beam_rad = 70 * kDegree, edge_rad = 20 * kDegree;   // full angle; fading inside of it
  double length_m = 0.3;
  double strobe_hz = 0, strobe_s = 0.01, strobe_delay_s = 0;  // 0 Hz: steady
};
struct SpotLampModel : LampModel {
  static const StructSchema& schema();
};
struct PointLampModel : LampModel {
  PointLampModel() { kind = Kind::kPoint; }
  static const StructSchema& schema();
};
struct LineLampModel : LampModel {
  LineLampModel() { kind = Kind::kLine; }
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& lamp_kinds();
// What every kind has.
const LampModel& lamp_common(const AnyConfig& config);

}  // namespace hadal::scenario
