// Set-points from outside, as the values of a set_point input.
#pragma once
#include <array>

#include "control/set_point.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

using SetPointValues = std::array<double, control::kSetPointSize>;

// A place and a heading to keep. Vehicles that steer by heading, depth and speed hold the heading
// and the depth.
SetPointValues go_to_set_point(const Simulation& simulation, int vehicle, const Vec3& p_N,
                               double heading_deg);
SetPointValues velocity_set_point(const Simulation& simulation, int vehicle,
                                  const Vec6& velocity_B);
SetPointValues course_set_point(const Simulation& simulation, int vehicle, double heading_deg,
                                double speed_m_s, double depth_m);

double heading_deg(const Simulation& simulation, int vehicle);  // 0 to 360

}  // namespace hadal::simulation
