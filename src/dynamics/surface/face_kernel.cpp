#include "dynamics/surface/face_kernel.h"

#define HWY_TARGET_INCLUDE "dynamics/surface/face_kernel.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::dynamics::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;
static_assert(kFaceLanes == kMaxLanes);


constexpr size_t kFlushEvery = 64;  // blocks

struct Flow {
  V linear[3], angular[3], strain[6];
  bool strained = false;

  HWY_INLINE explicit Flow(const RelativeFlow& flow) {
    for (int i = 0; i < 3; ++i) linear[i] = all(flow.linear[i]), angular[i] = all(flow.angular[i]);
    for (int i = 0; i < 6; ++i) {
      strain[i] = all(flow.strain[i]);
      strained = strained || flow.strain[i] != 0;
    }
  }
};

// s = (n, c x n): force and torque about C of a unit force along the normal at c.
struct Screw {
  V s[6];
};

struct Place {
  V x[3];
};

HWY_INLINE V dot(const V* a, const V* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

HWY_INLINE void cross(const V* a, const V* b, V* out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

HWY_INLINE V strain_speed(const V* S, const V* n, const V* c) {
  const V x = S[0] * c[0] + S[3] * c[1] + S[4] * c[2];
  const V y = S[3] * c[0] + S[1] * c[1] + S[5] * c[2];
  const V z = S[4] * c[0] + S[5] * c[1] + S[2] * c[2];
  return x * n[0] + y * n[1] + z * n[2];
}

// Sums of this pass over the blocks, in the order of FaceSums.
struct Sums {
  V value[FaceSums::kCount];

  HWY_INLINE Sums() { clear(); }
  HWY_INLINE void clear() {
    for (V& v : value) v = hn::Zero(d);
  }
  HWY_INLINE void add(size_t i, V v) { value[i] = value[i] + v; }

  // The drag on faces with area times coefficients `linear` and `quadratic`.
  HWY_INLINE void add_drag(size_t first, const Screw& face, V normal_speed, V linear, V quadratic,
                           bool has_linear, bool damping) {
    const V m = hn::Min(normal_speed, hn::Zero(d));
    // In line, the exponential would cost hulls without linear drag 3 %, in registers spilled.
    if (has_linear) [[unlikely]] linear = linear * exp_negative_fine(all(0.5f) * m * m);
    const V force = m * (linear - quadratic * m);
    for (size_t i = 0; i < 6; ++i) add(first + i, force * face.s[i]);
    if (!damping) return;
    V slope = all(-2.0f) * quadratic * m;
    if (has_linear) slope = slope + linear * (all(1.0f) - m * m);
    slope = hn::IfThenElseZero(normal_speed < hn::Zero(d), hn::Max(slope, hn::Zero(d)));
    size_t entry = FaceSums::kDamping;
    for (size_t row = 0; row < 6; ++row) {
      const V scaled = slope * face.s[row];
      for (size_t column = row; column < 6; ++column) add(entry++, scaled * face.s[column]);
    }
  }

  // area, and per area Int h dA and Int h r dA.
  HWY_INLINE void add_pressure(const Screw& face, V area, V head, const V* moment) {
    const V force = area * head;
    const V scaled[3] = {area * moment[0], area * moment[1], area * moment[2]};
    V torque[3];
    cross(scaled, face.s, torque);
    for (size_t i = 0; i < 3; ++i) {
      add(FaceSums::kPressure + i, force * face.s[i]);
      add(FaceSums::kPressure + 3 + i, torque[i]);
    }
  }
};

// Corners and heads of one part of a block.
struct Corners {
  V x[9], head[3];

  HWY_INLINE M dry() const { return hn::Max(head[0], hn::Max(head[1], head[2])) <= hn::Zero(d); }
  // Faces in the surface are dry too.
  HWY_INLINE M wet() const { return hn::Min(head[0], hn::Min(head[1], head[2])) >= hn::Zero(d); }
};

HWY_INLINE void mean_pressure(const Corners& c, V& head, V* moment) {
  const V sum = c.head[0] + c.head[1] + c.head[2];
  const V h0 = c.head[0] + sum, h1 = c.head[1] + sum, h2 = c.head[2] + sum;
  head = sum * all(1.0f / 3);
  for (int i = 0; i < 3; ++i)
    moment[i] = all(1.0f / 12) * (h0 * c.x[i] + h1 * c.x[3 + i] + h2 * c.x[6 + i]);
}

// The wet part of faces: its fraction of the area, Int h dA and Int h r dA over the whole area, and
// the centres of the wet and of the dry part.
struct WetPart {
  V fraction, head, moment[3];
  Place wet, dry;
  V waterplane[6];  // of the edge that the surface cuts into the face
};

HWY_INLINE WetPart clip(const Corners& c, M crossing, const Place& center) {
  const V zero = hn::Zero(d), one = all(1.0f);
  const M wet0 = c.head[0] > zero, wet1 = c.head[1] > zero, wet2 = c.head[2] > zero;
  const M apart01 = hn::Xor(wet0, wet1), apart12 = hn::Xor(wet1, wet2);
  const M tip1 = hn::And(apart01, apart12), tip2 = hn::Not(apart01);
  const auto pick = [&](V p0, V p1, V p2) {
    return hn::IfThenElse(tip2, p2, hn::IfThenElse(tip1, p1, p0));
  };
  const V ha = pick(c.head[0], c.head[1], c.head[2]), hb = pick(c.head[1], c.head[2], c.head[0]),
          hc = pick(c.head[2], c.head[0], c.head[1]);
  const M tip_wet = ha > zero;
  const V tb = ha / (ha - hb), tc = ha / (ha - hc), tip = tb * tc;
  // At least the smallest share that is told from none, so that the centre of nothing stays finite.
  const V inverse_rest = one / hn::Max(one - tip, all(0x1p-24f));

  WetPart part;
  V whole_head, whole_moment[3];
  mean_pressure(c, whole_head, whole_moment);
  const M dry = c.dry();
  const auto choose = [&](V of_tip, V of_whole) {
    const V cut = hn::IfThenElse(tip_wet, of_tip, of_whole - of_tip);
    return hn::IfThenElse(crossing, cut, hn::IfThenElse(dry, zero, of_whole));
  };
  part.fraction = choose(tip, one);
  V from[3], to[3];
  part.head = choose(tip * ha * all(1.0f / 3), whole_head);
  for (int i = 0; i < 3; ++i) {
    const V a = pick(c.x[i], c.x[3 + i], c.x[6 + i]), b = pick(c.x[3 + i], c.x[6 + i], c.x[i]),
            e = pick(c.x[6 + i], c.x[i], c.x[3 + i]);
    const V edge_b = tb * (b - a), edge_e = tc * (e - a), edges = edge_b + edge_e;
    from[i] = a + edge_b;
    to[i] = a + edge_e;
    part.moment[i] = choose(tip * ha * all(1.0f / 12) * (all(4.0f) * a + edges), whole_moment[i]);
    const V tip_center = a + edges * all(1.0f / 3);
    const V rest_center = (center.x[i] - tip * tip_center) * inverse_rest;
    part.wet.x[i] =
        hn::IfThenElse(crossing, hn::IfThenElse(tip_wet, tip_center, rest_center), center.x[i]);
    part.dry.x[i] =
        hn::IfThenElse(crossing, hn::IfThenElse(tip_wet, rest_center, tip_center), center.x[i]);
  }
  V area[3];
  cross(from, to, area);
  const V half = hn::IfThenElseZero(crossing, hn::IfThenElse(tip_wet, all(0.5f), all(-0.5f)));
  for (int i = 0; i < 3; ++i) {
    part.waterplane[i] = hn::IfThenElseZero(crossing, half * area[i]);
    from[i] = all(1.0f / 3) * (from[i] + to[i]);
  }
  cross(from, part.waterplane, part.waterplane + 3);
  for (int i = 3; i < 6; ++i)
    part.waterplane[i] = hn::IfThenElseZero(crossing, part.waterplane[i]);
  return part;
}

// One pass over the blocks of a chunk for the lanes [lane, lane + Lanes(d)).
class Pass {
 public:
  HWY_INLINE Pass(const FaceSet& faces, const FaceTask& task, size_t lane)
      : drag_(faces.drag().data()),
        shape_(faces.shape().data()),
        task_(task),
        lane_(lane),
        has_linear_(faces.has_linear_drag()),
        water_(task.water),
        air_(task.air) {
    for (int i = 0; i < 4; ++i) plane_[i] = all(task.head_plane[i]);
  }

  HWY_INLINE void add_block(size_t block, Sums& sums) const {
    if (task_.immersion == Immersion::kDry) return add_dry(block, sums);
    if (task_.immersion == Immersion::kWet && !task_.pressure) return add_wet(block, sums);
    const Corners corners = corners_of(block);
    if (task_.immersion == Immersion::kWet) {
      add_wet_pressure(block, corners, sums);
      return add_wet(block, sums);
    }
    const M dry = corners.dry();
    if (hn::AllTrue(d, dry)) return add_dry(block, sums);
    if (!hn::AllTrue(d, hn::AndNot(dry, corners.wet()))) return add_mixed(block, sums);
    if (task_.pressure) add_wet_pressure(block, corners, sums);
    add_wet(block, sums);
  }

 private:
  HWY_INLINE V load(const float* column) const { return hn::Load(d, column + lane_); }

  HWY_INLINE Corners corners_of(size_t block) const {
    const FaceShapeBlock& shape = shape_[block];
    Corners c;
    for (int i = 0; i < 9; ++i) c.x[i] = load(shape.corner[i]);
    for (int k = 0; k < 3; ++k) {
      if (task_.head_by_vertex) {
        const hn::RebindToSigned<Tag> whole;
        c.head[k] =
            hn::GatherIndex(d, task_.head_by_vertex, hn::Load(whole, shape.vertex[k] + lane_));
      } else {
        c.head[k] = dot(plane_ + 1, c.x + 3 * k) + plane_[0];
      }
    }
    return c;
  }

  HWY_INLINE Screw screw_of(size_t block) const {
    const FaceDragBlock& face = drag_[block];
    return {{load(face.normal[0]), load(face.normal[1]), load(face.normal[2]), load(face.arm[0]),
             load(face.arm[1]), load(face.arm[2])}};
  }

  HWY_INLINE Place center_of(size_t block) const {
    const FaceShapeBlock& shape = shape_[block];
    return {{load(shape.center[0]), load(shape.center[1]), load(shape.center[2])}};
  }

  HWY_INLINE V normal_speed(const Flow& flow, const Screw& face, const Place& center) const {
    const V rigid = dot(flow.linear, face.s) + dot(flow.angular, face.s + 3);
    return flow.strained ? rigid + strain_speed(flow.strain, face.s, center.x) : rigid;
  }

  HWY_INLINE V water_speed(size_t block, const Screw& face, const Place& center) const {
    const V speed = normal_speed(water_, face, center);
    if (!task_.extra_normal_speed) return speed;
    return speed + hn::LoadU(d, task_.extra_normal_speed + block * kFaceLanes + lane_);
  }

  HWY_INLINE void add_wet(size_t block, Sums& sums) const {
    const FaceDragBlock& face = drag_[block];
    const Screw screw = screw_of(block);
    sums.add(FaceSums::kWetArea, load(face.area));
    sums.add_drag(FaceSums::kDrag, screw, water_speed(block, screw, center_of(block)),
                  load(face.linear), load(face.quadratic), has_linear_, task_.damping);
  }

  HWY_INLINE void add_wet_pressure(size_t block, const Corners& corners, Sums& sums) const {
    V head, moment[3];
    mean_pressure(corners, head, moment);
    sums.add_pressure(screw_of(block), load(drag_[block].area), head, moment);
  }

  HWY_INLINE void add_dry(size_t block, Sums& sums) const {
    const Screw screw = screw_of(block);
    sums.add_drag(FaceSums::kAir, screw, normal_speed(air_, screw, center_of(block)), hn::Zero(d),
                  load(drag_[block].area) * all(task_.air_quadratic), false, task_.damping);
  }

  // Lanes that are all wet or all dry do the same operations here as in the functions above.
  void add_mixed(size_t block, Sums& sums) const {
    const FaceDragBlock& face = drag_[block];
    const Screw whole = screw_of(block);
    const Corners corners = corners_of(block);
    const M crossing = hn::Not(hn::Or(corners.wet(), corners.dry()));
    const WetPart part = clip(corners, crossing, center_of(block));
    const V area = load(face.area);
    if (task_.pressure) sums.add_pressure(whole, area, part.head, part.moment);
    const auto screw_at = [&](const Place& center) {
      Screw screw = whole;
      cross(center.x, whole.s, screw.s + 3);
      for (int i = 3; i < 6; ++i) screw.s[i] = hn::IfThenElse(crossing, screw.s[i], whole.s[i]);
      return screw;
    };
    const Screw wet = screw_at(part.wet);
    for (size_t i = 0; i < 6; ++i) sums.add(FaceSums::kWaterplane + i, part.waterplane[i]);
    sums.add(FaceSums::kWetArea, area * part.fraction);
    sums.add_drag(FaceSums::kDrag, wet, water_speed(block, wet, part.wet),
                  load(face.linear) * part.fraction, load(face.quadratic) * part.fraction,
                      has_linear_,
                  task_.damping);
    const Screw above = screw_at(part.dry);
    const V dry_area = area * (all(1.0f) - part.fraction);
    sums.add_drag(FaceSums::kAir, above, normal_speed(air_, above, part.dry), hn::Zero(d),
                  dry_area * all(task_.air_quadratic), false, task_.damping);
  }

  const FaceDragBlock* drag_;
  const FaceShapeBlock* shape_;
  const FaceTask& task_;
  size_t lane_;
  bool has_linear_;
  Flow water_, air_;
  V plane_[4];
};

void sum_lanes(const FaceSet& faces, const FaceTask& task, size_t begin, size_t end,
               double (&lanes)[FaceSums::kCount][kFaceLanes]) {
  alignas(32) float staged[kFaceLanes];
  for (size_t lane = 0; lane < kFaceLanes; lane += hn::Lanes(d)) {
    const Pass pass(faces, task, lane);
    Sums sums;
    for (size_t block = begin; block < end; ++block) {
      pass.add_block(block, sums);
      if ((block - begin + 1) % kFlushEvery != 0 && block + 1 != end) continue;
      for (size_t i = 0; i < FaceSums::kCount; ++i) {
        hn::Store(sums.value[i], d, staged);
        for (size_t k = 0; k < hn::Lanes(d); ++k) lanes[i][lane + k] += staged[k];
      }
      sums.clear();
    }
  }
}

void turn_lanes(const FaceSet& faces, const Mat3& R, size_t first, size_t count,
                std::array<float*, 3> turned) {
  const float* r[3] = {faces.vertex_x().data(), faces.vertex_y().data(), faces.vertex_z().data()};
  V row[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) row[i][j] = all(static_cast<float>(R(i, j)));
  for (size_t v = first; v < first + count; v += hn::Lanes(d)) {
    const V p[3] = {hn::LoadU(d, r[0] + v), hn::LoadU(d, r[1] + v), hn::LoadU(d, r[2] + v)};
    for (int i = 0; i < 3; ++i) hn::StoreU(dot(row[i], p), d, turned[i] + v);
  }
}

}  // namespace hadal::dynamics::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::dynamics {
namespace {
HWY_EXPORT(sum_lanes);
HWY_EXPORT(turn_lanes);
}  // namespace

Mat6 FaceSums::damping() const {
  Mat6 D;
  size_t entry = kDamping;
  for (int row = 0; row < 6; ++row)
    for (int column = row; column < 6; ++column) D(row, column) = D(column, row) = value[entry++];
  return D;
}

FaceSums sum_faces(const FaceSet& faces, const FaceTask& task, size_t chunk) {
  double lanes[FaceSums::kCount][kFaceLanes] = {};
  const size_t begin = chunk * kBlocksPerChunk;
  const size_t end = std::min(begin + kBlocksPerChunk, faces.drag().size());
  HWY_DYNAMIC_DISPATCH(sum_lanes)(faces, task, begin, end, lanes);
  FaceSums sums;
  for (size_t i = 0; i < FaceSums::kCount; ++i) {
    double fold[4];
    for (size_t k = 0; k < 4; ++k) fold[k] = lanes[i][k] + lanes[i][k + 4];
    sums.value[i] = (fold[0] + fold[2]) + (fold[1] + fold[3]);
  }
  return sums;
}

void turn_vertices(const FaceSet& faces, const Mat3& R, size_t first, size_t count,
                   std::array<float*, 3> turned) {
  HWY_DYNAMIC_DISPATCH(turn_lanes)(faces, R, first, count, turned);
}

}  // namespace hadal::dynamics
#endif
