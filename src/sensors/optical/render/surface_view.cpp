#include "sensors/optical/render/surface_view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::sensors {
namespace {

// What a fraction of a normal distribution exceeds, in standard deviations.
double normal_threshold(double fraction) {
  double low = -8, high = 8;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    const bool above = 0.5 * std::erfc(middle / std::numbers::sqrt2) > fraction;
    (above ? low : high) = middle;
  }
  return low;
}

float tile_position(double nodes) {
  return static_cast<float>(nodes - std::floor(nodes / kTileNodes) * kTileNodes);
}

void view_ripples(const WaveTile& tile, const Vec3& anchor_N, SurfaceView& view) {
  view.slopes = tile.slopes[0].re, view.heights = tile.heights[0].re;
  const double per_m = 1 / static_cast<double>(tile.cell_m());
  view.nodes_per_m = static_cast<float>(per_m);
  view.north = tile_position(anchor_N.x() * per_m), view.east = tile_position(anchor_N.y() * per_m);
  const double fine = SurfaceView::kFineScale * per_m, c = SurfaceView::kTurnCos,
               s = SurfaceView::kTurnSin;
  view.fine_north = tile_position((c * anchor_N.x() + s * anchor_N.y()) * fine);
  view.fine_east = tile_position((c * anchor_N.y() - s * anchor_N.x()) * fine);
  for (int level = 0; level < kTileLevels; ++level) {
    const auto at = static_cast<size_t>(level);
    view.first[at] = WaveTile::first_line(level) * static_cast<int>(sizeof(Line) / sizeof(float));
    view.nodes[at] = WaveTile::nodes(level);
    view.lost[at] = std::max(tile.mean_square_slope[0] - tile.mean_square_slope[at], 0.0f);
  }
  const float all = tile.mean_square_slope[0], missing = tile.fine_mean_square_slope;
  if (all > 0)
    view.fine_gain =
        std::min(std::sqrt(SurfaceView::kFineFraction * missing / all), SurfaceView::kMaxGain);
  view.roughness = missing - view.fine_gain * view.fine_gain * all;
  view.per_deviation = tile.deviation_m > 0 ? 1 / tile.deviation_m : 0;
}

void view_sea(const SeaLevels& sea, const Vec3& anchor_N, const Vec3& centre_N, SurfaceView& view) {
  view.sea_levels = sea.levels;
  if (sea.levels == 0) return;
  view.sea = sea.nodes[0].data();
  view.sea_cell_m = static_cast<float>(sea.cell_m);
  view.centre_north = static_cast<float>(centre_N.x() - anchor_N.x());
  view.centre_east = static_cast<float>(centre_N.y() - anchor_N.y());
  for (size_t level = 0; level < static_cast<size_t>(sea.levels); ++level) {
    view.corner_north[level] = static_cast<float>(sea.corner_N[level].x() - anchor_N.x());
    view.corner_east[level] = static_cast<float>(sea.corner_N[level].y() - anchor_N.y());
    view.sea_lost[level] = sea.left_out[level];
    view.sea_flattened[level] = sea.flattened[level];
  }
  view.sea_per_deviation = static_cast<float>(1 / sea.deviation_m);
}

void view_foam(const WaveTile& tile, const Vec3& anchor_N, double wind_speed_m_s,
               SurfaceView& view) {
  const double cover = whitecap_cover(wind_speed_m_s), threshold = normal_threshold(cover);
  view.foam_cover = static_cast<float>(cover);
  view.foam_threshold = static_cast<float>(threshold);
  if (cover > 0) {
    const double density = std::exp(-0.5 * threshold * threshold) / std::sqrt(2 * std::numbers::pi);
    const double rate = density / cover;
    view.foam_rate = static_cast<float>(rate);
    view.foam_curvature = static_cast<float>(0.5 * rate * (rate - threshold));
  }
  const double north = std::cos(tile.toward_rad), east = std::sin(tile.toward_rad);
  view.wind_north = static_cast<float>(north), view.wind_east = static_cast<float>(east);
  const auto position = [](double metres, double period_m) {
    const double periods = metres / period_m, wrap = SurfaceView::kPatchPeriods;
    return static_cast<float>(periods - std::floor(periods / wrap) * wrap);
  };
  view.foam_along =
      position(north * anchor_N.x() + east * anchor_N.y(), SurfaceView::kPatchAlong_m);
  view.foam_across =
      position(north * anchor_N.y() - east * anchor_N.x(), SurfaceView::kPatchAcross_m);
}

}  // namespace

double whitecap_cover(double wind_speed_m_s) {
  return std::min(3.84e-6 * std::pow(std::max(wind_speed_m_s, 0.0), 3.41), 0.3);
}

SurfaceView surface_view(const WaveTile& tile, const SeaLevels& sea, const Vec3& anchor_N,
                         const Vec3& centre_N, double mean_z_N, const TextureTiles& tiles,
                         double wind_speed_m_s) {
  SurfaceView view;
  view_ripples(tile, anchor_N, view);
  view_sea(sea, anchor_N, centre_N, view);
  view.mean_z = static_cast<float>(mean_z_N - anchor_N.z());
  view.foam = &tiles.foam;
  view_foam(tile, anchor_N, wind_speed_m_s, view);
  return view;
}

SkyView sky_view(const SkyTable& table) {
  SkyView view;
  view.radiance = table.radiance.data();
  for (int axis = 0; axis < 3; ++axis)
    view.toward_sun[axis] = static_cast<float>(table.toward_sun_N[axis]);
  view.sun_irradiance = table.sun_irradiance;
  return view;
}

}  // namespace hadal::sensors
