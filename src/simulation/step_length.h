// The longest step that a body bears, by its own time constants:
//   oscillation  m x" + k x = 0       leapfrog is stable below 2 / w, RKMK4 below 2.82 / w
//   damping      m x' + d x = 0       explicit: below 2 m / d, RKMK4 2.78 m / d; implicit: any step
// with m the mass and added mass of the root link, k its hydrostatic stiffness (roll and pitch by
// the distance of gravity and buoyancy, heave at the surface by its mean water plane). Actuators
// advance exactly for any step; longer than their time constant, their lag is lost.
// An estimate for a note at load: coupling, contact and control are left out.
#pragma once
#include <string>

#include "world/world.h"

namespace hadal::simulation {

struct StepLimit {
  double step_s = 0;  // infinite: none
  std::string cause;
};

StepLimit stable_step(const World& world, const Link& link, double density_kg_m3,
                      double gravity_m_s2);
// The time constant of an actuator's first state, if it answers a command as a lag shorter than
// the step of the world.
StepLimit actuator_lag(const World& world, const Actuator& actuator, double density_kg_m3);

// One note per model of vehicle or object whose limit is below the step.
void note_long_step(const LoadedScenario& loaded, double density_kg_m3, double gravity_m_s2,
                    World& world);

}  // namespace hadal::simulation
