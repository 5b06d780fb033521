// What wear and growth do to a shape: geometry/distort.h moves its surface, the degradation changes
// its material, fouling puts a layer on it.
#pragma once
#include <string>
#include <vector>

#include "world/link_shapes.h"
#include "world/material.h"
#include "world/shape.h"
#include "world/shape_appearance.h"

namespace hadal::build {

// Index of the material `sound` as it is on an object worn to wear.extent: friction, restitution,
// albedo and roughness move linearly to their values at extent 1. Added to the table when it is
// new.
int worn_material(MaterialTable& table, int sound, const Wear& wear);

// Whether what touches differs from the sound, clean object.
bool changes_touch(const Wear& wear);

// The surface that touches, with distortion and, when it is hard, growth.
//   stream: names the shape, so that each wears in its own way.
geometry::TriangleMesh worn_touch(const geometry::TriangleMesh& mesh, const Wear& wear,
                                  const std::string& stream);

struct SeenShape {
  const geometry::TriangleMesh& mesh;
  int material = 0;
  int growth_material = 0;
  unsigned seen_by = ~0u;
};
// A part of what is seen, and how cameras see growth and silt on it.
struct SeenPart {
  geometry::TriangleMesh mesh;
  int material = 0;
  unsigned seen_by = ~0u;
  Growth growth;
};
// What sensors see: one surface, or more when part of it is overgrown or some sensors look through
// the growth. Overgrown faces look it nearly all over, those between them in places.
std::vector<SeenPart> worn_visuals(const SeenShape& shape, const Wear& wear,
                                   const std::string& stream);

}  // namespace hadal::build
