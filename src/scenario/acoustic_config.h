// What a scenario says of sound in the water:
//   environment:
//     sound: {absorption: francois_garrison, shipping: 0.8, extra_noise_db: 6}
// Sound speed is the water's (environment.water.sound_speed); wind and waves are those of the sea.
#pragma once
#include <string>

#include "hadal/schema.h"

namespace hadal::inline scenario {

struct AcousticConfig {
  std::string absorption = "francois_garrison";
  double ph = 8;
  double shipping = 0.5;
  double extra_noise_db = 0;
  double straight_time_error_s = 1e-5;
  double straight_angle_error_deg = 0.0573;  // 1 mrad
  bool interference = true;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
