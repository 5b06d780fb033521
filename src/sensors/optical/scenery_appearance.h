// How scenery looks to cameras: all its tints, in order (scenery/tints.h).
#pragma once
#include <vector>

#include "sensors/optical/render/appearance.h"
#include "sensors/scenery/tints.h"

namespace hadal::sensors {

std::vector<Appearance> scenery_appearances(const World& world);

}  // namespace hadal::sensors
