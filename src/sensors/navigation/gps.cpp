#include "sensors/navigation/gps.h"

namespace hadal::sensors {

double antenna_clearance_m(const Truth& truth, const Pose& X_BS) {
  return -p_NS_N(truth, X_BS).z() - truth.water.surface_elevation_m;
}

bool gps_has_fix(const GpsModel& model, const Truth& truth, const Pose& X_BS, double& dry_since_s) {
  if (antenna_clearance_m(truth, X_BS) < model.surface_margin_m) {
    dry_since_s = -1;
    return false;
  }
  if (dry_since_s < 0) dry_since_s = truth.time_s;
  constexpr double kRounding_s = 1e-9;
  return truth.time_s - dry_since_s >= model.time_to_fix_s - kRounding_s;
}

}  // namespace hadal::sensors
