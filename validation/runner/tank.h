// A tank to put the bodies of the cases in: builds a scenario from plain config structs, sends it
// through the strict reader like any scenario file, and plays it.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "math/rotation.h"
#include "runner/case.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace hadal::validation {

// Cases of an unbounded fluid are run this far below the surface.
constexpr double kDeep_m = 1000;
// Mass and inertia of a body whose whole inertia is given as added mass; the reader wants a mass.
constexpr double kTinyMass_kg = 1e-9;
// Stands for "no limit" of a command.
constexpr double kNoLimit = 1e9;

struct Settings {
  std::vector<std::string> model_folders;
};

struct Water {
  double density_kg_m3 = 1000;
  double gravity_m_s2 = 9.81;
};

Scenario still_water(const Water& water, double step_s, double duration_s);
// Constant everywhere: north, east, down.
void add_current(Scenario& scenario, const std::vector<double>& velocity_N_m_s);

// A free body; inertia about the centre of mass, three numbers or nine.
LinkConfig body(double mass_kg, std::vector<double> inertia_kg_m2);
// A link that hangs on `parent` by a hinge about its x axis, or is welded (axis empty).
LinkConfig hinged(const std::string& name, const std::string& parent,
                  std::vector<double> position_m, double start_rad);
LinkConfig welded(const std::string& name, const std::string& parent,
                  std::vector<double> position_m);
Thruster force_thruster(const std::string& name, std::vector<double> position_m,
                              std::vector<double> direction);
// Deflections act through derivatives; no lag and no limit unless set.
Fin plain_fin(const std::string& name);
// A sphere in water by its parameters: displaced volume, added mass 1/2 rho V, frontal drag.
void make_sphere(LinkConfig& link, double radius_m, double drag, double density_kg_m3);

struct Start {
  Vec3 p_N = Vec3::Zero();
  EulerAngles attitude;
  Vec6 nu_B = Vec6::Zero();
};
// Puts a vehicle named after its model into the scenario. The first form defines the model there,
// the second takes one from models/vehicles.
VehicleConfig& add_vehicle(Scenario& scenario, VehicleModelConfig model, const Start& start);
VehicleConfig& add_vehicle(Scenario& scenario, const std::string& model, const Start& start);
// A wrench in body axes on the first link, held from row to row until the end.
void add_wrench(Scenario& scenario, const Schedule& schedule);
// Commands played to the named actuators of the first vehicle.
void add_commands(Scenario& scenario, const std::vector<std::string>& actuators,
                  const Schedule& schedule);

// Position, attitude and velocity of a link.
struct Motion {
  Vec3 p_N = Vec3::Zero();
  Quat q_NL = Quat::Identity();
  Vec6 nu_L = Vec6::Zero();
};

class Tank {
 public:
  // Throws InvalidInput when the scenario is not accepted.
  //   changes: as of --set.
  Tank(const Scenario& scenario, const Case& reference, const Settings& settings,
       const std::vector<std::string>& changes = {});

  const simulation::Simulation& simulation() const { return *simulation_; }
  const State& state() const { return simulation_->state(); }
  double time_s() const { return simulation_->world().clock.time_s(state().tick); }
  double step_s() const { return simulation_->world().clock.step_s(); }

  void step();
  // Goes on from the present state as `edit` leaves it.
  void change(const std::function<void(State&)>& edit);
  // Steps until the time is reached or passed; between two ticks motion() interpolates.
  void advance_to(double time_s);
  Motion motion(int link = 0) const;

 private:
  std::unique_ptr<simulation::Simulation> simulation_;
  std::vector<Motion> before_;
  double wanted_s_ = 0;
};

// Mean period of a symmetric oscillation up to `until_s`, from its first and last zero crossing.
double period_s(Tank& tank, double until_s, const std::function<double(const Motion&)>& signal);

}  // namespace hadal::validation
