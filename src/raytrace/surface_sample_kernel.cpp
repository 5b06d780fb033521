#include "raytrace/surface_sample_kernel.h"

#include <algorithm>

#define HWY_TARGET_INCLUDE "raytrace/surface_sample_kernel.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::raytrace::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

// A cell along one axis: its first node, where a place lies in it, and one over the way between the
// neighbours of each of its nodes, none of which is beyond the border.
struct Cell {
  I low;
  V fraction, per_low, per_high;
};
HWY_INLINE Cell cell_at(V place, float per_cell, int nodes) {
  const V u = hn::Min(hn::Max(place * hn::Set(d, per_cell), hn::Zero(d)),
                      hn::Set(d, static_cast<float>(nodes - 1)));
  const I last = hn::Set(di, nodes - 1), one = hn::Set(di, 1);
  Cell c;
  c.low = hn::Min(hn::ConvertTo(di, u), hn::Set(di, nodes - 2));
  const I high = c.low + one, before = hn::Max(c.low - one, hn::Zero(di));
  const I after = hn::Min(high + one, last);
  c.fraction = u - hn::ConvertTo(d, c.low);
  c.per_low = hn::Set(d, per_cell) / hn::ConvertTo(d, high - before);
  c.per_high = hn::Set(d, per_cell) / hn::ConvertTo(d, after - c.low);
  return c;
}
HWY_INLINE V between(V low, V high, V fraction) {
  return low + (high - low) * fraction;
}

struct Slopes {
  V x, y;
};
// Of all lanes whose places lie in one cell, the first of which is (row, column).
HWY_INLINE Slopes slopes_in(const HeightField& field, const Cell& r, const Cell& c, int row,
                            int column) {
  const int rows[] = {std::max(row - 1, 0), row, row + 1, std::min(row + 2, field.rows() - 1)};
  const int before = std::max(column - 1, 0), after = std::min(column + 2, field.columns() - 1);
  const auto z = [&](int i, int j) { return hn::Set(d, field.row(rows[i])[j]); };
  const int low = column, high = column + 1;
  const V z00 = z(1, low), z01 = z(1, high), z10 = z(2, low), z11 = z(2, high);
  const V x00 = (z10 - z(0, low)) * r.per_low, x01 = (z11 - z(0, high)) * r.per_low;
  const V x10 = (z(3, low) - z00) * r.per_high, x11 = (z(3, high) - z01) * r.per_high;
  const V y00 = (z01 - z(1, before)) * c.per_low, y01 = (z(1, after) - z00) * c.per_high;
  const V y10 = (z11 - z(2, before)) * c.per_low, y11 = (z(2, after) - z10) * c.per_high;
  return {between(between(x00, x01, c.fraction), between(x10, x11, c.fraction), r.fraction),
          between(between(y00, y01, c.fraction), between(y10, y11, c.fraction), r.fraction)};
}
// Cell by cell: neighbours end in few cells, and gathering for each lane is dear.
HWY_INLINE Slopes slopes_at(const HeightField& field, V x, V y, hn::Mask<Tag> on) {
  const auto per_cell = static_cast<float>(1 / field.cell_m());
  const Cell r = cell_at(x, per_cell, field.rows()), c = cell_at(y, per_cell, field.columns());
  alignas(32) int32_t row[8], column[8];
  hn::Store(r.low, di, row), hn::Store(c.low, di, column);
  Slopes out{hn::Zero(d), hn::Zero(d)};
  for (auto left = on; !hn::AllFalse(d, left);) {
    const auto first = static_cast<size_t>(hn::FindFirstTrue(d, left));
    const auto in_row = hn::RebindMask(d, r.low == hn::Set(di, row[first]));
    const auto in_column = hn::RebindMask(d, c.low == hn::Set(di, column[first]));
    const auto here = hn::And(in_row, in_column);
    const Slopes s = slopes_in(field, r, c, row[first], column[first]);
    out = {hn::IfThenElse(here, s.x, out.x), hn::IfThenElse(here, s.y, out.y)};
    left = hn::AndNot(here, left);
  }
  return out;
}

void sample_lanes(const HeightField& field, const std::array<float, 3>& t, uint32_t mine,
                 const Rays& rays, const Hits& hits, SurfaceSample& out) {
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
    const Slopes s = slopes_at(field, x, y, on);
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

}  // namespace hadal::raytrace::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::raytrace {
namespace {
HWY_EXPORT(sample_lanes);
}  // namespace

void sample_level(const HeightField& field, const std::array<float, 3>& translation_A,
                  uint32_t mine,
                 const Rays& rays, const Hits& hits, SurfaceSample& out) {
  HWY_DYNAMIC_DISPATCH(sample_lanes)(field, translation_A, mine, rays, hits, out);
}

}  // namespace hadal::raytrace
#endif
