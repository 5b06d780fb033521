#include "sensors/acoustic/tile_echoes.h"

#include <bit>

#define HWY_TARGET_INCLUDE "sensors/acoustic/tile_echoes.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

// As WaterPath::at().
HWY_INLINE V water_at(const WaterPath& water, const float* table, V deeper) {
  constexpr float kEnd = WaterPath::kNodes - 1.001f;
  const V place = (deeper + all(water.reach_m())) * all(water.per_m());
  const V x = hn::Min(hn::Max(place, hn::Zero(d)), all(kEnd));
  const auto i = hn::ConvertTo(di, x);
  const V low = hn::GatherIndex(d, table, i), high = hn::GatherIndex(d, table + 1, i);
  return low + (high - low) * (x - hn::ConvertTo(d, i));
}

// As ScatterTable::at().
HWY_INLINE V strength_at(const ScatterTable& scatter, I material, V cosine) {
  constexpr int kSteps = ScatterTable::kSteps;
  const V x = cosine * all(kSteps);
  const auto i = hn::Min(hn::ConvertTo(di, x), hn::Set(di, kSteps - 1));
  const auto at = material * hn::Set(di, kSteps + 1) + i;
  const V low = hn::GatherIndex(d, scatter.values(), at);
  const V high = hn::GatherIndex(d, scatter.values() + 1, at);
  return low + (high - low) * (x - hn::ConvertTo(d, i));
}

// As SurfaceCells::key().
HWY_INLINE U key_step(U hash, U value) {
  const U mixed = hn::Xor(hash, value) * hn::Set(db, SurfaceCells::kStep);
  return hn::Xor(mixed, hn::ShiftRight<SurfaceCells::kShift>(mixed));
}

void place_lanes(const TileSetup& s, const FanTile& tile, const raytrace::Rays& rays,
                 const raytrace::Hits& hits, const int32_t* material, EchoTile& echo,
                 TilePlaces& places) {
  alignas(64) static constexpr int32_t kLane[kEchoLanes] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                            8, 9, 10, 11, 12, 13, 14, 15};
  const int shift = std::countr_zero(static_cast<unsigned>(tile.rows));
  for (size_t k = 0; k < kEchoLanes; k += hn::Lanes(d)) {
    const auto made_of = hn::LoadU(di, material + k);
    const auto found = hn::RebindMask(d, made_of > hn::Set(di, raytrace::kNothing));
    const V dx = hn::Load(d, rays.dx + k), dy = hn::Load(d, rays.dy + k);
    const V dz = hn::Load(d, rays.dz + k);
    const V range = hn::IfThenElse(found, hn::Load(d, hits.range_m + k), all(1));
    const V deeper = dz * range;
    const V stretch = water_at(s.water, s.water.stretch_table(), deeper);
    const V bin = (range * stretch - all(s.min_range_m)) * all(s.bins_per_m);
    hn::Store(hn::IfThenElse(found, bin, all(kNoBin)), d, places.bin + k);
    hn::Store(range, d, echo.range_m + k);
    const V along_normal = dx * hn::Load(d, hits.nx + k) + dy * hn::Load(d, hits.ny + k) +
                           dz * hn::Load(d, hits.nz + k);
    const V cosine = hn::IfThenElse(
        found, hn::Min(hn::Max(hn::Neg(along_normal), hn::Zero(d)), all(1)), all(1));
    hn::Store(cosine, d, echo.cosine + k);
    const V strength = strength_at(s.scatter, hn::Max(made_of, hn::Zero(di)), cosine);
    hn::Store(hn::IfThenElseZero(found, strength), d, echo.strength + k);
    hn::Store(water_at(s.water, s.water.absorption_table(), deeper), d, echo.absorption + k);

    const auto lane = hn::Load(di, kLane + k);
    const auto c = hn::ShiftRightSame(lane, shift) + hn::Set(di, tile.column);
    const auto e = hn::And(lane, hn::Set(di, tile.rows - 1)) + hn::Set(di, tile.row);
    hn::Store(hn::GatherIndex(d, s.column_gain, c) * hn::GatherIndex(d, s.row_gain, e), d,
              echo.gain + k);
    hn::Store(hn::GatherIndex(d, s.row_patch, e), d, echo.patch + k);

    const V x = hn::Load(d, rays.ox + k) + dx * range, y = hn::Load(d, rays.oy + k) + dy * range;
    const V z = hn::Load(d, rays.oz + k) + deeper;
    U key = hn::Set(db, s.cells.key);
    for (int i = 0; i < 3; ++i) {
      const float* R = s.cells.R + 3 * i;
      const V q = all(R[0]) * x + all(R[1]) * y + all(R[2]) * z + all(s.cells.shift[i]);
      hn::Store(q, d, places.cell[i] + k);
      const U whole = hn::BitCast(db, hn::ConvertTo(di, hn::Floor(q)));
      key = key_step(key, whole + hn::Set(db, s.cells.cell[i]));
    }
    hn::Store(key, db, echo.key + k);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(place_lanes);
}

void place_echoes(const TileSetup& setup, const FanTile& tile, const raytrace::Rays& rays,
                  const raytrace::Hits& hits, const int32_t* material, EchoTile& echo,
                  TilePlaces& places) {
  HWY_DYNAMIC_DISPATCH(place_lanes)(setup, tile, rays, hits, material, echo, places);
}

}  // namespace hadal::sensors
#endif
