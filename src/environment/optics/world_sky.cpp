#include "environment/optics/world_sky.h"

#include <numbers>

namespace hadal::environment::optics {

SkyConditions sky_conditions(const SkyModel& model, int64_t unix_ns, const GeoPosition& place) {
  SkyConditions out = sky_conditions(unix_ns, place, model.air_turbidity, model.cloud_cover);
  if (model.sun_elevation_rad)
    out.sun.elevation_rad = out.sun.elevation_airless_rad = *model.sun_elevation_rad;
  if (model.sun_azimuth_rad) out.sun.azimuth_rad = *model.sun_azimuth_rad;
  if (!model.moon) out.moon.elevation_rad = out.moon.elevation_airless_rad = -std::numbers::pi / 2;
  return out;
}

}  // namespace hadal::environment::optics
