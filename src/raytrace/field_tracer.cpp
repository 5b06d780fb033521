#include "raytrace/field_tracer.h"

#include <algorithm>
#include <span>

#include "raytrace/field_kernel.h"

namespace hadal::raytrace {
namespace {
constexpr float kNoBox = 1e30f;

bool is_on(const Rays& rays, int lane) {
  return rays.near_m[lane] <= rays.far_m[lane];
}

void load_lane(const Rays& rays, int from, size_t to, FieldPacket& packet) {
  packet.o[0][to] = rays.ox[from], packet.o[1][to] = rays.oy[from], packet.o[2][to] = rays.oz[from];
  packet.dir[0][to] = rays.dx[from], packet.dir[1][to] = rays.dy[from];
  packet.dir[2][to] = rays.dz[from];
  packet.near_m[to] = rays.near_m[from];
}

// A ray that is on; none: null.
struct Lane {
  const Rays* rays = nullptr;
  int k = 0;
};
Lane first_on(const Rays& rays, int first, int count) {
  for (int k = first; k < first + count; ++k)
    if (is_on(rays, k)) return {&rays, k};
  return {};
}

// Rays from lane `first` on into those of the packet from `to` on. Those that are off go along with
// one that is on and meet nothing.
void load_some(const Rays& rays, int first, int count, const Lane& on, size_t to,
               FieldPacket& packet) {
  for (int k = first; k < first + count; ++k, ++to) {
    const bool mine = is_on(rays, k);
    load_lane(mine ? rays : *on.rays, mine ? k : on.k, to, packet);
    packet.best[to] = mine ? std::min(rays.far_m[k], kFarthest_m) : -1;
    packet.field[to] = kAnyPrimitive;
  }
}

// False when all are off.
bool load(std::span<const Rays* const> tiles, FieldPacket& packet) {
  packet.lanes = tiles.size() * kLanes;
  Lane on;
  for (size_t tile = 0; tile < tiles.size(); ++tile) {
    if (load_packet(*tiles[tile], tile * kLanes, packet)) continue;
    for (size_t i = 0; i < tiles.size() && !on.rays; ++i) on = first_on(*tiles[i], 0, kLanes);
    if (!on.rays) return false;
    load_some(*tiles[tile], 0, kLanes, on, tile * kLanes, packet);
  }
  return true;
}
bool load(const Rays& rays, FieldPacket& packet) {
  const Rays* const tiles[] = {&rays};
  return load(tiles, packet);
}

// Eight rays from a lane on. False when all are off.
bool load_part(const Rays& rays, int first, FieldPacket& packet) {
  const Lane on = first_on(rays, first, FieldPacket::kPart);
  if (!on.rays) return false;
  packet.lanes = FieldPacket::kPart;
  load_some(rays, first, FieldPacket::kPart, on, 0, packet);
  return true;
}

// One ray in lane 0, and seven along with it.
void load_one(const Rays& rays, int lane, FieldPacket& packet) {
  packet.lanes = FieldPacket::kPart;
  for (size_t k = 0; k < FieldPacket::kPart; ++k) {
    load_lane(rays, lane, k, packet);
    packet.best[k] = -1;
    packet.field[k] = kAnyPrimitive;
  }
  packet.best[0] = std::min(rays.far_m[lane], kFarthest_m);
}

// Bits of the lanes that have met a field.
uint32_t met_lanes(const FieldPacket& packet) {
  uint32_t bits = 0;
  for (size_t k = 0; k < packet.lanes; ++k)
    bits |= static_cast<uint32_t>(packet.field[k] != kAnyPrimitive) << k;
  return bits;
}

int32_t id_of(int32_t field, std::span<const FieldTracer::Field> fields) {
  return field == kAnyPrimitive ? kNothing : fields[static_cast<size_t>(field)].id;
}

void store_tile(const FieldPacket& packet, std::span<const FieldTracer::Field> fields, size_t tile,
                FieldHits& hits) {
  const size_t first = tile * kLanes;
  std::copy_n(packet.best + first, kLanes, hits.range_m);
  std::copy_n(packet.slope_x + first, kLanes, hits.slope_x);
  std::copy_n(packet.slope_y + first, kLanes, hits.slope_y);
  for (size_t k = 0; k < kLanes; ++k) hits.field[k] = id_of(packet.field[first + k], fields);
  hits.boxes_ahead = packet.boxes_ahead[tile];
}

void store(const FieldPacket& packet, std::span<const FieldTracer::Field> fields, int from, int to,
           FieldHits& hits) {
  hits.field[to] = id_of(packet.field[from], fields);
  hits.range_m[to] = packet.best[from];
  hits.slope_x[to] = packet.slope_x[from], hits.slope_y[to] = packet.slope_y[from];
}

void make_room(size_t index, std::vector<FieldTracer::Group>& groups) {
  if (index < groups.size() * FieldTracer::kGroup) return;
  FieldTracer::Group group{};
  for (int axis = 0; axis < 3; ++axis) {
    std::fill_n(group.low[axis], FieldTracer::kGroup, kNoBox);
    std::fill_n(group.high[axis], FieldTracer::kGroup, -kNoBox);
  }
  groups.push_back(group);
}

void widen(size_t index, const Vec3& low, const Vec3& high, uint32_t seen,
           std::vector<FieldTracer::Group>& groups) {
  make_room(index, groups);
  FieldTracer::Group& group = groups[index / FieldTracer::kGroup];
  const size_t at = index % FieldTracer::kGroup;
  for (int axis = 0; axis < 3; ++axis) {
    group.low[axis][at] = std::min(group.low[axis][at], static_cast<float>(low[axis]));
    group.high[axis][at] = std::max(group.high[axis][at], static_cast<float>(high[axis]));
  }
  group.seen[at] |= seen;
}

}  // namespace

void FieldTracer::add(int id, const HeightField& shape, const Mat3& R, const Vec3& translation_A,
                      uint32_t seen) {
  Field field{&shape, id, R != Mat3::Identity(), {}, {}, seen};
  for (int i = 0; i < 9; ++i) field.R[i] = static_cast<float>(R(i / 3, i % 3));
  for (int i = 0; i < 3; ++i) field.translation_A[i] = static_cast<float>(translation_A[i]);
  const double margin_m = kOutside * shape.cell_m();
  const Vec3 first(-margin_m, -margin_m, shape.low() - 1e-6);
  const Vec3 last((shape.rows() - 1) * shape.cell_m() + margin_m,
                  (shape.columns() - 1) * shape.cell_m() + margin_m, shape.high() + 1e-6);
  Vec3 low = Vec3::Constant(kNoBox), high = -low;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 q(corner & 1 ? last.x() : first.x(), corner & 2 ? last.y() : first.y(),
                 corner & 4 ? last.z() : first.z());
    const Vec3 p_A = translation_A + R * q;
    low = low.cwiseMin(p_A), high = high.cwiseMax(p_A);
  }
  const Vec3 rounding = kRounding * (low.cwiseAbs() + high.cwiseAbs());
  widen(fields_.size(), low - rounding, high + rounding, seen, groups_);
  widen(fields_.size() / kGroup, low - rounding, high + rounding, seen, groups_of_groups_);
  fields_.push_back(field);
  seen_ |= seen;
  turned_ |= field.turned;
}

void FieldTracer::add_box(const Vec3& low_A, const Vec3& high_A, uint32_t seen) {
  const Vec3 rounding = kRounding * (low_A.cwiseAbs() + high_A.cwiseAbs() + Vec3::Ones());
  widen(box_count_, low_A - rounding, high_A + rounding, seen, boxes_);
  widen(box_count_ / kGroup, low_A - rounding, high_A + rounding, seen, groups_of_boxes_);
  ++box_count_;
}

FieldList FieldTracer::all_of_them() const {
  return {fields_.data(),           groups_.data(), groups_of_groups_.data(),
          groups_of_groups_.size(), boxes_.data(),  groups_of_boxes_.data(),
          groups_of_boxes_.size()};
}

void FieldTracer::trace_beam(std::span<const Rays* const> tiles, uint32_t seen,
                             std::span<FieldHits> hits) const {
  FieldPacket packet;
  packet.any = false;
  const bool on = load(tiles, packet);
  if (on) trace_packet(all_of_them(), seen, packet);
  for (size_t tile = 0; tile < tiles.size(); ++tile)
    if (on)
      store_tile(packet, fields_, tile, hits[tile]);
    else
      std::fill_n(hits[tile].field, kLanes, kNothing), hits[tile].boxes_ahead = false;
}

void FieldTracer::trace(const Rays& rays, uint32_t seen, RayBundle bundle, FieldHits& hits) const {
  if (bundle == RayBundle::kBeam) {
    const Rays* const tiles[] = {&rays};
    return trace_beam(tiles, seen, {&hits, 1});
  }
  const FieldList list = all_of_them();
  FieldPacket packet;
  packet.any = false;
  std::fill_n(hits.field, kLanes, kNothing);
  hits.boxes_ahead = false;
  for (int k = 0; k < kLanes; ++k) {
    if (!is_on(rays, k)) continue;
    load_one(rays, k, packet);
    trace_packet(list, seen, packet);
    store(packet, fields_, 0, k, hits);
    hits.boxes_ahead |= packet.boxes_ahead[0];
  }
}

// Sixteen at once, or eight, or one by one: as many as make a narrow beam. Boxes alone are looked
// at all at once.
uint32_t FieldTracer::occluded(const Rays& rays, uint32_t seen, bool& boxes_ahead) const {
  FieldPacket packet;
  boxes_ahead = false;
  if (!load(rays, packet)) return 0;
  const FieldList list = all_of_them();
  packet.any = true;
  if (!(seen & seen_) || is_narrow(packet)) {
    trace_packet(list, seen, packet);
    boxes_ahead = packet.boxes_ahead[0];
    return met_lanes(packet);
  }
  uint32_t bits = 0;
  const auto trace = [&](int first) {
    trace_packet(list, seen, packet);
    const uint32_t met = met_lanes(packet);
    bits |= met << first;
    return met;
  };
  for (int first = 0; first < kLanes; first += FieldPacket::kPart) {
    if (!load_part(rays, first, packet)) continue;
    if (is_narrow(packet)) {
      trace(first);
      boxes_ahead |= packet.boxes_ahead[0];
      continue;
    }
    for (int k = first; k < first + FieldPacket::kPart; ++k) {
      if (!is_on(rays, k)) continue;
      load_one(rays, k, packet);
      boxes_ahead |= trace(k) == 0 && packet.boxes_ahead[0];
    }
  }
  return bits;
}

}  // namespace hadal::raytrace
