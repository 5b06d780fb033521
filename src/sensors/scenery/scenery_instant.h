// What a frame in flight knows of the scenery, as numbers that lie in the state: how old the state
// of the schools is, the way and the velocity of the water, its current without waves, the current
// at each meadow of weed, and all fish (environment/life/living.h).
#pragma once
#include <span>

#include "math/types.h"

namespace hadal::sensors {

enum SceneryValue : size_t {
  kFishAge = 0,
  kDriftPath = 1,
  kDriftVelocity = 4,
  kDriftCurrent = 7,
  kSceneryHead = 10
};

// The water that snow and plankton drift with.
struct DriftInstant {
  Vec3 path_m = Vec3::Zero();  // since the start
  Vec3 velocity_N = Vec3::Zero();
  Vec3 current_N = Vec3::Zero();  // the part of it that waves do not take back
};

inline DriftInstant drift_of(std::span<const double> instant) {
  if (instant.empty()) return {};
  return {Eigen::Map<const Vec3>(&instant[kDriftPath]),
          Eigen::Map<const Vec3>(&instant[kDriftVelocity]),
          Eigen::Map<const Vec3>(&instant[kDriftCurrent])};
}

}  // namespace hadal::sensors
