// Commands of a Simulator: each is one input, applied at once and recorded.
#include <cmath>
#include <stdexcept>

#include "control/gain_names.h"
#include "control/modes.h"
#include "simulation/gains_file.h"
#include "simulation/set_points.h"
#include "simulation/simulator_impl.h"

namespace hadal {
namespace {

constexpr double kHour_s = 3600, kDay_s = 86400;

std::vector<double> listed(std::span<const double> values) {
  return {values.begin(), values.end()};
}

}  // namespace

void Simulator::command_thrusters(const std::string& vehicle, std::span<const double> commands) {
  impl_->apply(vehicle, "thrusters", listed(commands));
}
void Simulator::command_fins(const std::string& vehicle, std::span<const double> angles_rad) {
  impl_->apply(vehicle, "fins", listed(angles_rad));
}
void Simulator::set_thruster_health(const std::string& vehicle, std::span<const double> health) {
  impl_->apply(vehicle, "health", listed(health));
}
void Simulator::set_external_wrench(const std::string& vehicle, std::span<const double> wrench) {
  impl_->apply(vehicle, "wrench", listed(wrench));
}

void Simulator::go_to(const std::string& vehicle, double north_m, double east_m, double depth_m,
                      double heading_deg) {
  impl_->apply(simulation::go_to_input(impl_->simulation(), impl_->index(vehicle),
                                       Vec3(north_m, east_m, depth_m), heading_deg));
}
void Simulator::set_velocity(const std::string& vehicle, std::span<const double> velocity) {
  if (velocity.size() != 6) throw std::invalid_argument("a velocity has six numbers");
  impl_->apply(simulation::velocity_input(impl_->simulation(), impl_->index(vehicle),
                                          Eigen::Map<const Vec6>(velocity.data())));
}
void Simulator::set_course(const std::string& vehicle, double heading_deg, double speed_m_s,
                           double depth_m) {
  impl_->apply(simulation::course_input(impl_->simulation(), impl_->index(vehicle), heading_deg,
                                        speed_m_s, depth_m));
}

void Simulator::pilot(const std::string& vehicle, std::span<const double> axes, bool hold_heading,
                      bool hold_depth) {
  if (axes.size() != 6) throw std::invalid_argument("there are six sticks");
  std::vector<double> values = listed(axes);
  values.push_back(hold_heading ? 1 : 0);
  values.push_back(hold_depth ? 1 : 0);
  impl_->apply(vehicle, "pilot", std::move(values));
}

void Simulator::set_mode(const std::string& vehicle, const std::string& mode) {
  const std::optional<ControlMode> known = control::control_mode_named(mode);
  if (!known) throw std::invalid_argument("no mode '" + mode + "'; see modes()");
  impl_->apply(vehicle, "mode", {static_cast<double>(*known)});
}

std::vector<std::string> Simulator::modes(const std::string& vehicle) const {
  std::vector<std::string> names;
  for (const ControlMode mode : control::modes_of(impl_->world().vehicles[impl_->vehicle(vehicle)]))
    names.emplace_back(control::control_mode_name(mode));
  return names;
}

void Simulator::resume_mission(const std::string& vehicle) {
  impl_->apply(vehicle, "mission", {});
}

void Simulator::teleport(const std::string& vehicle, double north_m, double east_m, double depth_m,
                         double heading_deg) {
  impl_->apply(vehicle, "pose", {north_m, east_m, depth_m, heading_deg});
}

std::vector<double> Simulator::gains(const std::string& vehicle) const {
  return listed(impl_->simulation().gains(impl_->index(vehicle)));
}
std::vector<std::string> Simulator::gain_names(const std::string& vehicle) const {
  return control::gain_names(impl_->world().vehicles[impl_->vehicle(vehicle)].controller);
}
void Simulator::set_gains(const std::string& vehicle, std::span<const double> gains) {
  impl_->apply(vehicle, "gains", listed(gains));
}
void Simulator::save_gains(const std::string& vehicle, const std::string& path) const {
  const Problems problems =
      simulation::write_gains(impl_->simulation(), impl_->index(vehicle), path);
  if (!problems.empty()) throw std::runtime_error(problems.text());
}

void Simulator::set_current(const std::string& current, double north_m_s, double east_m_s,
                            double down_m_s) {
  impl_->apply(current, "set", {north_m_s, east_m_s, down_m_s});
}
void Simulator::scale_current(const std::string& current, double factor) {
  impl_->apply(current, "factor", {factor});
}
void Simulator::set_waves_factor(double factor) {
  impl_->apply("waves", "factor", {factor});
}
void Simulator::set_wind_factor(double factor) {
  impl_->apply("wind", "factor", {factor});
}
void Simulator::set_turbidity(double turbidity_ntu) {
  impl_->apply("optics", "turbidity_ntu", {turbidity_ntu});
}
void Simulator::set_lamp(const std::string& lamp, double level) {
  impl_->apply(lamp, "level", {level});
}

// The light moves within the day of the clock.
void Simulator::set_time_of_day_h(double utc_hours) {
  if (!(utc_hours >= 0 && utc_hours <= 24))
    throw std::invalid_argument("a time of day is from 0 to 24 hours");
  const auto start_s = static_cast<double>(impl_->world().start_unix_ns / 1'000'000'000);
  const double since_midnight_s = std::fmod(std::fmod(start_s, kDay_s) + time_s(), kDay_s);
  impl_->apply("sky", "offset_s", {utc_hours * kHour_s - since_midnight_s});
}

}  // namespace hadal
