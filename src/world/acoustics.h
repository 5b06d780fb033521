// Sound in the water, as the scenario asks for it. Plain SI data.
#pragma once

namespace hadal::inline world {

enum class AbsorptionFormula { kFrancoisGarrison, kAinslieMcColm, kThorp };

struct AcousticParameters {
  AbsorptionFormula absorption = AbsorptionFormula::kFrancoisGarrison;
  double ph = 8.0;
  double shipping = 0.5;                // 0..1, distant ships in the ambient noise
  double extra_noise_db = 0;            // on top of the ambient level
  double straight_time_error_s = 1e-5;  // up to here a ray counts as straight
  double straight_angle_error_rad = 1e-3;
  bool interference = true;  // sonars are disturbed by other instruments, and disturb them
};

}  // namespace hadal::world
