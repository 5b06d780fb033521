// Light of a world: the sky, what the water does to light, and the lamps of the vehicles. Plain SI
// data; environment/optics and sensors/optical/render make light of it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "math/types.h"

namespace hadal::inline world {

struct SkyModel {
  std::optional<double> sun_elevation_rad, sun_azimuth_rad;  // else by date and place
  double air_turbidity = 3;
  double cloud_cover = 0;
  bool moon = true;
};

struct WaterOpticsModel {
  bool given = false;       // by the scenario: lidars and optical modems follow it
  std::string type = "II";  // Jerlov's, pure or none
  bool measured = true;     // coefficients; else modelled
  double turbidity_ntu = 0;
  double chlorophyll_mg_m3 = 0;       // at all depths
  double chlorophyll_peak_mg_m3 = 0;  // of a layer
  double peak_depth_m = 30, peak_thickness_m = 8;
};

struct Lamp {
  enum class Kind { kSpot, kPoint, kLine };
  std::string name, path;  // path: vehicle/lamp
  std::string key;         // where it stands in the scenario
  Kind kind = Kind::kSpot;
  int vehicle = 0, link = 0;
  Pose X_LS;  // it shines (or lies, a line) along x
  double flux_lm = 1500;
  double colour_temperature_k = 5700;
  double level = 1;                        // at the start
  double beam_rad = 1.2, edge_rad = 0.35;  // full angle, and of the fading inside of it
  double length_m = 0.3;
  double housing_m = 0.01;  // what is nearer belongs to it and takes none of its light
  double strobe_hz = 0, strobe_s = 0.01, strobe_delay_s = 0;  // 0 Hz: steady

  // Share of an exposure in which it shines.
  double duty(double from_s, double exposure_s) const;
};

}  // namespace hadal::world
