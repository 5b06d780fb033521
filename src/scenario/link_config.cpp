#include "scenario/link_config.h"

#include "kinds/actuators/joint.h"
#include "kinds/forces/list.h"

#include <cmath>

#include "kinds/checks.h"
#include "kinds/drag_curve.h"

namespace hadal::inline scenario {
namespace {

constexpr std::array kAxisNames = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

void check_matrix6(const std::vector<double>& m, const char* field, bool positive_diagonal,
                   CheckReport& report) {
  const bool full = m.size() == 36;
  for (size_t i = 0; i < 6 && !m.empty(); ++i)
    if (positive_diagonal && m[full ? 7 * i : i] < 0)
      return report.fail(field, "the diagonal must not be negative");
}

void check_added_mass(const LinkConfig& c, CheckReport& r) {
  check_matrix6(c.added_mass, "added_mass", true, r);
  for (size_t i = 0; i < 6 && c.added_mass.size() == 36; ++i)
    for (size_t j = 0; j < i; ++j) {
      const double a = c.added_mass[6 * i + j], b = c.added_mass[6 * j + i];
      if (std::abs(a - b) > 0.05 * (1 + std::abs(a) + std::abs(b))) {
        r.fail("added_mass", "must be symmetric (row " + std::to_string(i + 1) + ", column " +
                                 std::to_string(j + 1) + " differs from its mirror)");
        return;
      }
    }
  if (c.panels != LinkConfig{}.panels && c.added_mass_from != "panels")
    r.fail("panels", "acts only with added_mass_from: panels");
  if (c.added_mass_from == "given") return;
  if (!c.added_mass.empty())
    r.fail("added_mass", "follows from the shapes with added_mass_from: " + c.added_mass_from +
                             "; give one of the two");
  if (!c.has_physics_shapes())
    r.fail("added_mass_from", "'" + c.added_mass_from + "' needs physics shapes");
}

// What is given twice, once by number and once by shape.
void check_geometry(const LinkConfig& c, CheckReport& r) {
  const bool geometry = c.hydrodynamics == "geometry";
  if (c.surface_drag && !geometry) r.fail("surface_drag", "acts only with hydrodynamics: geometry");
  if (!geometry) return;
  if (!c.has_physics_shapes()) r.fail("hydrodynamics", "'geometry' needs physics shapes");
  const std::string once = "follows from the physics shapes with hydrodynamics: geometry";
  if (c.volume_m3) r.fail("volume_m3", once);
  if (!c.center_of_buoyancy_m.empty()) r.fail("center_of_buoyancy_m", once);
  if (c.sphere_radius_m > 0) r.fail("sphere_radius_m", once);
  if (c.restoring) r.fail("restoring", once);
}

void check_mass(const LinkConfig& c, CheckReport& r) {
  const bool needed = !(c.joint && c.joint->kind == "fixed") && !c.has_physics_shapes();
  const bool none = c.mass_kg.value_or(0) <= 0;
  if (none && (needed || (c.mass_kg && c.has_physics_shapes())))
    r.fail("mass_kg", "a moving link needs a mass above 0, given here or by physics shapes");
  if (c.inertia_kg_m2.empty() && needed)
    r.fail("inertia_kg_m2", "a moving link needs an inertia, given here or by physics shapes");
  for (size_t i = 0; i < 3 && c.inertia_kg_m2.size() >= 3; ++i)
    if (c.inertia_kg_m2[c.inertia_kg_m2.size() == 9 ? 4 * i : i] <= 0)
      return r.fail("inertia_kg_m2", "moments of inertia must be above 0");
}

void check_drive(const JointConfig& c, CheckReport& r) {
  if (c.kind == "fixed") {
    if (!c.drive.empty()) r.fail("drive", "a fixed joint has none");
    if (c.friction > 0) r.fail("friction", "a fixed joint has none");
    if (c.backlash > 0) r.fail("backlash", "a fixed joint has none");
  }
  if (c.mimic && (c.kind == "fixed" || !c.drive.empty() || c.backlash > 0 || c.velocity_limit))
    r.fail("mimic", "a hinge or slide that follows another has no drive, backlash or velocity limit");
  if (c.mimic && c.start != 0) r.fail("start", "follows from that of the joint it mimics");
  if (c.lower && c.upper && *c.lower < *c.upper && (c.start < *c.lower || c.start > *c.upper) && !c.mimic)
    r.fail("start", "must lie within lower and upper");
  const auto* motor = c.drive.as<MotorDrive>();
  if (c.backlash > 0 && c.armature + (motor ? motor->armature() : 0) <= 0)
    r.fail("backlash", "needs an inertia of the drive: armature, or that of the rotor of a motor");
}

void check_link(const LinkConfig& c, CheckReport& r) {
  if (c.parent.empty() && c.joint)
    r.fail("joint", "a link without a parent moves freely and has no joint");
  if (!c.parent.empty() && !c.joint) r.fail("parent", "a link with a parent needs a joint");
  check_mass(c, r);
  check_added_mass(c, r);
  if (c.sphere_radius_m > 0 && c.volume_m3.value_or(0) > 0)
    r.fail("sphere_radius_m", "give either volume_m3 or sphere_radius_m");
  check_geometry(c, r);
}

}  // namespace

const StructSchema& MimicConfig::schema() {
  using C = MimicConfig;
  static const StructSchema s =
      StructBuilder<C>("mimic",
                       "A gear that couples a joint to another: position = ratio * that of the "
                       "other + offset. Efforts on either act on both.")
          .name("joint", &C::joint, "The other joint, by the name of its link.")
          .required()
          .number("ratio", &C::ratio, "Movement per movement of the other.", {-1e3, 1e3})
          .number("offset", &C::offset, "Position where the other is at 0, rad or m.");
  return s;
}

const StructSchema& JointConfig::schema() {
  using C = JointConfig;
  static const StructSchema s =
      StructBuilder<C>("joint", "How a link moves against its parent.")
          .choice("kind", &C::kind, "Turns about the axis, moves along it, or is welded.",
                  {"hinge", "slide", "fixed"})
          .numbers("position_m", &C::position_m, "Link origin in the parent's axes.", {3},
                   kMountPosition)
          .numbers("rpy_deg", &C::rpy_deg, "Link axes in the parent's: roll, pitch, yaw.", {3},
                   kAngle)
          .numbers("axis", &C::axis, "Axis in the link's axes.", {3})
          .number("lower", &C::lower, "Lower limit, rad or m.")
          .number("upper", &C::upper, "Upper limit, rad or m.")
          .number("damping", &C::damping, "N m s/rad or N s/m.", kNotNegative)
          .number("armature", &C::armature, "Reflected rotor inertia, kg m^2 or kg.", kNotNegative)
          .number("effort_limit", &C::effort_limit, "Largest effort, N m or N.", kPositive)
          .number("velocity_limit", &C::velocity_limit,
                  "The drive pushes no faster than this and brakes beyond, rad/s or m/s.", kPositive)
          .number("friction", &C::friction, "Dry friction, N m or N: holds at rest, opposes motion.",
                  kNotNegative)
          .number("backlash", &C::backlash,
                  "Play between drive and link, rad or m from end to end; the drive then moves by "
                  "itself, with the armature.",
                  kNotNegative)
          .number("gear_stiffness", &C::gear_stiffness,
                  "Of the gear where the play ends, N m/rad or N/m.", kPositive)
          .tagged("drive", &C::drive, "What its command asks for; efforts if left out.",
                  joint_drive_schemas)
          .object("mimic", &C::mimic, "It follows another joint, as fingers of one gear do.")
          .number("start", &C::start,
                  "Position at the start, rad or m; of a joint that follows another, what follows.")
          .check([](const C& c, CheckReport& r) {
            check_drive(c, r);
            if (c.lower.has_value() != c.upper.has_value())
              r.fail("lower", "give both limits or none");
            if (c.lower && c.upper && *c.lower >= *c.upper) r.fail("upper", "must be above lower");
            if (length(c.axis) < 1e-9) r.fail("axis", "must not be zero");
          });
  return s;
}

const std::array<DampingConfig::Rows DampingConfig::*, 6>& DampingConfig::tables() {
  using C = DampingConfig;
  static const std::array<Rows C::*, 6> list{&C::surge, &C::sway,  &C::heave,
                                             &C::roll,  &C::pitch, &C::yaw};
  return list;
}

const StructSchema& DampingConfig::schema() {
  using C = DampingConfig;
  static const StructSchema s =
      StructBuilder<C>("damping",
                       "D(nu) = linear + quadratic |nu|; positive numbers oppose motion. Measured "
                       "tables come on top.")
          .matrix("linear", &C::linear,
                  "Six numbers (diagonal) or a 6x6 matrix; N/(m/s), N m/(rad/s).", {6, 36})
          .matrix("quadratic", &C::quadratic,
                  "The same per m/s or rad/s once more; column j multiplies |nu_j|.", {6, 36})
          .numbers("linear_decay_s_m", &C::linear_decay_s_m,
                   "Row i of the linear part fades as exp(-k_i U) with speed.", {6}, kNotNegative)
          .text("file", &C::file,
                "CSV of drag, e.g. of CFD or a towing tank: speed_m_s with surge_N, sway_N, "
                "heave_N; rate_rad_s with roll_Nm, pitch_Nm, yaw_Nm. Replaces the tables below.")
          .rows("surge", &C::surge,
                "Measured drag, rows [speed m/s, force N]: exact there, astern (speeds below 0) as "
                "ahead if left out.",
                {2})
          .rows("sway", &C::sway, "Likewise.", {2})
          .rows("heave", &C::heave, "Likewise.", {2})
          .rows("roll", &C::roll, "Rows [rate rad/s, moment N m].", {2})
          .rows("pitch", &C::pitch, "Likewise.", {2})
          .rows("yaw", &C::yaw, "Likewise.", {2})
          .check([](const C& c, CheckReport& r) {
            check_matrix6(c.linear, "linear", true, r);
            check_matrix6(c.quadratic, "quadratic", true, r);
            for (size_t i = 0; i < kAxisNames.size(); ++i)
              if (const std::string problem = drag_rows_problem(c.*C::tables()[i]);
                  !problem.empty())
                r.fail(kAxisNames[i], problem);
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
                  {kAxisNames.begin(), kAxisNames.end()})
          .required()
          .text("of", &C::of, "What it multiplies, e.g. u|u|, uv, u u delta_rudder, theta/U^2.")
          .required()
          .number("value", &C::value, "Coefficient, SI.")
          .required();
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
          .text("material", &C::material, "Material of its shapes that name none themselves.")
          .object("shapes", &C::shapes,
                  "What gives it mass and is wetted, what touches and what is seen.")
          .number("mass_kg", &C::mass_kg, "Mass in air; from the physics shapes if left out.",
                  kNotNegative)
          .numbers("center_of_mass_m", &C::center_of_mass_m,
                   "Centre of mass; from the physics shapes if left out, else the origin.", {3})
          .matrix("inertia_kg_m2", &C::inertia_kg_m2,
                  "About the centre of mass: three moments or the 3x3 matrix; from the physics "
                  "shapes if left out.",
                  {3, 9})
          .number("volume_m3", &C::volume_m3,
                  "Displaced volume; from the physics shapes if left out, else 0.", kNotNegative)
          .numbers("center_of_buoyancy_m", &C::center_of_buoyancy_m,
                   "Centre of buoyancy; from the physics shapes if left out, else the origin.", {3})
          .number("surface_fade_m", &C::surface_fade_m,
                  "Buoyancy fades to zero within this distance of the surface.", kNotNegative)
          .number("sphere_radius_m", &C::sphere_radius_m,
                  "The link displaces water as a sphere of this radius about center_of_buoyancy_m.",
                  kNotNegative)
          .choice("hydrodynamics", &C::hydrodynamics,
                  "Forces of the water from the coefficients below, or face by face on the physics "
                  "shapes; damping and lift then come on top.",
                  {"coefficients", "geometry"})
          .object("surface_drag", &C::surface_drag, "Drag of the faces, with geometry.")
          .matrix("added_mass", &C::added_mass,
                  "Six numbers (diagonal) or a symmetric 6x6 matrix, about the link origin.",
                  {6, 36})
          .choice("added_mass_from", &C::added_mass_from,
                  "As given, or from the physics shapes: potential flow on their panels, the "
                  "ellipsoid or the cylinder that fits best.",
                  {"given", "panels", "ellipsoid", "cylinder"})
          .integer("panels", &C::panels, "Panels for added_mass_from: panels.", {100, 8000})
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
          .tagged_list("forces", &C::forces, "More forces of any kind, also of extensions.",
                       force_schemas).extensible()
          .check(check_link);
  return s;
}

}  // namespace hadal::scenario
