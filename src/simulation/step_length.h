// The longest step that a body bears, by its own time constants:
//   oscillation  m x" + k x = 0       leapfrog is stable below 2 / w, RKMK4 below 2.82 / w
//   damping      m x' + d x = 0       explicit: below 2 m / d, RKMK4 2.78 m / d; implicit: any step
// with m the mass and added mass of the root link, k its hydrostatic stiffness (roll and pitch by
// the distance of gravity and buoyancy, heave at the surface by its mean water plane).
// An estimate for a note at load: coupling, lift, contact and control are left out; actuators
// advance exactly for any step.
#pragma once
#include <string>

#include "world/world.h"

namespace hadal::simulation {

struct StepLimit {
  double step_s = 0;  // infinite: none
  const char* cause = "";
};

StepLimit stable_step(const World& world, const Link& link, double density_kg_m3,
                      double gravity_m_s2);

// Why the step of the world is too long for a vehicle or object; empty where it is not.
std::string long_step_problem(const World& world, const Vehicle& vehicle, double density_kg_m3,
                              double gravity_m_s2);

// One note per model of vehicle or object whose limit is below the step.
void note_long_step(const LoadedScenario& loaded, double density_kg_m3, double gravity_m_s2,
                    World& world);

}  // namespace hadal::simulation
