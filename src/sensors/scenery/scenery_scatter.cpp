#include "sensors/scenery/scenery_scatter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/units.h"
#include "sensors/scenery/species.h"

namespace hadal::sensors {
namespace {

// Whether a line to the north crosses the border an odd number of times.
bool inside_polygon(const std::vector<std::vector<double>>& polygon, double north, double east) {
  bool inside = false;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const auto &a = polygon[i], &b = polygon[j];
    if ((a[1] > east) == (b[1] > east)) continue;
    if (north < a[0] + (b[0] - a[0]) * (east - a[1]) / (b[1] - a[1])) inside = !inside;
  }
  return inside;
}

}  // namespace

Rectangle rectangle_of(const GrowthConfig& c) {
  if (c.box.size() == 4) return {c.box[0], c.box[1], c.box[2], c.box[3]};
  if (c.circle.size() == 3)
    return {c.circle[0] - c.circle[2], c.circle[0] + c.circle[2], c.circle[1] - c.circle[2],
            c.circle[1] + c.circle[2]};
  constexpr double kInf = std::numeric_limits<double>::infinity();
  Rectangle out{kInf, -kInf, kInf, -kInf};
  for (const auto& corner : c.polygon) {
    out.north_from = std::min(out.north_from, corner[0]);
    out.north_to = std::max(out.north_to, corner[0]);
    out.east_from = std::min(out.east_from, corner[1]);
    out.east_to = std::max(out.east_to, corner[1]);
  }
  return out;
}

int variant_count(const AnyConfig& config) {
  return form_count(config) * static_cast<int>(growth_of(config)->variants);
}

environment::ScatterParameters scatter_of(const AnyConfig& config, uint64_t seed) {
  const GrowthConfig& c = *growth_of(config);
  const Rectangle r = rectangle_of(c);
  environment::ScatterParameters out;
  out.north_from_m = r.north_from, out.north_to_m = r.north_to;
  out.east_from_m = r.east_from, out.east_to_m = r.east_to;
  if (c.circle.size() == 3)
    out.contains = [&c](double north, double east) {
      return std::hypot(north - c.circle[0], east - c.circle[1]) <= c.circle[2];
    };
  if (!c.polygon.empty())
    out.contains = [&c](double north, double east) {
      return inside_polygon(c.polygon, north, east);
    };
  out.density_m2 = c.density_m2;
  out.min_distance_m = c.min_distance_m;
  out.patchiness = c.patchiness, out.patch_m = c.patch_m;
  out.max_slope_rad = c.max_slope_deg * kDegree;
  out.upright = uprightness(config);
  out.lean_rad = c.max_tilt_deg * kDegree;
  out.min_scale = c.scale[0], out.largest_scale = c.scale[1];
  out.variants = form_count(config) * static_cast<int>(c.variants);
  out.seed = seed;
  return out;
}

environment::GroundPoint top_of(const raytrace::View& view, const Vec3& ground_N) {
  constexpr double kAbove_m = 100;
  const raytrace::Hit hit = view.trace_one(ground_N - view.anchor_N() - kAbove_m * Vec3::UnitZ(),
                                           Vec3::UnitZ(), 0, kAbove_m, ~0u);
  if (!hit.found()) return {false, 0, {0, 0, -1}};
  return {true, ground_N.z() - kAbove_m + hit.range_m, hit.normal_N};
}

}  // namespace hadal::sensors
