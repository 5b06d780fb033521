// What is legal in a scenario but surely unwanted is told at load: notes go to the user, to
// /rosout and to the log. What cannot be meant at all, a start inside the ground or inside
// another body, is refused as a teleport to such a place is.
#pragma once
#include "environment/sea.h"
#include "scenario/scenario.h"
#include "world/world.h"

namespace hadal::simulation {

// Vehicles and objects that start below the seabed, and vehicles of which a shape has its middle
// inside another body. What is fixed or kinematic may stand in the ground; what lies on the seabed
// was laid there. Whatever only touches or dips in is left to the contacts.
Problems check_starts(const environment::Sea& sea, const LoadedScenario& loaded,
                      const World& world);

// Adds to world.notes, in this order:
//   rates above the step rate, which give one sample per step;
//   expectations that begin after the end of the run, and are never judged;
//   fins of an autopilot that turn the vehicle the other way, or not at all;
//   cameras, sonars and lidars that start inside another body;
//   cameras in the dark;
//   bluff hulls that the Munk moment of their added mass would pitch (docs/dynamics.md);
//   dead reckoning that starts farther from the seabed than its DVL reaches.
void add_notes(const environment::Sea& sea, const LoadedScenario& loaded, World& world);

}  // namespace hadal::simulation
