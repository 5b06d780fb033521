#include "world/light.h"

#include <algorithm>
#include <cmath>

namespace hadal::inline world {

double Lamp::duty(double from_s, double exposure_s) const {
  if (strobe_hz <= 0) return 1;
  // Light until t since the first flash.
  const auto lit_until = [&](double t) {
    if (t <= 0) return 0.0;
    const double flashes = std::floor(t * strobe_hz);
    return flashes * strobe_s + std::min(strobe_s, t - flashes / strobe_hz);
  };
  const double start = from_s - strobe_delay_s;
  return (lit_until(start + exposure_s) - lit_until(start)) / exposure_s;
}

}  // namespace hadal::world
