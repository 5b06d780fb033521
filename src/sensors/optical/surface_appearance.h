// How the shapes of a world look to cameras: one Appearance per material, then one per
// World::appearances, with the pictures they carry. Each picture file is read once.
//
// Where textures are off, a picture stands for its mean colour.
#pragma once
#include <vector>

#include "base/problem.h"
#include "sensors/optical/render/appearance.h"
#include "sensors/optical/render/image_texture.h"
#include "world/world.h"

namespace hadal::sensors {

struct SurfaceAppearances {
  std::vector<Appearance> appearances;
  std::vector<ImageTexture> textures;
};

// Throws InvalidInput where appearance_problems() finds any.
SurfaceAppearances surface_appearances(const World& world);

// Pictures that cannot be read; keys are those of the scenario.
Problems appearance_problems(const World& world);

// poster.cpp: a picture of a reef as printed for tank floors, made by arithmetic: sand with stones,
// corals and sponges of many colours and sizes, so that features are found everywhere. The same on
// every machine.
constexpr int kPosterWidth_px = 1024, kPosterHeight_px = 768;
ImageTexture reef_poster();

}  // namespace hadal::sensors
