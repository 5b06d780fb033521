#include "runner/tank.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinds/currents/uniform.h"
#include "kinds/events/wrench.h"
#include "kinds/steps/commands.h"
#include "math/units.h"

namespace hadal::validation {
namespace {

constexpr double kTickTolerance_s = 1e-9;

double end_of(const Scenario& scenario) {
  return scenario.duration_s + 1;
}

VehicleConfig& place(Scenario& scenario, const std::string& model, const Start& start) {
  VehicleConfig vehicle;
  vehicle.name = "v" + std::to_string(scenario.vehicles.size());
  vehicle.model = model;
  vehicle.pose = {start.p_N.x(),
                  start.p_N.y(),
                  start.p_N.z(),
                  wrap_angle(start.attitude.yaw) / kDegree,
                  start.attitude.pitch / kDegree,
                  wrap_angle(start.attitude.roll) / kDegree};
  for (int i = 0; i < 6; ++i) vehicle.velocity[i] = start.nu_B[i];
  scenario.vehicles.push_back(std::move(vehicle));
  return scenario.vehicles.back();
}

LinkConfig hanging(const std::string& name, const std::string& parent,
                   std::vector<double> position_m) {
  LinkConfig link;
  link.name = name;
  link.parent = parent;
  link.joint.emplace();
  link.joint->position_m = std::move(position_m);
  return link;
}

}  // namespace

Scenario still_water(const Water& water, double step_s, double duration_s) {
  Scenario scenario;
  scenario.step_s = step_s;
  scenario.duration_s = duration_s + 10 * step_s;
  scenario.integrator = "rkmk4";
  scenario.record.wrench_terms = false;
  scenario.environment.water.density_kg_m3 = water.density_kg_m3;
  scenario.environment.gravity_m_s2 = water.gravity_m_s2;
  return scenario;
}

void add_current(Scenario& scenario, const std::vector<double>& v) {
  if (v.size() != 3 || (v[0] == 0 && v[1] == 0 && v[2] == 0)) return;
  UniformCurrent current;
  current.name = "stream";
  current.speed_m_s = std::hypot(v[0], v[1]);
  current.toward_rad = std::atan2(v[1], v[0]);
  current.down_m_s = v[2];
  scenario.environment.currents.push_back(AnyConfig::of(current));
}

LinkConfig body(double mass_kg, std::vector<double> inertia_kg_m2) {
  LinkConfig link;
  link.name = "hull";
  link.mass_kg = mass_kg;
  link.inertia_kg_m2 = std::move(inertia_kg_m2);
  return link;
}

LinkConfig hinged(const std::string& name, const std::string& parent,
                  std::vector<double> position_m, double start_rad) {
  LinkConfig link = hanging(name, parent, std::move(position_m));
  link.joint->axis = {1, 0, 0};
  link.joint->start = start_rad;
  return link;
}

LinkConfig welded(const std::string& name, const std::string& parent,
                  std::vector<double> position_m) {
  LinkConfig link = hanging(name, parent, std::move(position_m));
  link.joint->kind = "fixed";
  return link;
}

Thruster force_thruster(const std::string& name, std::vector<double> position_m,
                              std::vector<double> direction) {
  Thruster thruster;
  thruster.name = name;
  std::copy_n(position_m.begin(), 3, thruster.position_m.begin());
  thruster.direction = std::move(direction);
  thruster.command_kind = ThrusterCommand::force;
  thruster.command_min = -kNoLimit;
  thruster.command_max = kNoLimit;
  return thruster;
}

Fin plain_fin(const std::string& name) {
  Fin fin;
  fin.name = name;
  fin.angle_min_rad = -180 * kDegree;
  fin.angle_max_rad = 180 * kDegree;
  return fin;
}

void make_sphere(LinkConfig& link, double radius_m, double drag, double density_kg_m3) {
  const double area = std::numbers::pi * radius_m * radius_m, volume = 4.0 / 3 * area * radius_m;
  const double added = 0.5 * density_kg_m3 * volume, quadratic = 0.5 * density_kg_m3 * drag * area;
  link.sphere_radius_m = radius_m;
  link.added_mass = {added, added, added, 0, 0, 0};
  link.damping.quadratic = {quadratic, quadratic, quadratic, 0, 0, 0};
}

VehicleConfig& add_vehicle(Scenario& scenario, VehicleModelConfig model, const Start& start) {
  model.name = "m" + std::to_string(scenario.vehicles.size());
  scenario.vehicle_models.push_back(std::move(model));
  return place(scenario, scenario.vehicle_models.back().name, start);
}

VehicleConfig& add_vehicle(Scenario& scenario, const std::string& model, const Start& start) {
  return place(scenario, model, start);
}

void add_wrench(Scenario& scenario, const Schedule& schedule) {
  for (size_t i = 0; i < schedule.size(); ++i) {
    WrenchEvent event;
    event.at_s = schedule[i].time_s;
    event.vehicle = scenario.vehicles.front().name;
    std::copy_n(schedule[i].values.begin(), 6, event.wrench.begin());
    event.duration_s =
        (i + 1 < schedule.size() ? schedule[i + 1].time_s : end_of(scenario)) - event.at_s;
    scenario.events.push_back(AnyConfig::of(event));
  }
}

void add_commands(Scenario& scenario, const std::vector<std::string>& actuators,
                  const Schedule& schedule) {
  CommandsStep step;
  step.vehicle = scenario.vehicles.front().name;
  step.actuators = actuators;
  step.given_duration_s = end_of(scenario);
  for (const ScheduleRow& row : schedule) {
    step.schedule.push_back({row.time_s});
    step.schedule.back().insert(step.schedule.back().end(), row.values.begin(), row.values.end());
  }
  scenario.mission.push_back(AnyConfig::of(step));
}

Tank::Tank(const Scenario& scenario, const Case& reference, const Settings& settings,
           const std::vector<std::string>& changes) {
  LoadOptions options;
  options.settings = changes;
  options.model_folders = settings.model_folders;
  const Result<LoadedScenario> loaded =
      load_scenario_text(save_scenario(scenario), reference.path("case.json"), options);
  if (!loaded) throw InvalidInput(loaded.problems());
  Result<std::unique_ptr<simulation::Simulation>> made =
      simulation::Simulation::create(loaded.value());
  if (!made) throw InvalidInput(made.problems());
  simulation_ = std::move(made).value();
  before_.resize(state().p_NL_N.size());
}

void Tank::step() {
  for (size_t i = 0; i < before_.size(); ++i)
    before_[i] = {state().p_NL_N[i], state().q_NL[i], state().nu_L[i]};
  const simulation::StepReport report = simulation_->step();
  if (report.ok) return;
  Problems problems;
  problems.add(report.message);
  throw InvalidInput(std::move(problems));
}

void Tank::change(const std::function<void(State&)>& edit) {
  State state = simulation_->state();
  edit(state);
  simulation_->restore(save_state(state));
}

void Tank::advance_to(double time) {
  wanted_s_ = time;
  while (time_s() < time - kTickTolerance_s) step();
}

Motion Tank::motion(int link) const {
  const Motion now{state().p_NL_N[link], state().q_NL[link], state().nu_L[link]};
  const double back = (time_s() - wanted_s_) / step_s();
  if (back <= kTickTolerance_s || back >= 1) return now;
  const Motion& was = before_[link];
  return {now.p_N + back * (was.p_N - now.p_N), now.q_NL.slerp(back, was.q_NL),
          now.nu_L + back * (was.nu_L - now.nu_L)};
}

double period_s(Tank& tank, double until_s, const std::function<double(const Motion&)>& signal) {
  double first = -1, last = -1, before = signal(tank.motion());
  int crossings = 0;
  while (tank.time_s() < until_s) {
    tank.advance_to(tank.time_s() + tank.step_s());
    const double now = signal(tank.motion());
    if (before != 0 && (before < 0) != (now < 0)) {
      last = tank.time_s() - tank.step_s() * now / (now - before);
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  return crossings > 1 ? 2 * (last - first) / (crossings - 1) : std::nan("");
}

}  // namespace hadal::validation
