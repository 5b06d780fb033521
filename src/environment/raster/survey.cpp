#include "environment/raster/survey.h"

#include <algorithm>
#include <cmath>

namespace hadal::environment {
namespace {

int parts(int pixels, int longest_pixels, int longest) {
  const double fraction = static_cast<double>(pixels) / std::max(1, longest_pixels);
  return std::clamp(static_cast<int>(std::lround(longest * fraction)), 1, pixels);
}

uint8_t byte(double value) {
  return static_cast<uint8_t>(std::clamp(std::lround(255 * value), 0L, 255L));
}

// Brightness of a slope lit from the north-west, 1 on level ground.
double shade(const DepthGrid& g, int column, int row, double cell_m) {
  const int c = std::clamp(column, 1, std::max(1, g.columns - 2));
  const int r = std::clamp(row, 1, std::max(1, g.rows - 2));
  if (g.columns < 3 || g.rows < 3) return 1;
  const double east = (g.at(c + 1, r) - g.at(c - 1, r)) / (2 * cell_m);
  const double south = (g.at(c, r + 1) - g.at(c, r - 1)) / (2 * cell_m);
  constexpr double kExaggeration = 6;
  const double lit = kExaggeration * 0.5 * (east + south);  // deeper to the south-east: in shadow
  return std::clamp(1 - lit / std::sqrt(1 + lit * lit) * 0.6, 0.3, 1.6);
}

}  // namespace

DepthGrid coarse_depths(const Raster& raster, int longest) {
  const RasterInfo& info = raster.info();
  const int max = std::max(info.columns, info.rows);
  DepthGrid out;
  out.columns = parts(info.columns, max, std::min(longest, max));
  out.rows = parts(info.rows, max, std::min(longest, max));
  for (int r = 0; r < out.rows; ++r)
    for (int c = 0; c < out.columns; ++c)
      out.depth_m.push_back(
          raster.depth({(c + 0.5) * info.columns / out.columns, (r + 0.5) * info.rows / out.rows}));
  return out;
}

DepthRange depth_range(const DepthGrid& grid) {
  DepthRange out;
  const auto [min, greatest] = std::minmax_element(grid.depth_m.begin(), grid.depth_m.end());
  out.min_m = *min;
  out.greatest_m = *greatest;
  const double range = std::max(out.greatest_m - out.min_m, 1e-9);
  for (const double d : grid.depth_m) {
    out.mean_m += d / static_cast<double>(grid.depth_m.size());
    const auto bin = static_cast<size_t>(10 * (d - out.min_m) / range);
    ++out.histogram[std::min<size_t>(bin, 9)];
  }
  return out;
}

std::optional<GeodeticBox> geodetic_box(const Raster& raster) {
  const RasterInfo& info = raster.info();
  const auto middle =
      raster.crs().to_geodetic(raster.crs_from_pixel({0.5 * info.columns, 0.5 * info.rows}));
  if (!middle) return std::nullopt;
  GeodeticBox box{90, 1e9, -90, -1e9};
  constexpr int kSteps = 32;  // along each border
  for (int k = 0; k < 4 * kSteps; ++k) {
    const double t = static_cast<double>(k % kSteps) / kSteps;
    const Pixel p = k < kSteps       ? Pixel{t * info.columns, 0}
                    : k < 2 * kSteps ? Pixel{static_cast<double>(info.columns), t * info.rows}
                    : k < 3 * kSteps ? Pixel{(1 - t) * info.columns, static_cast<double>(info.rows)}
                                     : Pixel{0, (1 - t) * info.rows};
    CrsPoint point = raster.crs_from_pixel(p);
    const auto place = raster.crs().to_geodetic(point);
    if (!place) return std::nullopt;
    const double longitude =
        raster.crs().degrees()
            ? point.x
            : middle->longitude_deg +
                  std::remainder(place->longitude_deg - middle->longitude_deg, 360.0);
    box.south_deg = std::min(box.south_deg, place->latitude_deg);
    box.north_deg = std::max(box.north_deg, place->latitude_deg);
    box.west_deg = std::min(box.west_deg, longitude);
    box.east_deg = std::max(box.east_deg, longitude);
  }
  return box;
}

std::string ascii_picture(const DepthGrid& grid) {
  constexpr std::string_view kDeepToShallow = "@%*+=-:. ";
  const DepthRange range = depth_range(grid);
  const double from = std::max(range.min_m, 0.0), span = std::max(range.greatest_m - from, 1e-9);
  std::string out;
  for (int r = 0; r < grid.rows; r += 2) {  // characters are twice as tall as wide
    for (int c = 0; c < grid.columns; ++c) {
      const double fraction = std::clamp((range.greatest_m - grid.at(c, r)) / span, 0.0, 1.0);
      const auto k = static_cast<size_t>(fraction * (kDeepToShallow.size() - 1) + 0.5);
      out += grid.at(c, r) <= 0 ? '#' : kDeepToShallow[k];
    }
    out += '\n';
  }
  return out;
}

std::vector<uint8_t> shaded_picture(const DepthGrid& grid, double cell_m) {
  const DepthRange range = depth_range(grid);
  std::vector<uint8_t> out;
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c) {
      const double depth = grid.at(c, r), light = shade(grid, c, r, cell_m);
      const double t = std::clamp(depth / std::max(range.greatest_m, 1e-9), 0.0, 1.0);
      const std::array<double, 3> color =
          depth <= 0 ? std::array<double, 3>{0.78, 0.71, 0.52}
                     : std::array<double, 3>{0.62 - 0.60 * t, 0.86 - 0.72 * t, 0.92 - 0.52 * t};
      for (const double part : color) out.push_back(byte(part * light));
    }
  return out;
}

}  // namespace hadal::environment
