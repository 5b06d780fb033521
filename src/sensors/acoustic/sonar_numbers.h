// Numbers that the acoustic instruments share.
#pragma once
#include <cmath>
#include <limits>

namespace hadal::sensors {

constexpr double kSlowestSound_m_s = 1400;  // how long a ping waits for its last echo
constexpr float kRayStart_m = 1e-3f;        // where rays begin, also reflected ones
// In place of what was not received.
constexpr float kNoEcho = std::numeric_limits<float>::quiet_NaN();
constexpr double kNoReading = std::numeric_limits<double>::quiet_NaN();

inline double power_of_db(double db) {
  return std::pow(10, db / 10);
}

}  // namespace hadal::sensors
