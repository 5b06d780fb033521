// Speeds of the tidal constituents known by name, as NOAA and IHO list them.
#pragma once
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "math/units.h"

namespace hadal::inline math {

struct ConstituentSpeed {
  std::string_view name;  // Darwin's
  double degrees_per_hour;
};

inline constexpr std::array<ConstituentSpeed, 16> kConstituentSpeeds{{{"M2", 28.9841042},
                                                                      {"S2", 30.0000000},
                                                                      {"N2", 28.4397295},
                                                                      {"K2", 30.0821373},
                                                                      {"K1", 15.0410686},
                                                                      {"O1", 13.9430356},
                                                                      {"P1", 14.9589314},
                                                                      {"Q1", 13.3986609},
                                                                      {"M4", 57.9682084},
                                                                      {"M6", 86.9523127},
                                                                      {"MS4", 58.9841042},
                                                                      {"MN4", 57.4238337},
                                                                      {"Mf", 1.0980331},
                                                                      {"Mm", 0.5443747},
                                                                      {"Ssa", 0.0821373},
                                                                      {"Sa", 0.0410686}}};

// rad/s; nothing for an unknown name. Case is ignored.
constexpr std::optional<double> constituent_speed_rad_s(std::string_view name) {
  const auto upper = [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  };
  const auto same = [&](char x, char y) { return upper(x) == upper(y); };
  for (const ConstituentSpeed& c : kConstituentSpeeds)
    if (std::equal(c.name.begin(), c.name.end(), name.begin(), name.end(), same))
      return c.degrees_per_hour * kDegree / kHour;
  return std::nullopt;
}

}  // namespace hadal::math
