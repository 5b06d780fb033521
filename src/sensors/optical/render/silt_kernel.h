// Clouds of silt in a picture (environment/silt/silt_view.h), sixteen pixels at a time. The way of a
// pixel is cut into kSiltParts parts, finer near the eye; the scattering S of each is a closed form.
//   things:  times exp(-k S), k = a/b + 1/2 of the colour;
//   light that the water scatters on the way: each part's fraction of it, dimmed by the parts before;
//   the veil of the cloud: sum over the parts of (exp(-k S_before) - exp(-k S_after)) J exp(-c' t) / k.
// J by day: half of what is scattered leaves the picture, and takes the place of as much light from
// all around, 4/3 E / (4 pi), E of the water at that depth. Of lamps: their light there, turned by
// the phase function of particles, dimmed by water and cloud on its way from the lamp.
// The light of lamps is looked up at a place of each part that the tile's dither says.
// Scattered once; the cloud casts no shadow by day, and none on itself.
#pragma once
#include "environment/silt/silt_view.h"
#include "sensors/optical/render/shade_kernel.h"

namespace hadal::sensors {

constexpr int kSiltParts = 12;

// Of the three colours of a camera.
struct SiltLight {
  explicit SiltLight(const environment::SiltView& view, const Light& light,
                     const std::array<double, kColours>& wavelength_nm);
  const environment::SiltView* view;
  const Light* light;
  float picture_loss[kColours];
};

// Integral of b along rays, from their origins to a length each.
void silt_along(const environment::SiltView& view, const raytrace::Rays& rays,
                const float* length_m, float* out);

// What the cloud makes of the tile's light: daylight, that of lamps scattered on the way, or both.
struct SiltVeil {
  bool day = true, lamps = true;
};
void veil_by_silt(const SiltLight& silt, SiltVeil veil, Tile16& tile);
// Dims lamp_shown by the cloud between the lamp and the surfaces.
void dim_lamp_by_silt(const SiltLight& silt, const LampLight& lamp, Tile16& tile);

}  // namespace hadal::sensors
