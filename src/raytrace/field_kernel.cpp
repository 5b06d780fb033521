#include "raytrace/field_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

// Baseline, SSE4 and AVX2 only. No operation is fused, and every lane is computed alike whatever
// the width of the registers: the same bits on every x86-64 machine.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raytrace/field_kernel.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::raytrace {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 8>;
using V = hn::Vec<Tag>;
const Tag d;
const hn::RebindToSigned<Tag> di;

HWY_INLINE V all(float value) {
  return hn::Set(d, value);
}
HWY_INLINE float smallest(const float* x, size_t lanes) {
  V least = hn::Load(d, x);
  for (size_t k = hn::Lanes(d); k < lanes; k += hn::Lanes(d))
    least = hn::Min(least, hn::Load(d, x + k));
  return hn::GetLane(hn::MinOfLanes(d, least));
}
HWY_INLINE float largest(const float* x, size_t lanes) {
  V most = hn::Load(d, x);
  for (size_t k = hn::Lanes(d); k < lanes; k += hn::Lanes(d))
    most = hn::Max(most, hn::Load(d, x + k));
  return hn::GetLane(hn::MaxOfLanes(d, most));
}

// What holds sixteen rays: position at range t between o.low + t d.low and o.high + t d.high on
// each axis. To reach a box, it needs o.high + t d.high >= low and o.low + t d.low <= high: six
// linear conditions on t, each a lower or an upper bound of it.
struct Beam {
  struct Condition {
    float o, r;          // t against (side - o) r
    float lower, upper;  // 0 where it is such a bound, else -inf and inf
  };
  Condition c[3][2];  // per axis: against the low and the high side of a box
  float near_m;

  HWY_INLINE void set(int axis, float o_low, float o_high, float d_low, float d_high) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    constexpr float kStill = 1e-12f;
    const float high = std::abs(d_high) < kStill ? kStill : d_high;
    const float low = std::abs(d_low) < kStill ? -kStill : d_low;
    c[axis][0] = {o_high, 1 / high, high > 0 ? 0 : -kInf, high > 0 ? kInf : 0};
    c[axis][1] = {o_low, 1 / low, low > 0 ? -kInf : 0, low > 0 ? 0 : kInf};
  }
  HWY_INLINE void narrow(int axis, int side, V at, V& from, V& to) const {
    const Condition& x = c[axis][side];
    const V t = (at - all(x.o)) * all(x.r);
    from = hn::Max(from, t + all(x.lower));
    to = hn::Min(to, t + all(x.upper));
  }
};

HWY_INLINE unsigned bits_of(hn::Mask<Tag> mask) {
  uint8_t bits[8] = {};
  hn::StoreMaskBits(d, mask, bits);
  return bits[0];
}

// The same rays in the frame of a field, x and y in cells.
class FieldWalk {
 public:
  FieldWalk(FieldPacket& packet, const FieldTracer::Field& field, int index)
      : packet_(packet), shape_(*field.shape), index_(index) {
    enter(field);
    bound();
    const int32_t mine = index;
    for (size_t k = 0; k < packet.lanes; ++k)
      first_[k] = packet.field[k] > mine ? kAnyPrimitive : -1;
  }

  void run() { visit(static_cast<int>(shape_.levels().size()) - 1, 0, 0); }

 private:
  void enter(const FieldTracer::Field& field) {
    cell_ = static_cast<float>(shape_.cell_m());
    per_cell_ = 1 / cell_;
    const auto& t = field.translation_A;
    const auto& R = field.R;
    const float extent = static_cast<float>(shape_.rows() + shape_.columns());
    const float depth = std::max(std::abs(shape_.low()), std::abs(shape_.high()));
    for (size_t k = 0; k < packet_.lanes; k += hn::Lanes(d)) {
      V x = hn::Load(d, packet_.o[0] + k) - all(t[0]),
        y = hn::Load(d, packet_.o[1] + k) - all(t[1]);
      V z = hn::Load(d, packet_.o[2] + k) - all(t[2]);
      V dx = hn::Load(d, packet_.dir[0] + k), dy = hn::Load(d, packet_.dir[1] + k);
      V dz = hn::Load(d, packet_.dir[2] + k);
      if (field.turned) {
        const V ox = x, oy = y, oz = z, ex = dx, ey = dy, ez = dz;
        x = all(R[0]) * ox + all(R[3]) * oy + all(R[6]) * oz;
        y = all(R[1]) * ox + all(R[4]) * oy + all(R[7]) * oz;
        z = all(R[2]) * ox + all(R[5]) * oy + all(R[8]) * oz;
        dx = all(R[0]) * ex + all(R[3]) * ey + all(R[6]) * ez;
        dy = all(R[1]) * ex + all(R[4]) * ey + all(R[7]) * ez;
        dz = all(R[2]) * ex + all(R[5]) * ey + all(R[8]) * ez;
      }
      const V u = x * all(per_cell_), v = y * all(per_cell_);
      const V du = dx * all(per_cell_), dv = dy * all(per_cell_);
      hn::Store(u, d, u_ + k), hn::Store(v, d, v_ + k), hn::Store(z, d, z_ + k);
      hn::Store(du, d, du_ + k), hn::Store(dv, d, dv_ + k), hn::Store(dz, d, dz_ + k);
      hn::Store(hn::Max(hn::Abs(du), hn::Abs(dv)), d, fastest_ + k);
      hn::Store((hn::Abs(u) + hn::Abs(v) + all(extent)) * all(kRounding) + all(kRounding), d,
                error_uv_ + k);
      hn::Store((hn::Abs(z) + all(depth)) * all(kRounding), d, error_z_ + k);
    }
  }

  void bound() {
    const float extent = static_cast<float>(shape_.rows() + shape_.columns());
    const auto axis = [&](int i, const float* o, const float* dir, float margin) HWY_ATTR {
      const float low = smallest(o, packet_.lanes), high = largest(o, packet_.lanes);
      const float wider = margin + 2 * kRounding * (std::abs(low) + std::abs(high) + extent);
      beam_.set(i, low - wider, high + wider, smallest(dir, packet_.lanes),
                largest(dir, packet_.lanes));
    };
    axis(0, u_, du_, kOutside);
    axis(1, v_, dv_, kOutside);
    axis(2, z_, dz_, kRounding * std::max(std::abs(shape_.low()), std::abs(shape_.high())));
    beam_.near_m = smallest(packet_.near_m, packet_.lanes);
    // Children from near to far: a flip of the row and of the column where rays go back.
    flip_ = (du_[0] < 0 ? 12u : 0u) | (dv_[0] < 0 ? 3u : 0u);
  }

  float far_with_rounding() const { return beyond_rounding(packet_.far_m); }

  // Which children of a block the beam may reach, and from where on.
  unsigned children(const HeightField::Block& block, float i0, float j0, float size,
                    float* from_m) const {
    static_assert(HeightField::kChildren == kLanes);
    alignas(64) static constexpr float kRow[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    alignas(64) static constexpr float kColumn[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
    unsigned bits = 0;
    for (size_t k = 0; k < kLanes; k += hn::Lanes(d)) {
      const V i = hn::Load(d, kRow + k) * all(size) + all(i0);
      const V j = hn::Load(d, kColumn + k) * all(size) + all(j0);
      V from = all(beam_.near_m), to = all(far_with_rounding());
      beam_.narrow(0, 0, i, from, to);
      beam_.narrow(0, 1, i + all(size), from, to);
      beam_.narrow(1, 0, j, from, to);
      beam_.narrow(1, 1, j + all(size), from, to);
      beam_.narrow(2, 0, hn::Load(d, block.low + k), from, to);
      beam_.narrow(2, 1, hn::Load(d, block.high + k), from, to);
      hn::Store(from, d, from_m + k);
      bits |= bits_of(from <= to) << k;
    }
    return bits;
  }

  void visit(int level, int row, int column) {
    const HeightField::Level& blocks = shape_.levels()[static_cast<size_t>(level)];
    const int size = 1 << (2 * level), i0 = 4 * row * size, j0 = 4 * column * size;
    alignas(64) float from_m[kLanes];
    unsigned bits =
        children(blocks.blocks[static_cast<size_t>(row) * blocks.columns + column],
                 static_cast<float>(i0), static_cast<float>(j0), static_cast<float>(size), from_m);
    for (unsigned step = 0; bits != 0; ++step) {
      const unsigned child = step ^ flip_;
      if (!(bits >> child & 1)) continue;
      bits &= ~(1u << child);
      if (from_m[child] > far_with_rounding()) continue;
      const int a = static_cast<int>(child) / 4, b = static_cast<int>(child) % 4;
      if (level > 0)
        visit(level - 1, 4 * row + a, 4 * column + b);
      else
        meet_cell(i0 + a, j0 + b);
    }
  }

  void meet_cell(int i, int j) {
    const float *near = shape_.row(i) + j, *far = shape_.row(i + 1) + j;
    const int32_t cell = 2 * (i * (shape_.columns() - 1) + j);
    const float fi = static_cast<float>(i), fj = static_cast<float>(j);
    bool met = meet<false>(fi, fj, near[0], far[0] - near[0], far[1] - far[0], cell);
    met |= meet<true>(fi, fj, near[0], far[1] - near[1], near[1] - near[0], cell + 1);
    if (met) packet_.far_m = largest(packet_.best, packet_.lanes);
  }

  // The triangle with u >= v, or the one with u <= v.
  template <bool kSecond>
  HWY_INLINE bool meet(float i, float j, float z00, float gu, float gv, int32_t primitive) {
    const V steep = all(std::abs(gu) + std::abs(gv));
    bool met = false;
    for (size_t k = 0; k < packet_.lanes; k += hn::Lanes(d)) {
      const V u0 = hn::Load(d, u_ + k) - all(i), v0 = hn::Load(d, v_ + k) - all(j);
      const V du = hn::Load(d, du_ + k), dv = hn::Load(d, dv_ + k);
      const V above = (all(z00) + all(gu) * u0 + all(gv) * v0) - hn::Load(d, z_ + k);
      const V per_closing = all(1) / (hn::Load(d, dz_ + k) - all(gu) * du - all(gv) * dv);
      const V t = above * per_closing;
      const V u = u0 + t * du, v = v0 + t * dv;
      const V inside =
          kSecond ? hn::Min(hn::Min(u, all(1) - v), v - u) : hn::Min(hn::Min(v, all(1) - u), u - v);
      const V error_uv = hn::Load(d, error_uv_ + k);
      const V error_t = (hn::Load(d, error_z_ + k) + steep * error_uv) * hn::Abs(per_closing);
      const V outside = hn::Min(error_uv + error_t * hn::Load(d, fastest_ + k), all(kOutside));
      const V best = hn::Load(d, packet_.best + k);
      const auto first = hn::Load(di, first_ + k);
      const auto earlier = hn::RebindMask(d, hn::Set(di, primitive) < first);
      const auto nearer = hn::Or(t < best, hn::And(t == best, earlier));
      const auto hit = hn::And(hn::And(inside + outside >= hn::Zero(d), nearer),
                               t >= hn::Load(d, packet_.near_m + k));
      if (hn::AllFalse(d, hit)) continue;
      met = true;
      hn::Store(hn::IfThenElse(hit, packet_.any ? all(-1) : t, best), d, packet_.best + k);
      const auto put = [&](float value, float* to) HWY_ATTR {
        hn::Store(hn::IfThenElse(hit, all(value), hn::Load(d, to)), d, to);
      };
      put(gu * per_cell_, packet_.slope_x + k);
      put(gv * per_cell_, packet_.slope_y + k);
      const auto whole = hn::RebindMask(di, hit);
      hn::Store(hn::IfThenElse(whole, hn::Set(di, primitive), first), di, first_ + k);
      hn::Store(hn::IfThenElse(whole, hn::Set(di, index_), hn::Load(di, packet_.field + k)), di,
                packet_.field + k);
    }
    return met;
  }

  FieldPacket& packet_;
  const HeightField& shape_;
  int32_t index_;
  float cell_, per_cell_;
  alignas(64) float u_[kLanes] = {}, v_[kLanes] = {}, z_[kLanes] = {};
  alignas(64) float du_[kLanes] = {}, dv_[kLanes] = {}, dz_[kLanes] = {};
  alignas(64) float fastest_[kLanes] = {}, error_uv_[kLanes] = {}, error_z_[kLanes] = {};
  alignas(64) int32_t first_[kLanes];  // primitives before this one win when ranges are equal
  Beam beam_;
  unsigned flip_;
};

struct Candidate {
  float from_m;
  uint32_t index;
};

// The fields that a beam may reach, from near to far. A full list is worked off and begun anew.
class Candidates {
 public:
  Candidates(const FieldList& list, FieldPacket& packet) : list_(list), packet_(packet) {}

  void add(float from_m, uint32_t index) {
    if (count_ == kMost) run();
    size_t at = count_++;
    for (; at > 0 && all_[at - 1].from_m > from_m; --at) all_[at] = all_[at - 1];
    all_[at] = {from_m, index};
  }
  void run() {
    for (size_t i = 0; i < count_; ++i)
      if (all_[i].from_m <= beyond_rounding(packet_.far_m))
        FieldWalk(packet_, list_.fields[all_[i].index], static_cast<int>(all_[i].index)).run();
    count_ = 0;
  }

 private:
  static constexpr size_t kMost = 64;
  const FieldList& list_;
  FieldPacket& packet_;
  Candidate all_[kMost];
  size_t count_ = 0;
};

// Members of a group that the beam may reach and that rays see.
HWY_INLINE unsigned members(const Beam& beam, const FieldTracer::Group& group, uint32_t seen,
                            float far_m, float* from_m) {
  unsigned bits = 0, shown = 0;
  for (size_t k = 0; k < FieldTracer::kGroup; k += hn::Lanes(d)) {
    V from = all(beam.near_m), to = all(far_m);
    for (int axis = 0; axis < 3; ++axis) {
      beam.narrow(axis, 0, hn::Load(d, group.low[axis] + k), from, to);
      beam.narrow(axis, 1, hn::Load(d, group.high[axis] + k), from, to);
    }
    hn::Store(from, d, from_m + k);
    bits |= bits_of(from <= to) << k;
  }
  for (unsigned k = 0; k < FieldTracer::kGroup; ++k)
    shown |= static_cast<unsigned>((group.seen[k] & seen) != 0) << k;
  return bits & shown;
}

bool any_box(const FieldList& list, const Beam& beam, uint32_t seen, float far_m) {
  alignas(32) float from[FieldTracer::kGroup];
  for (size_t top = 0; top < list.box_top_count; ++top)
    for (unsigned groups = members(beam, list.box_tops[top], seen, far_m, from); groups != 0;
         groups &= groups - 1)
      if (members(beam, list.boxes[top * FieldTracer::kGroup + std::countr_zero(groups)], seen,
                  far_m, from))
        return true;
  return false;
}

void trace_lanes(const FieldList& list, uint32_t seen, FieldPacket& packet) {
  Beam beam;
  for (int axis = 0; axis < 3; ++axis) {
    const float low = smallest(packet.o[axis], packet.lanes),
                high = largest(packet.o[axis], packet.lanes);
    const float wider = 2 * kRounding * (std::abs(low) + std::abs(high) + 1);
    beam.set(axis, low - wider, high + wider, smallest(packet.dir[axis], packet.lanes),
             largest(packet.dir[axis], packet.lanes));
  }
  beam.near_m = smallest(packet.near_m, packet.lanes);
  packet.far_m = largest(packet.best, packet.lanes);
  const float far_m = beyond_rounding(packet.far_m);
  Candidates candidates(list, packet);
  alignas(32) float top_from[FieldTracer::kGroup], from[FieldTracer::kGroup];
  for (size_t top = 0; top < list.top_count; ++top)
    for (unsigned groups = members(beam, list.tops[top], seen, far_m, top_from); groups != 0;
         groups &= groups - 1) {
      const size_t group = top * FieldTracer::kGroup + std::countr_zero(groups);
      for (unsigned some = members(beam, list.groups[group], seen, far_m, from); some != 0;
           some &= some - 1) {
        const auto member = static_cast<size_t>(std::countr_zero(some));
        candidates.add(from[member], static_cast<uint32_t>(group * FieldTracer::kGroup + member));
      }
    }
  candidates.run();
  packet.boxes_ahead = any_box(list, beam, seen, beyond_rounding(packet.far_m));
}

}  // namespace HWY_NAMESPACE
}  // namespace hadal::raytrace
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::raytrace {
namespace {
HWY_EXPORT(trace_lanes);
}

void trace_packet(const FieldList& list, uint32_t seen, FieldPacket& packet) {
  HWY_DYNAMIC_DISPATCH(trace_lanes)(list, seen, packet);
}

}  // namespace hadal::raytrace
#endif
