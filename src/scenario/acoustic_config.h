// Sound in the water; environment/acoustic computes with it.
//   environment:
//     sound: {absorption: francois_garrison, shipping: 0.8, extra_noise_db: 6}
// Sound speed is the water's (environment.water.sound_speed); wind and waves are those of the sea.
#pragma once
#include "hadal/schema.h"
#include "math/units.h"

namespace hadal::inline scenario {

enum class AbsorptionFormula { kFrancoisGarrison, kAinslieMcColm, kThorp };

struct AcousticConfig {
  AbsorptionFormula absorption = AbsorptionFormula::kFrancoisGarrison;
  double ph = 8;
  double shipping = 0.5;                // 0..1, distant ships in the ambient noise
  double extra_noise_db = 0;            // on top of the ambient level
  double straight_time_error_s = 1e-5;  // up to here a ray counts as straight
  double straight_angle_error_rad = 0.0573 * kDegree;  // 1 mrad
  bool interference = true;  // sonars are disturbed by other instruments, and disturb them
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
