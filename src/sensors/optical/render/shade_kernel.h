// The arithmetic of shading, sixteen pixels at a time; the rays between its stages are traced by
// picture.h. Model, per band (light.h, environment/optics/underwater_light.h):
//
// Daylight at depth z: the sun's beam E_s exp(-k_s z), all of it E exp(-K_d z), the rest is
// diffuse. A surface shows albedo/pi (E_n (n.l) caustic + diffuse share) besides its gloss, dimmed
// by exp(-c' t) on the way to the eye, c' = a + b/2.
//
// Light scattered into the eye on the way, in closed form, for light that fades as exp(-k z):
//   L = b p E (1 - exp(-(c' + k d_z) t)) / (c' + k d_z),   d_z the eye's direction, down
// with the phase function p of particles and of water itself towards the sun's beam, and for
// diffuse light a fraction between the one that gives deep water its reflectance (looking down) and
// kUpward (looking up).
//
// Lamps: I e^{-c' (r + t)} / r^2, scattered light by equi-angular samples along the part of the ray
// that lies in the cone (Kulla & Fajardo 2012), in which 1/r^2 cancels.
//
// Where rays end and begin: shade_kernel.cpp; daylight: day_kernel.cpp; lamps: lamp_kernel.cpp; the
// water surface: surface_kernel.cpp.
#pragma once
#include "raytrace/view.h"
#include "sensors/optical/render/caustics.h"
#include "sensors/optical/render/light.h"
#include "sensors/optical/render/surface16.h"
#include "sensors/optical/render/surface_view.h"

namespace hadal::sensors {

struct alignas(64) Tile16 {
  static constexpr int kLanes = raytrace::kLanes;
  raytrace::Rays rays;
  raytrace::Hits hits;
  Surface16 at;
  int32_t material[kLanes];  // -1 nothing
  float pixel_rad[kLanes];   // angle of a pixel
  float dither[kLanes];      // in [0, 1): shifts samples along rays
  // Found by stages.
  float range_m[kLanes];    // to what the ray ends on, at most its far end
  float water_m[kLanes];    // of that, under water
  float surface_m[kLanes];  // to the water surface; infinity where the ray goes elsewhere
  float slope_north[kLanes], slope_east[kLanes], unseen_slope[kLanes], foam[kLanes];  // of it there
  float beam_gain[kLanes];            // of `beam`, by waves; 1 on the average
  float caustic[kLanes];              // of the sun's beam at the surface point
  float sun_shown[kLanes];            // 0 in shadow
  float lamp_shown[kLanes];           // of the lamp at hand
  float open[kLanes];                 // 1 where nothing stands near
  float direct[kColours][kLanes];     // light of surfaces, at the eye
  float ambient[kColours][kLanes];    // likewise by light from all around, if nothing stood near
  float beam[kColours][kLanes];       // light of the sun's beam scattered in between, by even waves
  float scattered[kColours][kLanes];  // the other light of the water between
};

// Light of what the rays of a tile end on as it leaves there, before the water dims it: what
// `direct` and `ambient` would be without the way to the eye.
struct alignas(64) Leaving16 {
  float direct[kColours][raytrace::kLanes] = {};
  float ambient[kColours][raytrace::kLanes] = {};
};

// Whether the eye is above or below the water; the surface around it and the sky.
struct WaterSurface {
  bool from_below = true;
  SurfaceView surface;
  SkyView sky;
};

// Where rays meet the surface; their far ends are cut there.
void meet_surface(const WaterSurface& water, Tile16& tile);
// What the surface shows where a ray ends on it: the sky through it and what it mirrors, seen from
// below; from above the sky it mirrors, with `below` the rays that go on into the water and `gain`
// what of their light comes back. Rays that end nowhere show the sky when from above.
void show_surface(const Light& light, const WaterSurface& water, Tile16& tile,
                  raytrace::Rays& below, float* gain);

// Where the rays end, and how large pixels are there. Rays do not pass the surface.
void find_ends(float surface_z, Tile16& tile);

// Rays from the surface points towards the sun, off where it cannot shine.
void aim_at_sun(const Light& light, const Tile16& tile, raytrace::Rays& rays);
// Rays in directions about the normal, cosine-distributed by the two numbers of each lane.
void aim_around(const Tile16& tile, const float* first, const float* second, float reach_m,
                raytrace::Rays& rays);
// Rays to a lamp; off where it does not shine on the surface.
void aim_at_lamp(const LampLight& lamp, const Tile16& tile, raytrace::Rays& rays);

// What waves make of the sun's beam: at the surface points, and along the rays by that many
// samples. Where there is nothing to find, what was there stays.
void find_caustics(const Light& light, const CausticView& caustics, Tile16& tile);
void gather_beams(const Light& light, const CausticView& caustics, int samples, Tile16& tile);

// Daylight on surfaces, adds to direct and ambient; and in the water, adds to beam and scattered.
// Where a ray ends on nothing, the water goes on to the surface or 1000 m.
// What leaves the surfaces is added to `leaving`, if that is asked for.
void light_by_day(const Light& light, Tile16& tile, Leaving16* leaving = nullptr);
// Light of a lamp on surfaces, adds to direct.
void light_by_lamp(const Light& light, const LampLight& lamp, Tile16& tile,
                   Leaving16* leaving = nullptr);

// Light of a lamp scattered on the way; adds to scattered.
// `samples` on each ray, at most kMaxSamples; shown: bit per lane and sample, or nullptr.
constexpr int kMaxSamples = 16;
void scatter_lamp(const Light& light, const LampLight& lamp, int samples, const uint32_t* shown,
                  Tile16& tile);
// The places of those samples, for shadow rays: from there to the lamp.
void aim_samples(const LampLight& lamp, int samples, int sample, const Tile16& tile,
                 raytrace::Rays& rays);

}  // namespace hadal::sensors
