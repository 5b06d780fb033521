#include <algorithm>

#include "math/units.h"
#include "world/build.h"
#include "world/shape_mesh.h"

namespace hadal::build {
namespace {

constexpr double kFoot_m = 0.3048, kFathom_m = 1.8288;
constexpr double kMegabyte = 1e6;

FlatSeabed plane(const SlopingSeabedConfig& c) {
  return {c.depth_m, c.slope_deg * kDegree, c.slope_toward_deg * kDegree};
}

ImageSeabed image(const HeightmapSeabedConfig& c) {
  ImageSeabed out;
  out.file = c.image;
  out.north_m = c.center[0];
  out.east_m = c.center[1];
  out.size_north_m = c.size_m[0];
  out.size_east_m = c.size_m[1];
  out.depth_min_m = c.depth_min_m;
  out.depth_max_m = c.depth_max_m;
  out.bicubic = c.interpolation == "bicubic";
  return out;
}

RasterSeabed raster(const BathymetrySeabedConfig& c) {
  RasterSeabed out;
  out.file = c.raster;
  out.crs = c.crs;
  out.band = static_cast<int>(c.band);
  out.values_are_depths = c.values == "depth";
  if (c.units != "file")
    out.unit_m = c.units == "m"    ? 1
                 : c.units == "cm" ? 0.01
                 : c.units == "ft" ? kFoot_m
                                   : kFathom_m;
  out.nodata = c.nodata_value;
  out.refuse_holes = c.nodata == "error";
  out.bicubic = c.interpolation == "bicubic";
  out.memory_bytes = static_cast<size_t>(c.memory_mb * kMegabyte);
  return out;
}

SeabedSource source(const AnyConfig& config) {
  if (const auto* c = config.as<FlatSeabedConfig>()) return plane(*c);
  if (const auto* c = config.as<RidgeSeabedConfig>())
    return RidgeSeabed{plane(*c),   c->rise_m,   c->half_width_m,
                       c->crest[0], c->crest[1], c->along_deg * kDegree};
  if (const auto* c = config.as<StepSeabedConfig>())
    return StepSeabed{plane(*c),    c->drop_m,    c->width_m,
                      c->middle[0], c->middle[1], c->toward_deg * kDegree};
  if (const auto* c = config.as<StairSeabedConfig>())
    return StairSeabed{c->depth_m, c->drop_m, c->tread_m, c->toward_deg * kDegree};
  if (const auto* c = config.as<HeightmapSeabedConfig>()) return image(*c);
  const auto* c = config.as<BathymetrySeabedConfig>();
  HADAL_CHECK(c != nullptr, "unknown seabed " + config.kind());
  return raster(*c);
}

SeabedDetail detail(const SeabedDetailConfig& c) {
  SeabedDetail out;
  out.amplitude_m = c.amplitude_m;
  out.roughness = c.roughness;
  out.longest_m = c.longest_m.value_or(0);
  out.shortest_m = c.smallest_m.value_or(0);
  out.steepest_rad = c.steepest_deg * kDegree;
  out.seed = static_cast<uint64_t>(c.seed);
  return out;
}

BottomArea area(const Context& context, const BottomAreaConfig& c, const std::string& key) {
  BottomArea out = plane_area({c.box, c.circle, c.polygon});
  if (!c.classes.empty()) out.kind = BottomArea::Kind::kClass;
  out.class_file = c.classes;
  out.class_value = c.class_value;
  if (!c.material.empty()) out.material = material_named(context, c.material, key + ".material");
  out.silt_m = c.silt_m;
  out.seen_by = seen_by_mask(c.seen_by);
  out.edge_m = c.edge_m;
  return out;
}

}  // namespace

BottomArea plane_area(const PlaneAreaKeys& keys) {
  BottomArea out;
  out.kind = !keys.box.empty()       ? BottomArea::Kind::kBox
             : !keys.circle.empty()  ? BottomArea::Kind::kCircle
             : !keys.polygon.empty() ? BottomArea::Kind::kPolygon
                                     : BottomArea::Kind::kEverywhere;
  std::copy_n(keys.box.begin(), keys.box.size(), out.box.begin());
  std::copy_n(keys.circle.begin(), keys.circle.size(), out.circle.begin());
  for (const auto& corner : keys.polygon) out.polygon.push_back({corner[0], corner[1]});
  return out;
}

void seabed(const Context& context) {
  const AnyConfig& config = context.loaded.scenario.environment.seabed;
  if (config.empty()) return;
  const SeabedConfig& common = seabed_common(config);
  SeabedParameters& out = context.world.seabed;
  out.source = source(config);
  out.cell_m = common.resolution_m;
  out.tile_m = common.tile_m;
  out.reach_m = common.reach_m;
  out.look_ahead_s = common.look_ahead_s;
  out.levels = static_cast<int>(common.levels);
  out.tile_memory_bytes = static_cast<size_t>(common.tile_memory_mb * kMegabyte);
  out.detail = detail(common.detail);
  out.silt_m = common.bottom.silt_m;
  out.silt_seen_by = seen_by_mask(common.bottom.seen_by);
  const std::string key = "environment.seabed.bottom";
  out.material = material_named(context, common.bottom.material, key + ".material");
  for (size_t i = 0; i < common.bottom.areas.size(); ++i)
    out.areas.push_back(
        area(context, common.bottom.areas[i], key + ".areas[" + std::to_string(i) + "]"));
}

}  // namespace hadal::build
