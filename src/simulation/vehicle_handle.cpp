// What a vehicle is made of, and its commands.
#include <algorithm>

#include "control/gain_names.h"
#include "control/modes.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/gains_file.h"
#include "simulation/set_points.h"
#include "simulation/simulator_parts.h"

namespace hadal {
namespace {

using detail::index_named;

const Vehicle& vehicle_at(const detail::SimulatorParts& parts, int index) {
  return parts.world().vehicles[static_cast<size_t>(index)];
}

// One column of all that gives thrust on a vehicle.
std::span<const double> of_thrusters(detail::SimulatorParts& parts, const Vehicle& vehicle,
                                     extension::ThrusterColumn column,
                                     std::vector<double>& values) {
  for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i)
    values[static_cast<size_t>(i)] =
        state_of(parts.world().actuators[static_cast<size_t>(i)], parts.state())[column];
  return std::span(values).subspan(vehicle.thrusters.begin, vehicle.thrusters.count);
}

}  // namespace

const std::string& VehicleHandle::name() const {
  return vehicle_at(*parts_, index_).name;
}
bool VehicleHandle::is_object() const {
  return vehicle_at(*parts_, index_).is_object;
}

VehicleState VehicleHandle::state() const {
  const State& state = parts_->state();
  const int hull = vehicle_at(*parts_, index_).links.begin;
  const Vec3& p = state.p_NL_N[hull];
  const Quat& q = state.q_NL[hull];
  const EulerAngles e = euler_from(q);
  VehicleState out;
  out.north_m = p.x();
  out.east_m = p.y();
  out.depth_m = p.z();
  out.attitude = {q.w(), q.x(), q.y(), q.z()};
  out.roll_deg = e.roll / kDegree;
  out.pitch_deg = e.pitch / kDegree;
  out.heading_deg = e.yaw / kDegree + (e.yaw < 0 ? 360 : 0);
  for (int i = 0; i < 6; ++i) out.velocity[i] = state.nu_L[hull][i];
  for (int i = 0; i < 3; ++i) out.current_m_s[i] = state.water_velocity_N[hull][i];
  return out;
}

std::string_view VehicleHandle::mission() const {
  return control::mission_status_name(
      parts_->state().mission_status[vehicle_at(*parts_, index_).track]);
}

LinkHandle VehicleHandle::hull() const {
  return {parts_, vehicle_at(*parts_, index_).links.begin};
}
std::vector<LinkHandle> VehicleHandle::links() const {
  const IndexRange range = vehicle_at(*parts_, index_).links;
  std::vector<LinkHandle> out;
  for (int i = range.begin; i < range.end(); ++i) out.push_back({parts_, i});
  return out;
}
std::vector<JointHandle> VehicleHandle::joints() const {
  const IndexRange links = vehicle_at(*parts_, index_).links;
  const std::vector<int>& all = parts_->world().joints;
  std::vector<JointHandle> out;
  for (size_t i = 0; i < all.size(); ++i)
    if (links.contains(all[i])) out.push_back({parts_, static_cast<int>(i)});
  return out;
}
std::vector<ActuatorHandle> VehicleHandle::actuators() const {
  const IndexRange range = vehicle_at(*parts_, index_).actuators;
  std::vector<ActuatorHandle> out;
  for (int i = range.begin; i < range.end(); ++i) out.push_back({parts_, i});
  return out;
}
std::vector<SensorHandle> VehicleHandle::sensors() const {
  const IndexRange range = vehicle_at(*parts_, index_).sensors;
  std::vector<SensorHandle> out;
  for (int i = range.begin; i < range.end(); ++i) out.push_back({parts_, i});
  return out;
}
std::vector<FrameSensorHandle> VehicleHandle::frame_sensors() const {
  const auto& all = parts_->world().frame_sensors;
  std::vector<FrameSensorHandle> out;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].vehicle == index_) out.push_back({parts_, static_cast<int>(i)});
  return out;
}
std::vector<LampHandle> VehicleHandle::lamps() const {
  const auto& all = parts_->world().lamps;
  std::vector<LampHandle> out;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].vehicle == index_) out.push_back({parts_, static_cast<int>(i)});
  return out;
}

namespace {

// The handle with this name; throws Error otherwise.
template <class H>
H named(const std::vector<H>& handles, std::string_view name, const char* what,
        const std::string& vehicle) {
  for (const H& handle : handles)
    if (handle.name() == name) return handle;
  throw Error(std::string("no ") + what + " '" + std::string(name) + "' on '" + vehicle + "'");
}

}  // namespace

LinkHandle VehicleHandle::link(std::string_view link) const {
  return named(links(), link, "link", name());
}
JointHandle VehicleHandle::joint(std::string_view link) const {
  return named(joints(), link, "joint", name());
}
ActuatorHandle VehicleHandle::actuator(std::string_view actuator) const {
  return named(actuators(), actuator, "actuator", name());
}
SensorHandle VehicleHandle::sensor(std::string_view sensor) const {
  return named(sensors(), sensor, "sensor", name());
}
FrameSensorHandle VehicleHandle::frame_sensor(std::string_view sensor) const {
  return named(frame_sensors(), sensor, "camera, sonar or lidar", name());
}
LampHandle VehicleHandle::lamp(std::string_view lamp) const {
  return named(lamps(), lamp, "lamp", name());
}

std::span<const double> VehicleHandle::thrust_n() const {
  return of_thrusters(*parts_, vehicle_at(*parts_, index_), extension::kThrust, parts_->thrust_n);
}
std::span<const double> VehicleHandle::thruster_load_percent() const {
  return of_thrusters(*parts_, vehicle_at(*parts_, index_), extension::kLoad,
                      parts_->load_percent);
}
std::span<const double> VehicleHandle::thruster_health() const {
  const IndexRange range = vehicle_at(*parts_, index_).thrusters;
  return std::span(parts_->state().actuator_health).subspan(range.begin, range.count);
}

void VehicleHandle::command_thrusters(std::span<const double> commands) const {
  parts_->apply(InputKey::kThrusters, index_, commands);
}
void VehicleHandle::go_to(double north_m, double east_m, double depth_m, double heading_deg) const {
  parts_->apply(InputKey::kSetPoint, index_,
                simulation::go_to_set_point(parts_->simulation(), index_,
                                            Vec3(north_m, east_m, depth_m), heading_deg));
}
void VehicleHandle::set_velocity(std::span<const double, 6> velocity) const {
  parts_->apply(InputKey::kSetPoint, index_,
                simulation::velocity_set_point(parts_->simulation(), index_,
                                               Eigen::Map<const Vec6>(velocity.data())));
}
void VehicleHandle::set_course(double heading_deg, double speed_m_s, double depth_m) const {
  parts_->apply(
      InputKey::kSetPoint, index_,
      simulation::course_set_point(parts_->simulation(), index_, heading_deg, speed_m_s, depth_m));
}
void VehicleHandle::pilot(std::span<const double, 6> axes, bool hold_heading,
                          bool hold_depth) const {
  std::array<double, 8> values{};
  std::copy(axes.begin(), axes.end(), values.begin());
  values[6] = hold_heading ? 1 : 0;
  values[7] = hold_depth ? 1 : 0;
  parts_->apply(InputKey::kPilot, index_, values);
}
void VehicleHandle::set_mode(std::string_view mode) const {
  const std::optional<ControlMode> known = control::control_mode_named(mode);
  if (!known) throw Error("no mode '" + std::string(mode) + "'; see modes()");
  const auto number = static_cast<double>(*known);
  parts_->apply(InputKey::kMode, index_, {&number, 1});
}
std::vector<std::string> VehicleHandle::modes() const {
  std::vector<std::string> names;
  for (const ControlMode mode : control::modes_of(vehicle_at(*parts_, index_)))
    names.emplace_back(control::control_mode_name(mode));
  return names;
}
void VehicleHandle::resume_mission() const {
  parts_->apply(InputKey::kMission, index_, {});
}
void VehicleHandle::teleport(double north_m, double east_m, double depth_m,
                             double heading_deg) const {
  parts_->apply(InputKey::kPose, index_, std::array{north_m, east_m, depth_m, heading_deg});
}
void VehicleHandle::set_thruster_health(std::span<const double> health) const {
  parts_->apply(InputKey::kHealth, index_, health);
}
void VehicleHandle::set_external_wrench(std::span<const double, 6> wrench) const {
  parts_->apply(InputKey::kWrench, index_, wrench);
}

std::vector<std::string> VehicleHandle::gain_names() const {
  return control::gain_names(vehicle_at(*parts_, index_).controller);
}
std::span<const double> VehicleHandle::gains() const {
  return parts_->simulation().gains(index_);
}
void VehicleHandle::set_gains(std::span<const double> gains) const {
  parts_->apply(InputKey::kGains, index_, gains);
}
void VehicleHandle::save_gains(const std::string& path) const {
  simulation::require(simulation::write_gains(parts_->simulation(), index_, path));
}

}  // namespace hadal
