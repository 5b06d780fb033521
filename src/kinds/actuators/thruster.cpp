#include "kinds/actuators/thruster.h"

#include <algorithm>
#include <cmath>

#include "kinds/actuators/list.h"
#include "kinds/actuators/proximity.h"
#include "kinds/actuators/ventilation.h"
#include "math/rotation.h"

namespace hadal::inline kinds {

using extension::ActuatorAction;
using extension::ActuatorFlow;
using extension::ActuatorInput;

namespace {

constexpr double kCommandLimit = 1e6;  // beyond it a command is refused
constexpr double kSmallPropeller_m = 0.1;  // diameter on a hull of faces, where none is given

Vec3 vector_of(const std::vector<double>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

// Of the values in open water at the nominal voltage.
struct SurroundingFactors {
  double voltage_thrust = 1, voltage_power = 1, ground_thrust = 1, wet = 1;
};
[[gnu::noinline]] SurroundingFactors factors_of(const Thruster& t, const ActuatorFlow& flow,
                                                double thrust_n) {
  const extension::ActuatorSurroundings& around = *flow.surroundings;
  SurroundingFactors out;
  if (t.meets_surface())
    out.wet = emergence_factor(around, flow, Vec3(t.position_m.data()), t.prepared.disc_radius_m);
  if (t.nominal_voltage_v && !t.prepared.voltage_by_map && around.voltage_v >= 0) {
    const double ratio = around.voltage_v / *t.nominal_voltage_v;
    out.voltage_thrust = std::pow(ratio, t.voltage_thrust_exponent);
    out.voltage_power = std::pow(ratio, t.voltage_power_exponent);
  }
  if (t.proximity_diameter_m && thrust_n != 0) {
    const Vec3 thrust_B = thrust_n > 0 ? t.prepared.axis_B : Vec3(-t.prepared.axis_B);
    out.ground_thrust = proximity_factor(around, Vec3(t.position_m.data()), thrust_B, *t.proximity_diameter_m);
  }
  return out;
}

// A rotor or map of its own: others may share what was read.
template <class Default>
AnyConfig own(const AnyConfig& config) {
  return config.empty() ? AnyConfig::of(Default{}) : config.copy();
}

}  // namespace

Vec3 thrust_axis(const Thruster& t) {
  if (!t.direction.empty()) return vector_of(t.direction).normalized();
  if (t.rpy_deg.empty()) return Vec3::UnitX();
  return quaternion_from({t.rpy_deg[0] * kDegree, t.rpy_deg[1] * kDegree, t.rpy_deg[2] * kDegree}) *
         Vec3::UnitX();
}

double Thruster::argument_of(double rotor_state) const {
  return prepared.reads_command ? command_neutral + rotor_state / rotor_per_command : rotor_state;
}
double Thruster::rotor_of(double argument) const {
  return prepared.reads_command ? rotor_per_command * (argument - command_neutral) : argument;
}

// Range of the map's argument that commands can reach; open for force commands.
ArgumentRange Thruster::argument_range() const {
  ArgumentRange range;
  range.rest = argument_of(0);
  if (command_kind == ThrusterCommand::force) return range;
  const auto settles_at = [&](double given) {
    const double input = rotor_per_command * (given - command_neutral);
    return std::isfinite(input) ? argument_of(prepared.rotor->steady_state(rotor.data(), input))
                                : input;
  };
  range.min = settles_at(prepared.command_min);
  range.max = settles_at(prepared.command_max);
  if (range.min > range.max) std::swap(range.min, range.max);
  return range;
}

double Thruster::argument_for(double thrust_n, const ArgumentRange& range,
                              const RotorFlow& flow) const {
  return std::clamp(prepared.map->argument(map.data(), thrust_n, range, flow), range.min,
                    range.max);
}

double Thruster::rotor_input(double given_command) const {
  const double held = std::clamp(given_command, prepared.command_min, prepared.command_max);
  if (command_kind != ThrusterCommand::force) return rotor_per_command * (held - command_neutral);
  const ArgumentRange range{.rest = argument_of(0)};
  const double argument = argument_for(held, range, {0, prepared.density_kg_m3});
  return prepared.rotor->input_holding(rotor.data(), rotor_of(argument));
}

double Thruster::inflow_speed(const Vec6& nu_r_B, double ground_speed_m_s) const {
  switch (prepared.inflow) {
    case Inflow::axial:
      return prepared.thrust_column.dot(nu_r_B);
    case Inflow::body_speed:
      return nu_r_B.head<3>().norm();
    case Inflow::ground_speed:
      return ground_speed_m_s;
    case Inflow::none:
      break;
  }
  return 0;
}

// Thrust at the end of the command range, where both the range and the thrust are known.
double Thruster::full_thrust(double argument, double limit_n, double density_kg_m3) const {
  if (command_kind == ThrusterCommand::force)
    return std::min(limit_n, std::abs(argument > 0 ? prepared.command_max : prepared.command_min));
  if (!std::isfinite(argument)) return limit_n;
  return std::min(limit_n, std::abs(prepared.map->thrust(map.data(), argument, {0, density_kg_m3})
                                        .thrust_n));
}

void Thruster::prepare(const extension::ActuatorSetting& setting) {
  rotor = own<InstantRotor>(rotor);
  map = own<LinearMap>(map);
  Prepared& p = prepared;
  p.rotor = &rotor_kind_of(rotor);
  p.map = &thrust_map_kind_of(map);
  p.rotor->prepare(rotor.data(), setting.step_s / 2);
  if (p.map->prepare) p.map->prepare(map.data());
  p.reads_command = p.map->reads_command && p.map->reads_command(map.data());
  p.inflow = p.map->inflow ? p.map->inflow(map.data()) : Inflow::none;
  p.density_kg_m3 = setting.density_kg_m3;
  auto* table = map.as<TableMap>() ? static_cast<TableMap*>(map.data()) : nullptr;
  p.voltage_by_map = table && !table->voltages.empty() && nominal_voltage_v;
  if (p.voltage_by_map)
    table->prepare_voltages(*nominal_voltage_v, voltage_thrust_exponent, voltage_power_exponent);
  p.disc_radius_m = propeller_diameter_m.value_or(setting.on_faces ? kSmallPropeller_m : 0) / 2;
  p.axis_B = thrust_axis(*this);
  const bool normalised = command_kind == ThrusterCommand::normalised;
  p.command_min = normalised ? std::max(command_min, -1.0) : command_min;
  p.command_max = normalised ? std::min(command_max, 1.0) : command_max;
  p.thrust_column << p.axis_B, Vec3(position_m.data()).cross(p.axis_B);
  const double sense = turns == ShaftTurns::left ? -1 : 1;
  p.torque_column = -sense * (turns == ShaftTurns::none ? 0 : reaction_factor) * p.axis_B;
  const extension::ThrustAbility ability = thrust_ability(setting.density_kg_m3);
  p.full_forward_n = ability.forward_max_n;
  p.full_reverse_n = ability.reverse_max_n;
  p.needs_surroundings = needs_surroundings();
}

extension::ActuatorCommand Thruster::command() const {
  constexpr const char* kUnits[] = {"", "N", "rad/s", "us"};
  return {.unit = kUnits[static_cast<size_t>(command_kind)],
          .min = -kCommandLimit,
          .max = kCommandLimit,
          .neutral = command_neutral};
}

std::vector<extension::Column> Thruster::columns() const {
  return {{"rotor_rad_s", "rad/s"}, {"thrust_n", "N"}, {"torque_nm", "N m"}, {"load_percent", "%"}};
}

void Thruster::advance(const ActuatorInput& input, std::span<double> state,
                       std::span<double> middle) const {
  const double drive = rotor_input(input.command);
  middle[extension::kRotor] =
      prepared.rotor->after(rotor.data(), state[extension::kRotor], drive);
  state[extension::kRotor] = prepared.rotor->after(rotor.data(), middle[extension::kRotor], drive);
}

// factors_at(thrust) are those of battery, ground and surface.
template <class FactorsAt>
ActuatorAction Thruster::act_with(FactorsAt factors_at, double voltage_v, const ActuatorFlow& flow,
                                  const ActuatorInput& input, std::span<const double> middle,
                                  std::span<double> state) const {
  const double argument = argument_of(middle[extension::kRotor]);
  const double inflow =
      prepared.inflow == Inflow::none
          ? 0
          : inflow_speed(Eigen::Map<const Vec6>(flow.nu_r_B.data()), flow.ground_speed_m_s);
  const RotorFlow rotor_flow{inflow, flow.density_kg_m3, voltage_v};
  const ThrustTorque out = prepared.map->thrust(map.data(), argument, rotor_flow);
  const double shaft =
      prepared.map->gives_torque ? out.torque_nm : torque_per_thrust_m * out.thrust_n;
  const double nominal = input.health * std::clamp(out.thrust_n, -thrust_max_reverse_n, thrust_max_n);
  const SurroundingFactors factors = factors_at(nominal);
  const double open_water = factors.wet * factors.voltage_thrust * nominal;
  const double thrust = factors.ground_thrust * open_water;
  const double torque = factors.wet * factors.voltage_thrust * (input.health * shaft);
  const double full = open_water >= 0 ? prepared.full_forward_n : prepared.full_reverse_n;
  state[extension::kThrust] = thrust;
  state[extension::kTorque] = torque;
  state[extension::kLoad] = full > 0 ? 100 * std::abs(open_water) / full : 0;
  const double drawn =
      prepared.map->power_w
          ? factors.wet * factors.voltage_power * input.health *
                prepared.map->power_w(map.data(), argument, middle[extension::kRotor], shaft, rotor_flow)
          : 0;
  ActuatorAction action;
  Eigen::Map<Vec6> tau_B(action.wrench_B.data());
  tau_B = thrust * prepared.thrust_column;
  tau_B.tail<3>() += torque * prepared.torque_column;
  action.power_w = idle_power_w + drawn + efficiency_w_n * std::abs(open_water);
  return action;
}

ActuatorAction Thruster::act(const ActuatorFlow& flow, const ActuatorInput& input,
                             std::span<const double> middle, std::span<double> state) const {
  // Compiled twice, so that a thruster without them pays nothing.
  if (prepared.needs_surroundings && flow.surroundings) [[unlikely]]
    return act_with([&](double thrust_n) { return factors_of(*this, flow, thrust_n); },
                    flow.surroundings->voltage_v, flow, input, middle, state);
  return act_with([](double) { return SurroundingFactors(); }, -1, flow, input, middle, state);
}

extension::ThrustAbility Thruster::thrust_ability(double density_kg_m3) const {
  const ArgumentRange range = argument_range();
  extension::ThrustAbility out;
  out.position_B = position_m;
  Eigen::Map<Vec3>(out.axis_B.data()) = prepared.axis_B;
  out.forward_max_n = full_thrust(range.max, thrust_max_n, density_kg_m3);
  out.reverse_max_n = full_thrust(range.min, thrust_max_reverse_n, density_kg_m3);
  const bool force = command_kind == ThrusterCommand::force;
  out.command_min = force ? std::max(prepared.command_min, -thrust_max_reverse_n)
                          : prepared.command_min;
  out.command_max = force ? std::min(prepared.command_max, thrust_max_n) : prepared.command_max;
  return out;
}

double Thruster::command_for_thrust(double thrust_n, double inflow_m_s,
                                    double density_kg_m3) const {
  const double wanted = std::clamp(thrust_n, -thrust_max_reverse_n, thrust_max_n);
  if (command_kind == ThrusterCommand::force)
    return std::clamp(wanted, prepared.command_min, prepared.command_max);
  const double argument = argument_for(wanted, argument_range(), {inflow_m_s, density_kg_m3});
  const double input = prepared.rotor->input_holding(rotor.data(), rotor_of(argument));
  return std::clamp(command_neutral + input / rotor_per_command, prepared.command_min,
                    prepared.command_max);
}

// Without a speed of the propeller the state of the rotor is one. With it, blades turn that fast at
// the state of full ahead; a linear map makes the state a thrust, which goes with the square.
PropellerLaw Thruster::propeller_law() const {
  if (!propeller_max_rad_s) return {};
  const bool force = command_kind == ThrusterCommand::force;
  const double ahead = force ? thrust_ability(prepared.density_kg_m3).command_max
                             : prepared.command_max;
  const double full = std::abs(prepared.rotor->steady_state(rotor.data(), rotor_input(ahead)));
  if (!(full > 0) || !std::isfinite(full)) return {0, false};
  const bool of_thrust = map.as<LinearMap>() != nullptr;
  return {*propeller_max_rad_s / (of_thrust ? std::sqrt(full) : full), of_thrust};
}

void Thruster::scale_thrust(double factor) {
  map = own<LinearMap>(map);
  thrust_map_kind_of(map).scale(map.data(), factor);
  thrust_max_n *= factor;
  thrust_max_reverse_n *= factor;
}

const StructSchema& Thruster::schema() {
  using C = Thruster;
  static const StructSchema s =
      StructBuilder<C>("thruster", "A thruster: command -> rotor -> thrust along its axis.")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("model", &C::model, "A file of models/thrusters whose keys it takes over.")
          .text("link", &C::link, "The link it is mounted on; the first if left out.")
          .vector("position_m", &C::position_m, "Position.", kMountPosition)
          .numbers("direction", &C::direction, "Axis of positive thrust.", {3})
          .numbers("rpy_deg", &C::rpy_deg, "Or: roll, pitch, yaw of an axis that starts forward.",
                   {3}, {-360, 360})
          .choice("command", &C::command_kind, "What a command means.",
                  {{"normalised", ThrusterCommand::normalised},
                   {"force", ThrusterCommand::force},
                   {"rotor_speed", ThrusterCommand::rotor_speed},
                   {"pulse_width", ThrusterCommand::pulse_width}})
          .number("command_neutral", &C::command_neutral,
                  "Command at rest (1500 for pulse widths).")
          .number("command_min", &C::command_min, "Smallest command.")
          .number("command_max", &C::command_max, "Largest command.")
          .number("rotor_per_command", &C::rotor_per_command,
                  "Rotor input per unit of command above neutral.")
          .tagged("rotor", &C::rotor, "Rotor dynamics; instant if left out.", rotor_kinds)
          .tagged("map", &C::map, "Rotor speed to thrust; linear if left out.", thrust_map_kinds)
          .number("thrust_max_n", &C::thrust_max_n, "Largest forward thrust.", kPositive)
          .number("thrust_max_reverse_n", &C::thrust_max_reverse_n, "Largest reverse thrust.",
                  kPositive)
          .number("torque_per_thrust_m", &C::torque_per_thrust_m,
                  "Shaft torque per thrust where the map gives none.", kNotNegative)
          .choice("turns", &C::turns,
                  "Sense of rotation seen along the thrust; none = no reaction.",
                  {{"right", ShaftTurns::right},
                   {"left", ShaftTurns::left},
                   {"none", ShaftTurns::none}})
          .number("reaction_factor", &C::reaction_factor,
                  "Fraction of the shaft torque that reaches the hull.", kNotNegative)
          .number("idle_power_w", &C::idle_power_w, "Power at rest.", kNotNegative)
          .number("efficiency_w_n", &C::efficiency_w_n,
                  "Power per newton where the map gives none.", kNotNegative)
          .number("nominal_voltage_v", &C::nominal_voltage_v,
                  "Voltage at which thrust and power were measured. With it, both follow the voltage "
                  "of the vehicle's battery (its first `!battery`).",
                  kPositive)
          .number("voltage_thrust_exponent", &C::voltage_thrust_exponent,
                  "Thrust goes with this power of the voltage.", {0, 5})
          .number("voltage_power_exponent", &C::voltage_power_exponent,
                  "Power of the map goes with this power of the voltage.", {0, 5})
          .number("proximity_diameter_m", &C::proximity_diameter_m,
                  "Diameter of the propeller. With it, thrust grows near the seabed and near other "
                  "vehicles and objects.",
                  kPositive)
          .number("propeller_diameter_m", &C::propeller_diameter_m,
                  "Diameter of the propeller. With it, thrust, torque and power fall as its disc comes "
                  "to the surface. On a hull of faces 0.1 m if left out; else, left out, the thrust "
                  "fades with the wet part of a body of coefficients.",
                  kPositive)
          .number("propeller_max_rad_s", &C::propeller_max_rad_s,
                  "How fast the blades turn at full ahead, to be seen; left out, the rotor's own "
                  "state is their speed in rad/s.",
                  kNotNegative)
          .check([](const C& c, CheckReport& r) {
            if (c.direction.empty() == c.rpy_deg.empty())
              r.fail("direction", "give either direction or rpy_deg");
            if (!c.direction.empty() && vector_of(c.direction).norm() < 1e-6)
              r.fail("direction", "must not be zero");
            const auto* table = c.map.as<TableMap>();
            if (table && !table->voltages.empty()) {
              if (!c.nominal_voltage_v)
                r.fail("nominal_voltage_v", "expected the voltage of the map's own table, beside voltages");
              for (const VoltageTable& other : table->voltages)
                if (other.voltage_v == c.nominal_voltage_v)
                  r.fail("map", "voltages has a table at nominal_voltage_v, where the map's own holds");
            }
            if (c.command_min >= c.command_max) r.fail("command_max", "must be above command_min");
          });
  return s;
}

template <>
extension::ActuatorKind built_in_actuator<Thruster>() {
  return silent_actuator_kind<Thruster>();
}

}  // namespace hadal::kinds
