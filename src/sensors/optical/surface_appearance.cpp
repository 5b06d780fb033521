#include "sensors/optical/surface_appearance.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "sensors/relief/sand.h"

namespace hadal::sensors {
namespace {

constexpr std::pair<std::string_view, Pattern> kPatterns[] = {
    {"plain", Pattern::kPlain},     {"sand", Pattern::kSand},
    {"gravel", Pattern::kGravel},   {"mud", Pattern::kMud},
    {"rock", Pattern::kRock},       {"concrete", Pattern::kConcrete},
    {"rust", Pattern::kRust},       {"paint", Pattern::kPaint},
    {"wood", Pattern::kWood},       {"coral", Pattern::kCoral},
    {"checker", Pattern::kChecker}, {"colour_chart", Pattern::kColourChart},
    {"grid", Pattern::kGrid},       {"poster", Pattern::kPlain},
};

Pattern pattern_named(std::string_view name) {
  const auto* found = std::find_if(std::begin(kPatterns), std::end(kPatterns),
                                   [&](const auto& known) { return known.first == name; });
  HADAL_CHECK(found != std::end(kPatterns), "no pattern '" + std::string(name) + "'");
  return found->second;
}

void copy_colour(const std::array<double, 3>& from, float* to) {
  std::transform(from.begin(), from.end(), to, [](double c) { return static_cast<float>(c); });
}

Appearance appearance_of_material(const Material& material) {
  Appearance out;
  out.pattern = pattern_of_material(unworn_name(material.name));
  copy_colour(material.albedo, out.albedo);
  out.roughness = static_cast<float>(material.roughness);
  out.metallic = static_cast<float>(material.metallic);
  return out;
}

Appearance appearance_of_surface(const SurfaceAppearance& surface,
                                 const std::vector<Appearance>& materials) {
  Appearance out = materials[static_cast<size_t>(surface.material)];
  if (!surface.texture.empty()) out.pattern = Pattern::kPlain;
  if (surface.pattern != "material") out.pattern = pattern_named(surface.pattern);
  if (surface.colour) copy_colour(*surface.colour, out.albedo);
  if (surface.second_colour) copy_colour(*surface.second_colour, out.second);
  if (surface.by_uv) out.metallic = 0;  // print and paint
  out.mapping = surface.by_uv ? Mapping::kUv : Mapping::kSides;
  out.scale_m = static_cast<float>(surface.scale_m);
  out.fouling = static_cast<float>(surface.fouling);
  out.sediment = static_cast<float>(surface.sediment);
  return out;
}

constexpr const char* kPoster = "poster";

// File of the picture on a surface, or kPoster; empty without.
std::string picture_of(const SurfaceAppearance& surface) {
  return surface.pattern == kPoster ? kPoster : surface.texture;
}

}  // namespace

SurfaceAppearances surface_appearances(const World& world) {
  SurfaceAppearances out;
  for (const Material& material : world.materials.materials)
    out.appearances.push_back(appearance_of_material(material));
  std::vector<std::string> names;  // of the pictures
  for (const SurfaceAppearance& surface : world.appearances) {
    Appearance appearance = appearance_of_surface(surface, out.appearances);
    if (const std::string name = picture_of(surface); !name.empty()) {
      const auto known = std::find(names.begin(), names.end(), name);
      appearance.texture = static_cast<int32_t>(known - names.begin());
      if (known == names.end()) {
        names.push_back(name);
        out.textures.push_back(name == kPoster ? reef_poster() : load_image_texture(name).value());
      }
      const ImageTexture& picture = out.textures[static_cast<size_t>(appearance.texture)];
      std::copy_n(picture.data() + picture.levels().back().first, 3, appearance.albedo);
    }
    out.appearances.push_back(appearance);
  }
  return out;
}

Problems appearance_problems(const World& world) {
  Problems out;
  std::set<std::string> seen;
  for (const SurfaceAppearance& surface : world.appearances) {
    if (surface.texture.empty() || !seen.insert(surface.texture).second) continue;
    const Result<ImageTexture> picture = load_image_texture(surface.texture);
    if (picture) continue;
    for (const Problem& problem : picture.problems().list())
      out.add({}, surface.key, surface.texture + ": " + problem.message);
  }
  return out;
}

}  // namespace hadal::sensors
