// Altimeter: range along one beam, the z axis of the sensor frame S, to the first thing in it,
// seabed or body, and the altitude an instrument that knows its attitude makes of it,
//   altitude = range cos(angle between beam and vertical).
// The beam is one ray, or several spread evenly over a cone (cone_ray), of which the nearest
// echo counts: over a slope and off the vertical that is nearer than the axis tells. It sees what
// sonars see: the surface of silt and mud whose seen_by names them, else the firm ground.
// The range is the travel time over the mean sound speed of the way times the sound speed the
// instrument reckons with. The beam does not bend. No echo: nothing within the range limits, sensor
// out of the water.
#pragma once
#include <cmath>
#include <numbers>

#include "hadal/extension/sensor.h"
#include "math/types.h"

namespace hadal::inline kinds {

// Rays spread evenly over the cone of a beam along z: the first on the axis, then a sunflower
// (Vogel, "A better way to construct the sunflower head", 1979). Unit vector of ray k of n;
// half_angle_rad is that of the outermost one.
inline Vec3 cone_ray(int k, int n, double half_angle_rad) {
  if (k == 0) return Vec3::UnitZ();
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  const double off = half_angle_rad * std::sqrt(static_cast<double>(k) / (n - 1));
  return {std::sin(off) * std::cos(golden * k), std::sin(off) * std::sin(golden * k),
          std::cos(off)};
}

struct Altimeter : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kRange;
  double min_range_m = 0.3;
  double max_range_m = 50;
  double beam_width_rad = 0;  // whole cone
  int rays = 1;               // spread over the cone; the nearest echo counts
  double sound_speed_m_s = std::numeric_limits<double>::quiet_NaN();  // told; else it knows it
  extension::NoiseModel range;                                        // m

  static const StructSchema& schema();
  std::vector<extension::Column> columns() const {
    return {{"range_m", "m"}, {"altitude_m", "m"}};
  }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{range, 1}}; }
  double reach_m() const { return max_range_m; }
  extension::Beams beams() const { return {{{0, 0, 1}}, max_range_m}; }
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;
};

}  // namespace hadal::kinds
