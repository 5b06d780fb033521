// Several tints of each species, so that copies are not clones. To cameras they stand after the
// appearances of materials and of World::looks, in the order of World::scenery: kTints for each
// material (form) of a growth, kTints for a school, none for particles.
#pragma once
#include "world/world.h"

namespace hadal::sensors {

constexpr int kTints = 6;

int tint_count(const Scenery& scenery);
// Index of the first tint of a piece of scenery among the looks of cameras.
int first_tint(const World& world, size_t scenery);

}  // namespace hadal::sensors
