// A pump-jet: an intake, a pump and a nozzle that drives a jet astern. Momentum theory (Allison 1993,
// "Marine waterjet propulsion"), for a fixed nozzle that the jet fills:
//   V_j = sqrt((2 c n^2 + eta U^2) / (1 + zeta))   speed of the jet from the energy of the flow
//   T   = rho A_j V_j (V_j - U)                    change of momentum
//   P   = rho A_j V_j c n^2 / eta_p                shaft power
// n rotor speed, c pressure rise of the pump over density per n^2, U speed of the intake through the
// water along the axis (no recovery when it moves astern), eta part of its dynamic pressure that
// reaches the pump, zeta losses of duct and nozzle per dynamic pressure of the jet, A_j nozzle area,
// eta_p efficiency of the pump. A stator takes the swirl: no torque reaches the hull. The rotor lags its
// command by a first order, exact for a constant command. It does not reverse.
#pragma once
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"

namespace pump_jet {

struct PumpJet : hadal::extension::ActuatorConfig {
  hadal::extension::Vector3 position_m{};
  hadal::extension::Vector3 direction{1, 0, 0};  // of the thrust
  double nozzle_area_m2 = 0;
  double pump_m2 = 0;  // c
  double nozzle_loss = 0.05;
  double ram_recovery = 0.8;
  double pump_efficiency = 0.85;
  double rotor_max_rad_s = 0;
  double time_constant_s = 0.2;

  static const hadal::StructSchema& schema();
  void prepare(const hadal::extension::ActuatorSetting& setting);
  hadal::extension::ActuatorCommand command() const;
  std::vector<hadal::extension::Column> columns() const;
  void advance(const hadal::extension::ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const;
  hadal::extension::ActuatorAction act(const hadal::extension::ActuatorFlow& flow,
                                       const hadal::extension::ActuatorInput& input,
                                       std::span<const double> middle,
                                       std::span<double> state) const;
  hadal::extension::ThrustAbility thrust_ability(double density_kg_m3) const;
  double command_for_thrust(double thrust_n, double inflow_m_s, double density_kg_m3) const;

  double jet_speed_m_s(double rotor_rad_s, double inflow_m_s) const;
  double thrust_n(double rotor_rad_s, double inflow_m_s, double density_kg_m3) const;

  // What follows from the above.
  hadal::extension::Vector3 axis{1, 0, 0};  // unit vector
  double full_thrust_n = 0;                 // at rest, which counts as 100 % load
};

}  // namespace pump_jet
