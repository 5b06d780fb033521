// What outputs/scene asks of the other stages, filled in.
#pragma once
#include "outputs/scene/scene_sources.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

// Refers to the simulation.
outputs::SceneSources scene_sources(const Simulation& simulation);

// Colour of much water and attenuation of images in it. Attenuation: over kWaterView_m of the
// spectrum that a camera's red, green and blue see of daylight. Colour: what the water sends back
// of daylight at a depth of kWaterView_m, bb / (a + bb), the brightest channel scaled to
// kWaterBright.
constexpr double kWaterView_m = 4, kWaterBright = 0.35;
outputs::SceneWater scene_water(const World& world);

// scene_scenery.cpp: growth in the coarsest detail that serves, where the cameras see it, and one
// fish of each school.
std::vector<outputs::SceneryPart> scene_scenery(const Simulation& simulation);
// How many fish of each school are shown, at most outputs::kMaxSceneFish in all.
std::vector<int> shown_fish(const World& world);

}  // namespace hadal::simulation
