// The kernel of field_tracer.h: one packet of rays against a list of fields. Of one instruction set
// or another, with the same bits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include "raytrace/field_tracer.h"

namespace hadal::raytrace {

// Fields of a tracer, for the kernels.
struct FieldList {
  const FieldTracer::Field* fields;
  const FieldTracer::Group* groups;
  const FieldTracer::Group* tops;
  size_t top_count;
  const FieldTracer::Group* boxes;
  const FieldTracer::Group* box_tops;
  size_t box_top_count;
};

// Up to four tiles of rays in A, and what they have met. Of more than one tile, every eight rays
// are also a beam of their own (a "part"), so that cells that they pass are not asked for them.
struct FieldPacket {
  static constexpr int kMax = kLanes * FieldTracer::kMaxTiles;
  static constexpr int kPart = 8, kParts = kMax / kPart;
  struct Bounds {
    float o_low[3], o_high[3], dir_low[3], dir_high[3];
  };
  struct alignas(32) PartBounds {
    float o_low[3][kParts], o_high[3][kParts], dir_low[3][kParts], dir_high[3][kParts];
  };
  alignas(64) float o[3][kMax];
  alignas(64) float dir[3][kMax];
  alignas(64) float near_m[kMax];
  alignas(64) float best[kMax];  // range of the nearest meeting, or far; -1 of lanes that are off
  alignas(64) float slope_x[kMax], slope_y[kMax];
  alignas(64) int32_t field[kMax];  // kAnyPrimitive for none
  size_t lanes;                      // in use, a multiple of eight
  bool any;                          // one meeting is as good as another
  bool boxes_ahead[FieldTracer::kMaxTiles];
  // Of the kernel: bounds of o and dir, the least of near_m, the largest of best; also of parts.
  Bounds bounds;
  PartBounds part_bounds;
  float nearest_m, far_m;
  alignas(32) float part_far_m[kParts];
};

constexpr float kFarthest_m = 1e9f;
constexpr float kOutside = 0.05f;   // cells at most that a meeting may lie outside of its triangle
constexpr float kRounding = 3e-7f;  // relative, of what is computed here in single precision
// Equal ranges stay equal when one of them is computed in another way.
constexpr float beyond_rounding(float range_m) {
  return range_m * (1 + 8 * kRounding) + 1e-6f;
}
constexpr int32_t kAnyPrimitive = std::numeric_limits<int32_t>::max();

// Meets what lies between near_m and best of each lane, and notes the nearest of it.
void trace_packet(const FieldList& list, uint32_t seen, FieldPacket& packet);
// Loads sixteen rays that are all on, from a lane on; false when some are off.
bool load_packet(const Rays& rays, size_t first, FieldPacket& packet);
// Whether a packet is a narrow beam, so that what one ray passes the others pass too.
bool is_narrow(const FieldPacket& packet);
// Hits of fields along the axes of A.
void put_level(const Rays& rays, const FieldHits& found, Hits& hits);

}  // namespace hadal::raytrace
