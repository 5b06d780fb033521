#include "sensors/acoustic/tile_echoes.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/tile_echoes.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

// Where depths lie between two nodes of the tables of WaterPath, as in its at(). Rays that end at
// about one depth, as those on flat ground, need one pair of nodes.
struct WaterNodes {
  I i;
  V fraction;
  int32_t only;  // node of all lanes, or -1
};
HWY_INLINE WaterNodes nodes_at(const WaterPath& water, V deeper) {
  constexpr float kEnd = WaterPath::kNodes - 1.001f;
  const V place = (deeper + all(water.reach_m())) * all(water.per_m());
  const V x = hn::Min(hn::Max(place, hn::Zero(d)), all(kEnd));
  const auto i = hn::ConvertTo(di, x);
  const int32_t first = hn::GetLane(i);
  return {i, x - hn::ConvertTo(d, i), hn::AllTrue(di, i == hn::Set(di, first)) ? first : -1};
}
HWY_INLINE V water_at(const float* table, const WaterNodes& nodes) {
  if (nodes.only >= 0) {
    const V low = all(table[nodes.only]);
    return low + (all(table[nodes.only + 1]) - low) * nodes.fraction;
  }
  const V low = hn::GatherIndex(d, table, nodes.i), high = hn::GatherIndex(d, table + 1, nodes.i);
  return low + (high - low) * nodes.fraction;
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

template <int kRows>
HWY_INLINE void gains(const TileSetup& s, const FanTile& tile, EchoTile& echo) {
  const float *row_gain = s.row_gain + tile.row, *row_patch = s.row_patch + tile.row;
  for (int c = 0; c < kEchoLanes / kRows; ++c) {
    const float column_gain = s.column_gain[tile.column + c];
    for (int e = 0; e < kRows; ++e) {
      echo.gain[c * kRows + e] = column_gain * row_gain[e];
      echo.patch[c * kRows + e] = row_patch[e];
    }
  }
}

void place_lanes(const TileSetup& s, const FanTile& tile, const raytrace::Rays& rays,
                 const raytrace::Hits& hits, const int32_t* material, EchoTile& echo,
                 TilePlaces& places) {
  if (tile.rows == 4)
    gains<4>(s, tile, echo);
  else if (tile.rows == 2)
    gains<2>(s, tile, echo);
  else
    gains<1>(s, tile, echo);
  for (size_t k = 0; k < kEchoLanes; k += hn::Lanes(d)) {
    const auto made_of = hn::LoadU(di, material + k);
    const auto found = hn::RebindMask(d, made_of > hn::Set(di, raytrace::kNothing));
    const V dx = hn::Load(d, rays.dx + k), dy = hn::Load(d, rays.dy + k);
    const V dz = hn::Load(d, rays.dz + k);
    const V range = hn::IfThenElse(found, hn::Load(d, hits.range_m + k), all(1));
    const V deeper = dz * range;
    const WaterNodes nodes = nodes_at(s.water, deeper);
    const V stretch = water_at(s.water.stretch_table(), nodes);
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
    hn::Store(water_at(s.water.absorption_table(), nodes), d, echo.absorption + k);

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
