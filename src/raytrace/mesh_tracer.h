// Rays on triangle meshes: Embree walks over the boxes around triangles and proposes, our own
// arithmetic decides. Embree's depends on the processor: it starts divisions from approximate
// reciprocals, and fuses operations where it can. Here there is neither, so that a hit (triangle,
// range, normal) and a shadow are the same bits on every x86-64 processor, whatever instruction set
// Embree uses:
// - The box of every triangle is larger than it by kMargin_m on all sides, which is more than all
//   that Embree's rounding can amount to up to kSureRange_m (of the size of the shape, for scaled
//   ones). Every triangle that a ray hits here before the nearest hit so far is therefore proposed.
// - The nearest hit is the one of least range, then of least instance, then of least triangle: it
//   does not depend on the order of the proposals.
//
// The test is watertight: two triangles that fraction an edge compute the same number for it, with
// opposite signs (edge functions after Pluecker; Davidovic et al., "Improving coherent ray tracing
// performance on modern architectures", 2012). The range is the mean of the corners' ranges,
// weighted by these numbers: it lies between them even for a ray along the triangle.
#pragma once
#include <cstdint>

#include "raytrace/embree.h"
#include "raytrace/view.h"

namespace hadal::raytrace {

// Embree's part: rays into the frame of the shape and through two levels of boxes, in single
// precision. Each of some 16 operations errs by 2^-24 of the distance from the sensor: 2^-20.
constexpr float kMargin_m = 5e-4f;
constexpr float kSureRange_m = 256;
static_assert(kMargin_m >= 2 * 0x1p-20f * kSureRange_m);

// p_A = matrix q + translation, at the beginning and at the end of the shutter time.
struct MeshPosition {
  float matrix[9];  // row after row
  float translation[3];
};
struct MeshMotion {
  MeshPosition begin, end;
  bool moving = false;
};

// Nearest hits of one call; the lanes of Rays.
struct alignas(64) MeshHits {
  float range_m[kLanes];                     // the farthest to look for; of the hit, afterwards
  float nx[kLanes], ny[kLanes], nz[kLanes];  // of any length, in N
  int32_t instance[kLanes];                  // kNothing without a hit
  int32_t primitive[kLanes];
};

// Lanes [first, first + count) of rays among meshes that share a bit with `seen`. Sets range_m to
// infinity or the range, of lanes that are on.
//   motions: by the instances' numbers in `top`, whose geometries are made by user_geometry().
struct MeshQuery {
  RTCScene top;
  const MeshMotion* motions;
  uint32_t seen;
};
void trace_meshes(const MeshQuery& query, const Rays& rays, int first, bool coherent,
                  MeshHits& hits);
void trace_mesh_ray(const MeshQuery& query, const Rays& rays, MeshHits& hits);  // lane 0 only
// Bits of the lanes in `lanes` that something lies on.
uint32_t occluded_by_meshes(const MeshQuery& query, const Rays& rays, uint32_t lanes);

// The range at which the ray of a lane meets a triangle at a place; infinity where it does not,
// whatever its near and far.
using MeshCorners = std::array<float, 9>;
float range_on_triangle(const MeshPosition& place, const MeshCorners& corners, const Rays& rays,
                        int lane);

// Boxes and callbacks of a shape's triangles, for Embree. The triangles are to outlive it.
GeometryHandle user_geometry(RTCDevice device, const std::vector<MeshCorners>& triangles);

}  // namespace hadal::raytrace
