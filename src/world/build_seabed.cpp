#include <algorithm>

#include "world/build.h"
#include "world/shape_mesh.h"

namespace hadal::build {
namespace {

SeabedSource source(const AnyConfig& config) {
  if (const auto* flat = config.as<FlatSeabedConfig>()) return FlatSeabed(*flat);
  if (const auto* ridge = config.as<RidgeSeabedConfig>()) return RidgeSeabed(*ridge);
  if (const auto* step = config.as<StepSeabedConfig>()) return StepSeabed(*step);
  if (const auto* stairs = config.as<StairSeabedConfig>()) return StairSeabed(*stairs);
  if (const auto* image = config.as<HeightmapSeabedConfig>()) return ImageSeabed(*image);
  const auto* raster = config.as<BathymetrySeabedConfig>();
  HADAL_CHECK(raster != nullptr, "unknown seabed " + config.kind());
  return RasterSeabed(*raster);
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
  static_cast<SeabedLattice&>(out) = common;
  out.silt_m = common.bottom.silt_m;
  out.silt_seen_by = seen_by_mask(common.bottom.seen_by);
  const std::string key = "environment.seabed.bottom";
  out.material = material_named(context, common.bottom.material, key + ".material");
  for (size_t i = 0; i < common.bottom.areas.size(); ++i)
    out.areas.push_back(
        area(context, common.bottom.areas[i], key + ".areas[" + std::to_string(i) + "]"));
}

}  // namespace hadal::build
