#include "simulation/tracking.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "control/set_point.h"
#include "control/vehicle_control.h"
#include "kinds/steps/route_step.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::simulation {
namespace {

using extension::ControlMode;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr double kSmallestTurn_rad = 5 * kDegree;

// What a vehicle is asked for; NaN for what it is not.
struct Asked {
  Vec3 p_N = Vec3::Constant(kNothing);
  double depth_m = kNothing, heading_rad = kNothing, surge_m_s = kNothing;
};

Asked asked_of(const State& state, size_t vehicle) {
  Asked out;
  const double* set = &state.set_point[vehicle * control::kSetPointSize];
  if (set[control::kSetActive] <= 0) return out;
  switch (control::mode_of(set)) {
    case ControlMode::kPosition: {
      const double* q = set + control::kSetAttitude;
      out.p_N = Eigen::Map<const Vec3>(set + control::kSetPosition);
      out.depth_m = out.p_N.z();
      out.heading_rad = euler_from(Quat(q[0], q[1], q[2], q[3])).yaw;
      break;
    }
    case ControlMode::kCourse:
      out.depth_m = set[control::kSetDepth];
      out.heading_rad = set[control::kSetHeading];
      out.surge_m_s = set[control::kSetSpeed];
      break;
    case ControlMode::kVelocity:
      out.surge_m_s = set[control::kSetVelocity];
      break;
    default:
      break;
  }
  return out;
}

// Of a point from a segment, in the horizontal plane.
double distance_m(const Vec3& p_N, const Vec3& a_N, const Vec3& b_N) {
  const Eigen::Vector2d along = (b_N - a_N).head<2>(), to = (p_N - a_N).head<2>();
  const double square = along.squaredNorm();
  const double fraction = square > 0 ? std::clamp(to.dot(along) / square, 0.0, 1.0) : 0;
  return (to - fraction * along).norm();
}

TrackingResult result_of(const char* quantity, const char* unit, const ErrorStatistics& error,
                         double factor) {
  TrackingResult out;
  out.quantity = quantity;
  out.unit = unit;
  out.samples = error.samples();
  out.rms = factor * error.rms();
  out.max = factor * error.max();
  return out;
}

TrackingResult result_of(const char* quantity, const char* unit, const TrackingRecord& record,
                         double factor = 1) {
  TrackingResult out = result_of(quantity, unit, record.error(), factor);
  const StepFacts facts = record.steps();
  out.steps = facts.steps;
  out.settled = facts.settled;
  out.overshoot_percent = 100 * facts.overshoot;
  out.settling_time_s = facts.settling_time_s;
  return out;
}

}  // namespace

Tracking::VehicleRecords::VehicleRecords() : heading(kSmallestTurn_rad, true) {}

Tracking::Tracking(const World& world)
    : rate_(world.record.rate_hz, world.clock), vehicles_(world.vehicles.size()) {}

void Tracking::restart(const World& world, const State& state) {
  vehicles_.assign(world.vehicles.size(), {});
  sample(world, state);
}

void Tracking::sample(const World& world, const State& state) {
  if (!rate_.due(state.tick)) return;
  for (size_t v = 0; v < vehicles_.size(); ++v)
    if (!world.vehicles[v].is_object) sample_vehicle(world, state, v);
}

void Tracking::sample_vehicle(const World& world, const State& state, size_t index) {
  VehicleRecords& records = vehicles_[index];
  const int hull = world.vehicles[index].links.begin;
  const Vec3& p_N = state.p_NL_N[hull];
  const double time_s = world.clock.time_s(state.tick);
  const Asked asked = asked_of(state, index);
  records.north.add(time_s, asked.p_N.x(), p_N.x());
  records.east.add(time_s, asked.p_N.y(), p_N.y());
  records.depth.add(time_s, asked.depth_m, p_N.z());
  records.heading.add(time_s, asked.heading_rad, euler_from(state.q_NL[hull]).yaw);
  records.surge.add(time_s, asked.surge_m_s, state.nu_L[hull][0]);
  if (asked.p_N.allFinite()) records.position.add((p_N - asked.p_N).head<2>().norm());
  sample_path(world, state, index);
}

// The path of a step begins where the vehicle was at its first sample.
void Tracking::sample_path(const World& world, const State& state, size_t index) {
  VehicleRecords& records = vehicles_[index];
  const Vehicle& vehicle = world.vehicles[index];
  const auto track = static_cast<size_t>(vehicle.track);
  const bool runs = state.mission_status[track] ==
                    static_cast<int64_t>(control::MissionStatus::kRunning);
  const int64_t step = runs ? state.mission_step[track] : -1;
  const Vec3& p_N = state.p_NL_N[vehicle.links.begin];
  if (step != records.step) records.route_start_N = p_N;
  records.step = step;
  if (step < 0 || step >= static_cast<int64_t>(world.mission.size())) return;
  const std::span<const Waypoint> route = route_of(world.mission[step].config);
  if (route.empty()) return;
  double nearest_m = std::numeric_limits<double>::infinity();
  Vec3 from_N = records.route_start_N;
  for (const Waypoint& waypoint : route) {
    nearest_m = std::fmin(nearest_m, distance_m(p_N, from_N, waypoint.p_N));
    from_N = waypoint.p_N;
  }
  records.path.add(nearest_m);
}

std::vector<TrackingResult> Tracking::of_vehicle(size_t vehicle) const {
  const VehicleRecords& r = vehicles_[vehicle];
  const TrackingResult all[] = {result_of("path", "m", r.path, 1),
                                result_of("position", "m", r.position, 1),
                                result_of("north", "m", r.north),
                                result_of("east", "m", r.east),
                                result_of("depth", "m", r.depth),
                                result_of("heading", "deg", r.heading, 1 / kDegree),
                                result_of("surge", "m/s", r.surge)};
  std::vector<TrackingResult> out;
  for (const TrackingResult& one : all)
    if (one.samples > 0) out.push_back(one);
  return out;
}

}  // namespace hadal::simulation
