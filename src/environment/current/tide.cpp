#include "environment/current/tide.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::environment {
namespace {

// fraction 0..1 of the way from one event to the next
double between(double from, double to, double fraction) {
  constexpr double kQuarter = std::numbers::pi / 2;
  if (from == 0) return to * std::sin(kQuarter * fraction);
  if (to == 0) return from * std::cos(kQuarter * fraction);
  return 0.5 * (from + to) + 0.5 * (from - to) * std::cos(2 * kQuarter * fraction);
}

}  // namespace

double tide_speed(const HarmonicTideCurrent& tide, double since_epoch_s) {
  double speed = 0;
  for (const TidalConstituent& c : tide.constituents)
    speed += c.amplitude_m_s * std::cos(c.speed_rad_s * since_epoch_s - c.phase_rad);
  return speed;
}

double tide_speed(const StationTideCurrent& tide, int64_t unix_ns) {
  HADAL_CHECK(!tide.events.empty());
  const auto after =
      std::upper_bound(tide.events.begin(), tide.events.end(), unix_ns,
                       [](int64_t time, const TideEvent& event) { return time < event.unix_ns; });
  if (after == tide.events.begin()) return tide.events.front().speed_m_s;
  if (after == tide.events.end()) return tide.events.back().speed_m_s;
  const TideEvent& before = *(after - 1);
  const double fraction = static_cast<double>(unix_ns - before.unix_ns) /
                          static_cast<double>(after->unix_ns - before.unix_ns);
  return between(before.speed_m_s, after->speed_m_s, fraction);
}

bool covers(const StationTideCurrent& tide, int64_t from_unix_ns, int64_t to_unix_ns) {
  return !tide.events.empty() && tide.events.front().unix_ns <= from_unix_ns &&
         to_unix_ns <= tide.events.back().unix_ns;
}

Vec3 tide_velocity_N(const TideDirection& direction, double speed_m_s) {
  const double flood = direction.flood_toward_rad;
  const double toward =
      speed_m_s >= 0 ? flood : direction.ebb_toward_rad.value_or(flood + std::numbers::pi);
  return std::fabs(speed_m_s) * Vec3(std::cos(toward), std::sin(toward), 0);
}

}  // namespace hadal::environment
