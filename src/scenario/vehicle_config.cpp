#include "scenario/vehicle_config.h"

#include <set>

#include "kinds/controllers/controllers.h"
#include "scenario/checks.h"
#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

const StructSchema& InstantRotorConfig::schema() {
  static const StructSchema s =
      StructBuilder<InstantRotorConfig>("instant", "The rotor follows its input at once.");
  return s;
}
const StructSchema& FirstOrderRotorConfig::schema() {
  static const StructSchema s =
      StructBuilder<FirstOrderRotorConfig>("first_order", "First-order lag.")
          .number("time_constant_s", &FirstOrderRotorConfig::time_constant_s, "Time constant.",
                  kPositive);
  return s;
}
const StructSchema& YoergerRotorConfig::schema() {
  static const StructSchema s =
      StructBuilder<YoergerRotorConfig>("yoerger",
                                        "n' = beta Q - alpha n|n|; the input is the torque Q.")
          .number("alpha", &YoergerRotorConfig::alpha, "Drag coefficient.", kPositive)
          .required()
          .number("beta", &YoergerRotorConfig::beta, "Inverse inertia.", kPositive)
          .required();
  return s;
}
const StructSchema& BessaRotorConfig::schema() {
  using C = BessaRotorConfig;
  static const StructSchema s =
      StructBuilder<C>("bessa", "J n' = (Kt/R) V - Kv1 n - Kv2 n|n|; the input is the voltage V.")
          .number("inertia", &C::inertia, "J, kg m^2.", kPositive)
          .required()
          .number("friction", &C::friction, "Kv1, N m s.", kNotNegative)
          .required()
          .number("drag", &C::drag, "Kv2, N m s^2.", kNotNegative)
          .required()
          .number("torque_constant", &C::torque_constant, "Kt, N m/A.", kPositive)
          .required()
          .number("resistance_ohm", &C::resistance_ohm, "Winding resistance.", kPositive);
  return s;
}

const StructSchema& LinearMapConfig::schema() {
  using C = LinearMapConfig;
  static const StructSchema s =
      StructBuilder<C>("linear", "Thrust = C n.")
          .number("forward", &C::forward, "C for n > 0, N per unit of n.", kPositive)
          .number("reverse", &C::reverse, "C for n < 0.", kPositive);
  return s;
}
const StructSchema& QuadraticMapConfig::schema() {
  using C = QuadraticMapConfig;
  static const StructSchema s = StructBuilder<C>("quadratic", "Thrust = C n|n|.")
                                    .number("forward", &C::forward, "C for n > 0.", kPositive)
                                    .number("reverse", &C::reverse, "C for n < 0.", kPositive);
  return s;
}
const StructSchema& DeadBandMapConfig::schema() {
  using C = DeadBandMapConfig;
  static const StructSchema s =
      StructBuilder<C>("dead_band", "Thrust = C (n|n| - d) beyond a dead band d.")
          .number("forward", &C::forward, "C for n > 0.", kPositive)
          .number("reverse", &C::reverse, "C for n < 0.", kPositive)
          .number("band_forward", &C::band_forward, "d in units of n|n|.", kNotNegative)
          .number("band_reverse", &C::band_reverse, "d in reverse, negative.", {-1e12, 0});
  return s;
}
const StructSchema& TableMapConfig::schema() {
  using C = TableMapConfig;
  static const StructSchema s =
      StructBuilder<C>("table", "Thrust from a table, linear between its rows.")
          .text("file", &C::file,
                "CSV with columns pwm_us (or speed), ..., thrust_N, power_W; replaces the table.")
          .rows("table", &C::table,
                "Rows [command or rotor speed, thrust N] or [.., thrust N, power W].", {2, 3})
          .choice("over", &C::over, "What the first column is.", {"command", "rotor_speed"})
          .check([](const C& c, CheckReport& r) {
            if (c.file.empty() && c.table.size() < 2)
              r.fail("table", "expected a file or at least two rows");
            for (size_t i = 1; i < c.table.size(); ++i)
              if (c.table[i][0] <= c.table[i - 1][0] || c.table[i].size() != c.table[0].size()) {
                r.fail("table[" + std::to_string(i) + "]",
                       "the first column must rise and rows must be alike");
                return;
              }
          });
  return s;
}
const StructSchema& PolynomialMapConfig::schema() {
  using C = PolynomialMapConfig;
  static const StructSchema s =
      StructBuilder<C>("polynomial", "Thrust = sum of c_i n^i.")
          .numbers("coefficients", &C::coefficients, "c_0, c_1, ... in N; at most ten.",
                   {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
          .required();
  return s;
}
const StructSchema& PropellerMapConfig::schema() {
  using C = PropellerMapConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "propeller",
          "T = rho n^2 D^4 KT(J), Q = rho n^2 D^5 KQ(J), J = (1-w) U / (n D), n in 1/s.")
          .number("diameter_m", &C::diameter_m, "Diameter.", kPositive)
          .required()
          .numbers("kt", &C::kt, "KT = sum of c_i J^i.", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
          .required()
          .numbers("kq", &C::kq, "KQ = sum of c_i J^i.", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
          .required()
          .number("wake_fraction", &C::wake_fraction, "w.", {-1, 1})
          .number("thrust_deduction", &C::thrust_deduction, "t; thrust is multiplied by 1 - t.",
                  {-1, 1})
          .number("advance_min", &C::advance_min, "J is held above this.")
          .number("advance_max", &C::advance_max, "J is held below this.")
          .number("reverse_efficiency", &C::reverse_efficiency, "Of KT and KQ in reverse.",
                  kNotNegative)
          .boolean("reverse_bollard", &C::reverse_bollard,
                   "In reverse the curves are read at J = 0.")
          .choice("inflow", &C::inflow,
                  "Speed U: through the water along the axis or of the whole body, over ground, or "
                  "none.",
                  {"axial", "body_speed", "ground_speed", "none"});
  return s;
}

const std::vector<const StructSchema*>& rotor_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &InstantRotorConfig::schema(), &FirstOrderRotorConfig::schema(),
      &YoergerRotorConfig::schema(), &BessaRotorConfig::schema()};
  return kinds;
}
const std::vector<const StructSchema*>& thrust_map_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &LinearMapConfig::schema(), &QuadraticMapConfig::schema(),  &DeadBandMapConfig::schema(),
      &TableMapConfig::schema(),  &PolynomialMapConfig::schema(), &PropellerMapConfig::schema()};
  return kinds;
}

const StructSchema& ThrusterConfig::schema() {
  using C = ThrusterConfig;
  static const StructSchema s =
      StructBuilder<C>("thruster", "A thruster: command -> rotor -> thrust along its axis.")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("model", &C::model, "A file of models/thrusters whose keys it takes over.")
          .text("link", &C::link, "The link it sits on; the first if left out.")
          .numbers("position_m", &C::position_m, "Position.", {3})
          .numbers("direction", &C::direction, "Axis of positive thrust.", {3})
          .numbers("rpy_deg", &C::rpy_deg, "Or: roll, pitch, yaw of an axis that starts forward.",
                   {3}, kAngle)
          .choice("command", &C::command, "What a command means.",
                  {"normalised", "force", "rotor_speed", "pulse_width"})
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
                  {"right", "left", "none"})
          .number("reaction_factor", &C::reaction_factor,
                  "Share of the shaft torque that reaches the hull.", kNotNegative)
          .number("idle_power_w", &C::idle_power_w, "Power at rest.", kNotNegative)
          .number("efficiency_w_n", &C::efficiency_w_n,
                  "Power per newton where the map gives none.", kNotNegative)
          .check([](const C& c, CheckReport& r) {
            if (c.direction.empty() == c.rpy_deg.empty())
              r.fail("direction", "give either direction or rpy_deg");
            if (!c.direction.empty() && length(c.direction) < 1e-6)
              r.fail("direction", "must not be zero");
            if (c.command_min >= c.command_max) r.fail("command_max", "must be above command_min");
          });
  return s;
}

const StructSchema& FinConfig::schema() {
  using C = FinConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "fin", "A fin or rudder: its chord lies along x and turns right-handed about the axis.")
          .name("name", &C::name, "Name, unique in the vehicle; derivatives use delta_NAME.")
          .required()
          .text("link", &C::link, "The link it sits on; the first if left out.")
          .numbers("position_m", &C::position_m, "Centre of pressure.", {3})
          .numbers("axis", &C::axis, "Span axis it turns about.", {3})
          .number("area_m2", &C::area_m2,
                  "Area; 0 = no force of its own (then given as derivatives).", kNotNegative)
          .object("curve", &C::curve, "Lift and drag.")
          .number("time_constant_s", &C::time_constant_s, "Lag of the servo.", kNotNegative)
          .number("rate_max_deg_s", &C::rate_max_deg_s, "Largest rate.", kPositive)
          .number("angle_min_deg", &C::angle_min_deg, "Smallest angle.", {-180, 180})
          .number("angle_max_deg", &C::angle_max_deg, "Largest angle.", {-180, 180})
          .check([](const C& c, CheckReport& r) {
            if (length(c.axis) < 1e-6) r.fail("axis", "must not be zero");
            if (c.angle_min_deg >= c.angle_max_deg)
              r.fail("angle_max_deg", "must be above angle_min_deg");
          });
  return s;
}

const StructSchema& BallastConfig::schema() {
  using C = BallastConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "ballast",
          "Variable buoyancy: a bladder (m^3 of displaced water) or a tank (kg of water carried).")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("link", &C::link, "The link it sits in; the first if left out.")
          .choice("kind", &C::kind, "Bladder or tank.", {"bladder", "tank"})
          .numbers("position_m", &C::position_m, "Position.", {3})
          .number("min", &C::min, "Smallest content, m^3 or kg.")
          .number("max", &C::max, "Largest content.")
          .required()
          .number("rate_up", &C::rate_up, "Filling rate, per second.", kPositive)
          .number("rate_down", &C::rate_down, "Emptying rate, per second.", kPositive)
          .number("start", &C::start, "Content at the start.")
          .check([](const C& c, CheckReport& r) {
            if (c.min >= c.max) r.fail("max", "must be above min");
            if (c.start < c.min || c.start > c.max) r.fail("start", "must lie from min to max");
          });
  return s;
}

const StructSchema& MovingMassConfig::schema() {
  using C = MovingMassConfig;
  static const StructSchema s =
      StructBuilder<C>("moving_mass",
                       "A mass shifted inside the hull to trim it (its weight moves; its inertia "
                       "is part of the link's).")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("link", &C::link, "The link it sits in; the first if left out.")
          .number("mass_kg", &C::mass_kg, "Mass.", kPositive)
          .required()
          .numbers("axis", &C::axis, "Axis it moves along.", {3})
          .number("offset_min_m", &C::offset_min_m, "Smallest offset.")
          .number("offset_max_m", &C::offset_max_m, "Largest offset.")
          .required()
          .number("rate_max_m_s", &C::rate_max_m_s, "Largest speed.", kPositive)
          .number("start_m", &C::start_m, "Offset at the start.")
          .check([](const C& c, CheckReport& r) {
            if (c.offset_min_m >= c.offset_max_m)
              r.fail("offset_max_m", "must be above offset_min_m");
            if (c.start_m < c.offset_min_m || c.start_m > c.offset_max_m)
              r.fail("start_m", "must lie within the limits");
            if (length(c.axis) < 1e-6) r.fail("axis", "must not be zero");
          });
  return s;
}

const StructSchema& VehicleModelConfig::schema() {
  using C = VehicleModelConfig;
  static const StructSchema s =
      StructBuilder<C>("vehicle model", "A vehicle.")
          .name("name", &C::name, "Name of the model.")
          .required()
          .text("description", &C::description, "One line for lists.")
          .choice("kind", &C::kind, "Class of vehicle.", {"rov", "auv", "usv", "glider", "body"})
          .numbers("size_m", &C::size_m, "Length, width and depth of the hull, for pictures.", {3},
                   kPositive)
          .number("hotel_power_w", &C::hotel_power_w,
                  "Electrical power of everything but the thrusters.", kNotNegative)
          .objects("links", &C::links, "The hull first, then what hangs on it.", "name")
          .objects("thrusters", &C::thrusters, "Thrusters.", "name")
          .objects("fins", &C::fins, "Fins and rudders.", "name")
          .objects("ballasts", &C::ballasts, "Ballast.", "name")
          .objects("moving_masses", &C::moving_masses, "Moving masses.", "name")
          .tagged_list("sensors", &C::sensors, "Sensors the vehicle always carries.", sensor_kinds,
                       "name")
          .tagged_list("lamps", &C::lamps, "Lamps.", lamp_kinds, "name")
          .tagged("controller", &C::controller, "Its controller.", controller_schemas)
          .check([](const C& c, CheckReport& r) {
            if (c.links.empty()) {
              r.fail("links", "a vehicle needs at least one link");
              return;
            }
            if (!c.links[0].parent.empty())
              r.fail("links[0].parent", "the first link is the hull and has no parent");
            std::set<std::string> known{c.links[0].name};
            for (size_t i = 1; i < c.links.size(); ++i) {
              if (!known.count(c.links[i].parent))
                r.fail("links[" + std::to_string(i) + "].parent",
                       "'" + c.links[i].parent + "' is no earlier link of this vehicle");
              known.insert(c.links[i].name);
            }
          });
  return s;
}

}  // namespace hadal::scenario
