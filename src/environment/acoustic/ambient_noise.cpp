#include "environment/acoustic/ambient_noise.h"

#include <algorithm>
#include <cmath>

namespace hadal::environment {

double add_levels(double a_db, double b_db) {
  const double high = std::max(a_db, b_db), low = std::min(a_db, b_db);
  return high + 10 * std::log10(1 + std::pow(10, (low - high) / 10));
}

double NoiseLevels::total_db() const {
  return add_levels(add_levels(turbulence_db, shipping_db), add_levels(wind_db, thermal_db));
}

NoiseLevels ambient_noise(double frequency_hz, double shipping, double wind_speed_m_s) {
  const double f = frequency_hz / 1000, log_f = std::log10(f);
  return {.turbulence_db = 17 - 30 * log_f,
          .shipping_db = 40 + 20 * (shipping - 0.5) + 26 * log_f - 60 * std::log10(f + 0.03),
          .wind_db = 50 + 7.5 * std::sqrt(wind_speed_m_s) + 20 * log_f - 40 * std::log10(f + 0.4),
          .thermal_db = -15 + 20 * log_f};
}

}  // namespace hadal::environment
