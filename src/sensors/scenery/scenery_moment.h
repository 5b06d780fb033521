// What a frame in flight knows of the scenery, as numbers that lie in the state: how old the state
// of the schools is, the way and the velocity of the water, its current without waves, the current
// at each meadow of weed, and all fish (environment/life/living.h).
#pragma once
#include <span>

#include "math/types.h"

namespace hadal::sensors {

enum SceneryValue : size_t {
  kFishAge = 0,
  kDriftWay = 1,
  kDriftVelocity = 4,
  kDriftCurrent = 7,
  kSceneryHead = 10
};

// The water that snow and plankton drift with.
struct DriftMoment {
  Vec3 way_m = Vec3::Zero();  // since the start
  Vec3 velocity_N = Vec3::Zero();
  Vec3 current_N = Vec3::Zero();  // the part of it that waves do not take back
};

inline DriftMoment drift_of(std::span<const double> moment) {
  if (moment.empty()) return {};
  return {Eigen::Map<const Vec3>(&moment[kDriftWay]),
          Eigen::Map<const Vec3>(&moment[kDriftVelocity]),
          Eigen::Map<const Vec3>(&moment[kDriftCurrent])};
}

}  // namespace hadal::sensors
