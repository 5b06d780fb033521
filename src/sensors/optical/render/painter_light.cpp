// Light on what a patch shows.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "sensors/optical/render/painter_parts.h"

namespace hadal::sensors {
namespace {

using raytrace::kLanes;
constexpr float kAround_m = 1.5f;  // what stands nearer takes light from all around

void switch_off(uint32_t lanes, raytrace::Rays& rays) {
  for (int k = 0; k < kLanes; ++k)
    if (lanes >> k & 1) rays.far_m[k] = -1;
}

float wrap_turn(float x) {
  return x - std::floor(x);
}

}  // namespace

// One direction per place; where a quarter or more of them is blocked, four: a few steps of light
// would show as blotches there. Ground is asked for things only, unless for every pixel: its own folds
// of this size are shallow, and rays along it are dear.
void Painter::sample_surroundings(const Dither& dither, Tile16& t) const {
  raytrace::Rays rays;
  std::copy_n(t.rays.time, kLanes, rays.time);
  aim_around(t, dither.first, dither.second, kAround_m, rays);
  const uint32_t asked = lanes_on(rays);
  const uint32_t hidden = blocked_around(rays, t);
  set_shown(hidden, t.open);
  if (4 * std::popcount(hidden & asked) < std::max(std::popcount(asked), 1)) return;
  constexpr int kSets = 4;
  int blocked[kLanes];
  for (int k = 0; k < kLanes; ++k) blocked[k] = static_cast<int>(hidden >> k & 1);
  for (int set = 1; set < kSets; ++set) {
    const float turn = static_cast<float>(set) / kSets;
    Dither other;
    for (int k = 0; k < kLanes; ++k) {  // within the step, and around
      const float step = std::floor(dither.first[k] * kLanes);
      other.first[k] = (step + wrap_turn(dither.first[k] * kLanes + turn)) / kLanes;
      other.second[k] = wrap_turn(dither.second[k] + turn);
    }
    aim_around(t, other.first, other.second, kAround_m, rays);
    const uint32_t more = blocked_around(rays, t);
    for (int k = 0; k < kLanes; ++k) blocked[k] += static_cast<int>(more >> k & 1);
  }
  for (int k = 0; k < kLanes; ++k) t.open[k] = 1 - static_cast<float>(blocked[k]) / kSets;
}

uint32_t Painter::blocked_around(raytrace::Rays& rays, const Tile16& t) const {
  uint32_t hidden = 0;
  if (in_.options.every_pixel) {
    hidden = in_.view->occluded(rays, in_.seen);
  } else {
    uint32_t ground = 0;
    for (int k = 0; k < kLanes; ++k)
      if (const int thing = t.hits.instance[k]; thing >= 0)
        ground |=
            static_cast<uint32_t>(in_.view->instance(thing).material == raytrace::kMaterialByPlace)
            << k;
    constexpr uint32_t kGround = raytrace::kSeenSeabed | raytrace::kSeenSilt;
    raytrace::Rays things = rays;
    switch_off(ground, things), switch_off(~ground, rays);
    hidden = in_.view->occluded(things, in_.seen) | in_.view->occluded(rays, in_.seen & ~kGround);
  }
  return hidden;
}

// Light of the lamps that the water scatters into the eye.
void Painter::scatter_lamps(Tile16& t) const {
  const int samples = in_.options.lamp_samples;
  for (const LampLight& lamp : light_.lamps) {
    uint32_t shown[kMaxSamples];
    raytrace::Rays rays;
    std::copy_n(t.rays.time, kLanes, rays.time);
    if (in_.options.volume_shadows)
      for (int k = 0; k < samples; ++k) {
        aim_samples(lamp, samples, k, t, rays);
        shown[k] = ~in_.view->occluded(rays, in_.seen);
      }
    scatter_lamp(light_, lamp, samples, in_.options.volume_shadows ? shown : nullptr, t);
  }
}

// aim(tile, rays) aims at the light. A block of one thing takes the answer of its samples where
// they agree.
template <class Aim>
void Painter::cast_shadows(const Aim& aim, float (Tile16::*shown)[kLanes], Patch& patch) const {
  raytrace::Rays rays;
  uint32_t asked = 0, hidden = 0;
  if (!in_.options.every_pixel) {
    std::copy_n(patch.sample.rays.time, kLanes, rays.time);
    aim(patch.sample, rays);
    asked = lanes_on(rays);
    hidden = in_.view->occluded(rays, in_.seen);
  }
  for (int b = 0; b < kPatchBlocks; ++b) {
    if (patch.block[b] < 0) continue;
    Tile16& t = patch.tile[b];
    const uint32_t mine = samples_in(b), dark = hidden & mine;
    if (patch.one_thing[b] && (asked & mine) == mine && (dark == 0 || dark == mine)) {
      std::fill_n(t.*shown, kLanes, dark ? 0.0f : 1.0f);
      continue;
    }
    std::copy_n(t.rays.time, kLanes, rays.time);
    aim(t, rays);
    set_shown(in_.view->occluded(rays, in_.seen), t.*shown);
  }
}

Leaving16* Painter::leaving_of(Patch& patch, int b) const {
  return in_.options.keep_transmission ? &patch.leaving[b] : nullptr;
}

void Painter::light_patch(Patch& patch) const {
  const auto at_sun = [&](const Tile16& t, raytrace::Rays& rays) { aim_at_sun(light_, t, rays); };
  if (in_.options.shadows) cast_shadows(at_sun, &Tile16::sun_shown, patch);
  for (int b = 0; b < kPatchBlocks; ++b) {
    if (patch.block[b] < 0) continue;
    if (in_.caustics && in_.options.caustics) find_caustics(light_, *in_.caustics, patch.tile[b]);
    light_by_day(light_, patch.tile[b], leaving_of(patch, b));
  }
  for (const LampLight& lamp : light_.lamps) {
    for (Tile16& t : patch.tile) std::fill_n(t.lamp_shown, kLanes, 1.0f);
    const auto at_lamp = [&](const Tile16& t, raytrace::Rays& rays) { aim_at_lamp(lamp, t, rays); };
    if (in_.options.shadows) cast_shadows(at_lamp, &Tile16::lamp_shown, patch);
    for (int b = 0; b < kPatchBlocks; ++b) {
      if (patch.block[b] < 0) continue;
      if (in_.silt) dim_lamp_by_silt(*in_.silt, lamp, patch.tile[b]);
      light_by_lamp(light_, lamp, patch.tile[b], leaving_of(patch, b));
    }
  }
}

// The water surface, and what is seen through it from above.
void Painter::finish(const Dither& dither, Tile16& t) const {
  if (in_.water.from_below &&
      std::all_of(t.surface_m, t.surface_m + kLanes, [](float range_m) { return range_m > 1e30f; }))
    return;
  raytrace::Rays below = t.rays;
  alignas(64) float gain[kLanes];
  show_surface(light_, in_.water, t, below, gain);
  if (!in_.water.from_below) go_on_below(dither, below, gain, t);
}

// Of a camera above the water: the way of the rays in the water.
void Painter::go_on_below(const Dither& dither, const raytrace::Rays& below, const float* gain,
                          Tile16& t) const {
  if (std::none_of(gain, gain + kLanes, [](float g) { return g > 0; })) return;
  Tile16 wet;
  wet.rays = below;
  std::copy_n(t.pixel_rad, kLanes, wet.pixel_rad);
  for (int k = 0; k < kLanes; ++k) wet.rays.far_m[k] = gain[k] > 0 ? in_.range_m : -1;
  std::fill_n(wet.surface_m, kLanes, std::numeric_limits<float>::infinity());
  shade_alone(dither, nullptr, wet);
  if (in_.silt) veil_by_silt(*in_.silt, {}, wet);
  for (int c = 0; c < kColours; ++c)
    for (int k = 0; k < kLanes; ++k)
      t.direct[c][k] += gain[k] * (wet.direct[c][k] + wet.ambient[c][k] * wet.open[k] +
                                   wet.beam[c][k] * wet.beam_gain[k] + wet.scattered[c][k]);
}

// A tile by itself, every lane asked for everything but for what is known of it.
void Painter::shade_alone(const Dither& dither, const Known* known, Tile16& t) const {
  find_alone(t);
  darken(t);
  std::copy_n(dither.along, kLanes, t.dither);
  if (known) {
    std::copy_n(known->open, kLanes, t.open);
    std::copy_n(known->gain, kLanes, t.beam_gain);
  } else {
    if (beams_) gather_beams(light_, *in_.caustics, in_.options.beam_samples, t);
    if (near_) sample_surroundings(dither, t);
  }
  raytrace::Rays rays;
  std::copy_n(t.rays.time, kLanes, rays.time);
  if (in_.options.shadows) {
    aim_at_sun(light_, t, rays);
    set_shown(in_.view->occluded(rays, in_.seen), t.sun_shown);
  }
  if (in_.caustics && in_.options.caustics) find_caustics(light_, *in_.caustics, t);
  light_by_day(light_, t);
  for (const LampLight& lamp : light_.lamps) {
    std::fill_n(t.lamp_shown, kLanes, 1.0f);
    if (in_.options.shadows) {
      aim_at_lamp(lamp, t, rays);
      set_shown(in_.view->occluded(rays, in_.seen), t.lamp_shown);
    }
    if (in_.silt) dim_lamp_by_silt(*in_.silt, lamp, t);
    light_by_lamp(light_, lamp, t);
  }
  scatter_lamps(t);
}

}  // namespace hadal::sensors
