// Which surface of the seabed is meant.
#pragma once
#include <cstddef>

namespace hadal::environment {

// The firm ground that is touched; all that any sensor sees; what the sensors of a class see.
enum class SeabedLayer { kSolid, kVisible, kCamera, kSonar, kLidar, kDvl };
constexpr size_t kSeabedLayers = 6;

}  // namespace hadal::environment
