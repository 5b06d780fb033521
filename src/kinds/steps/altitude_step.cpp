#include "kinds/steps/altitude_step.h"

#include "kinds/phrases.h"

namespace hadal::inline kinds {

void AltitudeStep::check_altitude(const StepSetting& setting) const {
  if (!altitude_m) return;
  if (!setting.has_seabed())
    setting.fail("altitude_m", "needs a seabed: environment.seabed is missing");
  const extension::ControllerKind* controller = setting.controller();
  if (controller && !controller->dives && !setting.kinematic())
    setting.fail("altitude_m", "the !" + controller->schema().name + " controller of '" +
                                   setting.vehicle() + "' cannot dive");
}

void check_depth_or_altitude(const std::optional<double>& depth_m,
                             const std::optional<double>& altitude_m, CheckReport& report) {
  if (!depth_m && !altitude_m) report.fail("depth_m", "expected depth_m or altitude_m");
  if (depth_m && altitude_m)
    report.fail("altitude_m", "expected either depth_m or altitude_m, found both");
}

std::string depth_text(const std::optional<double>& depth_m,
                       const std::optional<double>& altitude_m) {
  if (altitude_m) return printed(", %.1f m above the ground", *altitude_m);
  return depth_m ? printed(", %.1f m deep", *depth_m) : "";
}

}  // namespace hadal::kinds
