// A pump-jet: an intake, a pump and a nozzle that drives a jet astern. Momentum theory (Allison
// 1993, "Marine waterjet propulsion"), for a fixed nozzle that the jet fills:
//   V_j = sqrt((2 c n^2 + eta U^2) / (1 + zeta))   speed of the jet from the energy of the flow
//   T   = rho A_j V_j (V_j - U)                    change of momentum
//   P   = rho A_j V_j c n^2 / eta_p                shaft power
// n rotor speed, c pressure rise of the pump over density per n^2, U speed of the intake through
// the water along the axis (no recovery when it moves astern), eta part of its dynamic pressure
// that reaches the pump, zeta losses of duct and nozzle per dynamic pressure of the jet, A_j nozzle
// area, eta_p efficiency of the pump. A stator takes the swirl: no torque reaches the hull. The
// rotor lags its command by a first order, exact for a constant command. It does not reverse.
#include <hadal/extension.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace pump_jet {

using namespace hadal::extension;

struct PumpJet : ActuatorConfig {
  Vector3 position_m{};
  Vector3 direction{1, 0, 0};  // of the thrust
  double nozzle_area_m2 = 0;
  double pump_m2 = 0;  // c
  double nozzle_loss = 0.05;
  double ram_recovery = 0.8;
  double pump_efficiency = 0.85;
  double rotor_max_rad_s = 0;
  double time_constant_s = 0.2;

  static const hadal::StructSchema& schema();
  void prepare(const ActuatorSetting& setting);
  ActuatorCommand command() const;
  std::vector<Column> columns() const;
  void advance(const ActuatorInput& input, std::span<double> state, std::span<double> middle) const;
  ActuatorAction act(const ActuatorFlow& flow, const ActuatorInput& input,
                     std::span<const double> middle, std::span<double> state) const;
  ThrustAbility thrust_ability(double density_kg_m3) const;
  double command_for_thrust(double thrust_n, double inflow_m_s, double density_kg_m3) const;

  double jet_speed_m_s(double rotor_rad_s, double inflow_m_s) const;
  double thrust_n(double rotor_rad_s, double inflow_m_s, double density_kg_m3) const;

  // What follows from the above.
  Vector3 axis{1, 0, 0};     // unit vector
  double full_thrust_n = 0;  // at rest, which counts as 100 % load
};

namespace {

constexpr size_t kJet = kThrusterColumns;  // behind the columns of whatever gives thrust

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
double length(const Vector3& a) {
  return std::sqrt(dot(a, a));
}

}  // namespace

const hadal::StructSchema& PumpJet::schema() {
  static const hadal::StructSchema s =
      actuator_schema<PumpJet>("pump_jet", "A pump-jet with a fixed nozzle.")
          .vector("position_m", &PumpJet::position_m, "Position of the nozzle.")
          .vector("direction", &PumpJet::direction, "Axis of its thrust.")
          .number("nozzle_area_m2", &PumpJet::nozzle_area_m2, "Area of the jet.", hadal::kPositive)
          .required()
          .number("pump_m2", &PumpJet::pump_m2,
                  "Pressure rise of the pump over density, per rotor speed squared.",
                  hadal::kPositive)
          .required()
          .number("nozzle_loss", &PumpJet::nozzle_loss,
                  "Losses of duct and nozzle per dynamic pressure of the jet.", hadal::kNotNegative)
          .number("ram_recovery", &PumpJet::ram_recovery,
                  "Part of the dynamic pressure of the inflow that reaches the pump.",
                  hadal::kFraction)
          .number("pump_efficiency", &PumpJet::pump_efficiency, "Of the pump.", {0, 1, true})
          .number("rotor_max_rad_s", &PumpJet::rotor_max_rad_s, "Fastest rotor speed.",
                  hadal::kPositive)
          .required()
          .number("time_constant_s", &PumpJet::time_constant_s, "Lag of the rotor.",
                  hadal::kPositive)
          .check([](const PumpJet& jet, hadal::CheckReport& report) {
            if (length(jet.direction) < 1e-6) report.fail("direction", "must not be zero");
          });
  return s;
}

void PumpJet::prepare(const ActuatorSetting& setting) {
  const double size = length(direction);
  for (size_t i = 0; i < 3; ++i) axis[i] = direction[i] / size;
  full_thrust_n = thrust_n(rotor_max_rad_s, 0, setting.density_kg_m3);
}

ActuatorCommand PumpJet::command() const {
  return {.quantity = "rotor speed", .unit = "rad/s", .min = 0, .max = rotor_max_rad_s};
}

std::vector<Column> PumpJet::columns() const {
  return {{"rotor_rad_s", "rad/s"},
          {"thrust_n", "N"},
          {"torque_nm", "N m"},
          {"load_percent", "%"},
          {"jet_m_s", "m/s"}};
}

void PumpJet::advance(const ActuatorInput& input, std::span<double> state,
                      std::span<double> middle) const {
  const double behind = state[kRotor] - input.command;
  middle[kRotor] = input.command + behind * std::exp(-0.5 * input.dt_s / time_constant_s);
  state[kRotor] = input.command + behind * std::exp(-input.dt_s / time_constant_s);
}

double PumpJet::jet_speed_m_s(double rotor_rad_s, double inflow_m_s) const {
  const double ram = std::max(inflow_m_s, 0.0);
  return std::sqrt((2 * pump_m2 * rotor_rad_s * rotor_rad_s + ram_recovery * ram * ram) /
                   (1 + nozzle_loss));
}

double PumpJet::thrust_n(double rotor_rad_s, double inflow_m_s, double density_kg_m3) const {
  const double jet = jet_speed_m_s(rotor_rad_s, inflow_m_s);
  return density_kg_m3 * nozzle_area_m2 * jet * (jet - inflow_m_s);
}

ActuatorAction PumpJet::act(const ActuatorFlow& flow, const ActuatorInput& input,
                            std::span<const double> middle, std::span<double> state) const {
  const Vector3 velocity{flow.nu_r_B[0], flow.nu_r_B[1], flow.nu_r_B[2]},
      rate{flow.nu_r_B[3], flow.nu_r_B[4], flow.nu_r_B[5]};
  const double inflow = dot(velocity, axis) + dot(cross(rate, position_m), axis);
  const double n = middle[kRotor], jet = jet_speed_m_s(n, inflow);
  const double thrust = input.health * thrust_n(n, inflow, flow.density_kg_m3);
  const double power = input.health * flow.density_kg_m3 * nozzle_area_m2 * jet * pump_m2 * n * n /
                       pump_efficiency;
  state[kThrust] = thrust;
  state[kTorque] = n > 0 ? power / n : 0;
  state[kLoad] = 100 * std::abs(thrust) / full_thrust_n;
  state[kJet] = jet;
  ActuatorAction action;
  const Vector3 moment = cross(position_m, axis);
  for (size_t i = 0; i < 3; ++i) {
    action.wrench_B[i] = thrust * axis[i];
    action.wrench_B[3 + i] = thrust * moment[i];
  }
  action.power_w = power;
  return action;
}

ThrustAbility PumpJet::thrust_ability(double density_kg_m3) const {
  return {.position_B = position_m,
          .axis_B = axis,
          .forward_max_n = thrust_n(rotor_max_rad_s, 0, density_kg_m3),
          .reverse_max_n = 0,
          .command_min = 0,
          .command_max = rotor_max_rad_s};
}

// The jet that changes the momentum as wanted, and the rotor that drives it.
double PumpJet::command_for_thrust(double thrust, double inflow_m_s, double density_kg_m3) const {
  if (thrust <= 0) return 0;
  const double half = inflow_m_s / 2, ram = std::max(inflow_m_s, 0.0);
  const double jet = half + std::sqrt(half * half + thrust / (density_kg_m3 * nozzle_area_m2));
  const double square = ((1 + nozzle_loss) * jet * jet - ram_recovery * ram * ram) / (2 * pump_m2);
  return std::min(std::sqrt(std::max(square, 0.0)), rotor_max_rad_s);
}

}  // namespace pump_jet

HADAL_EXTENSION("pump-jet with nozzle", kinds) {
  kinds.add(hadal::extension::actuator_kind<pump_jet::PumpJet>());
}
