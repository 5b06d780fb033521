// Rays against height fields, up to 64 at a time; and, because it costs little there, against the
// boxes of what other tracers have to look at.
//
// The rays of a packet share one beam: at range t they lie within a box that moves and grows with
// t, each side of it linear in t. Fields, blocks of cells and cells are skipped when that box never
// meets theirs. In a cell every ray meets the planes of both triangles,
//   t = (z00 + gu u0 + gv v0 - oz) / (dz - gu du - gv dv),   z = z00 + gu u + gv v,
// u and v counted in cells from the corner of the cell.
//
// Watertight: a meeting counts when it lies within the triangle or outside of it by less than what
// rounding may move it, so that between triangles, and between fields that share a border, none is
// lost. Of several meetings the nearest counts; of equal ones that of the first field and cell.
// Hence a ray meets the same, to the last bit, alone, in company, in any lane and on any x86-64
// machine.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "raytrace/height_field.h"
#include "raytrace/view.h"

namespace hadal::raytrace {

struct alignas(64) FieldHits {
  float range_m[kLanes];                   // of lanes with a hit
  float slope_x[kLanes], slope_y[kLanes];  // dz/dx and dz/dy of the plane, in the field's frame
  int32_t field[kLanes];                   // as given to add(); kNothing where nothing is hit
  bool boxes_ahead = false;                // some ray may meet a box before a field
};

// What the rays of a packet have to do with each other: rays of one beam are traced at once, others
// one by one.
enum class RayBundle { kBeam, kUnrelated };

struct FieldList;  // field_kernel.h

class FieldTracer {
 public:
  static constexpr int kGroup = 8;
  static constexpr int kMaxTiles = 4;  // of one beam
  struct Field {
    const HeightField* shape;  // outlives the tracer
    int id;
    bool turned;
    std::array<float, 9> R;  // row after row: p_A = translation + R q
    std::array<float, 3> translation_A;
    uint32_t seen;
  };
  // Boxes in A of eight fields or of eight groups of them; low > high where none is.
  struct alignas(32) Group {
    float low[3][kGroup], high[3][kGroup];
    uint32_t seen[kGroup];
  };

  void add(int id, const HeightField& shape, const Mat3& R, const Vec3& translation_A,
           uint32_t seen);
  // A box that holds something else; it is only looked whether rays may meet it.
  void add_box(const Vec3& low_A, const Vec3& high_A, uint32_t seen);
  uint32_t seen() const { return seen_; }      // bits of all fields
  bool any_turned() const { return turned_; }  // against the axes of A

  // Nearest hits between near and far of each ray. Lanes that are off hit nothing.
  void trace(const Rays& rays, uint32_t seen, RayBundle bundle, FieldHits& hits) const;
  // The same of a beam of up to kMaxTiles tiles, which are neighbours.
  void trace_beam(std::span<const Rays* const> tiles, uint32_t seen,
                  std::span<FieldHits> hits) const;
  // Bit k is set when ray k meets a field. boxes_ahead: some other ray may meet a box.
  uint32_t occluded(const Rays& rays, uint32_t seen, bool& boxes_ahead) const;

 private:
  FieldList all_of_them() const;

  std::vector<Field> fields_;
  std::vector<Group> groups_, groups_of_groups_;  // of fields
  std::vector<Group> boxes_, groups_of_boxes_;
  size_t box_count_ = 0;
  uint32_t seen_ = 0;
  bool turned_ = false;
};

}  // namespace hadal::raytrace
