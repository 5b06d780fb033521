// The parts of a patch, for the sources of painter.h.
#pragma once
#include <algorithm>
#include <array>

#include "sensors/optical/render/painter.h"

namespace hadal::sensors {

// When the rays of a block look, and where in their pixels.
struct Painter::Sample {
  bool in_middle = true;  // of the pixels; then there are no shifts
  alignas(64) float right_px[raytrace::kLanes] = {}, down_px[raytrace::kLanes] = {};
  alignas(64) float after_s[raytrace::kLanes] = {};  // the start of the row
};

struct Painter::Dither {
  alignas(64) float along[raytrace::kLanes], first[raytrace::kLanes], second[raytrace::kLanes];
};

// What is known of pixels from their neighbourhood.
struct Painter::Known {
  alignas(64) float open[raytrace::kLanes], gain[raytrace::kLanes];
};

struct Painter::Patch {
  int block[kPatchBlocks];  // -1 beyond the picture
  Tile16 tile[kPatchBlocks];
  bool one_thing[kPatchBlocks];
  Leaving16 leaving[kPatchBlocks];  // if the options keep the transmission
  Tile16 sample;
};

// Where the places of a sample are in the blocks of a patch: in every 2 x 2 pixels the first or the
// last, in turn.
struct SamplePosition {
  int block, lane;
};
inline constexpr std::array<SamplePosition, raytrace::kLanes> kSamplePlaces = [] {
  std::array<SamplePosition, raytrace::kLanes> out{};
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const int i = k % kBlockSide, j = k / kBlockSide, last = (i + j) % 2;
    const int x = 2 * i + last, y = 2 * j + last;
    out[static_cast<size_t>(k)] = {y / kBlockSide * 2 + x / kBlockSide,
                                   y % kBlockSide * kBlockSide + x % kBlockSide};
  }
  return out;
}();
constexpr uint32_t samples_in(int block) {
  uint32_t bits = 0;
  for (int k = 0; k < raytrace::kLanes; ++k)
    bits |= static_cast<uint32_t>(kSamplePlaces[static_cast<size_t>(k)].block == block) << k;
  return bits;
}

inline constexpr uint32_t kAllLanes = (1u << raytrace::kLanes) - 1;

// Bits of the lanes whose ray is on.
inline uint32_t lanes_on(const raytrace::Rays& rays) {
  uint32_t bits = 0;
  for (int k = 0; k < raytrace::kLanes; ++k)
    bits |= static_cast<uint32_t>(rays.near_m[k] <= rays.far_m[k]) << k;
  return bits;
}
inline void set_shown(uint32_t hidden, float* shown) {
  for (int k = 0; k < raytrace::kLanes; ++k) shown[k] = (hidden >> k & 1) ? 0.0f : 1.0f;
}

// No light yet, nothing in its way.
inline void darken(Tile16& t) {
  for (int c = 0; c < kColours; ++c)
    for (float* light : {t.direct[c], t.ambient[c], t.beam[c], t.scattered[c]})
      std::fill_n(light, raytrace::kLanes, 0.0f);
  for (float* ones : {t.caustic, t.beam_gain, t.sun_shown, t.open})
    std::fill_n(ones, raytrace::kLanes, 1.0f);
}

}  // namespace hadal::sensors
