// Relief of the ground: lookups of flat tiles in metres, and the ripples of sand.
//
// The ground repeats after 1024 m, therefore every frequency is a whole number of cycles in 1024 m
// along each axis (`cycles` below), also of tiles that lie askew.
#if defined(HADAL_SENSORS_RELIEF_GROUND_RELIEF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_RELIEF_GROUND_RELIEF_INL_H_
#undef HADAL_SENSORS_RELIEF_GROUND_RELIEF_INL_H_
#else
#define HADAL_SENSORS_RELIEF_GROUND_RELIEF_INL_H_
#endif

#include <cmath>

#include "sensors/relief/sand.h"
#include "sensors/relief/texture-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

// How much of a detail of a size is left in pixels of a size: all up to a sixth, nothing from half.
HWY_INLINE V shown(V footprint, V size_m) {
  return unit(all(1.5f) - all(3) * footprint / size_m);
}
HWY_INLINE V shown(V footprint, float size_m) {
  return unit(all(1.5f) - footprint * all(3 / size_m));
}

constexpr float kPerMetre = 1.0f / 1024;  // one cycle in the period of the ground

// A flat tile seen from above, its u axis along (cycles_x, -cycles_y); slopes per metre along x, y.
// A plain tile fades before its period could show.
HWY_INLINE Channels ground_tile(const TextureTiles::Tile& tile, V x, V y, int cycles_x,
                                int cycles_y, V footprint) {
  const float kx = static_cast<float>(cycles_x) * kPerMetre,
              ky = static_cast<float>(cycles_y) * kPerMetre, k = std::sqrt(kx * kx + ky * ky);
  const Channels at = tile_at(tile, x * all(kx) - y * all(ky), x * all(ky) + y * all(kx),
                              footprint * all(TextureTiles::kSide * k));
  const V left = shown(footprint, 0.3f / k), l_kx = left * all(kx), l_ky = left * all(ky);
  return {at.a * left, at.b * l_kx + at.c * l_ky, at.c * l_kx - at.b * l_ky, at.d * left};
}
// Scattered, without period; cycles is a power of 2.
HWY_INLINE Channels scattered_tile(const TextureTiles::Tile& tile, V x, V y, int cycles,
                                   V footprint) {
  const float k = static_cast<float>(cycles) * kPerMetre;
  const Channels at =
      scattered_at(tile, x * all(k), y * all(k), footprint * all(TextureTiles::kSide * k), cycles);
  return {at.a, at.b * all(k), at.c * all(k), at.d};
}

// Long, faint differences between places, 68 m period.
HWY_INLINE Channels broad_ground(const TextureTiles::Tile& clouds, V x, V y, V footprint) {
  return ground_tile(clouds, x, y, 12, 9, footprint);
}
// Patches of sand, 4 m.
HWY_INLINE Channels sand_clouds(const TextureTiles::Tile& clouds, V x, V y, V footprint) {
  return scattered_tile(clouds, x, y, 256, footprint);
}

// Wave ripples: h = H/2 (sin phi + 1/4 sin(2 phi)), crests sharper than troughs and wandering with
// the clouds; H up to a ninth of the wavelength. None on slopes beyond 20 degrees. The slope across
// the crests, along kAcrossSand, is kSandSlope amount (cos phi - 1/2 cos(2 phi)).
struct SandWander {
  V turns;   // phi
  V amount;  // 0..1
};
// up: upward part of the normal.
HWY_INLINE SandWander sand_wander(V x, V y, V up, V wavelength, const Channels& cloud,
                                  const Channels& broad) {
  const V along = hn::Round(all(kAcrossSand[0] * 1024) / wavelength),
          across = hn::Round(all(kAcrossSand[1] * 1024) / wavelength);
  const V turns = (x * along + y * across) * all(kPerMetre) + all(0.8f) * cloud.a +
                  all(7.0f) * broad.d;
  const V steep = all(1) - square(up);
  return {turns, unit(all(0.72f) + all(1.3f) * cloud.d + all(0.9f) * broad.a) *
                     unit(all(2) - all(14) * steep)};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
