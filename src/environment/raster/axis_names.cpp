#include "environment/raster/axis_names.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

#include "base/calendar.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::optional<AxisKind> kind_by_attributes(const AxisAttributes& a) {
  const std::string units = lower(a.units), standard = lower(a.standard_name), axis = lower(a.axis);
  if (one_of(units, {"degrees_east", "degree_east", "degree_e", "degrees_e"}) ||
      standard == "longitude")
    return AxisKind::kLongitude;
  if (one_of(units, {"degrees_north", "degree_north", "degree_n", "degrees_n"}) ||
      standard == "latitude")
    return AxisKind::kLatitude;
  if (units.find(" since ") != std::string::npos || standard == "time" || axis == "t")
    return AxisKind::kTime;
  if (standard == "depth" || axis == "z" || !a.positive.empty()) return AxisKind::kDepth;
  return std::nullopt;
}

double unit_of_time(const std::string& name) {
  if (one_of(name, {"seconds", "second", "sec", "secs", "s"})) return 1;
  if (one_of(name, {"minutes", "minute", "min", "mins"})) return 60;
  if (one_of(name, {"hours", "hour", "hr", "hrs", "h"})) return 3600;
  if (one_of(name, {"days", "day", "d"})) return 86400;
  if (one_of(name, {"milliseconds", "millisecond", "ms"})) return 1e-3;
  return 0;
}

// As calendar.h reads it: two digits for each field, seconds without loose ends.
std::string tidied_date(const std::string& text) {
  int year = 0, month = 1, day = 1, hour = 0, minute = 0;
  double second = 0;
  const int fields = std::sscanf(text.c_str(), "%d-%d-%d%*1[ Tt]%d:%d:%lf", &year, &month, &day,
                                 &hour, &minute, &second);
  if (fields < 3) return "";
  char out[64];
  std::snprintf(out, sizeof out, "%04d-%02d-%02dT%02d:%02d:%06.3f", year, month, day, hour, minute,
                second);
  return out;
}

}  // namespace

std::optional<AxisKind> axis_kind(const AxisAttributes& a) {
  if (const auto kind = kind_by_attributes(a)) return kind;
  const std::string name = lower(a.name);
  if (one_of(name, {"lon", "longitude", "long", "nav_lon"})) return AxisKind::kLongitude;
  if (one_of(name, {"lat", "latitude", "nav_lat"})) return AxisKind::kLatitude;
  if (one_of(name, {"time", "ocean_time", "time_counter", "t"})) return AxisKind::kTime;
  if (one_of(name, {"depth", "z", "lev", "level", "deptht", "depthu", "depthv", "elevation"}))
    return AxisKind::kDepth;
  return std::nullopt;
}

std::optional<TimeUnits> time_units(const std::string& units) {
  const std::string text = lower(units);
  const size_t since = text.find(" since ");
  if (since == std::string::npos) return std::nullopt;
  const double unit = unit_of_time(text.substr(0, since));
  const Result<int64_t> origin = unix_ns_from_iso8601(tidied_date(text.substr(since + 7)));
  if (unit == 0 || !origin) return std::nullopt;
  return TimeUnits{unit, static_cast<double>(origin.value()) * 1e-9};
}

double depth_unit_m(const AxisAttributes& a) {
  const std::string units = lower(a.units), positive = lower(a.positive);
  const double sign = positive == "up" || lower(a.name) == "elevation" ? -1 : 1;
  return sign * (units == "km" ? 1000 : units == "cm" ? 0.01 : 1);
}

std::optional<double> velocity_unit_m_s(const std::string& units) {
  const std::string text = lower(units);
  if (one_of(text, {"", "m/s", "m s-1", "m.s-1", "m s^-1", "ms-1", "meter second-1", "meter/sec",
                    "meters/second", "metre/s", "m/sec"}))
    return 1;
  if (one_of(text, {"cm/s", "cm s-1", "cm.s-1", "cm/sec"})) return 0.01;
  if (one_of(text, {"knot", "knots", "kt", "kts", "kn"})) return kKnot;
  return std::nullopt;
}

bool is_velocity(bool east, const std::string& name, const std::string& standard_name) {
  const std::string n = lower(name), s = lower(standard_name);
  if (east)
    return one_of(s, {"eastward_sea_water_velocity", "surface_eastward_sea_water_velocity",
                      "sea_water_x_velocity"}) ||
           one_of(n, {"u", "uo", "water_u", "ucur", "uvel", "vozocrtx", "u_east",
                      "eastward_sea_water_velocity"});
  return one_of(s, {"northward_sea_water_velocity", "surface_northward_sea_water_velocity",
                    "sea_water_y_velocity"}) ||
         one_of(n, {"v", "vo", "water_v", "vcur", "vvel", "vomecrty", "v_north",
                    "northward_sea_water_velocity"});
}

}  // namespace hadal::environment
