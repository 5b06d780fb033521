#include "sensors/navigation/altimeter.h"

namespace hadal::sensors {

bool altimeter_has_echo(const AltimeterModel& model, const Truth& truth, const Pose& X_BS) {
  const bool wet = p_NS_N(truth, X_BS).z() > -truth.water.surface_elevation_m;
  return wet && truth.beam_range_m >= model.min_range_m && truth.beam_range_m <= model.max_range_m;
}

double altimeter_reckons_m(const AltimeterModel& model, const Truth& truth, double range_m) {
  const double true_m_s = truth.beam_sound_speed_m_s;
  return range_m * (model.sound.instead_of_m_s(true_m_s) / true_m_s);
}

}  // namespace hadal::sensors
