// Where the copies of a growth stand: its area, and what it is scattered on.
#pragma once
#include "environment/life/scatter.h"
#include "raytrace/view.h"
#include "scenario/scenery_config.h"

namespace hadal::sensors {

// Around an area of the world plane, m.
struct Rectangle {
  double north_from = 0, north_to = 0, east_from = 0, east_to = 0;
};
Rectangle rectangle_of(const GrowthConfig& config);

// Different shapes over all forms.
int variant_count(const AnyConfig& config);
// Refers to the config.
environment::ScatterParameters scatter_of(const AnyConfig& config, uint64_t seed);

// What a ray straight down on a place of the seabed meets of the things in a view.
environment::GroundPoint top_of(const raytrace::View& view, const Vec3& ground_N);

}  // namespace hadal::sensors
