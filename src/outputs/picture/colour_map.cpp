#include "outputs/picture/colour_map.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace hadal::outputs {
namespace {

struct Stop {
  double fraction;
  std::array<double, 3> rgb;
};
constexpr Stop kAmber[] = {{0.00, {4, 6, 14}},
                           {0.25, {46, 26, 20}},
                           {0.50, {122, 62, 16}},
                           {0.75, {222, 140, 36}},
                           {1.00, {255, 246, 214}}};
constexpr Stop kSeaDepth[] = {{0.00, {8, 18, 64}},
                              {0.35, {16, 82, 140}},
                              {0.65, {52, 156, 166}},
                              {0.85, {160, 206, 150}},
                              {1.00, {250, 238, 190}}};

Colour between(std::span<const Stop> stops, double fraction) {
  const double x = fraction > 0 ? std::min(fraction, 1.0) : 0.0;  // NaN too
  size_t i = 1;
  while (i + 1 < stops.size() && stops[i].fraction < x) ++i;
  const Stop &a = stops[i - 1], &b = stops[i];
  const double f = (x - a.fraction) / (b.fraction - a.fraction);
  Colour out;
  for (int c = 0; c < 3; ++c)
    out[c] = static_cast<uint8_t>(std::lround(a.rgb[c] + f * (b.rgb[c] - a.rgb[c])));
  return out;
}

}  // namespace

Colour amber(double fraction) {
  return between(kAmber, fraction);
}
Colour sea_depth(double fraction) {
  return between(kSeaDepth, fraction);
}

}  // namespace hadal::outputs
