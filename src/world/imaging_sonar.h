// Parameters of the geometric two-dimensional imaging sonar (sensors/acoustic/imaging_sonar.h).
// Plain SI data. The defaults are the sonar of DeMarco, West & Howard, "A simulator for underwater
// human-robot interaction scenarios" (2013), table I.
#pragma once
#include <cstdint>
#include <numbers>

namespace hadal::inline world {

struct ImagingSonarModel {
  int beams = 256;  // rays of a horizontal plane
  int planes = 32;  // of rays, over the height of the beam
  double field_of_view_rad = 45 * std::numbers::pi / 180;
  double beam_width_rad = std::numbers::pi / 180;
  double beam_height_rad = 20 * std::numbers::pi / 180;
  double frequency_hz = 900e3;
  double min_range_m = 0.5;
  double max_range_m = 100;
  double range_resolution_m = 0.0254;
  double blur_m = 0.05;    // standard deviation of the blur on the plane of the picture
  double range_std_m = 0;  // of each ray
  bool sees_own_vehicle = false;
};

// The scalars of the sonar cloud message of that paper.
struct SonarCloudHeader {
  int32_t num_planes = 0, num_points_per_plane = 0;
  float angle_min = 0, angle_max = 0, angle_increment = 0;  // rad, about z of S, to starboard
  float range_min = 0, range_max = 0;                       // m
  float vert_height = 0, vert_resolution = 0;               // rad
};

inline SonarCloudHeader cloud_header(const ImagingSonarModel& m) {
  const double step = m.field_of_view_rad / m.beams;
  const auto f = [](double value) { return static_cast<float>(value); };
  return {m.planes,
          m.beams,
          f(-(m.field_of_view_rad - step) / 2),
          f((m.field_of_view_rad - step) / 2),
          f(step),
          f(m.min_range_m),
          f(m.max_range_m),
          f(m.beam_height_rad),
          f(m.beam_height_rad / m.planes)};
}

}  // namespace hadal::world
