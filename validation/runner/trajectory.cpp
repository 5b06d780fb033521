#include "runner/trajectory.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hadal::validation {
namespace {

// Scenarios of a reference are compared at its own times, in order.
void sort_by_time(std::vector<Pose6>& rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Pose6& a, const Pose6& b) { return a.time_s < b.time_s; });
}

}  // namespace

std::vector<Pose6> trajectory_of(const Table& table) {
  const auto& t = table["t_s"];
  const std::vector<double>* columns[12] = {&table["x_m"],
                                            &table["y_m"],
                                            &table["z_m"],
                                            &table["phi_rad"],
                                            &table["theta_rad"],
                                            &table["psi_rad"],
                                            &table.any({"u", "u_mps"}),
                                            &table.any({"v", "v_mps"}),
                                            &table.any({"w", "w_mps"}),
                                            &table.any({"p", "p_radps"}),
                                            &table.any({"q", "q_radps"}),
                                            &table.any({"r", "r_radps"})};
  std::vector<Pose6> rows(table.rows());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto at = [&](int k) { return (*columns[k])[i]; };
    rows[i].time_s = t[i];
    rows[i].state = {Vec3(at(0), at(1), at(2)), {at(3), at(4), at(5)}, Vec6::Zero()};
    for (int k = 0; k < 6; ++k) rows[i].state.nu_B[k] = at(6 + k);
  }
  return rows;
}

std::vector<Pose6> expected_states(const Case& reference) {
  std::vector<Pose6> rows;
  if (!reference.data().contains("expected")) return rows;
  for (const auto& [key, value] : reference.data()["expected"].items()) {
    if (!(key.starts_with("state_") || key == "final") || !value.is_array() || value.size() != 13)
      continue;
    const std::vector<double> x = reference.expected_numbers(key);
    Pose6 row{x[0], {Vec3(x[1], x[2], x[3]), {x[4], x[5], x[6]}, Vec6::Zero()}};
    for (int k = 0; k < 6; ++k) row.state.nu_B[k] = x[7 + k];
    rows.push_back(row);
  }
  return rows;
}

void compare_trajectory(Tank& tank, std::vector<Pose6> reference, double depth_shift_m,
                        const TrajectoryTolerances& tolerances, CaseReport& report) {
  sort_by_time(reference);
  Worst position, angle, velocity;
  for (const Pose6& row : reference) {
    tank.advance_to(row.time_s);
    const Motion motion = tank.motion();
    const EulerAngles e = euler_from(motion.q_NL);
    const Vec3 p_N = motion.p_N - Vec3(0, 0, depth_shift_m);
    for (int k = 0; k < 3; ++k) position.add(p_N[k] - row.state.p_N[k]);
    angle.add(wrap_angle(e.roll - row.state.attitude.roll));
    angle.add(wrap_angle(e.pitch - row.state.attitude.pitch));
    angle.add(wrap_angle(e.yaw - row.state.attitude.yaw));
    for (int k = 0; k < 6; ++k) velocity.add(motion.nu_L[k] - row.state.nu_B[k]);
  }
  report.check("position, m", position.value(), tolerances.position_m);
  report.check("angles, rad", angle.value(), tolerances.angle_rad);
  report.check("velocity, m/s and rad/s", velocity.value(), tolerances.velocity);
}

Start start_of(const Case& reference, const std::vector<Pose6>& trajectory) {
  Start start = trajectory.front().state;
  if (!reference.has("x0")) return start;
  const std::vector<double> x = reference.numbers("x0");
  if (x.size() != 13) reference.fail("x0", "expected [x, y, z, qw, qx, qy, qz, u, v, w, p, q, r]");
  start.p_N = {x[0], x[1], x[2]};
  start.attitude = euler_from(Quat(x[3], x[4], x[5], x[6]).normalized());
  for (int k = 0; k < 6; ++k) start.nu_B[k] = x[7 + k];
  return start;
}

}  // namespace hadal::validation
