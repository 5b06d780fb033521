#include "sensors/optical/render/appearance.h"

#include <algorithm>
#include <array>
#include <utility>

#define HWY_TARGET_INCLUDE "sensors/optical/render/appearance.cpp"
#include "math/simd/highway.h"
#include "sensors/optical/render/appearance-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

void look_at_all(const TextureTiles& tiles, std::span<const Appearance> appearances,
                 std::span<const ImageTexture> textures, Surface16& at) {
  const int step = static_cast<int>(hn::Lanes(Tag()));
  for (int i = 0; i < Surface16::kLanes; i += step) look_at(tiles, appearances, textures, at, i);
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(look_at_all);
}  // namespace

void appearance16(const TextureTiles& tiles, std::span<const Appearance> appearances,
            std::span<const ImageTexture> textures, Surface16& at) {
  HWY_DYNAMIC_DISPATCH(look_at_all)(tiles, appearances, textures, at);
}

Pattern pattern_of_material(std::string_view name) {
  static constexpr std::pair<std::string_view, Pattern> kKnown[] = {
      {"sand", Pattern::kSand},        {"gravel", Pattern::kGravel},
      {"silt", Pattern::kMud},         {"mud", Pattern::kMud},
      {"rock", Pattern::kRock},        {"concrete", Pattern::kConcrete},
      {"rusty_steel", Pattern::kRust}, {"cast_iron", Pattern::kRust},
      {"wood", Pattern::kWood},        {"waterlogged_wood", Pattern::kWood},
  };
  const auto* found = std::find_if(std::begin(kKnown), std::end(kKnown),
                                   [&](const auto& known) { return known.first == name; });
  return found == std::end(kKnown) ? Pattern::kPlain : found->second;
}

std::span<const float> chart_reflectance() {
  static const auto table = [] {
    constexpr std::array<uint8_t, 72> kSrgb = {
        115, 82,  68,  194, 150, 130, 98,  122, 157, 87,  108, 67,  133, 128, 177, 103, 189, 170,
        214, 126, 44,  80,  91,  166, 193, 90,  99,  94,  60,  108, 157, 188, 64,  224, 163, 46,
        56,  61,  150, 70,  148, 73,  175, 54,  60,  231, 199, 31,  187, 86,  149, 8,   133, 161,
        243, 243, 242, 200, 200, 200, 160, 160, 160, 122, 122, 121, 85,  85,  85,  52,  52,  52};
    std::array<float, 72> linear{};
    std::transform(kSrgb.begin(), kSrgb.end(), linear.begin(), linear_of_srgb);
    return linear;
  }();
  return table;
}

}  // namespace hadal::sensors
#endif
