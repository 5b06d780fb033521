// The shapes of scenery: what a config of growth or fish asks for, as meshes of geometry/life in
// three levels of detail. Pure functions of config, seed and level.
#pragma once
#include <cstdint>

#include "environment/life/sway.h"
#include "geometry/life/fish.h"
#include "geometry/triangle_mesh.h"
#include "scenario/scenery_config.h"

namespace hadal::sensors {

constexpr int kDetailLevels = 3;  // 0 for near by

// The growth part of a config; nullptr for fish and particles.
const GrowthConfig* growth_of(const AnyConfig& config);
bool is_weed(const AnyConfig& config);
// How many different forms a growth has: those of corals, one of all others.
int form_count(const AnyConfig& config);
// How far the copies follow the slope: 1 grow straight up, 0 lie square on the ground.
double uprightness(const AnyConfig& config);
// How deep a copy of scale 1 stands in the ground.
double sunk_m(const AnyConfig& config);

// Different shapes of one piece of scenery come from different seeds.
uint64_t variant_seed(uint64_t scenery_seed, int variant);

// In the frame of the plant or stone: on the ground at the origin, up is -z.
geometry::TriangleMesh rigid_mesh(const AnyConfig& config, int form, uint64_t seed, int level);
geometry::BladedMesh weed_mesh(const AnyConfig& config, uint64_t seed, int level);
const environment::WeedMaterial& weed_material(const AnyConfig& config);
double weed_length_m(const AnyConfig& config);
// The same plant turned about the vertical.
geometry::BladedMesh turned(geometry::BladedMesh plant, double yaw_rad);

geometry::FishKind fish_kind(const FishSchoolConfig& config);
// In the middle of a beat of its tail that has come so far.
geometry::TriangleMesh fish_mesh(const FishSchoolConfig& config, double beats, int level);

}  // namespace hadal::sensors
