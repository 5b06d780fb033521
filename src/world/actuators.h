// Actuators of vehicles and objects: one list over all kinds (kinds/actuators/list.h). Those of a
// vehicle stand together: what gives thrust, fins, ballast, moving masses, other kinds, joints.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "hadal/extension/actuator.h"
#include "kinds/quantities.h"

namespace hadal::inline world {

struct State;
struct World;

struct Actuator {
  std::string name;
  std::string path;  // vehicle/actuator
  std::string key;   // where it stands in the scenario
  int vehicle = 0;
  int link = 0;
  AnyConfig config;  // of its own, prepared
  const extension::ActuatorKind* kind = nullptr;
  extension::ActuatorCommand command;
  std::vector<extension::Column> columns;  // of its state
  size_t state_begin = 0;                  // in State::actuator_state

  bool is(const StructSchema& schema) const { return config.schema() == &schema; }
  // The range of its commands.
  Quantity quantity() const { return quantity_of(command); }
  extension::ThrustAbility thrust_ability(double density_kg_m3) const {
    return kind->thrust_ability(config.data(), density_kg_m3);
  }
  double command_for_thrust(double thrust_n, double inflow_m_s, double density_kg_m3) const {
    return kind->command_for_thrust(config.data(), thrust_n, inflow_m_s, density_kg_m3);
  }
};

// Its columns in the state.
std::span<double> state_of(const Actuator& actuator, State& state);
std::span<const double> state_of(const Actuator& actuator, const State& state);
// What it does now, for people: N of a thruster, otherwise its first column.
double value_of(const Actuator& actuator, const State& state);

// Effort of the drive of a joint, N m or N: of the last step, or as commanded where nothing but the
// command acts.
double joint_effort(const World& world, const State& state, int link);

// What the kinds make of their parameters once; again after a change of them.
//   density_kg_m3: of the water at the surface.
void prepare_actuators(World& world, double density_kg_m3);
// Storage in the state, and what it begins with.
void start_actuators(const World& world, State& state);

}  // namespace hadal::world
