// Variable buoyancy: a bladder displaces more or less water (state: volume, m3), or a tank takes in
// water (state: mass, kg). The pump moves the state toward the command at a bounded rate between
// its limits. Force: rho g V up for a bladder, m g down for a tank, at its place. The inertia of
// the water in the tank, its free surface and the fade of the bladder at the sea surface are
// neglected.
#pragma once
#include "math/types.h"
#include "world/actuators.h"

namespace hadal::dynamics {

double ballast_after(const Ballast& ballast, double state, double command, double dt_s);

// Wrench at the body origin in B.
Vec6 ballast_wrench(const Ballast& ballast, double state, const Mat3& R_NB, double density_kg_m3,
                    double gravity_m_s2);

}  // namespace hadal::dynamics
