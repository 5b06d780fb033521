#include "pump_jet.h"

#include <algorithm>
#include <cmath>

namespace pump_jet {

using namespace hadal::extension;

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
