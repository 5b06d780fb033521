#include "raytrace/touch_kernel.h"

// As field_kernel.cpp: baseline, SSE4 and AVX2, the same bits.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raytrace/touch_kernel.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::raytrace {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 8>;
using IntTag = hn::RebindToSigned<Tag>;
using V = hn::Vec<Tag>;
using I = hn::Vec<IntTag>;
const Tag d;
const IntTag di;

// A cell along one axis: its nodes and the two beside them, none beyond the border, where a place
// lies in it, and one over the way between the neighbours of each of its nodes.
struct Cell {
  I before, low, high, after;
  V share, per_low, per_high;
};
HWY_INLINE Cell cell_at(V place, float per_cell, int nodes) {
  const V u = hn::Min(hn::Max(place * hn::Set(d, per_cell), hn::Zero(d)),
                      hn::Set(d, static_cast<float>(nodes - 1)));
  const I last = hn::Set(di, nodes - 1), one = hn::Set(di, 1);
  Cell c;
  c.low = hn::Min(hn::ConvertTo(di, u), hn::Set(di, nodes - 2));
  c.high = c.low + one;
  c.before = hn::Max(c.low - one, hn::Zero(di));
  c.after = hn::Min(c.high + one, last);
  c.share = u - hn::ConvertTo(d, c.low);
  c.per_low = hn::Set(d, per_cell) / hn::ConvertTo(d, c.high - c.before);
  c.per_high = hn::Set(d, per_cell) / hn::ConvertTo(d, c.after - c.low);
  return c;
}
HWY_INLINE V between(V low, V high, V share) {
  return low + (high - low) * share;
}

struct Slopes {
  V x, y;
};
HWY_INLINE Slopes slopes_at(const HeightField& field, V x, V y) {
  const auto per_cell = static_cast<float>(1 / field.cell_m());
  const Cell r = cell_at(x, per_cell, field.rows()), c = cell_at(y, per_cell, field.columns());
  const I columns = hn::Set(di, field.columns());
  const auto z = [&](I row, I column) {
    return hn::GatherIndex(d, field.row(0), row * columns + column);
  };
  const V z00 = z(r.low, c.low), z01 = z(r.low, c.high);
  const V z10 = z(r.high, c.low), z11 = z(r.high, c.high);
  const V x00 = (z10 - z(r.before, c.low)) * r.per_low;
  const V x01 = (z11 - z(r.before, c.high)) * r.per_low;
  const V x10 = (z(r.after, c.low) - z00) * r.per_high;
  const V x11 = (z(r.after, c.high) - z01) * r.per_high;
  const V y00 = (z01 - z(r.low, c.before)) * c.per_low;
  const V y01 = (z(r.low, c.after) - z00) * c.per_high;
  const V y10 = (z11 - z(r.high, c.before)) * c.per_low;
  const V y11 = (z(r.high, c.after) - z10) * c.per_high;
  return {between(between(x00, x01, c.share), between(x10, x11, c.share), r.share),
          between(between(y00, y01, c.share), between(y10, y11, c.share), r.share)};
}

void touch_lanes(const HeightField& field, const std::array<float, 3>& t, uint32_t mine,
                 const Rays& rays, const Hits& hits, Touched& out) {
  alignas(64) int32_t lane_bits[kLanes];
  for (int k = 0; k < kLanes; ++k) lane_bits[k] = static_cast<int32_t>(mine >> k & 1);
  for (size_t k = 0; k < kLanes; k += hn::Lanes(d)) {
    const auto on = hn::RebindMask(d, hn::Load(di, lane_bits + k) > hn::Zero(di));
    if (hn::AllFalse(d, on)) continue;
    const auto load = [k](const float* from) { return hn::Load(d, from + k); };
    const V range = hn::IfThenElseZero(on, load(hits.range_m));
    const V x = load(rays.ox) + load(rays.dx) * range - hn::Set(d, t[0]);
    const V y = load(rays.oy) + load(rays.dy) * range - hn::Set(d, t[1]);
    const V z = load(rays.oz) + load(rays.dz) * range - hn::Set(d, t[2]);
    const Slopes s = slopes_at(field, x, y);
    const V against = s.x * load(hits.nx) + s.y * load(hits.ny) - load(hits.nz);
    const V length = hn::Sqrt(s.x * s.x + s.y * s.y + hn::Set(d, 1.0f));
    const V scale = hn::CopySign(hn::Set(d, 1.0f), against) / length;
    const auto put = [&](V value, float* to) {
      hn::Store(hn::IfThenElse(on, value, load(to)), d, to + k);
    };
    put(s.x * scale, out.nx), put(s.y * scale, out.ny), put(hn::Zero(d) - scale, out.nz);
    put(x, out.lx), put(y, out.ly), put(z, out.lz);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace hadal::raytrace
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::raytrace {
namespace {
HWY_EXPORT(touch_lanes);
}  // namespace

void touch_level(const HeightField& field, const std::array<float, 3>& translation_A, uint32_t mine,
                 const Rays& rays, const Hits& hits, Touched& out) {
  HWY_DYNAMIC_DISPATCH(touch_lanes)(field, translation_A, mine, rays, hits, out);
}

}  // namespace hadal::raytrace
#endif
