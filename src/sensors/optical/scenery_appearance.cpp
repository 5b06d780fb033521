#include "sensors/optical/scenery_appearance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sensors/scenery/species.h"

namespace hadal::sensors {
namespace {

using TintColour = std::array<float, 3>;
using Palette = std::array<TintColour, kTints>;

// Linear albedos by eye, after photographs of each kind in shallow clear water.
constexpr Palette kSeagrassColours{{{0.13f, 0.24f, 0.045f},
                                    {0.16f, 0.27f, 0.050f},
                                    {0.11f, 0.21f, 0.045f},
                                    {0.20f, 0.29f, 0.065f},
                                    {0.15f, 0.23f, 0.045f},
                                    {0.19f, 0.25f, 0.060f}}};
constexpr Palette kKelpColours{{{0.19f, 0.130f, 0.030f},
                                {0.22f, 0.160f, 0.035f},
                                {0.16f, 0.115f, 0.030f},
                                {0.25f, 0.175f, 0.040f},
                                {0.18f, 0.140f, 0.032f},
                                {0.21f, 0.140f, 0.045f}}};
constexpr Palette kStaghornColours{{{0.36f, 0.24f, 0.120f},
                                    {0.24f, 0.18f, 0.330f},
                                    {0.30f, 0.27f, 0.110f},
                                    {0.42f, 0.30f, 0.160f},
                                    {0.20f, 0.26f, 0.340f},
                                    {0.38f, 0.20f, 0.160f}}};
constexpr Palette kBushColours{{{0.38f, 0.17f, 0.210f},
                                {0.33f, 0.25f, 0.130f},
                                {0.40f, 0.33f, 0.140f},
                                {0.27f, 0.16f, 0.280f},
                                {0.24f, 0.27f, 0.120f},
                                {0.42f, 0.24f, 0.140f}}};
constexpr Palette kBrainColours{{{0.26f, 0.21f, 0.085f},
                                 {0.31f, 0.25f, 0.110f},
                                 {0.20f, 0.21f, 0.090f},
                                 {0.34f, 0.24f, 0.120f},
                                 {0.24f, 0.24f, 0.120f},
                                 {0.29f, 0.20f, 0.090f}}};
constexpr Palette kBoulderColours{{{0.36f, 0.27f, 0.110f},
                                   {0.40f, 0.33f, 0.130f},
                                   {0.29f, 0.25f, 0.140f},
                                   {0.33f, 0.24f, 0.160f},
                                   {0.26f, 0.28f, 0.130f},
                                   {0.38f, 0.29f, 0.180f}}};
constexpr Palette kFanColours{{{0.34f, 0.11f, 0.340f},
                               {0.55f, 0.16f, 0.055f},
                               {0.50f, 0.34f, 0.070f},
                               {0.29f, 0.09f, 0.270f},
                               {0.58f, 0.10f, 0.090f},
                               {0.42f, 0.16f, 0.300f}}};
constexpr Palette kSpongeColours{{{0.62f, 0.46f, 0.060f},
                                  {0.56f, 0.20f, 0.050f},
                                  {0.30f, 0.20f, 0.340f},
                                  {0.60f, 0.36f, 0.070f},
                                  {0.44f, 0.12f, 0.080f},
                                  {0.36f, 0.30f, 0.240f}}};
constexpr Palette kRockColours{{{0.23f, 0.215f, 0.195f},
                                {0.20f, 0.185f, 0.160f},
                                {0.27f, 0.250f, 0.215f},
                                {0.18f, 0.175f, 0.165f},
                                {0.25f, 0.215f, 0.180f},
                                {0.22f, 0.215f, 0.210f}}};
constexpr Palette kStarfishColours{{{0.52f, 0.17f, 0.050f},
                                    {0.45f, 0.06f, 0.050f},
                                    {0.14f, 0.18f, 0.420f},
                                    {0.55f, 0.30f, 0.080f},
                                    {0.40f, 0.22f, 0.120f},
                                    {0.30f, 0.08f, 0.160f}}};

struct FishColours {
  TintColour flank, back;
};
constexpr FishColours kFishColours[] = {{{0.11f, 0.13f, 0.14f}, {0.012f, 0.028f, 0.034f}},
                                        {{0.30f, 0.25f, 0.09f}, {0.050f, 0.045f, 0.022f}},
                                        {{0.32f, 0.28f, 0.19f}, {0.105f, 0.090f, 0.050f}},
                                        {{0.16f, 0.17f, 0.17f}, {0.030f, 0.038f, 0.040f}}};

const Palette& palette_of(const AnyConfig& config, int form) {
  if (config.as<SeagrassConfig>()) return kSeagrassColours;
  if (config.as<KelpConfig>()) return kKelpColours;
  if (config.as<RocksConfig>()) return kRockColours;
  if (config.as<StarfishConfig>()) return kStarfishColours;
  const std::string& name = config.as<CoralsConfig>()->forms[static_cast<size_t>(form)];
  return name == "brain"     ? kBrainColours
         : name == "boulder" ? kBoulderColours
         : name == "fan"     ? kFanColours
         : name == "sponge"  ? kSpongeColours
         : name == "bush"    ? kBushColours
                             : kStaghornColours;
}

void set_colour(const TintColour& colour, float* to) {
  std::copy(colour.begin(), colour.end(), to);
}

// The user's colour, each tint a little lighter or darker, warmer or colder.
TintColour tinted(const std::vector<double>& albedo, int tint) {
  const double lighter = 1 + 0.28 * (tint / double(kTints - 1) - 0.5);
  const double warmer = 1 + 0.10 * std::sin(2.4 * tint);
  const auto part = [&](size_t c, double factor) {
    return static_cast<float>(std::clamp(albedo[c] * lighter * factor, 0.0, 1.0));
  };
  return {part(0, warmer), part(1, 1), part(2, 1 / warmer)};
}

// Pattern and finish of a species; its size stands in the config.
Appearance finish_of(const World& world, const Scenery& scenery, int form) {
  const AnyConfig& config = scenery.config;
  Appearance out;
  if (is_weed(config)) {
    out.pattern = Pattern::kLeaf;
    out.scale_m = static_cast<float>(weed_length_m(config));
    out.roughness = 0.55f, out.transmission = 0.45f;
  } else if (const auto* corals = config.as<CoralsConfig>()) {
    out.pattern = Pattern::kCoral;
    out.scale_m = static_cast<float>(corals->size_m);
    out.roughness = 0.85f;
  } else if (config.as<RocksConfig>()) {
    const auto material = static_cast<size_t>(scenery.materials[static_cast<size_t>(form)]);
    out.pattern = pattern_of_material(world.materials.materials[material].name);
    if (out.pattern == Pattern::kPlain) out.pattern = Pattern::kRock;
    out.roughness = 0.95f;
  } else {
    out.pattern = Pattern::kCoral;
    out.scale_m = 1;  // no pale tips
    out.roughness = 0.8f;
  }
  return out;
}

Appearance fish_appearance(const FishSchoolConfig& c, int tint) {
  const FishColours& usual = kFishColours[static_cast<size_t>(fish_kind(c))];
  const std::vector<double> flank(usual.flank.begin(), usual.flank.end()),
      back(usual.back.begin(), usual.back.end());
  Appearance out;
  out.pattern = Pattern::kFish;
  out.scale_m = static_cast<float>(c.length_m);
  out.roughness = 0.38f;
  set_colour(tinted(c.albedo.empty() ? flank : c.albedo, tint), out.albedo);
  set_colour(tinted(back, tint), out.second);
  if (c.albedo.empty()) return out;
  // A back of the user's colour, as much darker as usual.
  for (size_t k = 0; k < 3; ++k) out.second[k] = out.albedo[k] * usual.back[1] / usual.flank[1];
  return out;
}

}  // namespace

std::vector<Appearance> scenery_appearances(const World& world) {
  std::vector<Appearance> out;
  for (const Scenery& scenery : world.scenery)
    for (int form = 0; form < static_cast<int>(scenery.materials.size()); ++form)
      for (int tint = 0; tint < kTints; ++tint) {
        if (const auto* school = scenery.config.as<FishSchoolConfig>()) {
          out.push_back(fish_appearance(*school, tint));
          continue;
        }
        Appearance appearance = finish_of(world, scenery, form);
        const std::vector<double>& own = growth_of(scenery.config)->albedo;
        set_colour(own.empty() ? palette_of(scenery.config, form)[static_cast<size_t>(tint)]
                               : tinted(own, tint),
                   appearance.albedo);
        if (scenery.config.as<RocksConfig>())
          appearance.fouling = 0.15f + 0.09f * static_cast<float>(tint);
        out.push_back(appearance);
      }
  return out;
}

}  // namespace hadal::sensors
