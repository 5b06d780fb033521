// Single bodies with closed-form or invariant references.
#include <cmath>
#include <numbers>

#include "dynamics/hydrostatics.h"
#include "runner/kinds.h"
#include "runner/trajectory.h"
#include "runner/wetted.h"

namespace hadal::validation {
namespace {

constexpr double kFineStep_s = 0.001;
constexpr double kSmall = 0.01;  // rad or fraction of a length: an oscillation still linear
constexpr double kPeriodsCounted = 10;

// Times at which a sampled signal changes its sign, linear between the samples.
std::vector<double> sign_changes(const std::vector<double>& t, const std::vector<double>& y) {
  std::vector<double> out;
  for (size_t i = 1; i < y.size(); ++i)
    if ((y[i - 1] < 0) != (y[i] < 0))
      out.push_back(t[i] - (t[i] - t[i - 1]) * y[i] / (y[i] - y[i - 1]));
  return out;
}

VehicleModelConfig single(LinkConfig link) {
  VehicleModelConfig model;
  model.kind = "body";
  model.links = {std::move(link)};
  return model;
}

Start at_depth(double depth_m) {
  Start start;
  start.p_N.z() = depth_m;
  return start;
}

}  // namespace

void run_free_rigid_body(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("rates.csv");
  const std::vector<double> inertia = c.numbers("I"), rates = c.numbers("w0");
  if (inertia.size() != 3 || rates.size() != 3)
    c.fail("I", "expected three moments and three rates");
  const Vec3 I(inertia[0], inertia[1], inertia[2]);
  Start start = at_depth(kDeep_m);
  start.nu_B.tail<3>() << rates[0], rates[1], rates[2];
  Scenario scenario = still_water({1, 0}, kFineStep_s, table["t_s"].back());
  add_vehicle(scenario, single(body(1, inertia)), start);
  Tank tank(scenario, c, settings);
  const auto energy = [&] {
    return 0.5 * I.cwiseProduct(tank.motion().nu_L.tail<3>().cwiseAbs2()).sum();
  };
  const auto momentum = [&] { return I.cwiseProduct(tank.motion().nu_L.tail<3>()).norm(); };
  const double E = c.expected_number("E").value_or(energy()),
               H = c.expected_number("H").value_or(momentum());
  int axis = 1;  // the one it spins about
  start.nu_B.tail<3>().cwiseAbs().maxCoeff(&axis);
  const char* columns[] = {"wx", "wy", "wz"};
  const std::vector<double> flips = sign_changes(table["t_s"], table[columns[axis]]);
  Worst energy_error, momentum_error;
  std::vector<double> found;
  while (tank.time_s() < table["t_s"].back()) {
    const double before = tank.motion().nu_L[3 + axis];
    tank.advance_to(tank.time_s() + tank.step_s());
    if ((before < 0) != (tank.motion().nu_L[3 + axis] < 0)) found.push_back(tank.time_s());
    energy_error.add_relative(energy(), E);
    momentum_error.add_relative(momentum(), H);
  }
  Worst flip_error;
  for (size_t i = 0; i < flips.size(); ++i)
    flip_error.add(i < found.size() ? found[i] - flips[i] : INFINITY);
  if (found.size() != flips.size()) flip_error.add(INFINITY);
  report.check("flip times, s", flip_error.value(), c.tolerance("flip_time_abs_s"));
  report.check("energy, relative", energy_error.value(), c.tolerance("energy_rel"));
  report.check("angular momentum, relative", momentum_error.value(), c.tolerance("energy_rel"));
}

void run_kirchhoff(const Case& c, const Settings& settings, CaseReport& report) {
  const std::vector<Pose6> reference = trajectory_of(c.table("trajectory.csv"));
  Start start = start_of(c, reference);
  const std::vector<double> nu0 = c.numbers("nu0", {start.nu_B.data(), start.nu_B.data() + 6});
  for (int i = 0; i < 6; ++i) start.nu_B[i] = nu0.at(i);
  const double m = c.number("m");
  const Water water;
  LinkConfig link = body(m, c.numbers("I"));
  link.added_mass = c.numbers(c.has("M_A") ? "M_A" : "M_A_diag");
  link.volume_m3 = m / water.density_kg_m3;
  link.surface_fade_m = 0;
  const double shift = kDeep_m;
  start.p_N.z() += shift;
  Scenario scenario = still_water(water, kFineStep_s, reference.back().time_s);
  add_vehicle(scenario, single(link), start);
  Tank tank(scenario, c, settings);

  const Link& made = tank.simulation().world().links[0];
  Mat6 M = made.added_mass_L;
  M.topLeftCorner<3, 3>() += m * Mat3::Identity();
  M.bottomRightCorner<3, 3>() += made.inertia_G;
  const auto impulses = [&](const Motion& motion) {
    const Vec6 h = M * motion.nu_L;
    const Vec3 P = motion.q_NL * Vec3(h.head<3>());
    Vec6 out;
    out << P, motion.q_NL * Vec3(h.tail<3>()) + (motion.p_N - Vec3(0, 0, shift)).cross(P);
    return out;
  };
  const auto energy = [&](const Motion& motion) { return 0.5 * motion.nu_L.dot(M * motion.nu_L); };
  const double T0 = c.expected_number("T0_J").value_or(energy(tank.motion()));
  const Vec6 first = impulses(tank.motion());
  Vec3 P0 = first.head<3>(), L0 = first.tail<3>();
  if (const auto P = c.expected_numbers("P_world"); P.size() == 3) P0 = {P[0], P[1], P[2]};
  if (const auto L = c.expected_numbers("L_world"); L.size() == 3) L0 = {L[0], L[1], L[2]};
  Worst energy_error, impulse_error;
  for (const Pose6& row : reference) {
    tank.advance_to(row.time_s);
    const Vec6 now = impulses(tank.motion());
    energy_error.add_relative(energy(tank.motion()), T0);
    impulse_error.add((now.head<3>() - P0).norm() / P0.norm());
    impulse_error.add((now.tail<3>() - L0).norm() / L0.norm());
  }
  const Motion end = tank.motion();
  const Pose6& last = reference.back();
  const Quat turn = quaternion_from(last.state.attitude).conjugate() * end.q_NL;
  report.check("energy, relative", energy_error.value(), c.tolerance("energy_rel_drift"));
  report.check("impulses, relative", impulse_error.value(), c.tolerance("impulse_rel_drift"));
  report.check("final position, m",
               (end.p_N - Vec3(0, 0, shift) - last.state.p_N).cwiseAbs().maxCoeff(),
               c.tolerance("final_pos_abs"));
  report.check("final attitude, rad", rotation_vector(turn).norm(), c.tolerance("final_angle_abs"));
}

void run_falling_sphere(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("fall.csv");
  const auto &t = table["t_s"], &v = table["v_down_mps"], &s = table["s_down_m"];
  const double R = c.number("R"), rho = c.number("rho");
  const double mass = 4.0 / 3 * std::numbers::pi * R * R * R * c.number("rho_s");
  LinkConfig link = body(mass, std::vector<double>(3, 0.4 * mass * R * R));
  make_sphere(link, R, c.number("Cd"), rho);
  const double terminal = c.expected_number("terminal_mps").value_or(v.back());
  const double settled_s = 20 * c.expected_number("tau_s").value_or(t.back());
  Scenario scenario =
      still_water({rho, c.number("g")}, kFineStep_s, std::fmax(t.back(), settled_s));
  add_vehicle(scenario, single(link), at_depth(kDeep_m));
  Tank tank(scenario, c, settings);
  Worst speed, distance;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    speed.add_relative(tank.motion().nu_L[2], v[i], kRelativeFloor * largest(v));
    distance.add_relative(tank.motion().p_N.z() - kDeep_m, s[i], kRelativeFloor * largest(s));
  }
  tank.advance_to(settled_s);
  report.check("speed, relative", speed.value(), c.tolerance("transient_rel"));
  report.check("distance, relative", distance.value(), c.tolerance("transient_rel"));
  report.check("terminal speed, relative", std::abs(tank.motion().nu_L[2] / terminal - 1),
               c.tolerance("terminal_rel"));
}

void run_linear_quadratic(const Case& c, const Settings& settings, CaseReport& report) {
  const double m = c.number("m"), linear = c.number("d1"), quadratic = c.number("d2"),
               force = c.number("F");
  const double tolerance = c.tolerance("rel");
  LinkConfig link = body(m, {1, 1, 1});
  link.damping.linear = {linear, 0, 0, 0, 0, 0};
  link.damping.quadratic = {quadratic, 0, 0, 0, 0, 0};
  const double settled_s = linear > 0 ? 40 * m / linear : 0;
  const auto run = [&](const std::string& file, double push, double steady_v0,
                       const std::function<void(Tank&)>& at_end) {
    const Table table = c.table(file);
    const auto &t = table["t_s"], &v = table["v_mps"];
    Start start = at_depth(kDeep_m);
    start.nu_B[0] = steady_v0;
    Scenario scenario = still_water({1000, 0}, kFineStep_s, std::fmax(t.back(), settled_s));
    add_vehicle(scenario, single(link), start);
    add_wrench(scenario, {{0, {push, 0, 0, 0, 0, 0}}});
    Tank tank(scenario, c, settings);
    Worst speed;
    for (size_t i = 0; i < t.size(); ++i) {
      tank.advance_to(t[i]);
      speed.add_relative(tank.motion().nu_L[0], v[i], kRelativeFloor * largest(v));
    }
    report.check(file + " speed, relative", speed.value(), tolerance);
    tank.advance_to(std::fmax(settled_s, t.back()));
    at_end(tank);
  };
  run("step.csv", force, c.table("step.csv")["v_mps"][0], [&](Tank& tank) {
    if (const auto v = c.expected_number("v_steady"))
      report.check("steady speed, relative", std::abs(tank.motion().nu_L[0] / *v - 1), tolerance);
  });
  run("coast.csv", 0, c.table("coast.csv")["v_mps"][0], [&](Tank& tank) {
    if (const auto d = c.expected_number("stopping_distance"))
      report.check("stopping distance, relative", std::abs(tank.motion().p_N.x() / *d - 1),
                   tolerance);
  });
}

void run_floating_box(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("heave.csv");
  const auto &t = table["t_s"], &z = table["z_m"];
  const double area = c.number("L") * c.number("B"), draft = c.number("T"), rho = c.number("rho"),
               g = c.number("g");
  const double mass = c.optional_number("mass").value_or(rho * area * draft),
               added = c.number("added_mass");
  // A box twice as high as its draft, so that it floats with its middle at the surface.
  LinkConfig link = body(mass, {mass, mass, mass});
  link.volume_m3 = 2 * area * draft;
  link.surface_fade_m = draft;
  // The closed form holds the added mass constant; that of a link without volume does not fade.
  VehicleModelConfig model = single(link);
  LinkConfig water = welded("water", "hull", {0, 0, 0});
  water.added_mass = {0, 0, added, 0, 0, 0};
  model.links.push_back(water);
  const double rest_m = mass / (rho * area) - draft;
  const auto box_at = [&](double heave_m, double duration_s) {
    Scenario scenario = still_water({rho, g}, kFineStep_s, duration_s);
    add_vehicle(scenario, model, at_depth(rest_m + heave_m));
    return scenario;
  };
  Tank tank(box_at(z[0], t.back()), c, settings);
  Worst heave;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    heave.add((tank.motion().p_N.z() - rest_m - z[i]) / largest(z));
  }
  report.check("heave, of the amplitude", heave.value(), 10 * c.tolerance("period_rel"));
  const double period = c.expected_number("period").value_or(t.back());
  Tank swing(box_at(z[0], kPeriodsCounted * period), c, settings);
  const double found = period_s(swing, kPeriodsCounted * period,
                                [&](const Motion& m) { return m.p_N.z() - rest_m; });
  report.check("period, relative", std::abs(found / period - 1), c.tolerance("period_rel"));
  if (const auto stiffness = c.expected_number("heave_stiffness")) {
    const auto lift = [&](double heave_m) {
      Scenario scenario = box_at(heave_m, kFineStep_s);
      scenario.vehicles[0].kinematic = true;
      Tank held(scenario, c, settings);
      held.step();
      return held.state().wrench_L[static_cast<int>(WrenchTerm::kBuoyancy)][0][2];
    };
    const double d = kSmall * draft;
    report.check("heave stiffness, relative",
                 std::abs((lift(-d) - lift(d)) / (2 * d) / *stiffness - 1),
                 c.tolerance("stiffness_rel"));
  }
  check_box_stability(c, report);
}

void run_submerged_roll(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("decay.csv");
  const auto &t = table["t_s"], &angle = table["angle_rad"], &rate = table["rate_radps"];
  const Water water{1000, c.number("g")};
  const double m = c.number("m"), amplitude = c.optional_number("amp").value_or(angle[0]);
  const auto rolling = [&](double start_angle, double start_rate, double damping,
                           double duration_s) {
    LinkConfig link = body(m, std::vector<double>(3, c.number("I")));
    link.volume_m3 = m / water.density_kg_m3;
    link.center_of_buoyancy_m = {0, 0, -c.number("BG")};
    link.added_mass = {0, 0, 0, c.number("A"), c.number("A"), 0};
    link.damping.linear = {0, 0, 0, damping, damping, 0};
    Start start = at_depth(kDeep_m);
    start.attitude.roll = start_angle;
    start.nu_B[3] = start_rate;
    Scenario scenario = still_water(water, kFineStep_s, duration_s);
    add_vehicle(scenario, single(link), start);
    return Tank(scenario, c, settings);
  };
  const auto roll = [](const Motion& motion) { return euler_from(motion.q_NL).roll; };
  Tank tank = rolling(angle[0], rate[0], c.number("d"), t.back());
  Worst error;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    error.add(wrap_angle(roll(tank.motion()) - angle[i]));
  }
  report.check("angle, rad", error.value(), c.tolerance("angle_abs"));
  const auto period = [&](const char* key, const char* name, double start_angle, double damping) {
    const auto expected = c.expected_number(key);
    if (!expected) return;
    Tank swing = rolling(start_angle, 0, damping, kPeriodsCounted * *expected);
    report.check(name, std::abs(period_s(swing, kPeriodsCounted * *expected, roll) / *expected - 1),
                 c.tolerance("period_rel"));
  };
  period("T_small", "small-angle period, relative", kSmall, 0);
  period("T_finite_undamped", "finite-angle period, relative", amplitude, 0);
  period("T_damped_small", "damped period, relative", kSmall, c.number("d"));
}

void run_partial_sphere(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("sphere.csv");
  const auto &center = table["centre_z_m"], &V = table["V_m3"], &B = table["buoyancy_N"],
             &cb = table["CB_z_m"], &A = table["waterplane_m2"];
  const double R = c.number("R"), rho = c.number("rho"), g = c.number("g"),
               tolerance = c.tolerance("analytic_rel");
  LinkConfig link = body(1, {1, 1, 1});
  link.sphere_radius_m = R;
  const auto lift_N = [&](double center_up_m) {
    Scenario scenario = still_water({rho, g}, kFineStep_s, kFineStep_s);
    add_vehicle(scenario, single(link), at_depth(-center_up_m)).kinematic = true;
    Tank tank(scenario, c, settings);
    tank.step();
    return -tank.state().wrench_L[static_cast<int>(WrenchTerm::kBuoyancy)][0][2];
  };
  Worst volume, buoyancy, middle, plane;
  for (size_t i = 0; i < center.size(); ++i) {
    const dynamics::SphereCap cap = dynamics::immersed_sphere(R, -center[i]);
    volume.add_relative(cap.volume_m3, V[i], tolerance * largest(V));
    buoyancy.add_relative(lift_N(center[i]), B[i], tolerance * largest(B));
    if (V[i] > 0) middle.add((center[i] - cap.center_below_m - cb[i]) / R);
    plane.add_relative(cap.waterplane_area_m2, A[i], kRelativeFloor * largest(A));
  }
  report.check("volume, relative", volume.value(), tolerance);
  report.check("buoyancy, relative", buoyancy.value(), tolerance);
  report.check("centre of buoyancy, of the radius", middle.value(), tolerance);
  report.check("waterplane, relative", plane.value(), tolerance);
  const auto floats_at = c.expected_number("floating_centre_z"),
             mass = c.expected_number("floating_mass"),
             stiffness = c.expected_number("heave_stiffness");
  if (floats_at && mass)
    report.check("floating mass, relative", std::abs(lift_N(*floats_at) / g / *mass - 1),
                 tolerance);
  if (floats_at && stiffness)
    report.check("heave stiffness, relative",
                 std::abs(rho * g * dynamics::immersed_sphere(R, -*floats_at).waterplane_area_m2 /
                              *stiffness -
                          1),
                 tolerance);
  check_sphere_mesh(c, report);
}

}  // namespace hadal::validation
