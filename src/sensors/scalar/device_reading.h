// What a device of the network received (kinds/devices/), for its reading.
#pragma once
#include <cmath>
#include <span>

#include "kinds/devices/positioning.h"
#include "world/network.h"

namespace hadal::sensors {

// As numbers in the order of its kind.
struct DeviceReception {
  std::span<const double> channels;  // as they come to the device, before its own noise
  std::span<const double> truth;     // the same without the errors of the water: straight paths
  std::span<const double> facts;     // columns and constants without noise
  std::span<const double> true_facts = {};  // of the truth where the device errs; empty: the same
};

// Bearing and elevation of a direction in S.
inline double bearing_of(const Vec3& direction_S) {
  return std::atan2(direction_S.y(), direction_S.x());
}
inline double elevation_of(const Vec3& direction_S) {
  return std::atan2(direction_S.z(), std::hypot(direction_S.x(), direction_S.y()));
}

}  // namespace hadal::sensors
