#include "scenario/vehicle_config.h"

#include <cmath>
#include <set>

#include "scenario/sensor_config.h"

namespace hadal {
namespace {

constexpr Bounds kAngle{-360, 360};

double length(const std::vector<double>& v) {
  double sum = 0;
  for (double x : v) sum += x * x;
  return std::sqrt(sum);
}

void check_matrix6(const std::vector<double>& m, const char* field, bool positive_diagonal,
                   CheckReport& report) {
  const bool full = m.size() == 36;
  for (size_t i = 0; i < 6 && !m.empty(); ++i)
    if (positive_diagonal && m[full ? 7 * i : i] < 0)
      report.fail(field, "the diagonal must not be negative");
}

void check_link(const LinkConfig& c, CheckReport& r) {
  if (c.parent.empty() && c.joint)
    r.fail("joint", "a link without a parent moves freely and has no joint");
  if (!c.parent.empty() && !c.joint) r.fail("parent", "a link with a parent needs a joint");
  const bool welded = c.joint && c.joint->kind == "fixed";
  if (c.mass_kg <= 0 && !welded) r.fail("mass_kg", "a moving link needs a mass above 0");
  if (c.inertia_kg_m2.empty() && !welded) r.fail("inertia_kg_m2", "a moving link needs an inertia");
  for (size_t i = 0; i < 3 && c.inertia_kg_m2.size() >= 3; ++i)
    if (c.inertia_kg_m2[c.inertia_kg_m2.size() == 9 ? 4 * i : i] <= 0)
      r.fail("inertia_kg_m2", "moments of inertia must be above 0");
  check_matrix6(c.added_mass, "added_mass", true, r);
  if (c.added_mass.size() == 36)
    for (size_t i = 0; i < 6; ++i)
      for (size_t j = 0; j < i; ++j) {
        const double a = c.added_mass[6 * i + j], b = c.added_mass[6 * j + i];
        if (std::abs(a - b) > 0.05 * (1 + std::abs(a) + std::abs(b))) {
          r.fail("added_mass", "must be symmetric (row " + std::to_string(i + 1) + ", column " +
                                   std::to_string(j + 1) + " differs from its mirror)");
          return;
        }
      }
  if (c.sphere_radius_m > 0 && c.volume_m3 > 0)
    r.fail("sphere_radius_m", "give either volume_m3 or sphere_radius_m");
}

}  // namespace

const StructSchema& JointConfig::schema() {
  using C = JointConfig;
  static const StructSchema s =
      StructBuilder<C>("joint", "How a link moves against its parent.")
          .choice("kind", &C::kind, "Turns about the axis, moves along it, or is welded.",
                  {"hinge", "slide", "fixed"})
          .numbers("position_m", &C::position_m, "Link origin in the parent's axes.", {3})
          .numbers("rpy_deg", &C::rpy_deg, "Link axes in the parent's: roll, pitch, yaw.", {3},
                   kAngle)
          .numbers("axis", &C::axis, "Axis in the link's axes.", {3})
          .number("lower", &C::lower, "Lower limit, rad or m.")
          .number("upper", &C::upper, "Upper limit, rad or m.")
          .number("damping", &C::damping, "N m s/rad or N s/m.", kNotNegative)
          .number("armature", &C::armature, "Reflected rotor inertia, kg m^2 or kg.", kNotNegative)
          .number("effort_limit", &C::effort_limit, "Largest effort, N m or N.", kPositive)
          .number("start", &C::start, "Position at the start, rad or m.")
          .check([](const C& c, CheckReport& r) {
            if (c.lower.has_value() != c.upper.has_value())
              r.fail("lower", "give both limits or none");
            if (c.lower && c.upper && *c.lower >= *c.upper) r.fail("upper", "must be above lower");
            if (length(c.axis) < 1e-9) r.fail("axis", "must not be zero");
          });
  return s;
}

const StructSchema& DampingConfig::schema() {
  using C = DampingConfig;
  static const StructSchema s =
      StructBuilder<C>("damping",
                       "D(nu) = linear + quadratic |nu|; positive numbers oppose motion.")
          .matrix("linear", &C::linear,
                  "Six numbers (diagonal) or a 6x6 matrix; N/(m/s), N m/(rad/s).", {6, 36})
          .matrix("quadratic", &C::quadratic,
                  "The same per m/s or rad/s once more; column j multiplies |nu_j|.", {6, 36})
          .numbers("linear_decay_s_m", &C::linear_decay_s_m,
                   "Row i of the linear part fades as exp(-k_i U) with speed.", {6}, kNotNegative)
          .check([](const C& c, CheckReport& r) {
            check_matrix6(c.linear, "linear", true, r);
            check_matrix6(c.quadratic, "quadratic", true, r);
          });
  return s;
}

const StructSchema& DerivativeConfig::schema() {
  using C = DerivativeConfig;
  static const StructSchema s =
      StructBuilder<C>(
          "derivative",
          "A manoeuvring derivative: value times a product of velocities, angles and fin angles.")
          .choice("axis", &C::axis, "The force or moment it adds to.",
                  {"surge", "sway", "heave", "roll", "pitch", "yaw"})
          .required()
          .text("of", &C::of, "What it multiplies, e.g. u|u|, uv, u u delta_rudder, theta/U^2.")
          .required()
          .number("value", &C::value, "Coefficient, SI.")
          .required();
  return s;
}

const StructSchema& LiftCurveConfig::schema() {
  using C = LiftCurveConfig;
  static const StructSchema s =
      StructBuilder<C>("curve", "Lift and drag over the angle of attack.")
          .number("lift_slope_per_rad", &C::lift_slope_per_rad,
                  "Lift slope; 0 = from the aspect ratio.", kNotNegative)
          .number("aspect_ratio", &C::aspect_ratio, "Span squared over area.", kPositive)
          .number("oswald_efficiency", &C::oswald_efficiency,
                  "Of the induced drag; 0 = no induced drag.", {0, 1})
          .number("drag_zero_lift", &C::drag_zero_lift, "Drag coefficient at zero lift.",
                  kNotNegative)
          .number("stall_angle_deg", &C::stall_angle_deg,
                  "Middle of the change to separated flow; above 180 there is none.",
                  {0, 720, true})
          .number("stall_blend_deg", &C::stall_blend_deg, "Width of that change.", {0, 90, true})
          .number("plate_normal", &C::plate_normal, "Normal force coefficient of separated flow.",
                  kNotNegative);
  return s;
}

const StructSchema& BodyLiftConfig::schema() {
  using C = BodyLiftConfig;
  static const StructSchema s =
      StructBuilder<C>("lift", "Lift and drag of the hull at an angle of attack.")
          .number("area_m2", &C::area_m2, "Reference area.", kPositive)
          .required()
          .number("center_x_m", &C::center_x_m, "Point of attack on the x axis.")
          .choice("plane", &C::plane,
                  "Angle in the vertical plane only, or in the plane of motion.",
                  {"vertical", "total"})
          .object("curve", &C::curve, "Coefficients.");
  return s;
}

const StructSchema& CrossFlowConfig::schema() {
  using C = CrossFlowConfig;
  static const StructSchema s =
      StructBuilder<C>("crossflow", "Cross-flow drag by strips along the hull.")
          .number("length_m", &C::length_m, "Length of the hull.", kPositive)
          .required()
          .number("center_x_m", &C::center_x_m, "Middle of the length.")
          .number("side_height_m", &C::side_height_m,
                  "Height seen from the side (sway, yaw); 0 = none.", kNotNegative)
          .number("plan_width_m", &C::plan_width_m,
                  "Width seen from above (heave, pitch); 0 = none.", kNotNegative)
          .number("drag_2d_side", &C::drag_2d_side,
                  "Sectional drag coefficient; 0 = Hoerner's curve.", kNotNegative)
          .number("drag_2d_plan", &C::drag_2d_plan, "Sectional drag coefficient seen from above.",
                  kNotNegative)
          .number("hoerner_beam_m", &C::hoerner_beam_m, "Beam for Hoerner's curve.", kNotNegative)
          .number("hoerner_draft_m", &C::hoerner_draft_m, "Draft for Hoerner's curve.",
                  kNotNegative)
          .integer("strips", &C::strips, "Number of strips.", {1, 1000})
          .choice("stations", &C::stations,
                  "Strips taken at their middles, or stations with both ends.",
                  {"midpoint", "inclusive"})
          .check([](const C& c, CheckReport& r) {
            if (c.drag_2d_side == 0 && c.side_height_m > 0 &&
                (c.hoerner_beam_m == 0 || c.hoerner_draft_m == 0))
              r.fail("drag_2d_side", "give it, or hoerner_beam_m and hoerner_draft_m");
          });
  return s;
}

const StructSchema& SurfaceRestoringConfig::schema() {
  using C = SurfaceRestoringConfig;
  static const StructSchema s =
      StructBuilder<C>("restoring",
                       "Linear restoring of a floating body about its rest position; replaces "
                       "weight and buoyancy of the link.")
          .number("heave_stiffness_n_m", &C::heave_stiffness_n_m, "N/m.", kNotNegative)
          .number("roll_stiffness_nm_rad", &C::roll_stiffness_nm_rad, "N m/rad.", kNotNegative)
          .number("pitch_stiffness_nm_rad", &C::pitch_stiffness_nm_rad, "N m/rad.", kNotNegative)
          .numbers("center_of_flotation_m", &C::center_of_flotation_m,
                   "Point about which the stiffnesses hold.", {3})
          .number("origin_depth_m", &C::origin_depth_m, "Depth of the link origin at rest.")
          .number("roll_deg", &C::roll_deg, "Roll at rest.", kAngle)
          .number("pitch_deg", &C::pitch_deg, "Pitch at rest.", kAngle)
          .number("carried_mass_kg", &C::carried_mass_kg,
                  "Mass whose weight the stiffnesses contain; the rest pulls as a payload. All of "
                  "the link if left out.",
                  kNotNegative)
          .numbers("carried_center_m", &C::carried_center_m,
                   "Its centre of mass; that of the link if left out.", {0, 3});
  return s;
}

const StructSchema& LinkConfig::schema() {
  using C = LinkConfig;
  static const StructSchema s =
      StructBuilder<C>("link",
                       "A rigid part of a vehicle with its mass and the forces of the water on it.")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("parent", &C::parent, "The link it hangs on; none for the hull.")
          .object("joint", &C::joint, "How it moves against the parent.")
          .number("mass_kg", &C::mass_kg, "Mass in air.", kNotNegative)
          .required()
          .numbers("center_of_mass_m", &C::center_of_mass_m, "Centre of mass.", {3})
          .matrix("inertia_kg_m2", &C::inertia_kg_m2,
                  "About the centre of mass: three moments or the 3x3 matrix.", {3, 9})
          .number("volume_m3", &C::volume_m3, "Displaced volume.", kNotNegative)
          .numbers("center_of_buoyancy_m", &C::center_of_buoyancy_m, "Centre of buoyancy.", {3})
          .number("surface_fade_m", &C::surface_fade_m,
                  "Buoyancy fades to zero within this distance of the surface.", kNotNegative)
          .number("sphere_radius_m", &C::sphere_radius_m,
                  "The link displaces water as a sphere of this radius about center_of_buoyancy_m.",
                  kNotNegative)
          .matrix("added_mass", &C::added_mass,
                  "Six numbers (diagonal) or a symmetric 6x6 matrix, about the link origin.",
                  {6, 36})
          .choice("added_mass_coriolis", &C::added_mass_coriolis,
                  "Coriolis terms of the added mass: exact, without Munk moments, or none (then "
                  "given as derivatives).",
                  {"full", "no_munk", "no_munk_yaw", "no_munk_yaw_rows", "no_munk_rows", "none"})
          .choice("current_projection", &C::current_projection,
                  "How the current is turned into body axes: exactly, or by the heading alone as "
                  "some published models do.",
                  {"exact", "heading"})
          .object("damping", &C::damping, "Linear and quadratic damping.")
          .objects("derivatives", &C::derivatives, "Manoeuvring derivatives.")
          .object("lift", &C::lift, "Hull lift and drag.")
          .object("crossflow", &C::crossflow, "Cross-flow drag.")
          .object("restoring", &C::restoring, "Linear restoring of a surface craft.")
          .check(check_link);
  return s;
}

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
          .tagged("controller", &C::controller, "Its controller.", controller_kinds)
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

}  // namespace hadal
