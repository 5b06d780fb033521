#include "raytrace/field_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#define HWY_TARGET_INCLUDE "raytrace/field_kernel.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::raytrace::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

HWY_INLINE float smallest(const float* x, size_t lanes) {
  V min = hn::Load(d, x);
  for (size_t k = hn::Lanes(d); k < lanes; k += hn::Lanes(d))
    min = hn::Min(min, hn::Load(d, x + k));
  return hn::GetLane(hn::MinOfLanes(d, min));
}
HWY_INLINE float largest(const float* x, size_t lanes) {
  V max = hn::Load(d, x);
  for (size_t k = hn::Lanes(d); k < lanes; k += hn::Lanes(d))
    max = hn::Max(max, hn::Load(d, x + k));
  return hn::GetLane(hn::MaxOfLanes(d, max));
}

constexpr float kStill = 1e-12f;  // components of directions that are smaller count as this

// What holds a packet: position at range t between o.low + t d.low and o.high + t d.high on each
// axis. To reach a box, it needs o.high + t d.high >= low and o.low + t d.low <= high: six linear
// conditions on t, each a lower or an upper bound of it.
struct Beam {
  struct Condition {
    float o, r;  // t against (side - o) r
    bool lower;  // a lower bound of t, else an upper one
  };
  Condition c[3][2];  // per axis: against the low and the high side of a box
  float near_m;

  HWY_INLINE void set(int axis, float o_low, float o_high, float d_low, float d_high) {
    const float high = std::abs(d_high) < kStill ? kStill : d_high;
    const float low = std::abs(d_low) < kStill ? -kStill : d_low;
    c[axis][0] = {o_high, 1 / high, high > 0};
    c[axis][1] = {o_low, 1 / low, !(low > 0)};
  }
  HWY_INLINE void narrow(int axis, int side, V at, V& from, V& to) const {
    const Condition& x = c[axis][side];
    const V t = (at - all(x.o)) * all(x.r);
    if (x.lower)
      from = hn::Max(from, t);
    else
      to = hn::Min(to, t);
  }
};

// The beams of all parts of a packet: the same conditions, one part per lane.
class PartBeams {
 public:
  HWY_INLINE void set(int axis, size_t k, V o_low, V o_high, V d_low, V d_high) {
    const V still = all(kStill);
    const V high = hn::IfThenElse(hn::Abs(d_high) < still, still, d_high);
    const V low = hn::IfThenElse(hn::Abs(d_low) < still, all(-kStill), d_low);
    hn::Store(o_high, d, o_[axis][0] + k), hn::Store(all(1) / high, d, r_[axis][0] + k);
    hn::Store(o_low, d, o_[axis][1] + k), hn::Store(all(1) / low, d, r_[axis][1] + k);
  }
  // What the parts from k on may reach of a box.
  struct Reach {
    V from, to;
  };
  HWY_INLINE void narrow(int axis, size_t k, float low, float high, Reach& reach) const {
    const V against_low = hn::Load(d, r_[axis][0] + k), against_high = hn::Load(d, r_[axis][1] + k);
    const V t_low = (all(low) - hn::Load(d, o_[axis][0] + k)) * against_low;
    const V t_high = (all(high) - hn::Load(d, o_[axis][1] + k)) * against_high;
    limit(against_low > hn::Zero(d), t_low, reach);
    limit(against_high < hn::Zero(d), t_high, reach);
  }

 private:
  static HWY_INLINE void limit(hn::Mask<Tag> lower, V t, Reach& reach) {
    const V from = hn::IfThenElse(lower, t, reach.from), to = hn::IfThenElse(lower, reach.to, t);
    reach = {hn::Max(reach.from, from), hn::Min(reach.to, to)};
  }
  alignas(32) float o_[3][2][FieldPacket::kParts], r_[3][2][FieldPacket::kParts];
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
      : packet_(packet),
        shape_(*field.shape),
        index_(index),
        by_parts_(packet.lanes > kLanes && !field.turned) {
    enter(field);
    bound(field);
    if (by_parts_) bound_parts(field);
    for (size_t k = 0; k < packet.lanes; k += hn::Lanes(d)) {
      const auto later = hn::Load(di, packet.field + k) > hn::Set(di, index);
      hn::Store(hn::IfThenElse(later, hn::Set(di, kAnyPrimitive), hn::Set(di, -1)), di, first_ + k);
    }
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

  // What is computed of the least is the least of what is computed of each: rounding keeps order.
  HWY_INLINE FieldPacket::Bounds bounds(const FieldTracer::Field& field) const {
    FieldPacket::Bounds b;
    if (field.turned) {
      const float* const o[] = {u_, v_, z_};
      const float* const dir[] = {du_, dv_, dz_};
      for (int i = 0; i < 3; ++i) {
        b.o_low[i] = smallest(o[i], packet_.lanes), b.o_high[i] = largest(o[i], packet_.lanes);
        b.dir_low[i] = smallest(dir[i], packet_.lanes);
        b.dir_high[i] = largest(dir[i], packet_.lanes);
      }
      return b;
    }
    for (int i = 0; i < 3; ++i) {
      const float scale = i < 2 ? per_cell_ : 1;
      b.o_low[i] = (packet_.bounds.o_low[i] - field.translation_A[i]) * scale;
      b.o_high[i] = (packet_.bounds.o_high[i] - field.translation_A[i]) * scale;
      b.dir_low[i] = packet_.bounds.dir_low[i] * scale;
      b.dir_high[i] = packet_.bounds.dir_high[i] * scale;
    }
    return b;
  }

  void bound(const FieldTracer::Field& field) {
    const float extent = static_cast<float>(shape_.rows() + shape_.columns());
    const float depth = std::max(std::abs(shape_.low()), std::abs(shape_.high()));
    const FieldPacket::Bounds b = bounds(field);
    for (int i = 0; i < 3; ++i) {
      const float margin = i < 2 ? kOutside : kRounding * depth;
      const float wider =
          margin + 2 * kRounding * (std::abs(b.o_low[i]) + std::abs(b.o_high[i]) + extent);
      beam_.set(i, b.o_low[i] - wider, b.o_high[i] + wider, b.dir_low[i], b.dir_high[i]);
    }
    beam_.near_m = packet_.nearest_m;
    rows_back_ = du_[0] < 0, columns_back_ = dv_[0] < 0;
  }

  // As bounds() and bound(), of every part.
  void bound_parts(const FieldTracer::Field& field) {
    const float extent = static_cast<float>(shape_.rows() + shape_.columns());
    const float depth = std::max(std::abs(shape_.low()), std::abs(shape_.high()));
    const FieldPacket::PartBounds& b = packet_.part_bounds;
    for (size_t k = 0; k < FieldPacket::kParts; k += hn::Lanes(d))
      for (int i = 0; i < 3; ++i) {
        const V scale = all(i < 2 ? per_cell_ : 1), from = all(field.translation_A[i]);
        const V low = (hn::Load(d, b.o_low[i] + k) - from) * scale;
        const V high = (hn::Load(d, b.o_high[i] + k) - from) * scale;
        const V wider = all(i < 2 ? kOutside : kRounding * depth) +
                        all(2 * kRounding) * (hn::Abs(low) + hn::Abs(high) + all(extent));
        parts_.set(i, k, low - wider, high + wider, hn::Load(d, b.dir_low[i] + k) * scale,
                   hn::Load(d, b.dir_high[i] + k) * scale);
      }
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

  // Bits of 4 x 4 children, the near ones first: rows and columns reversed where rays go back.
  unsigned near_first(unsigned bits) const {
    if (columns_back_)
      bits =
          (bits >> 3 & 0x1111) | (bits >> 1 & 0x2222) | (bits & 0x2222) << 1 | (bits & 0x1111) << 3;
    if (rows_back_)
      bits = bits >> 12 | (bits >> 4 & 0x00f0) | (bits & 0x00f0) << 4 | (bits & 0x000f) << 12;
    return bits;
  }

  void visit(int level, int row, int column) {
    const HeightField::Level& blocks = shape_.levels()[static_cast<size_t>(level)];
    const int size = 1 << (2 * level), i0 = 4 * row * size, j0 = 4 * column * size;
    alignas(64) float from_m[kLanes];
    const HeightField::Block& block =
        blocks.blocks[static_cast<size_t>(row) * blocks.columns + column];
    const unsigned reached = children(block, static_cast<float>(i0), static_cast<float>(j0),
                                      static_cast<float>(size), from_m);
    for (unsigned bits = near_first(reached); bits != 0; bits &= bits - 1) {
      const int step = std::countr_zero(bits);
      const int a = rows_back_ ? 3 - step / 4 : step / 4;
      const int b = columns_back_ ? 3 - step % 4 : step % 4;
      if (from_m[4 * a + b] > far_with_rounding()) continue;
      if (level > 0)
        visit(level - 1, 4 * row + a, 4 * column + b);
      else if (by_parts_)
        meet_by_parts(i0 + a, j0 + b, block.low[4 * a + b], block.high[4 * a + b]);
      else
        meet_by_all(i0 + a, j0 + b);
    }
  }

  struct Triangle {
    float gu, gv, steep;
    int32_t primitive;
  };
  // Some rays, from lane k on, seen from the corner of a cell.
  struct Local {
    V u, v, du, dv;
    size_t k;
  };

  struct Cell {
    Triangle first, second;
    float i, j, z00;
  };
  HWY_INLINE Cell cell_at(int i, int j) const {
    const float *near = shape_.row(i) + j, *far = shape_.row(i + 1) + j;
    const int32_t cell = 2 * (i * (shape_.columns() - 1) + j);
    return {triangle(far[0] - near[0], far[1] - far[0], cell),
            triangle(far[1] - near[1], near[1] - near[0], cell + 1), static_cast<float>(i),
            static_cast<float>(j), near[0]};
  }
  HWY_INLINE bool meet_cell(const Cell& cell, size_t first, size_t lanes) {
    bool met = false;
    for (size_t k = first; k < first + lanes; k += hn::Lanes(d)) {
      const Local at{hn::Load(d, u_ + k) - all(cell.i), hn::Load(d, v_ + k) - all(cell.j),
                     hn::Load(d, du_ + k), hn::Load(d, dv_ + k), k};
      met |= meet(at, cell);
    }
    return met;
  }

  void meet_by_all(int i, int j) {
    if (meet_cell(cell_at(i, j), 0, packet_.lanes))
      packet_.far_m = largest(packet_.best, packet_.lanes);
  }

  void meet_by_parts(int i, int j, float low, float high) {
    constexpr size_t kPart = FieldPacket::kPart;
    const Cell cell = cell_at(i, j);
    bool met = false;
    for (unsigned parts = reaching(cell, low, high); parts != 0; parts &= parts - 1) {
      const auto part = static_cast<size_t>(std::countr_zero(parts));
      if (!meet_cell(cell, part * kPart, kPart)) continue;
      met = true;
      packet_.part_far_m[part] = largest(packet_.best + part * kPart, kPart);
    }
    if (met) packet_.far_m = largest(packet_.part_far_m, FieldPacket::kParts);
  }
  // The parts that may reach a cell before what they have met.
  HWY_INLINE unsigned reaching(const Cell& cell, float low, float high) const {
    unsigned bits = 0;
    for (size_t k = 0; k < FieldPacket::kParts; k += hn::Lanes(d)) {
      const V far = hn::Load(d, packet_.part_far_m + k) * all(1 + 8 * kRounding) + all(1e-6f);
      PartBeams::Reach reach{all(beam_.near_m), far};
      parts_.narrow(0, k, cell.i, cell.i + 1, reach);
      parts_.narrow(1, k, cell.j, cell.j + 1, reach);
      parts_.narrow(2, k, low, high, reach);
      bits |= bits_of(reach.from <= reach.to) << k;
    }
    return bits;
  }
  static HWY_INLINE Triangle triangle(float gu, float gv, int32_t primitive) {
    return {gu, gv, std::abs(gu) + std::abs(gv), primitive};
  }

  // Where rays cross the plane of a triangle: range, 1 over the speed at which they come nearer,
  // and how far inside, in cells.
  struct Crossing {
    V t, per_closing, inside;
  };
  // Of the triangle with u >= v, or the one with u <= v.
  template <bool kSecond>
  HWY_INLINE Crossing cross(const Local& at, V z00, const Triangle& plane) const {
    const V gu = all(plane.gu), gv = all(plane.gv);
    const V above = (z00 + gu * at.u + gv * at.v) - hn::Load(d, z_ + at.k);
    const V per_closing = all(1) / (hn::Load(d, dz_ + at.k) - gu * at.du - gv * at.dv);
    const V t = above * per_closing;
    const V u = at.u + t * at.du, v = at.v + t * at.dv;
    const V inside =
        kSecond ? hn::Min(hn::Min(u, all(1) - v), v - u) : hn::Min(hn::Min(v, all(1) - u), u - v);
    return {t, per_closing, inside};
  }
  static HWY_INLINE M may_hit(const Crossing& at, V best) {
    return hn::And(at.inside + all(kOutside) >= hn::Zero(d), at.t <= best);
  }

  // What eight rays have met.
  struct Met {
    V best, slope_x, slope_y;
    hn::Vec<decltype(di)> first;
  };
  HWY_INLINE M take(const Crossing& at, const Triangle& plane, size_t k, Met& met) const {
    const V error_uv = hn::Load(d, error_uv_ + k);
    const V error_t =
        (hn::Load(d, error_z_ + k) + all(plane.steep) * error_uv) * hn::Abs(at.per_closing);
    const V outside = hn::Min(error_uv + error_t * hn::Load(d, fastest_ + k), all(kOutside));
    const auto primitive = hn::Set(di, plane.primitive);
    const auto earlier = hn::RebindMask(d, primitive < met.first);
    const auto nearer = hn::Or(at.t < met.best, hn::And(at.t == met.best, earlier));
    const auto hit = hn::And(hn::And(at.inside + outside >= hn::Zero(d), nearer),
                             at.t >= hn::Load(d, packet_.near_m + k));
    met.best = hn::IfThenElse(hit, packet_.any ? all(-1) : at.t, met.best);
    met.slope_x = hn::IfThenElse(hit, all(plane.gu) * all(per_cell_), met.slope_x);
    met.slope_y = hn::IfThenElse(hit, all(plane.gv) * all(per_cell_), met.slope_y);
    met.first = hn::IfThenElse(hn::RebindMask(di, hit), primitive, met.first);
    return hit;
  }

  // Both triangles of a cell. Most rays are far from them and need no bound of their errors; from
  // there on nothing branches, as no guess which of the two is hit would be good.
  HWY_INLINE bool meet(const Local& at, const Cell& cell) {
    const size_t k = at.k;
    const Crossing a = cross<false>(at, all(cell.z00), cell.first);
    const Crossing b = cross<true>(at, all(cell.z00), cell.second);
    const V best = hn::Load(d, packet_.best + k);
    if (hn::AllFalse(d, hn::Or(may_hit(a, best), may_hit(b, best)))) return false;
    Met met{best, hn::Load(d, packet_.slope_x + k), hn::Load(d, packet_.slope_y + k),
            hn::Load(di, first_ + k)};
    const M first = take(a, cell.first, k, met), second = take(b, cell.second, k, met);
    const M hit = hn::Or(first, second);
    if (hn::AllFalse(d, hit)) return false;
    hn::Store(met.best, d, packet_.best + k);
    hn::Store(met.slope_x, d, packet_.slope_x + k), hn::Store(met.slope_y, d, packet_.slope_y + k);
    hn::Store(met.first, di, first_ + k);
    hn::Store(hn::IfThenElse(hn::RebindMask(di, hit), hn::Set(di, index_),
                             hn::Load(di, packet_.field + k)),
              di, packet_.field + k);
    return true;
  }

  FieldPacket& packet_;
  const HeightField& shape_;
  int32_t index_;
  float cell_, per_cell_;
  bool by_parts_;
  static constexpr int kMax = FieldPacket::kMax;
  alignas(64) float u_[kMax], v_[kMax], z_[kMax];
  alignas(64) float du_[kMax], dv_[kMax], dz_[kMax];
  alignas(64) float fastest_[kMax], error_uv_[kMax], error_z_[kMax];
  alignas(64) int32_t first_[kMax];  // primitives before this one win when ranges are equal
  Beam beam_;
  PartBeams parts_;
  bool rows_back_, columns_back_;  // rays go there: children from near to far
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
    if (count_ == kMax) run();
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
  static constexpr size_t kMax = 64;
  const FieldList& list_;
  FieldPacket& packet_;
  Candidate all_[kMax];
  size_t count_ = 0;
};

// Members of a group that the beam may reach and that rays see.
HWY_INLINE unsigned members(const Beam& beam, const FieldTracer::Group& group, uint32_t seen,
                            float far_m, float* from_m) {
  unsigned bits = 0;
  const auto wanted = hn::Set(db, seen);
  for (size_t k = 0; k < FieldTracer::kGroup; k += hn::Lanes(d)) {
    V from = all(beam.near_m), to = all(far_m);
    for (int axis = 0; axis < 3; ++axis) {
      beam.narrow(axis, 0, hn::Load(d, group.low[axis] + k), from, to);
      beam.narrow(axis, 1, hn::Load(d, group.high[axis] + k), from, to);
    }
    hn::Store(from, d, from_m + k);
    const auto shown = hn::And(hn::Load(db, group.seen + k), wanted) != hn::Zero(db);
    bits |= bits_of(hn::And(from <= to, hn::RebindMask(d, shown))) << k;
  }
  return bits;
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

// Bounds of some lanes, and the beam that holds them.
Beam beam_of(const FieldPacket& packet, size_t first, size_t lanes, FieldPacket::Bounds& b) {
  Beam beam;
  for (int axis = 0; axis < 3; ++axis) {
    const float *o = packet.o[axis] + first, *dir = packet.dir[axis] + first;
    const float low = smallest(o, lanes), high = largest(o, lanes);
    const float wider = 2 * kRounding * (std::abs(low) + std::abs(high) + 1);
    b.o_low[axis] = low, b.o_high[axis] = high;
    b.dir_low[axis] = smallest(dir, lanes), b.dir_high[axis] = largest(dir, lanes);
    beam.set(axis, low - wider, high + wider, b.dir_low[axis], b.dir_high[axis]);
  }
  beam.near_m = smallest(packet.near_m + first, lanes);
  return beam;
}

// Of parts that are not in use: far ends that nothing lies before.
void bound_parts(FieldPacket& packet) {
  FieldPacket::PartBounds& b = packet.part_bounds;
  for (size_t part = 0; part < FieldPacket::kParts; ++part) {
    const size_t first = part * FieldPacket::kPart;
    const bool used = first < packet.lanes;
    packet.part_far_m[part] = used ? largest(packet.best + first, FieldPacket::kPart) : -1;
    for (int axis = 0; axis < 3; ++axis) {
      const float *o = packet.o[axis] + first, *dir = packet.dir[axis] + first;
      const bool together = !used || packet.bounds.o_low[axis] == packet.bounds.o_high[axis];
      b.o_low[axis][part] = together ? packet.bounds.o_low[axis] : smallest(o, FieldPacket::kPart);
      b.o_high[axis][part] = together ? packet.bounds.o_high[axis] : largest(o, FieldPacket::kPart);
      b.dir_low[axis][part] = used ? smallest(dir, FieldPacket::kPart) : 1;
      b.dir_high[axis][part] = used ? largest(dir, FieldPacket::kPart) : 1;
    }
  }
}

// Which tiles may meet a box. A beam that meets none needs no look at its tiles.
void look_for_boxes(const FieldList& list, const Beam& beam, uint32_t seen, FieldPacket& packet) {
  const size_t tiles = (packet.lanes + kLanes - 1) / kLanes;
  const bool any = any_box(list, beam, seen, beyond_rounding(packet.far_m));
  for (size_t tile = 0; tile < tiles; ++tile) {
    packet.boxes_ahead[tile] = any;
    if (!any || tiles == 1) continue;
    FieldPacket::Bounds bounds;
    const size_t first = tile * kLanes;
    packet.boxes_ahead[tile] = any_box(list, beam_of(packet, first, kLanes, bounds), seen,
                                       beyond_rounding(largest(packet.best + first, kLanes)));
  }
}

void trace_lanes(const FieldList& list, uint32_t seen, FieldPacket& packet) {
  const Beam beam = beam_of(packet, 0, packet.lanes, packet.bounds);
  packet.nearest_m = beam.near_m;
  packet.far_m = largest(packet.best, packet.lanes);
  if (packet.lanes > kLanes) bound_parts(packet);
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
  look_for_boxes(list, beam, seen, packet);
}

bool load_lanes(const Rays& rays, size_t first, FieldPacket& packet) {
  const float* const from[] = {rays.ox, rays.oy, rays.oz, rays.dx, rays.dy, rays.dz};
  float* const to[] = {packet.o[0],   packet.o[1],   packet.o[2],
                       packet.dir[0], packet.dir[1], packet.dir[2]};
  for (size_t k = 0; k < kLanes; k += hn::Lanes(d)) {
    const V near = hn::Load(d, rays.near_m + k), far = hn::Load(d, rays.far_m + k);
    if (!hn::AllTrue(d, near <= far)) return false;
    for (int i = 0; i < 6; ++i) hn::Store(hn::Load(d, from[i] + k), d, to[i] + first + k);
    hn::Store(near, d, packet.near_m + first + k);
    hn::Store(hn::Min(far, all(kFarthest_m)), d, packet.best + first + k);
    hn::Store(hn::Set(di, kAnyPrimitive), di, packet.field + first + k);
  }
  return true;
}

bool narrow_lanes(const FieldPacket& packet) {
  constexpr float kStart_m = 2, kDirection = 0.1f;
  const size_t n = packet.lanes;
  for (int axis = 0; axis < 3; ++axis)
    if (!(largest(packet.o[axis], n) - smallest(packet.o[axis], n) < kStart_m) ||
        !(largest(packet.dir[axis], n) - smallest(packet.dir[axis], n) < kDirection))
      return false;
  return true;
}

void level_lanes(const Rays& rays, const FieldHits& found, Hits& hits) {
  const V zero = hn::Zero(d), far = all(std::numeric_limits<float>::infinity());
  for (size_t k = 0; k < kLanes; k += hn::Lanes(d)) {
    const auto field = hn::Load(di, found.field + k);
    const auto hit = field > hn::Set(di, kNothing);
    const auto some = hn::RebindMask(d, hit);
    const V x = hn::Load(d, found.slope_x + k), y = hn::Load(d, found.slope_y + k);
    const V along =
        x * hn::Load(d, rays.dx + k) + y * hn::Load(d, rays.dy + k) - hn::Load(d, rays.dz + k);
    const V scale =
        hn::IfThenElse(along > zero, all(-1), all(1)) / hn::Sqrt(x * x + y * y + all(1));
    hn::Store(hn::IfThenElseZero(some, x * scale), d, hits.nx + k);
    hn::Store(hn::IfThenElseZero(some, y * scale), d, hits.ny + k);
    hn::Store(hn::IfThenElseZero(some, zero - scale), d, hits.nz + k);
    hn::Store(hn::IfThenElse(some, hn::Load(d, found.range_m + k), far), d, hits.range_m + k);
    hn::Store(field, di, hits.instance + k);
    hn::Store(hn::IfThenElse(hit, hn::Zero(di), hn::Set(di, kNothing)), di, hits.primitive + k);
  }
}

}  // namespace hadal::raytrace::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::raytrace {
namespace {
HWY_EXPORT(trace_lanes);
HWY_EXPORT(load_lanes);
HWY_EXPORT(narrow_lanes);
HWY_EXPORT(level_lanes);
}  // namespace

void trace_packet(const FieldList& list, uint32_t seen, FieldPacket& packet) {
  HWY_DYNAMIC_DISPATCH(trace_lanes)(list, seen, packet);
}
bool load_packet(const Rays& rays, size_t first, FieldPacket& packet) {
  return HWY_DYNAMIC_DISPATCH(load_lanes)(rays, first, packet);
}
bool is_narrow(const FieldPacket& packet) {
  return HWY_DYNAMIC_DISPATCH(narrow_lanes)(packet);
}
void put_level(const Rays& rays, const FieldHits& found, Hits& hits) {
  HWY_DYNAMIC_DISPATCH(level_lanes)(rays, found, hits);
}

}  // namespace hadal::raytrace
#endif
