#include "sensors/network/optical_link.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hadal::sensors {

double optical_snr_db(const OpticalModemModel& lamp, const OpticalModemModel& receiver,
                      double attenuation_per_m, const Vec3& line_N, const Vec3& lamp_axis_N,
                      const Vec3& receiver_axis_N) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  constexpr double kNearest_m = 0.1;  // the law of a point source ends
  const double range_m = std::max(line_N.norm(), kNearest_m);
  const double cos_lamp = line_N.dot(lamp_axis_N) / range_m;
  const double cos_receiver = -line_N.dot(receiver_axis_N) / range_m;
  if (range_m > std::min(lamp.max_range_m, receiver.max_range_m) || cos_lamp <= 0 ||
      cos_receiver <= 0 || cos_receiver < std::cos(receiver.field_of_view_rad))
    return kNothing;
  const double order = -std::numbers::ln2 / std::log(std::cos(lamp.half_angle_rad));
  const double gain = std::exp(-attenuation_per_m * (range_m - 1)) / (range_m * range_m) *
                      std::pow(cos_lamp, order) * cos_receiver;
  return receiver.snr_1m_db + 20 * std::log10(gain);
}

}  // namespace hadal::sensors
