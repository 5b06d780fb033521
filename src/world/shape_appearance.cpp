#include "world/shape_appearance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "world/build.h"

namespace hadal::build {
namespace {

using geometry::TriangleMesh;

constexpr double kCheckerSide_m = 0.1, kTile_m = 0.25, kPatch_m = 0.04;  // where none is given
constexpr int kChartColumns = 6, kChartRows = 4;

// Place on the side that a normal points to: to the right and down, seen from outside.
std::array<double, 2> on_side(const Vec3& normal, const Vec3& p) {
  const Vec3 n = normal.cwiseAbs();
  if (n.x() > n.y() && n.x() > n.z()) return {normal.x() < 0 ? p.y() : -p.y(), p.z()};
  if (n.y() > n.z()) return {normal.y() > 0 ? p.x() : -p.x(), p.z()};
  return {normal.z() < 0 ? p.y() : -p.y(), -p.x()};
}

bool is_picture(const AppearanceConfig& config) {
  return !config.texture.empty() || config.pattern == "poster";
}

bool lies_flat(const AppearanceConfig& config) {
  const std::string& pattern = config.pattern;
  return is_picture(config) || pattern == "checker" || pattern == "colour_chart" ||
         pattern == "grid";
}

double pattern_scale(const AppearanceConfig& config) {
  if (config.scale_m) return *config.scale_m;
  return config.pattern == "checker" ? kCheckerSide_m
         : config.pattern == "grid"  ? kTile_m
                                     : kPatch_m;
}

SideMap side_map(const AppearanceConfig& config) {
  if (is_picture(config)) return {config.size_m[0], config.size_m[1], 0.5, 0.5};
  const double scale_m = pattern_scale(config);
  if (config.pattern == "colour_chart")
    return {kChartColumns * scale_m, kChartRows * scale_m, 0.5, 0.5};
  return {scale_m, scale_m, 0, 0};
}

std::optional<std::array<double, 3>> colour_of(const std::vector<double>& numbers) {
  if (numbers.empty()) return std::nullopt;
  return std::array<double, 3>{numbers[0], numbers[1], numbers[2]};
}

// How a picture or a flat pattern lies on the mesh.
void lay_on(const Context& context, const AppearanceConfig& config, const std::string& key,
            SurfaceAppearance& appearance, TriangleMesh& mesh) {
  appearance.by_uv = true;
  if (config.mapping == "sides") {
    lay_on_sides(side_map(config), mesh);
    appearance.scale_m =
        is_picture(config) ? std::max(config.size_m[0], config.size_m[1]) : pattern_scale(config);
    return;
  }
  const double unit_m = metres_per_unit(mesh);
  if (unit_m == 0)
    context.fail(key + ".appearance.mapping",
                 "the shape has no texture coordinates; use mapping: sides, or a mesh file with "
                 "texture coordinates");
  appearance.scale_m = config.pattern == "colour_chart" ? unit_m / kChartColumns : unit_m;
}

int index_of(World& world, SurfaceAppearance appearance) {
  const auto found = std::find(world.appearances.begin(), world.appearances.end(), appearance);
  const auto index = static_cast<int>(found - world.appearances.begin());
  if (found == world.appearances.end()) world.appearances.push_back(std::move(appearance));
  return index;
}

}  // namespace

void lay_on_sides(const SideMap& map, TriangleMesh& mesh) {
  mesh.corner_uv.resize(mesh.triangles.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 normal = mesh.area_vector_doubled(t);
    for (size_t k = 0; k < 3; ++k) {
      const auto [right, down] = on_side(normal, mesh.corner(t, static_cast<int>(k)));
      mesh.corner_uv[t][2 * k] = static_cast<float>(right / map.width_m + map.u);
      mesh.corner_uv[t][2 * k + 1] = static_cast<float>(down / map.height_m + map.v);
    }
  }
}

double metres_per_unit(const TriangleMesh& mesh) {
  double area = 0, uv_area = 0;
  for (size_t t = 0; t < mesh.corner_uv.size(); ++t) {
    const std::array<float, 6>& c = mesh.corner_uv[t];
    area += mesh.area_vector_doubled(t).norm();
    uv_area += std::abs((c[2] - c[0]) * (c[5] - c[1]) - (c[4] - c[0]) * (c[3] - c[1]));
  }
  return uv_area > 0 ? std::sqrt(area / uv_area) : 0;
}

int shape_appearance(const Context& context, const std::optional<AppearanceConfig>& config,
               const std::string& key, int material, const Growth& growth, TriangleMesh& mesh) {
  SurfaceAppearance appearance;
  appearance.material = material;
  appearance.fouling = growth.fouling;
  appearance.sediment = growth.sediment;
  if (config) {
    appearance.texture = config->texture;
    appearance.pattern = config->pattern;
    appearance.colour = colour_of(config->colour);
    appearance.second_colour = colour_of(config->second_colour);
    appearance.scale_m = config->scale_m.value_or(0);
    if (!config->texture.empty()) appearance.key = key + ".appearance.texture";
    if (lies_flat(*config)) lay_on(context, *config, key, appearance, mesh);
  }
  if (!appearance.by_uv) mesh.corner_uv.clear();
  if (!config && appearance.fouling == 0 && appearance.sediment == 0) return -1;
  return index_of(context.world, std::move(appearance));
}

}  // namespace hadal::build
