// One thruster: command -> saturation -> rotor (rotor.h) -> thrust and torque (thrust_map.h) ->
// saturation and health -> wrench on the body.
// The thrust is that of the rotor in the middle of the step, so that a lag adds no first-order
// error in time; the rotor speed kept as state is that at the end of the step, exact for a constant
// command. The body feels the shaft torque as -sense * factor * Q about the thruster axis.
//
// Voltage: thrust and power measured at V0 go with powers of the battery's voltage V, T (V/V0)^p and
// P (V/V0)^q. The defaults are those of the T200 (Blue Robotics, public performance data, 2019): its
// full thrust at 12, 14, 18 and 20 V follows from that at 16 V within 1.6 % ahead and 4.7 % astern. A table
// with `voltages` (thrust_map.h) gives both itself.
//
// Ground and walls: with proximity_diameter_m, thrust is multiplied by proximity_factor() (proximity.h);
// torque, load and power stay those of open water.
//
// Surface: with propeller_diameter_m, and on a hull of faces always, thrust, torque, load and power are
// multiplied by emergence_factor() (ventilation.h) of the thruster's own disc. Without, the wrench of a
// thruster fades with the wet part of a link described by coefficients (dynamics/hydrostatics.h), and a
// surface craft has all of it.
//
// rotor input = rotor_per_command * (command - command_neutral), except for force commands, which
// are turned into the rotor speed that gives them at zero inflow in the water of the surface. A
// rotor state of 0 is at rest in every convention.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hadal/extension/actuator.h"
#include "kinds/actuators/rotor.h"
#include "kinds/actuators/thrust_map.h"
#include "math/types.h"

namespace hadal::inline kinds {

// What a command number means.
enum class ThrusterCommand : std::uint8_t {
  normalised,   // -1..1
  force,        // N
  rotor_speed,  // rad/s
  pulse_width,  // us
};
// Of the shaft, seen along the thrust, when it pushes along its axis; none: no reaction.
enum class ShaftTurns : std::uint8_t { right, left, none };

// How fast the blades turn, from the state n of the rotor: `per_state` n, or `per_state`
// sqrt|n| with its sign where n is a thrust.
struct PropellerLaw {
  double per_state = 1;
  bool of_thrust = false;
};

struct Thruster : extension::ActuatorConfig {
  std::string model;  // preset file
  extension::Vector3 position_m{};
  std::vector<double> direction;  // of positive thrust, or
  std::vector<double> rpy_deg;    // of an axis that starts forward
  ThrusterCommand command_kind = ThrusterCommand::normalised;
  double command_neutral = 0;
  double command_min = -1;
  double command_max = 1;
  double rotor_per_command = 1;
  AnyConfig rotor;
  AnyConfig map;
  double thrust_max_n = 1e9;
  double thrust_max_reverse_n = 1e9;  // magnitude
  double torque_per_thrust_m = 0;     // of maps that give no torque
  ShaftTurns turns = ShaftTurns::right;
  double reaction_factor = 1;  // fraction of the shaft torque that reaches the body
  double idle_power_w = 0;
  double efficiency_w_n = 0;
  std::optional<double> propeller_max_rad_s;
  std::optional<double> nominal_voltage_v;  // at which thrust and power were measured
  double voltage_thrust_exponent = 1.16;
  double voltage_power_exponent = 2.2;
  std::optional<double> proximity_diameter_m;  // of a propeller that feels ground and walls
  std::optional<double> propeller_diameter_m;  // of a propeller that feels the surface

  static const StructSchema& schema();
  void prepare(const extension::ActuatorSetting& setting);
  extension::ActuatorCommand command() const;
  std::vector<extension::Column> columns() const;
  void advance(const extension::ActuatorInput& input, std::span<double> state,
               std::span<double> middle) const;
  extension::ActuatorAction act(const extension::ActuatorFlow& flow,
                                const extension::ActuatorInput& input,
                                std::span<const double> middle, std::span<double> state) const;
  extension::ThrustAbility thrust_ability(double density_kg_m3) const;
  double command_for_thrust(double thrust_n, double inflow_m_s, double density_kg_m3) const;
  void scale_thrust(double factor);
  bool needs_surroundings() const {
    return nominal_voltage_v || proximity_diameter_m || meets_surface();
  }
  bool meets_surface() const { return prepared.disc_radius_m > 0; }
  // Once prepared.
  PropellerLaw propeller_law() const;

  // What follows from the above.
  struct Prepared {
    const RotorKind* rotor = nullptr;
    const ThrustMapKind* map = nullptr;
    bool reads_command = false;
    Inflow inflow = Inflow::none;
    double density_kg_m3 = 0;  // for force commands
    Vec3 axis_B = Vec3::UnitX();
    double command_min = 0;  // normalised commands end at -1 and 1 even if no limit is given
    double command_max = 0;
    Vec6 thrust_column = Vec6::Zero();  // wrench per newton; its dot product with nu_r is the inflow
    Vec3 torque_column = Vec3::Zero();  // moment on the body per N m of shaft torque
    double full_forward_n = 0;          // thrust that counts as 100 % load
    double full_reverse_n = 0;
    double disc_radius_m = 0;           // above 0: it comes out of the water by itself
    bool needs_surroundings = false;
    bool voltage_by_map = false;
  } prepared;

 private:
  double argument_of(double rotor_state) const;
  double rotor_of(double argument) const;
  ArgumentRange argument_range() const;
  double argument_for(double thrust_n, const ArgumentRange& range, const RotorFlow& flow) const;
  double rotor_input(double given_command) const;
  double inflow_speed(const Vec6& nu_r_B, double ground_speed_m_s) const;
  double full_thrust(double argument, double limit_n, double density_kg_m3) const;
  template <class FactorsAt>
  extension::ActuatorAction act_with(FactorsAt factors_at, double voltage_v,
                                     const extension::ActuatorFlow& flow,
                                     const extension::ActuatorInput& input,
                                     std::span<const double> middle, std::span<double> state) const;
};

// Unit vector of positive thrust, in the axes of its link.
Vec3 thrust_axis(const Thruster& thruster);

}  // namespace hadal::kinds
