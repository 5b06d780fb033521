// Smooth normals of height fields that lie along the axes of A (smooth.h), sixteen places at once.
#pragma once
#include <array>
#include <cstdint>

#include "raytrace/height_field.h"
#include "raytrace/view.h"

namespace hadal::raytrace {

// Fills normal and place of the lanes of `mine`, which have hit this field; the others keep what
// they have. All lanes of `out` must hold numbers.
void sample_level(const HeightField& field, const std::array<float, 3>& translation_A,
                  uint32_t mine,
                 const Rays& rays, const Hits& hits, SurfaceSample& out);

}  // namespace hadal::raytrace
