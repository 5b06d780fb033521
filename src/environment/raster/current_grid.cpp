#include "environment/raster/current_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/calendar.h"

namespace hadal::environment {
namespace {

// A place on an axis: between point `low` and the next, by `fraction`.
struct AxisPosition {
  size_t low = 0;
  double fraction = 0;
};

AxisPosition place_on(const std::vector<double>& axis, double x) {
  if (axis.size() < 2 || !(x > axis.front())) return {};
  if (x >= axis.back()) return {axis.size() - 2, 1};
  const auto after = std::upper_bound(axis.begin(), axis.end(), x);
  const auto low = static_cast<size_t>(after - axis.begin()) - 1;
  return {low, (x - axis[low]) / (axis[low + 1] - axis[low])};
}

// Brings a longitude to within half a turn of the middle of the axis.
double turned(const std::vector<double>& longitudes, double longitude_deg) {
  const double middle = 0.5 * (longitudes.front() + longitudes.back());
  return longitude_deg - 360 * std::round((longitude_deg - middle) / 360);
}

std::string time_text(double unix_s) {
  return iso8601_from_unix_ns(std::llround(std::clamp(unix_s, -9e9, 9e9)) * kNanosecondsPerSecond);
}

}  // namespace

GridVelocity grid_velocity(const CurrentGrid& grid, double unix_s, double depth_m,
                           double latitude_deg, double longitude_deg) {
  const std::array<AxisPosition, 4> at = {
      place_on(grid.unix_s, unix_s), place_on(grid.depth_m, depth_m),
      place_on(grid.latitude_deg, latitude_deg),
      place_on(grid.longitude_deg, turned(grid.longitude_deg, longitude_deg))};
  const std::array<size_t, 4> size = {grid.unix_s.size(), grid.depth_m.size(),
                                      grid.latitude_deg.size(), grid.longitude_deg.size()};
  GridVelocity sum;
  double wet = 0;
  for (unsigned corner = 0; corner < 16; ++corner) {
    double weight = 1;
    size_t index = 0;
    for (int axis = 0; axis < 4; ++axis) {
      const bool high = corner >> axis & 1;
      weight *= high ? at[axis].fraction : 1 - at[axis].fraction;
      index = index * size[axis] + std::min(at[axis].low + high, size[axis] - 1);
    }
    if (weight == 0 || std::isnan(grid.east[index]) || std::isnan(grid.north[index])) continue;
    wet += weight;
    sum.east += weight * grid.east[index];
    sum.north += weight * grid.north[index];
    if (!grid.down.empty() && !std::isnan(grid.down[index])) sum.down += weight * grid.down[index];
  }
  if (wet == 0) return {};
  return {sum.east / wet, sum.north / wet, sum.down / wet};
}

Vec3 grid_velocity_N(const CurrentGrid& grid, double unix_s, const SeaMap& map, const Vec3& p_N) {
  double true_north = 0;
  const Geodetic place = map.geodetic_from_plane(p_N, true_north);
  const GridVelocity v =
      grid_velocity(grid, unix_s, p_N.z(), place.latitude_deg, place.longitude_deg);
  const double c = std::cos(true_north), s = std::sin(true_north);
  return {c * v.north - s * v.east, s * v.north + c * v.east, v.down};
}

std::string grid_coverage(const CurrentGrid& grid, double from_unix_s, double to_unix_s,
                          const SeaMap& map, double reach_m) {
  std::string out;
  if (grid.unix_s.size() > 1 &&
      (from_unix_s < grid.unix_s.front() || to_unix_s > grid.unix_s.back()))
    out += "the file covers " + time_text(grid.unix_s.front()) + " to " +
           time_text(grid.unix_s.back()) + ", the run " + time_text(from_unix_s) + " to " +
           time_text(to_unix_s) + "; its end values hold. ";
  for (const Vec3& corner : {Vec3(reach_m, reach_m, 0), Vec3(reach_m, -reach_m, 0),
                             Vec3(-reach_m, reach_m, 0), Vec3(-reach_m, -reach_m, 0)}) {
    const Geodetic place = map.geodetic_from_plane(corner);
    const double longitude = turned(grid.longitude_deg, place.longitude_deg);
    const auto outside = [](const std::vector<double>& axis, double x) {
      return axis.size() > 1 && (x < axis.front() || x > axis.back());
    };
    if (outside(grid.latitude_deg, place.latitude_deg) || outside(grid.longitude_deg, longitude))
      return out + "the file does not cover all of the area of the run; its edge values hold. ";
  }
  return out;
}

}  // namespace hadal::environment
