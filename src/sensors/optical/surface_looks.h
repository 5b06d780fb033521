// How the shapes of a world look to cameras: one Look per material, then one per World::looks, with
// the pictures they carry. Each picture file is read once.
//
// Where textures are off, a picture stands for its mean colour.
#pragma once
#include <vector>

#include "base/problem.h"
#include "sensors/optical/render/image_texture.h"
#include "sensors/optical/render/looks.h"
#include "world/world.h"

namespace hadal::sensors {

struct SurfaceLooks {
  std::vector<Look> looks;
  std::vector<ImageTexture> textures;
};

// Throws InvalidInput where look_problems() finds any.
SurfaceLooks surface_looks(const World& world);

// Pictures that cannot be read; keys are those of the scenario.
Problems look_problems(const World& world);

}  // namespace hadal::sensors
