// Contact with the seabed: a block on a slope.
#include <cmath>

#include "base/text.h"
#include "math/units.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

// A flat block that lies on the slope at rest, in water.
std::string block_on_slope(const Case& c, double slope_deg) {
  const auto number = [&](const char* key) { return shortest_text(c.number(key)); };
  const std::string added = number("added_mass"), mu = number("mu");
  return "format: 1\nstep_s: 0.002\nduration_s: 10\nenvironment:\n  gravity_m_s2: 9.81\n  water: "
         "{density_kg_m3: " +
         number("rho") +
         "}\n  seabed: !flat {depth_m: 100, slope_deg: " + shortest_text(slope_deg) +
         ", resolution_m: 0.5, bottom: {material: ground}}\n"
         "materials: [{name: ground, density_kg_m3: 2000}, {name: block, density_kg_m3: "
         "2000}]\nfriction: [{between: [ground, block], "
         "static: " +
         mu + ", dynamic: " + mu +
         "}]\nobjects:\n  - name: block\n    pose: {on_seabed: true}\n    links: [{name: body, "
         "material: block, mass_kg: " +
         number("m") + ", volume_m3: " + number("V") + ", inertia_kg_m2: [1, 1, 1], added_mass: [" +
         added + ", " + added + ", " + added +
         ", 0, 0, 0], shapes: {collision: [!box {size_m: [0.5, 0.4, 0.1]}], visual_from: none}}]\n";
}

struct Slide {
  double distance_m = 0;
  double normal_force_N = 0;
};

Slide slide(const Case& c, const Settings& settings, double slope_deg, double time_s) {
  const LoadOptions options{{}, settings.model_folders};
  const auto loaded = load_scenario_text(block_on_slope(c, slope_deg), c.name(), options);
  if (!loaded) throw InvalidInput(loaded.problems());
  auto made = simulation::Simulation::create(loaded.value());
  if (!made) throw InvalidInput(made.problems());
  simulation::Simulation& s = *made.value();
  const Vec3 start = s.state().p_NL_N[0];
  const double up = -std::cos(slope_deg * kDegree), downhill = std::sin(slope_deg * kDegree);
  Slide out;
  int steps = 0;
  while (s.world().clock.time_s(s.state().tick) < time_s - 1e-9) {
    s.step();
    ++steps;
    for (int64_t i = 0; i < s.state().contact_count[0]; ++i) {
      const double* force = &s.state().contact_values[kContactValues * static_cast<size_t>(i) + 6];
      out.normal_force_N += force[0] * downhill + force[2] * up;
    }
  }
  out.normal_force_N /= steps;
  out.distance_m = (s.state().p_NL_N[0] - start).norm();
  return out;
}

}  // namespace

void run_sliding_block(const Case& c, const Settings& settings, CaseReport& report) {
  constexpr double kTime_s = 2;
  const double tolerance = c.tolerance("rel");
  const Slide slope = slide(c, settings, c.number("slope_deg"), kTime_s);
  const auto relative = [](double a, double b) {
    return b == 0 ? std::abs(a) : std::abs(a / b - 1);
  };
  report.check("distance in 2 s, relative",
               relative(slope.distance_m, c.expected_number("distance_2s").value()), tolerance);
  report.check("acceleration, relative",
               relative(2 * slope.distance_m / (kTime_s * kTime_s),
                        c.expected_number("acceleration").value()),
               tolerance);
  report.check("normal force, relative",
               relative(slope.normal_force_N, c.expected_number("normal_force").value()),
               tolerance);
  const double critical_deg = c.expected_number("critical_angle_deg").value();
  report.check("holds below the critical angle, m",
               slide(c, settings, (1 - tolerance) * critical_deg, kTime_s).distance_m, 1e-3);
  report.check("slides above it, 1 mm over the distance",
               1e-3 / slide(c, settings, (1 + tolerance) * critical_deg, kTime_s).distance_m, 1);
}

}  // namespace hadal::validation
