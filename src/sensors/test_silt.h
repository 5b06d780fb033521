// Clouds of silt that tests of instruments look through.
#pragma once
#include "environment/silt/silt.h"
#include "world/world.h"

namespace hadal::sensors::test {

// Material 1 has this grain.
inline World world_of_grains(double grain_m) {
  World world;
  world.materials.materials.resize(2);
  world.materials.materials[1].grain_m = grain_m;
  world.materials.materials[0].albedo = {0.1, 0.4, 0.9};
  return world;
}

// Far above its bed: a whole Gaussian about a place.
inline environment::Puff puff_at(const Vec3& p_N, double size_m, double mass_kg) {
  return {p_N.x(), p_N.y(), p_N.z() + 100, 100, size_m * size_m, size_m * size_m, mass_kg, 1};
}

}  // namespace hadal::sensors::test
