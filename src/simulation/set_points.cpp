#include "simulation/set_points.h"

#include <algorithm>

#include "control/modes.h"
#include "control/set_point.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::simulation {
namespace {

// The vehicle's set-point with a change.
template <class F>
Input changed(const Simulation& s, int vehicle, F change) {
  const auto begin = s.state().set_point.begin() +
                     static_cast<long>(static_cast<size_t>(vehicle) * control::kSetPointSize);
  std::vector<double> set(begin, begin + control::kSetPointSize);
  change(set);
  set[control::kSetActive] = 1;
  return {s.state().tick, s.world().vehicles[static_cast<size_t>(vehicle)].name, "set_point",
          std::move(set)};
}

}  // namespace

Input go_to_input(const Simulation& s, int vehicle, const Vec3& p_N, double heading_deg) {
  if (!control::offers_mode(s.world().vehicles[static_cast<size_t>(vehicle)],
                            ControlMode::kPosition))
    return course_input(s, vehicle, heading_deg, 0, p_N.z());
  const Quat q = quaternion_from({0, 0, heading_deg * kDegree});
  return changed(s, vehicle, [&](std::vector<double>& set) {
    control::write_pose(set.data(), p_N, q);
    std::fill_n(set.begin() + control::kSetVelocity, 6, 0.0);
  });
}

Input velocity_input(const Simulation& s, int vehicle, const Vec6& velocity_B) {
  return changed(s, vehicle, [&](std::vector<double>& set) {
    set[control::kSetMode] = static_cast<double>(ControlMode::kVelocity);
    std::copy(velocity_B.begin(), velocity_B.end(), set.begin() + control::kSetVelocity);
  });
}

Input course_input(const Simulation& s, int vehicle, double heading_deg, double speed_m_s,
                   double depth_m) {
  return changed(s, vehicle, [&](std::vector<double>& set) {
    control::write_course(set.data(), heading_deg * kDegree, depth_m, speed_m_s);
  });
}

double heading_deg(const Simulation& s, int vehicle) {
  const int hull = s.world().vehicles[static_cast<size_t>(vehicle)].links.begin;
  const double heading = euler_from(s.state().q_NL[static_cast<size_t>(hull)]).yaw / kDegree;
  return heading < 0 ? heading + 360 : heading;
}

}  // namespace hadal::simulation
