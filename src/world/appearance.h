// How a shape looks, where that is more than its material: a picture or a pattern on it, growth,
// silt. Plain data; sensors/optical/render/appearance.h draws it.
#pragma once
#include <array>
#include <optional>
#include <string>

namespace hadal::inline world {

struct SurfaceAppearance {
  int material = 0;                  // what the rest comes from
  std::string texture;               // file of a picture in place of the albedo; empty without
  std::string pattern = "material";  // of AppearanceConfig; "material": that of the material
  std::optional<std::array<double, 3>> colour, second_colour;  // linear; the material's without
  bool by_uv = false;   // laid on by the texture coordinates of the mesh, else by its sides
  double scale_m = 0;   // metres per unit of the texture coordinates, or the size of the pattern;
                        // 0: the pattern's own
  std::string key;      // where it stands in the scenario
  double fouling = 0;   // 0..1: fraction overgrown
  double sediment = 0;  // 0..1: silt on what faces up

  bool operator==(const SurfaceAppearance&) const = default;
};

}  // namespace hadal::world
