// A mass moved inside the hull along an axis, for trim and for gliders. Its weight at offset 0 is
// part of the body; the offset adds the moment offset axis x m g. The change of the inertia matrix
// and the reaction to the acceleration of the mass are neglected: valid for slow motion and a
// mass small against the vehicle.
#pragma once
#include "math/types.h"
#include "world/actuators.h"

namespace hadal::dynamics {

double moving_mass_after(const MovingMass& mass, double offset_m, double command_m, double dt_s);

// Wrench at the body origin in B: a pure moment.
Vec6 moving_mass_wrench(const MovingMass& mass, double offset_m, const Mat3& R_NB,
                        double gravity_m_s2);

}  // namespace hadal::dynamics
