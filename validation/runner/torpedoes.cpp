// Torpedo-shaped vehicles: one whose every number is in case.json, the NPS AUV II of Healey &
// Lienard (1993) by its prime-scaled derivatives, and the REMUS 100 of models/vehicles held against
// a second published model of it.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "math/units.h"
#include "runner/kinds.h"
#include "runner/trajectory.h"

namespace hadal::validation {
namespace {

constexpr double kTorpedoStep_s = 0.005;
constexpr const char* kPropeller = "propeller";

AnyConfig lag(double time_constant_s) {
  return AnyConfig::of(FirstOrderRotor{time_constant_s});
}

// On the axis of the body, commanded in revolutions per minute.
Thruster shaft_propeller(double lag_s, AnyConfig map) {
  Thruster propeller = force_thruster(kPropeller, {0, 0, 0}, {1, 0, 0});
  propeller.command_kind = ThrusterCommand::rotor_speed;
  propeller.rotor_per_command = kRpm;
  propeller.rotor = lag(lag_s);
  propeller.map = std::move(map);
  return propeller;
}

Fin lagging_fin(const std::string& name, double lag_s, double limit_rad) {
  Fin fin = plain_fin(name);
  fin.time_constant_s = lag_s;
  fin.angle_min_rad = -limit_rad;
  fin.angle_max_rad = limit_rad;
  return fin;
}

// ---- the torpedo of the file ----

LinkConfig torpedo_hull(const Case& c) {
  LinkConfig link = body(c.number("m"), c.numbers("I_G"));
  link.center_of_mass_m = c.numbers("r_G");
  link.center_of_buoyancy_m = c.numbers("r_B");
  link.volume_m3 = c.number("volume");
  link.added_mass = c.numbers("M_A_diag");
  link.added_mass_coriolis = "no_munk";
  link.damping.linear = c.numbers("D_lin");
  link.damping.linear_decay_s_m = c.numbers("D_lin_decay_s_m");
  BodyLift lift;
  lift.area_m2 = c.number("lift_area");
  lift.curve.lift_slope_per_rad = c.number("lift_slope");
  lift.curve.aspect_ratio = c.number("lift_aspect_ratio");
  lift.curve.oswald_efficiency = c.number("lift_oswald");
  lift.curve.drag_zero_lift = c.number("drag_zero_lift");
  lift.curve.stall_angle_rad = 2 * std::numbers::pi;  // never
  link.lift = lift;
  CrossFlow crossflow;
  crossflow.length_m = c.number("crossflow_length");
  crossflow.side_height_m = c.number("crossflow_height");
  crossflow.drag_2d_side = c.number("crossflow_cd");
  crossflow.strips = static_cast<int>(std::lround(c.number("crossflow_stations"))) - 1;
  crossflow.rule = StripRule::inclusive;
  link.crossflow = crossflow;
  return link;
}

// A fin at the angle a about x pushes with f (0, sin a, -cos a), f = rho/2 S CL_d d (u^2 + (v sin a)^2
// + (w cos a)^2), at (x, R cos a, R sin a).
void add_fin_force(const std::string& name, double force, double angle, double x, double radius,
                   std::vector<DerivativeConfig>& terms) {
  const double s = std::sin(angle), k = std::cos(angle);
  const std::pair<const char*, double> squares[] = {{"u u ", 1}, {"v v ", s * s}, {"w w ", k * k}};
  const std::pair<const char*, double> axes[] = {
      {"sway", s}, {"heave", -k}, {"roll", -radius}, {"pitch", x * k}, {"yaw", x * s}};
  for (const auto& [square, part] : squares)
    for (const auto& [axis, lever] : axes)
      terms.push_back({axis, square + ("delta_" + name), force * part * lever});
}

std::vector<std::string> add_tail(const Case& c, VehicleModelConfig& model) {
  const std::vector<double> angle = c.numbers("fin_angle_deg"), area = c.numbers("fin_area"),
                            slope = c.numbers("fin_lift_slope"), radius = c.numbers("fin_radius"),
                            x = c.numbers("fin_x");
  for (const auto* list : {&area, &slope, &radius, &x})
    if (list->size() != angle.size()) c.fail("fin_angle_deg", "expected one number per fin");
  std::vector<std::string> names;
  for (size_t i = 0; i < angle.size(); ++i) {
    names.push_back("fin" + std::to_string(i + 1));
    model.fins.push_back(lagging_fin(names.back(), c.number("fin_time_constant"),
                                     c.number("fin_max_deg") * kDegree));
    add_fin_force(names.back(), 0.5 * c.number("rho") * area[i] * slope[i], angle[i] * kDegree, x[i],
                  radius[i], model.links[0].derivatives);
  }
  return names;
}

Thruster torpedo_propeller(const Case& c) {
  const auto line = [&](const char* at_rest, const char* at_end) {
    const double first = c.number(at_rest);
    return std::vector<double>{first, (c.number(at_end) - first) / c.number("Jmax")};
  };
  PropellerMap map;
  map.diameter_m = c.number("prop_diameter");
  map.kt = line("KT0", "KTmax");
  map.kq = line("KQ0", "KQmax");
  map.wake_fraction = 1 - c.number("wake_factor");
  map.thrust_deduction = c.number("thrust_deduction");
  map.advance_max = kNoLimit;
  map.inflow = Inflow::body_speed;
  Thruster propeller = shaft_propeller(c.number("prop_time_constant"), AnyConfig::of(map));
  propeller.command_max = c.number("n_max_rpm");
  propeller.command_min = -propeller.command_max;
  propeller.turns = ShaftTurns::left;
  propeller.reaction_factor = c.number("reaction_factor");
  return propeller;
}

// ---- the NPS AUV II ----

// One derivative of the source: axis, its name in case.json, what it multiplies, and the power of the
// length that scales it, rho/2 L^power.
struct Derivative {
  const char* axis;
  const char* name;
  const char* of;
  int power;
};

constexpr Derivative kNpsAuv[] = {
    {"surge", "Xvv", "v v", 2}, {"surge", "Xww", "w w", 2}, {"surge", "Xvr", "v r", 3},
    {"surge", "Xwq", "w q", 3}, {"surge", "Xvp", "v p", 3}, {"surge", "Xqq", "q q", 4},
    {"surge", "Xrr", "r r", 4}, {"surge", "Xpr", "p r", 4}, {"surge", "Xpp", "p p", 4},
    {"surge", "Xrdr", "u r delta_rudder", 3}, {"surge", "Xqds", "u q delta_stern", 3},
    {"surge", "Xqdb2", "u q delta_bow_port", 3}, {"surge", "Xqdb2", "u q delta_bow_starboard", 3},
    {"surge", "Xvdr", "u v delta_rudder", 2}, {"surge", "Xwds", "u w delta_stern", 2},
    {"surge", "Xwdb2", "u w delta_bow_port", 2}, {"surge", "Xwdb2", "u w delta_bow_starboard", 2},
    {"surge", "Xdsds", "u u delta_stern^2", 2}, {"surge", "Xdrdr", "u u delta_rudder^2", 2},
    {"sway", "Yv", "u v", 2}, {"sway", "Yvw", "v w", 2}, {"sway", "Yp", "u p", 3},
    {"sway", "Yr", "u r", 3}, {"sway", "Yvq", "v q", 3}, {"sway", "Ywp", "w p", 3},
    {"sway", "Ywr", "w r", 3}, {"sway", "Ypq", "p q", 4}, {"sway", "Yqr", "q r", 4},
    {"sway", "Ydr", "u u delta_rudder", 2},
    {"heave", "Zw", "u w", 2}, {"heave", "Zvv", "v v", 2}, {"heave", "Zq", "u q", 3},
    {"heave", "Zvp", "v p", 3}, {"heave", "Zvr", "v r", 3}, {"heave", "Zpp", "p p", 4},
    {"heave", "Zpr", "p r", 4}, {"heave", "Zrr", "r r", 4}, {"heave", "Zds", "u u delta_stern", 2},
    {"heave", "Zdb2", "u u delta_bow_port", 2}, {"heave", "Zdb2", "u u delta_bow_starboard", 2},
    {"roll", "Kv", "u v", 3}, {"roll", "Kvw", "v w", 3}, {"roll", "Kp", "u p", 4},
    {"roll", "Kr", "u r", 4}, {"roll", "Kvq", "v q", 4}, {"roll", "Kwp", "w p", 4},
    {"roll", "Kwr", "w r", 4}, {"roll", "Kpq", "p q", 5}, {"roll", "Kqr", "q r", 5},
    {"pitch", "Muw", "u w", 3}, {"pitch", "Mvv", "v v", 3}, {"pitch", "Muq", "u q", 4},
    {"pitch", "Mvp", "v p", 4}, {"pitch", "Mvr", "v r", 4}, {"pitch", "Mpp", "p p", 5},
    {"pitch", "Mpr", "p r", 5}, {"pitch", "Mrr", "r r", 5}, {"pitch", "Mds", "u u delta_stern", 3},
    {"pitch", "Mdb2", "u u delta_bow_port", 3}, {"pitch", "Mdb2", "u u delta_bow_starboard", 3},
    {"yaw", "Nv", "u v", 3}, {"yaw", "Nvw", "v w", 3}, {"yaw", "Np", "u p", 4},
    {"yaw", "Nr", "u r", 4}, {"yaw", "Nvq", "v q", 4}, {"yaw", "Nwp", "w p", 4},
    {"yaw", "Nwr", "w r", 4}, {"yaw", "Npq", "p q", 5}, {"yaw", "Nqr", "q r", 5},
    {"yaw", "Ndr", "u u delta_rudder", 3}};

// X = rho/2 L^2 kRace (s|s| - 1) u^2, s = kPitch n / u (README of the case).
constexpr double kRace = 0.00385, kPitch_s_m = 0.012;

std::vector<double> nps_added_mass(const Case& c) {
  constexpr struct { const char* name; int row, column; } kEntries[] = {
      {"Xudot", 0, 0}, {"Yvdot", 1, 1}, {"Ypdot", 1, 3}, {"Yrdot", 1, 5}, {"Zwdot", 2, 2},
      {"Zqdot", 2, 4}, {"Kvdot", 3, 1}, {"Kpdot", 3, 3}, {"Krdot", 3, 5}, {"Mwdot", 4, 2},
      {"Mqdot", 4, 4}, {"Nvdot", 5, 1}, {"Npdot", 5, 3}, {"Nrdot", 5, 5}};
  const double L = c.number("L");
  std::vector<double> matrix(36, 0.0);
  for (const auto& entry : kEntries)
    matrix[static_cast<size_t>(6 * entry.row + entry.column)] =
        -0.5 * c.number("rho") * std::pow(L, 3 + (entry.row > 2) + (entry.column > 2)) *
        c.number(entry.name);
  return matrix;
}

LinkConfig nps_hull(const Case& c) {
  const double rho = c.number("rho"), L = c.number("L"), mass = c.number("W") / c.number("g"),
               z = c.number("zG");
  const double xy = -c.number("Ixy"), xz = -c.number("Ixz"), yz = -c.number("Iyz");
  LinkConfig link = body(mass, {c.number("Ix") - mass * z * z, xy, xz,        //
                                xy, c.number("Iy") - mass * z * z, yz,        //
                                xz, yz, c.number("Iz")});
  link.center_of_mass_m = {0, 0, z};
  link.center_of_buoyancy_m = {0, 0, c.number("zB")};
  link.volume_m3 = c.number("B") / (rho * c.number("g"));
  link.added_mass = nps_added_mass(c);
  link.added_mass_coriolis = "none";  // given as derivatives
  for (const Derivative& d : kNpsAuv)
    link.derivatives.push_back({d.axis, d.of, 0.5 * rho * std::pow(L, d.power) * c.number(d.name)});
  link.derivatives.push_back({"surge", "u u", -0.5 * rho * L * L * kRace});
  // Two rigid-body terms have the opposite sign in the source's function: heave and p r in pitch.
  link.derivatives.push_back({"heave", "v p", 2 * mass});
  link.derivatives.push_back({"heave", "u q", -2 * mass});
  link.derivatives.push_back({"heave", "p p", -2 * mass * z});
  link.derivatives.push_back({"heave", "q q", -2 * mass * z});
  link.derivatives.push_back({"pitch", "p r", -2 * (c.number("Iz") - c.number("Ix"))});
  CrossFlow crossflow;
  crossflow.length_m = L;
  crossflow.side_height_m = c.number("Hx");
  crossflow.plan_width_m = c.number("Bx");
  crossflow.drag_2d_side = c.number("Cdy");
  crossflow.drag_2d_plan = c.number("Cdz");
  crossflow.strips = 10;
  crossflow.rule = StripRule::inclusive;
  link.crossflow = crossflow;
  return link;
}

VehicleModelConfig nps_auv(const Case& c) {
  constexpr double kLag_s = 0.1, kLimit_rad = 20 * kDegree, kMaxRpm = 1500;  // README of the case
  VehicleModelConfig model;
  model.links = {nps_hull(c)};
  QuadraticMap map;
  map.forward = map.reverse =
      0.5 * c.number("rho") * std::pow(c.number("L"), 2) * kRace * kPitch_s_m * kPitch_s_m;
  model.thrusters = {shaft_propeller(kLag_s, AnyConfig::of(map))};
  model.thrusters[0].command_max = kMaxRpm;
  model.thrusters[0].command_min = -kMaxRpm;
  for (const char* name : {"rudder", "stern", "bow_port", "bow_starboard"})
    model.fins.push_back(lagging_fin(name, kLag_s, kLimit_rad));
  return model;
}

}  // namespace

void run_torpedo(const Case& c, const Settings& settings, CaseReport& report) {
  std::vector<Pose6> reference = trajectory_of(c.table("trajectory.csv"));
  Start start = start_of(c, reference);
  start.p_N.z() += kDeep_m;
  VehicleModelConfig model;
  model.links = {torpedo_hull(c)};
  std::vector<std::string> actuators = add_tail(c, model);
  model.thrusters = {torpedo_propeller(c)};
  actuators.push_back(kPropeller);
  Scenario scenario = still_water({c.number("rho"), c.number("g")}, kTorpedoStep_s,
                                  reference.back().time_s);
  add_vehicle(scenario, model, start);
  add_commands(scenario, actuators, side_by_side({c.schedule("fins_deg"), c.schedule("n_rpm")}));
  Tank tank(scenario, c, settings);
  compare_trajectory(tank, reference, kDeep_m,
                     {c.tolerance("same_model.pos_abs_m"), c.tolerance("same_model.angle_abs_rad"),
                      c.tolerance("same_model.vel_abs")},
                     report);
}

void run_nps_auv(const Case& c, const Settings& settings, CaseReport& report) {
  const std::vector<Pose6> reference = trajectory_of(c.table("trajectory.csv"));
  Start start;
  start.p_N.z() = c.number("start_depth_m") + kDeep_m;
  start.nu_B[0] = c.number("start_u");
  Scenario scenario =
      still_water({c.number("rho"), c.number("g")}, kTorpedoStep_s, reference.back().time_s);
  add_vehicle(scenario, nps_auv(c), start);
  add_commands(scenario, {kPropeller, "rudder", "stern", "bow_port", "bow_starboard"},
               side_by_side({c.schedule("n_rpm"), c.schedule("delta_r_deg"),
                             c.schedule("delta_s_deg"), c.schedule("delta_bp_deg"),
                             c.schedule("delta_bs_deg")}));
  Tank tank(scenario, c, settings);
  tank.change([&](State& state) {
    state_of(tank.simulation().world().actuators[0], state)[extension::kRotor] =
        c.number("start_n_rpm") * kRpm;
  });
  double yaw_rate = 0, pitch = 0;
  for (const Pose6& row : reference) {
    tank.advance_to(row.time_s);
    yaw_rate = std::max(yaw_rate, std::abs(tank.motion().nu_L[5]));
    pitch = std::max(pitch, std::abs(euler_from(tank.motion().q_NL).pitch));
  }
  const auto expected = [&](const char* key) {
    const auto value = c.expected_number(key);
    if (!value) c.fail(std::string("expected.") + key, "expected a number");
    return *value;
  };
  const double speed = tank.motion().nu_L.head<3>().norm();
  report.check("final speed, relative", std::abs(speed / expected("final_speed") - 1),
               c.tolerance("behaviour.speed_rel"));
  report.check("largest yaw rate, relative", std::abs(yaw_rate / expected("max_abs_r") - 1),
               c.tolerance("behaviour.yaw_rate_rel"));
  report.check("largest pitch, rad", std::abs(pitch - expected("max_abs_pitch_rad")),
               c.tolerance("behaviour.pitch_abs_rad"));
  report.check("final depth, m",
               std::abs(tank.motion().p_N.z() - kDeep_m - reference.back().state.p_N.z()),
               c.tolerance("behaviour.final_depth_abs_m"));
  report.notes.emplace_back(
      "the factor of the propeller race on the control surfaces is not a derivative; the motion is "
      "compared by its behaviour");
}

void run_mss_remus100(const Case& c, const Settings& settings, CaseReport& report) {
  const auto expected = [&](const char* key) {
    const auto value = c.expected_number(key);
    if (!value) c.fail(std::string("expected.") + key, "expected a number");
    return *value;
  };
  Start start;
  start.p_N.z() = c.number("start_depth_m") + kDeep_m;
  start.nu_B[0] = c.number("start_u");
  Scenario scenario = still_water({c.number("rho", "rho=", 1026), c.number("g", "g=", 9.81)},
                                  kTorpedoStep_s, c.number("duration_s"));
  add_vehicle(scenario, "remus100", start);
  add_commands(scenario, {"rudder", "stern", kPropeller},
               side_by_side({c.schedule("delta_r_deg"), c.schedule("delta_s_deg"),
                             c.schedule("n_rpm")}));
  Tank tank(scenario, c, settings);
  const auto speed_at = [&](double time_s) {
    tank.advance_to(time_s);
    return tank.motion().nu_L.head<3>().norm();
  };
  const auto check_speed = [&](const char* name, double time_s, const char* key) {
    report.check(name, std::abs(speed_at(time_s) / expected(key) - 1),
                 c.tolerance("behaviour.speed_rel"));
  };
  check_speed("speed before the turn, relative", expected("times_s.before_turn"),
              "speed_before_turn");
  check_speed("speed in the turn, relative", expected("times_s.in_turn"), "speed_in_turn");
  report.check("yaw rate in the turn, relative",
               std::abs(tank.motion().nu_L[5] / expected("yaw_rate_in_turn") - 1),
               c.tolerance("behaviour.yaw_rate_rel"));
  tank.advance_to(expected("times_s.in_dive"));
  report.check("pitch in the dive, rad",
               std::abs(euler_from(tank.motion().q_NL).pitch - expected("pitch_in_dive_rad")),
               c.tolerance("behaviour.pitch_abs_rad"));
  check_speed("final speed, relative", c.number("duration_s"), "final_speed");
  report.check("change of depth, relative",
               std::abs((tank.motion().p_N.z() - start.p_N.z()) / expected("depth_change_m") - 1),
               c.tolerance("behaviour.depth_rel"));
  report.notes.emplace_back("the shipped REMUS 100 is another published model; behaviour only");
}

}  // namespace hadal::validation
