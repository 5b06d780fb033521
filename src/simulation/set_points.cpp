#include "simulation/set_points.h"

#include <algorithm>

#include "control/modes.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::simulation {
namespace {

// What the vehicle is asked for now, switched on.
SetPointValues present(const Simulation& s, int vehicle) {
  SetPointValues set;
  std::copy_n(&s.state().set_point[static_cast<size_t>(vehicle) * control::kSetPointSize],
              set.size(), set.begin());
  set[control::kSetActive] = 1;
  return set;
}

}  // namespace

SetPointValues go_to_set_point(const Simulation& s, int vehicle, const Vec3& p_N,
                               double heading_deg) {
  if (!control::offers_mode(s.world().vehicles[static_cast<size_t>(vehicle)],
                            ControlMode::kPosition))
    return course_set_point(s, vehicle, heading_deg, 0, p_N.z());
  SetPointValues set = present(s, vehicle);
  control::write_pose(set.data(), p_N, quaternion_from({0, 0, heading_deg * kDegree}));
  std::fill_n(set.begin() + control::kSetVelocity, 6, 0.0);
  return set;
}

SetPointValues velocity_set_point(const Simulation& s, int vehicle, const Vec6& velocity_B) {
  SetPointValues set = present(s, vehicle);
  set[control::kSetMode] = static_cast<double>(ControlMode::kVelocity);
  std::copy(velocity_B.begin(), velocity_B.end(), set.begin() + control::kSetVelocity);
  return set;
}

SetPointValues course_set_point(const Simulation& s, int vehicle, double heading_deg,
                                double speed_m_s, double depth_m) {
  SetPointValues set = present(s, vehicle);
  control::write_course(set.data(), heading_deg * kDegree, depth_m, speed_m_s);
  return set;
}

double heading_deg(const Simulation& s, int vehicle) {
  const int hull = s.world().vehicles[static_cast<size_t>(vehicle)].links.begin;
  const double heading = euler_from(s.state().q_NL[static_cast<size_t>(hull)]).yaw / kDegree;
  return heading < 0 ? heading + 360 : heading;
}

}  // namespace hadal::simulation
