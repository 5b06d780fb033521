#include "kinds/phrases.h"

#include <cmath>
#include <cstdio>

namespace hadal::inline kinds {

std::string printed(const char* format, double a, double b, double c) {
  char out[160];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  std::snprintf(out, sizeof out, format, a, b, c);
#pragma GCC diagnostic pop
  return out;
}

std::string horizontal_text(double north_m, double east_m) {
  return printed("%.1f m ", std::abs(north_m)) + (north_m < 0 ? "S" : "N") +
         printed(", %.1f m ", std::abs(east_m)) + (east_m < 0 ? "W" : "E");
}

std::string location_text(double north_m, double east_m, double depth_m) {
  return horizontal_text(north_m, east_m) + printed(", %.1f m deep", depth_m);
}

std::string six_text(const char* what, const std::array<double, 6>& six, const char* linear,
                     const char* angular) {
  return what + printed(" (%.3g, %.3g, %.3g) ", six[0], six[1], six[2]) + linear +
         printed(", (%.3g, %.3g, %.3g) ", six[3], six[4], six[5]) + angular;
}

}  // namespace hadal::kinds
