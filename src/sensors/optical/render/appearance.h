// How a surface looks: a pattern of relief and colour about the albedo of its material, then growth
// and silt on top. Everything is a function of the place on the body (or on the ground), of the
// normal and of the size of a pixel there, so that nothing swims or shimmers: whatever is finer
// than a pixel fades into its mean.
//
// Ground patterns repeat exactly after kTexturePeriod_m, so there is no seam; patterns are not
// visibly periodic below that.
//
// Relief h (metres, outward) turns the normal by its slope in the surface,
//   n' ~ n - (g - n (n.g)),  g = grad h  (Mikkelsen 2010, "Bump mapping unparametrized surfaces"),
// never beyond the face: n' . n_face > 0.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "sensors/optical/render/image_texture.h"
#include "sensors/optical/render/surface16.h"
#include "sensors/relief/texture_tiles.h"

namespace hadal::sensors {

enum class Pattern : int32_t {
  kPlain,
  kSand,         // ripples; wavelength `scale_m`
  kGravel,       // stones of a few centimetres
  kMud,          // soft, with burrows; silt too
  kRock,         // cracks, stains, crusts of algae
  kConcrete,     // pores, stains that run down the body
  kRust,         // streaks, flakes, pale concretion
  kPaint,        // chips to `second` with `wear`
  kWood,         // grain along the body's x; planks of width `scale_m` if > 0
  kCoral,        // polyps, pale towards the top of the body
  kLeaf,         // ribs along v
  kFish,         // dark back, pale belly, scales; body length `scale_m`
  kChecker,      // squares of side `scale_m`, of albedo and `second`
  kColourChart,  // 6 x 4 patches of side `scale_m`, on a black card
  kGrid,         // tiles of pitch `scale_m` with joints of `second`
};

// What a pattern that needs a plane is laid on.
enum class Mapping : int32_t {
  kSides,  // the two axes of the body across the largest part of the normal
  kUv,     // the texture coordinates: a unit is a square, a tile or a picture of scale_m metres;
           // the colour chart fills the unit square
};

// 64 bytes without gaps: kernels gather single fields.
struct Appearance {
  Pattern pattern = Pattern::kPlain;
  Mapping mapping = Mapping::kSides;
  int32_t texture = -1;                     // index of an image that replaces the albedo, or -1
  float albedo[3] = {0.5f, 0.5f, 0.5f};     // linear
  float second[3] = {0.15f, 0.07f, 0.04f};  // other colour of two-coloured patterns
  float roughness = 1;
  float metallic = 0;
  float fouling = 0;       // 0..1: fraction overgrown
  float sediment = 0;      // 0..1: silt on upward faces
  float transmission = 0;  // 0..1: light through thin leaves, fraction of the diffuse light
  float scale_m = 0;       // see Pattern; <= 0: the pattern's own. Side of an image
  float wear = 0;          // 0..1: chipped paint, weathered wood
};
static_assert(sizeof(Appearance) == 64);

// The pattern that a material of the library asks for by its name ("sand", "rusty_steel", ...),
// kPlain for all others.
Pattern pattern_of_material(std::string_view name);

// Patches of the colour chart, row by row from dark skin to black: linear reflectance from the sRGB
// values that its maker publishes for the chart of McCamy, Marcus and Davidson (1976), "A color-
// rendition chart".
constexpr int kChartColumns = 6, kChartRows = 4;
std::span<const float> chart_reflectance();  // 24 x rgb

// Finds albedo, normal, roughness, metallic, transmission and cavity of sixteen points. Looks must
// not be empty, and every index in `at.look` lies in it.
void appearance16(const TextureTiles& tiles, std::span<const Appearance> appearances,
            std::span<const ImageTexture> textures, Surface16& at);

}  // namespace hadal::sensors
