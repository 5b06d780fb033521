// The forward-looking sonar of the tests: few beams, no noise, everything written out.
#pragma once
#include <span>

#include "kinds/frames/fls.h"
#include "math/rotation.h"
#include "math/units.h"
#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors::test {

constexpr double kDepth = 50;

inline FlsModel quiet_model() {
  FlsModel m;
  m.beams = 64;
  m.rays_along = 64;
  m.field_of_view_rad = 32 * kDegree;
  m.beam_height_rad = 20 * kDegree;
  m.beam_width_rad = 0;  // the spacing
  m.vertical_pattern = false;
  m.max_range_m = 15;
  m.source_level_db = 200;
  m.spreading_gain_db = 0;
  m.noise = false;
  m.clean = m.labels = m.raw = true;
  return m;
}

inline Pose at(const Vec3& p_N, double pitch_rad = 0, double yaw_rad = 0) {
  return {p_N, quaternion_from({0, pitch_rad, yaw_rad})};
}

inline size_t middle_row(const FlsModel& m) {
  return static_cast<size_t>(m.beams) / 2;
}
inline std::span<const float> row_of(const Frame& frame, std::string_view plane, size_t row) {
  const Plane& p = frame.plane(plane);
  return p.floats().subspan(row * static_cast<size_t>(p.columns), static_cast<size_t>(p.columns));
}

}  // namespace hadal::sensors::test
