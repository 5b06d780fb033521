#include "environment/raster/current_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kinds/currents/record_notes.h"

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

// --- Gaps. Values of one component in one place, over time and depth.
class Column {
 public:
  Column(const CurrentGrid& grid, std::vector<float>& values, size_t place)
      : grid_(grid), values_(values), place_(place),
        places_(grid.latitude_deg.size() * grid.longitude_deg.size()) {}

  float& at(size_t time, size_t depth) {
    return values_[(time * grid_.depth_m.size() + depth) * places_ + place_];
  }
  bool known(size_t time, size_t depth) { return !std::isnan(at(time, depth)); }
  bool has_any() {
    for (size_t t = 0; t < grid_.unix_s.size(); ++t)
      if (has_any(t)) return true;
    return false;
  }
  void fill() {
    std::vector<char> seen;
    for (size_t t = 0; t < grid_.unix_s.size(); ++t) seen.push_back(has_any(t));
    for (size_t t = 0; t < seen.size(); ++t)
      if (seen[t])
        fill_line(grid_.depth_m, [&](size_t d) -> float& { return at(t, d); });
    for (size_t d = 0; d < grid_.depth_m.size(); ++d)
      fill_line(grid_.unix_s, [&](size_t t) -> float& { return at(t, d); });
  }

 private:
  bool has_any(size_t time) {
    for (size_t d = 0; d < grid_.depth_m.size(); ++d)
      if (known(time, d)) return true;
    return false;
  }
  // Linear between known values along an axis, the nearest beyond the ends.
  template <class Value>
  static void fill_line(const std::vector<double>& axis, Value value) {
    const size_t none = axis.size();
    size_t last = none;
    for (size_t i = 0; i < axis.size(); ++i) {
      if (std::isnan(value(i))) continue;
      const float high = value(i), low = last == none ? high : value(last);
      for (size_t gap = last == none ? 0 : last + 1; gap < i; ++gap) {
        const double fraction =
            last == none ? 0 : (axis[gap] - axis[last]) / (axis[i] - axis[last]);
        value(gap) = static_cast<float>(low + fraction * (static_cast<double>(high) - low));
      }
      last = i;
    }
    if (last == none) return;
    for (size_t gap = last + 1; gap < axis.size(); ++gap) value(gap) = value(last);
  }

  const CurrentGrid& grid_;
  std::vector<float>& values_;
  size_t place_, places_;
};

struct GapCount {
  size_t missing = 0, cells = 0;
  double longest_s = 0;
};

// Counts the gaps of a depth over time. Beside other places, a depth that is never seen is ground.
void count_gaps(Column& east, Column& north, const CurrentGrid& grid, size_t depth, bool alone,
                GapCount& count) {
  const std::vector<double>& times = grid.unix_s;
  size_t missing = 0;
  double longest_s = 0, known_s = times.front();
  bool in_gap = false;
  for (size_t t = 0; t < times.size(); ++t) {
    const bool known = east.known(t, depth) && north.known(t, depth);
    missing += !known;
    if (in_gap || !known) longest_s = std::max(longest_s, times[t] - known_s);
    if (known) known_s = times[t];
    in_gap = !known;
  }
  if (missing == times.size() && !alone) return;
  count.cells += times.size();
  count.missing += missing;
  count.longest_s = std::max(count.longest_s, longest_s);
}

}  // namespace

bool fill_gaps(CurrentGrid& grid) {
  const size_t places = grid.latitude_deg.size() * grid.longitude_deg.size();
  GapCount count;
  bool any = false;
  for (size_t place = 0; place < places; ++place) {
    Column east(grid, grid.east, place), north(grid, grid.north, place);
    if (!east.has_any() || !north.has_any()) continue;
    any = true;
    for (size_t depth = 0; depth < grid.depth_m.size(); ++depth)
      count_gaps(east, north, grid, depth, places == 1, count);
    east.fill();
    north.fill();
    if (!grid.down.empty()) Column(grid, grid.down, place).fill();
  }
  grid.gaps = gap_note(count.missing, count.cells, count.longest_s);
  return any;
}

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

std::vector<std::string> grid_notes(const CurrentGrid& grid, double from_unix_s, double to_unix_s,
                                    const SeaMap& map, double reach_m) {
  std::vector<std::string> out;
  const auto [first_s, last_s] = grid.covered_unix_s;
  if (first_s < last_s)
    if (const std::string text =
            coverage_note(first_s, last_s, from_unix_s, to_unix_s, time_text,
                          "set clock.start to a time that it covers, or times: start");
        !text.empty())
      out.push_back(text);
  if (!grid.gaps.empty()) out.push_back(grid.gaps);
  for (const Vec3& corner : {Vec3(reach_m, reach_m, 0), Vec3(reach_m, -reach_m, 0),
                             Vec3(-reach_m, reach_m, 0), Vec3(-reach_m, -reach_m, 0)}) {
    const Geodetic place = map.geodetic_from_plane(corner);
    const double longitude = turned(grid.longitude_deg, place.longitude_deg);
    const auto outside = [](const std::vector<double>& axis, double x) {
      return axis.size() > 1 && (x < axis.front() || x > axis.back());
    };
    if (!outside(grid.latitude_deg, place.latitude_deg) && !outside(grid.longitude_deg, longitude))
      continue;
    out.emplace_back("the file does not cover all of the area of the run; its edge values hold");
    break;
  }
  return out;
}

}  // namespace hadal::environment
