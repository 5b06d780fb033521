// Pendulums on a base too heavy to be moved by them and held up by its own buoyancy. Angles are
// measured from straight down, about the x axis.
#include <cmath>

#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr double kPendulumStep_s = 0.001;
constexpr double kSmall_rad = 0.01;
constexpr double kSwingsCounted = 10;
constexpr double kGravity = 9.81;  // of these kinds where case and README are silent

constexpr double kBase = 1e9;  // kg and kg m^2

LinkConfig base(const Water& water) {
  LinkConfig link = body(kBase, {kBase, kBase, kBase});
  link.name = "base";
  link.volume_m3 = kBase / water.density_kg_m3;
  return link;
}

double angle_of(const Motion& motion) {
  return euler_from(motion.q_NL).roll;
}

// A rod without mass of its own carries the bob at its end.
LinkConfig rod(const std::string& name, const std::string& parent, double above_m,
               double start_rad) {
  LinkConfig link = hinged(name, parent, {0, 0, above_m}, start_rad);
  link.mass_kg = kTinyMass_kg;
  link.inertia_kg_m2 = {kTinyMass_kg, kTinyMass_kg, kTinyMass_kg};
  return link;
}

LinkConfig point_mass(LinkConfig link, double mass_kg, double below_m) {
  link.mass_kg = mass_kg;
  link.center_of_mass_m = {0, 0, below_m};
  return link;
}

Scenario standing(const Water& water, double duration_s, std::vector<LinkConfig> links) {
  Scenario scenario = still_water(water, kPendulumStep_s, duration_s);
  VehicleModelConfig model;
  model.kind = "body";
  model.links = std::move(links);
  model.links.insert(model.links.begin(), base(water));
  Start start;
  start.p_N.z() = kDeep_m;
  add_vehicle(scenario, model, start);
  return scenario;
}

// Kinetic and potential energy of the point masses, the base at height zero.
double energy(const Tank& tank, double gravity) {
  double sum = 0;
  const World& world = tank.simulation().world();
  for (size_t i = 1; i < world.links.size(); ++i) {
    const Motion m = tank.motion(static_cast<int>(i));
    const Vec3 G = world.links[i].p_LG_L,
               v = Vec3(m.nu_L.head<3>()) + Vec3(m.nu_L.tail<3>()).cross(G);
    sum += world.links[i].mass_kg *
           (0.5 * v.squaredNorm() - gravity * ((m.p_N + m.q_NL * G).z() - kDeep_m));
  }
  return sum;
}

}  // namespace

void run_double_pendulum(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("double_pendulum.csv");
  const auto &t = table["t_s"], &th1 = table["th1"], &th2 = table["th2"];
  const std::vector<double> start = c.numbers("theta0", {th1[0], th2[0]});
  if (start.size() != 2) c.fail("theta0", "expected two angles");
  const double g = c.number("g", "g=", kGravity), l1 = c.number("l1");
  Tank tank(standing({1000, g}, t.back(),
                     {point_mass(rod("upper", "base", 0, start[0]), c.number("m1"), l1),
                      point_mass(rod("lower", "upper", l1, start[1] - start[0]), c.number("m2"),
                                 c.number("l2"))}),
            c, settings);
  const double E0 = c.expected_number("E0").value_or(energy(tank, g));
  Worst angle, energy_error;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    angle.add(wrap_angle(angle_of(tank.motion(1)) - th1[i]));
    angle.add(wrap_angle(angle_of(tank.motion(2)) - th2[i]));
    energy_error.add_relative(energy(tank, g), E0);
  }
  report.check("angles, rad", angle.value(), c.tolerance("angle_abs"));
  report.check("energy, relative", energy_error.value(), c.tolerance("energy_rel"));
}

void run_submerged_pendulum(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("pendulum.csv");
  const auto &t = table["t_s"], &theta = table["theta_rad"];
  const Water water{c.number("rho"), c.number("g", "g=", kGravity)};
  const auto swinging = [&](double start_rad, double drag, double duration_s) {
    LinkConfig bob = welded("bob", "rod", {0, 0, c.number("l")});
    bob.mass_kg = c.number("m");
    bob.inertia_kg_m2 = {kTinyMass_kg, kTinyMass_kg, kTinyMass_kg};
    make_sphere(bob, c.number("R"), drag, water.density_kg_m3);
    return Tank(standing(water, duration_s, {rod("rod", "base", 0, start_rad), bob}), c, settings);
  };
  Tank tank = swinging(c.optional_number("theta0").value_or(theta[0]), c.number("Cd"), t.back());
  Worst angle;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    angle.add(wrap_angle(angle_of(tank.motion(1)) - theta[i]));
  }
  report.check("angle, rad", angle.value(), c.tolerance("angle_abs"));
  if (const auto expected = c.expected_number("T_small")) {
    Tank small = swinging(kSmall_rad, 0, kSwingsCounted * *expected);
    const double found = period_s(small, kSwingsCounted * *expected,
                                  [&](const Motion&) { return angle_of(small.motion(1)); });
    report.check("small-angle period, relative", std::abs(found / *expected - 1),
                 c.tolerance("period_rel"));
  }
}

}  // namespace hadal::validation
