// A fish: a flattened body of rings, thin closed fins and eyes. Frame S: x forward, y right, z
// down; the origin is halfway between nose and the tips of the tail. How far along the fish a
// vertex is follows from its x: along = 1/2 - x / length, 0 at the nose (environment/life/swim.h
// bends it so). Target faces are met from below, 60 at least.
#pragma once
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

enum class FishKind {
  kMackerel,  // torpedo, forked tail: tuna, mackerel, herring
  kBream,     // high and flat: bream, damselfish
  kCod,       // round head, long dorsal fins, cut tail
  kBarracuda  // a spear
};

enum class FishPart : uint8_t { kBody, kFin, kEye };

struct FishMesh {
  TriangleMesh mesh;
  std::vector<FishPart> parts;  // one per vertex
};

// Body height over length, as usual for the kind.
double usual_fish_height(FishKind kind);

// height_m of the body without fins.
FishMesh fish(FishKind kind, double length_m, double height_m, int target_faces = 1200);

}  // namespace hadal::geometry
