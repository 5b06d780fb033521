// Set-points from outside as inputs.
#pragma once
#include "simulation/simulation.h"

namespace hadal::simulation {

// A place and a heading to keep. Vehicles that steer by heading, depth and speed hold the heading
// and the depth.
Input go_to_input(const Simulation& simulation, int vehicle, const Vec3& p_N, double heading_deg);
Input velocity_input(const Simulation& simulation, int vehicle, const Vec6& velocity_B);
Input course_input(const Simulation& simulation, int vehicle, double heading_deg, double speed_m_s,
                   double depth_m);

double heading_deg(const Simulation& simulation, int vehicle);  // 0 to 360

}  // namespace hadal::simulation
