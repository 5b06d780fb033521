#include "control/altitude.h"

#include <algorithm>
#include <cmath>

namespace hadal::control {

std::optional<double> seabed_by_altimeter(const AltimeterReading& reading, double now_s,
                                          AltitudeStateSpan state) {
  const bool is_new = state[2] == 0 || reading.time_s > state[1];
  if (reading.good && is_new) {
    state[0] = reading.seabed_depth_m;
    state[1] = reading.time_s;
    state[2] = 1;
  }
  if (state[2] == 0 || now_s - state[1] > kHeldReading_s) return std::nullopt;
  return state[0];
}

double seabed_by_chart(const environment::Seabed& seabed, const Vec3& p_N, double course_rad,
                       double lookahead_m) {
  constexpr int kMaxPoints = 64;
  const int steps =
      static_cast<int>(std::min<double>(kMaxPoints, std::ceil(2 * lookahead_m / seabed.cell_m())));
  const double north = std::cos(course_rad), east = std::sin(course_rad);
  const auto depth_at = [&](double ahead_m) {
    return seabed.depth(p_N.x() + ahead_m * north, p_N.y() + ahead_m * east,
                        environment::SeabedLayer::kVisible);
  };
  double shallowest = depth_at(0);
  for (int i = 1; i <= steps; ++i)
    shallowest = std::min(shallowest, depth_at(lookahead_m * i / steps));
  return shallowest;
}

double depth_for_altitude(double seabed_depth_m, double altitude_m) {
  return std::max(seabed_depth_m - altitude_m, kSurfaceMargin_m);
}

}  // namespace hadal::control
