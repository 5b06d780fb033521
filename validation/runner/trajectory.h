// Comparison of a run with a reference trajectory. Columns: t_s, x_m y_m z_m, phi_rad theta_rad
// psi_rad, u v w p q r (also u_mps, p_radps ...): position in N, Euler angles z-y-x, body velocity.
#pragma once
#include <vector>

#include "runner/case.h"
#include "runner/report.h"
#include "runner/tank.h"

namespace hadal::validation {

struct Pose6 {
  double time_s = 0;
  Start state;
};

std::vector<Pose6> trajectory_of(const Table& table);
// Rows [t, x, y, z, phi, theta, psi, u, v, w, p, q, r] of `expected` whose names begin with state_
// or are "final".
std::vector<Pose6> expected_states(const Case& reference);

// Where the names of the tolerances differ from kind to kind.
struct TrajectoryTolerances {
  double position_m = 0;
  double angle_rad = 0;
  double velocity = 0;
};

// Plays the tank along the reference and reports the largest differences of position, angles and
// velocity. depth_shift_m: how much deeper than the reference the tank runs.
void compare_trajectory(Tank& tank, std::vector<Pose6> reference, double depth_shift_m,
                        const TrajectoryTolerances& tolerances, CaseReport& report);

// x0 = [x, y, z, qw, qx, qy, qz, u, v, w, p, q, r] if the case gives it, else the first row.
Start start_of(const Case& reference, const std::vector<Pose6>& trajectory);

}  // namespace hadal::validation
