// What is known of sixteen surface points that rays have hit, for shading. Positions are single
// precision, relative to the anchor of a view, in axes N (down is +z).
#pragma once
#include <cstdint>

#include "raytrace/view.h"
#include "sensors/relief/texture_tiles.h"

namespace hadal::sensors {

struct alignas(64) Surface16 {
  static constexpr int kLanes = raytrace::kLanes;
  // Given.
  float x[kLanes], y[kLanes], z[kLanes];     // relative to the anchor
  float lx[kLanes], ly[kLanes], lz[kLanes];  // in the frame of the body; for the ground the place
                                             // in N modulo kTexturePeriod_m
  float gx[kLanes], gy[kLanes], gz[kLanes];  // normal of the face, against the ray
  float footprint_m[kLanes];                 // of a pixel
  float u[kLanes], v[kLanes];                // texture coordinates
  float turn[9][kLanes];                     // axes of lx, ly, lz in N: v_N = R v, row by row
  int32_t appearance[kLanes];                      // index into the looks; 0 where nothing is hit
  // Smooth normal at first, then the normal with the relief of the texture.
  float nx[kLanes], ny[kLanes], nz[kLanes];
  // Found by its appearance.
  float r[kLanes], g[kLanes], b[kLanes];  // albedo, linear
  float roughness[kLanes], metallic[kLanes];
  float transmission[kLanes];  // of thin leaves
  float cavity[kLanes];        // fraction of the surrounding light that reaches into its folds
};

}  // namespace hadal::sensors
