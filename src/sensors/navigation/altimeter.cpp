#include "sensors/navigation/altimeter.h"

namespace hadal::sensors {

bool altimeter_has_echo(const AltimeterModel& model, const Truth& truth, const Pose& X_BS) {
  const bool wet = p_NS_N(truth, X_BS).z() > -truth.water.surface_elevation_m;
  return wet && truth.beam_range_m >= model.min_range_m && truth.beam_range_m <= model.max_range_m;
}

}  // namespace hadal::sensors
