// What is left of the thrust of a propeller near the surface of the water: its disc comes out, and it
// makes waves (Wagner effect). h is the depth of the middle of the disc below the water above it, R its
// radius.
//
//   T / T0 = 1 - 0.675 (1 - 0.769 h/R)^1.258,  0 for h/R < -0.48,  1 for h/R > 1.3
//
// Minsaas, Thon & Kauczynski 1987 (Influence of ocean environment on thruster performance), as Fossen &
// Blanke 2000 and Smogeli 2006 (doctoral thesis, NTNU, sec. 2.2) have it: for a shaft along the surface.
// We use it for any direction of the shaft, and for torque and power too, which fall a little less. Air
// that a loaded propeller draws down from deeper (ventilation with its hysteresis) is not modelled.
#pragma once
#include "hadal/extension/actuator.h"
#include "math/types.h"

namespace hadal::inline kinds {

double emergence_factor(double depth_over_radius);

// Of a disc at p_B; asks for the surface above it only where it may be near.
double emergence_factor(const extension::ActuatorSurroundings& surroundings,
                        const extension::ActuatorFlow& flow, const Vec3& p_B, double radius_m);

}  // namespace hadal::kinds
