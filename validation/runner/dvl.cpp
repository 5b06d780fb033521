// The DVL: a vehicle over a flat bottom with two instruments, one without noise for what it
// measures and one with unit noise along the beams for its covariance.
#include <cmath>

#include "kinds/sensors/dvl.h"
#include "math/units.h"
#include "runner/kinds.h"
#include "scenario/seabed_config.h"

namespace hadal::validation {
namespace {

constexpr double kBottom_m = 200;
constexpr double kReach_m = 12000;

Dvl instrument(const Case& c, const std::string& name) {
  Dvl dvl;
  dvl.name = name;
  dvl.beam_angle_rad = c.number("beta_deg") * kDegree;
  const std::vector<double> azimuths_deg = c.numbers("azimuth_deg");
  if (azimuths_deg.size() != kJanusBeams)
    c.fail("azimuth_deg", "expected one azimuth for each of four beams");
  for (size_t i = 0; i < kJanusBeams; ++i) dvl.azimuth_rad[i] = azimuths_deg[i] * kDegree;
  dvl.min_range_m = 0;
  dvl.max_range_m = kReach_m;
  dvl.fade = 0;
  return dvl;
}

Vec3 triple(const Case& c, const char* key) {
  const std::vector<double> v = c.numbers(key);
  if (v.size() != 3) c.fail(key, "expected three numbers");
  return {v[0], v[1], v[2]};
}

Tank over_the_bottom(const Case& c, const Settings& settings) {
  const Vec3 attitude_deg = triple(c, "attitude_deg");
  Scenario scenario = still_water({}, 0.01, 0.01);
  FlatSeabedConfig bottom;
  bottom.depth_m = kBottom_m;
  scenario.environment.seabed = AnyConfig::of(bottom);
  VehicleModelConfig model;
  model.links = {body(1, {1, 1, 1})};
  Dvl noisy = instrument(c, "noisy");
  noisy.beam_noise.std_m_s = 1;
  model.sensors = {AnyConfig::of(instrument(c, "exact")), AnyConfig::of(noisy)};
  Start start;
  start.p_N.z() = kBottom_m - c.number("altitude");
  start.attitude = {attitude_deg.x() * kDegree, attitude_deg.y() * kDegree,
                    attitude_deg.z() * kDegree};
  start.nu_B.head<3>() = triple(c, "v_body");
  add_vehicle(scenario, model, start);
  return Tank(scenario, c, settings);
}

void compare(CaseReport& report, const Case& c, const char* name, const char* key,
             const std::vector<double>& found) {
  if (!c.expected(key)) return;
  const std::vector<double> wanted = c.expected_numbers(key);
  if (wanted.size() != found.size())
    c.fail(std::string("expected.") + key, "expected " + std::to_string(found.size()) + " numbers");
  Worst error;
  for (size_t i = 0; i < wanted.size(); ++i) error.add(found[i] - wanted[i]);
  report.check(name, error.value(), c.tolerance("abs"));
}

}  // namespace

void run_dvl_geometry(const Case& c, const Settings& settings, CaseReport& report) {
  const Tank tank = over_the_bottom(c, settings);
  const World& world = tank.simulation().world();
  const auto exact = tank.simulation().sensors().values(world, tank.state(), 0);
  const auto noisy = tank.simulation().sensors().values(world, tank.state(), 1);
  const Dvl& dvl = *world.sensors[0].config.as<Dvl>();
  std::vector<double> vectors;
  for (int i = 0; i < kJanusBeams; ++i)
    for (const double part : dvl.direction_S(i, exact[kDvlSoundSpeed])) vectors.push_back(part);
  const auto part = [&](size_t first, size_t count) {
    const auto values = exact.subspan(first, count);
    return std::vector<double>(values.begin(), values.end());
  };
  compare(report, c, "beam vectors", "beam_vectors", vectors);
  compare(report, c, "beam velocities, m/s", "beam_velocities", part(kDvlBeam, kJanusBeams));
  compare(report, c, "velocity, m/s", "solution", part(kDvlVelocity, 3));
  compare(report, c, "ranges, m", "ranges", part(kDvlRange, kJanusBeams));
  compare(report, c, "standard deviation per unit of beam noise", "velocity_std_factor",
          {std::sqrt(noisy[kDvlCovariance]), std::sqrt(noisy[kDvlCovariance + 3]),
           std::sqrt(noisy[kDvlCovariance + 5])});
}

}  // namespace hadal::validation
