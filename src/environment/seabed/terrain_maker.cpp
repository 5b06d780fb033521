#include "environment/seabed/terrain_maker.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "environment/raster/crs.h"
#include "environment/raster/raster_module.h"
#include "environment/seabed/detail.h"
#include "math/smoothstep.h"
#include "math/units.h"

namespace hadal::environment {
namespace {

constexpr double kMaxPixels = 1e8;

Problems check(const TerrainRequest& r) {
  Problems problems;
  if (r.kind != "fractal" && r.kind != "ridges" && r.kind != "canyon")
    problems.add("no terrain '" + r.kind + "'; expected fractal, ridges or canyon");
  if (!(r.resolution_m > 0 && r.size_north_m > r.resolution_m && r.size_east_m > r.resolution_m))
    problems.add("expected a resolution above zero and below both sides");
  else if (r.size_north_m / r.resolution_m * (r.size_east_m / r.resolution_m) > kMaxPixels)
    problems.add("more than 1e8 pixels; expected a coarser resolution or a smaller area");
  if (!(r.depth_min_m < r.depth_max_m && r.depth_min_m > -9000 && r.depth_max_m < 12000))
    problems.add("expected depths that rise, within -9000 to 12000 m");
  if (!(std::abs(r.latitude_deg) <= 90 && std::abs(r.longitude_deg) <= 360))
    problems.add("expected a latitude of -90 to 90 and a longitude of -360 to 360");
  return problems;
}

FractalDetail relief(const TerrainRequest& r, double max_wavelength_m, uint64_t salt) {
  SeabedDetail detail;
  detail.amplitude_m = 1;
  detail.roughness = 0.9;
  detail.max_wavelength_m = max_wavelength_m;
  detail.steepest_rad = 1.5;
  detail.seed = static_cast<int64_t>(r.seed * 1000003 + salt);
  return FractalDetail(detail, r.resolution_m, max_wavelength_m);
}

// Shape by place: `along` 0..1 the long side, `across` 0..1 the short one; unit depth.
using Shape = std::function<double(double along, double across, double noise)>;

Shape shape_of(const TerrainRequest& r) {
  const double phase = static_cast<double>(r.seed % 1000) / 1000;
  if (r.kind == "ridges")
    return [phase](double along, double across, double noise) {
      const double bend = 0.02 * std::sin(kTurn * (across + phase));
      const double wave = std::sin(kTurn * (7 * (along + bend) + phase));
      return 0.5 - 0.35 * wave * (0.6 + 0.4 * std::sin(kTurn * along)) + 0.25 * noise;
    };
  if (r.kind == "canyon")
    return [phase](double along, double across, double noise) {
      const double shelf = 0.03 + 0.12 * along;
      const double depth = shelf + 0.85 * smoothstep((along - 0.12) / 0.85);
      const double path = 0.5 + 0.28 * std::sin(kTurn * (1.7 * along + phase));
      const double x = (across - path) / 0.12;
      const double cut = 0.12 * smoothstep((along - 0.05) / 0.2) * std::exp(-x * x);
      return depth + cut * (1 - 0.5 * along) + 0.05 * noise;
    };
  return [](double, double, double noise) { return noise; };
}

void scale_to(std::vector<float>& elevation_m, double depth_min_m, double depth_max_m) {
  const auto [low, high] = std::minmax_element(elevation_m.begin(), elevation_m.end());
  const float from = *low, range = std::max(*high - *low, 1e-9f);  // of depths, still
  for (float& v : elevation_m)
    v = static_cast<float>(-(depth_min_m + (depth_max_m - depth_min_m) * ((v - from) / range)));
}

}  // namespace

Result<ElevationGrid> make_terrain(const TerrainRequest& r) {
  Problems problems = check(r);
  if (!raster_module()) problems.append(raster_module().problems());
  if (!problems.empty()) return problems;
  const Crs crs = Crs::metric_at(r.latitude_deg, r.longitude_deg);
  const auto center = crs.from_geodetic(r.latitude_deg, r.longitude_deg);
  HADAL_CHECK(center.has_value());
  ElevationGrid out;
  out.columns = static_cast<int>(std::lround(r.size_east_m / r.resolution_m));
  out.rows = static_cast<int>(std::lround(r.size_north_m / r.resolution_m));
  out.crs_wkt = crs.wkt();
  out.geotransform = {center->x - 0.5 * out.columns * r.resolution_m,
                      r.resolution_m,
                      0,
                      center->y + 0.5 * out.rows * r.resolution_m,
                      0,
                      -r.resolution_m};
  const double longest = std::min(std::max(r.size_north_m, r.size_east_m),
                                  3 * std::min(r.size_north_m, r.size_east_m));
  const FractalDetail noise = relief(r, r.kind == "fractal" ? longest : 0.3 * longest, 7);
  const Shape shape = shape_of(r);
  const bool north_long = out.rows >= out.columns;
  for (int row = 0; row < out.rows; ++row)
    for (int column = 0; column < out.columns; ++column) {
      const double n = 1 - (row + 0.5) / out.rows, e = (column + 0.5) / out.columns;
      const double z = noise.none() ? 0 : noise(out.rows - row, column);
      out.elevation_m.push_back(static_cast<float>(north_long ? shape(n, e, z) : shape(e, n, z)));
    }
  scale_to(out.elevation_m, r.depth_min_m, r.depth_max_m);
  return out;
}

}  // namespace hadal::environment
