// What an axis or a variable of an ocean model's file is, by the conventions in use: attributes of
// the CF conventions (units, axis, standard_name, positive) first, then usual names. Knows nothing
// of files.
#pragma once
#include <optional>
#include <string>

namespace hadal::environment {

enum class AxisKind { kTime, kDepth, kLatitude, kLongitude };

struct AxisAttributes {
  std::string name, units, axis, standard_name, positive;
};

std::optional<AxisKind> axis_kind(const AxisAttributes& a);

// "hours since 2000-01-01 00:00:00": seconds since 1970 = origin_s + unit_s * value.
struct TimeUnits {
  double unit_s = 1;
  double origin_s = 0;
};
std::optional<TimeUnits> time_units(const std::string& units);

// Metres per unit of a depth axis, negative where it counts up.
double depth_unit_m(const AxisAttributes& a);

// m/s per unit of a velocity; nothing for a unit that is none.
std::optional<double> velocity_unit_m_s(const std::string& units);

// Whether a variable is the eastward or northward velocity of the water.
bool is_velocity(bool east, const std::string& name, const std::string& standard_name);

}  // namespace hadal::environment
