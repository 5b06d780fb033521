// The sky of a world at a moment.
#pragma once
#include "environment/optics/sky.h"
#include "world/light.h"

namespace hadal::environment::optics {

// By date and place, but for what the model fixes.
SkyConditions sky_conditions(const SkyModel& model, int64_t unix_ns, const GeoPosition& place);

}  // namespace hadal::environment::optics
