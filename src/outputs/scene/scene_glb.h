// scene.glb: what a world looks like, as glTF 2.0 (docs/scene.md).
//   VEHICLE/LINK   one node per link, vertices in the link's frame (forward, right, down); its
//                  place comes on /hadal/scene
//   VEHICLE/LINK/part/I  the I-th part that turns, a child of its link, at rest and in its frame
//   scenery/I      the I-th piece of scenery, its shapes as children with their copies in the
//                  world (north, east, down); of fish one shape without copies
// Colours are those of the materials and looks in white light, pictures are laid on by the texture
// coordinates of the mesh. Patterns, growth and silt of looks are left out.
#pragma once
#include <cstdint>
#include <vector>

#include "outputs/scene/scene_sources.h"
#include "world/world.h"

namespace hadal::outputs {

struct SceneLimits {
  size_t triangles = 200'000;          // of different shapes of links; larger ones are simplified
  size_t scenery_triangles = 100'000;  // of different shapes
  size_t copies = 20'000;              // of scenery; beyond, every n-th is kept
  size_t picture_bytes = 4'000'000;    // of all; larger ones are made smaller
  int picture_px = 1024;               // longest side of those
};

std::vector<uint8_t> scene_glb(const World& world, const SceneSources& sources,
                               const SceneLimits& limits = {});

}  // namespace hadal::outputs
