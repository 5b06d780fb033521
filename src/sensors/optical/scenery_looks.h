// How scenery looks to cameras: all its tints, in order (scenery/tints.h).
#pragma once
#include <vector>

#include "sensors/optical/render/looks.h"
#include "sensors/scenery/tints.h"

namespace hadal::sensors {

std::vector<Look> scenery_looks(const World& world);

}  // namespace hadal::sensors
