// Bodies in water that accelerates: waves, and currents that change with time and place. Neutral
// bodies without drag go where the water goes; what that is, is integrated here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "math/rotation.h"
#include "math/units.h"
#include "small_world.h"

namespace hadal {
namespace accelerated_water_test {

constexpr double kGravity = 9.81, kPi = std::numbers::pi;

std::string world(const std::string& environment, const std::string& more, double step_s = 0.005) {
  return "format: 1\nstep_s: " + std::to_string(step_s) +
         "\nduration_s: 1000\nenvironment:\n  gravity_m_s2: 9.81\n"
         "  water: {density_kg_m3: 1000}\n" + environment + more;
}

// A neutral sphere without drag, of coefficients or of faces.
std::string sphere(const std::string& start, bool faces = false) {
  const std::string water =
      faces ? "shapes: {physics: [!sphere {radius_m: 0.1683890301}]}, hydrodynamics: geometry,\n"
              "         surface_drag: {quadratic: [0, 0, 0], linear: [0, 0, 0], air: 0}, "
            : "volume_m3: 0.02, ";
  return "vehicle_models:\n  - name: ball\n    kind: body\n    links:\n"
         "      - {name: hull, mass_kg: 20, center_of_mass_m: [0, 0, 0],\n"
         "         inertia_kg_m2: [1, 1, 1], " +
         water + "added_mass: [10, 10, 10, 0, 0, 0]}\nvehicles:\n  - {name: ball, model: ball, " +
         start + "}\n";
}

Vec3 velocity_N(const simulation::Simulation& s, int link = 0) {
  return s.state().q_NL[link] * Vec3(s.state().nu_L[link].head<3>());
}

constexpr const char* kTidalStream =
    "  currents: [!stratified {period_s: 10, table: [[0, 0.4, 0.3, 0.05]]}]\n";
Vec3 tidal_stream(double t) { return std::cos(2 * kPi * t / 10) * Vec3(0.4, 0.3, 0.05); }

TEST(AcceleratedWater, A3_SphereGoesWithAnOscillatingCurrent) {
  for (const bool rkmk4 : {false, true}) {
    const auto s = test::simulate(
        world(kTidalStream, sphere("pose: {depth_m: 50}, velocity: [0.4, 0.3, 0.05, 0, 0, 0]")) +
        (rkmk4 ? "integrator: rkmk4\n" : ""));
    double worst = 0;
    for (int i = 1; i <= 4000; ++i) {
      test::run_steps(*s, 1);
      worst = std::max(worst, (velocity_N(*s) - tidal_stream(i * 0.005)).norm());
    }
    EXPECT_LT(worst, rkmk4 ? 1e-6 : 1e-12);
  }
}

TEST(AcceleratedWater, A3_SphereGoesWithRandomCurrents) {
  const auto s = test::simulate(world(
      "  currents: [!gauss_markov {std_m_s: 0.2, correlation_time_s: 5}, !uniform {speed_m_s: "
      "0.1}]\n",
      sphere("pose: {depth_m: 50}")));
  const Vec3 behind = velocity_N(*s) - s->state().water_velocity_N[0];
  for (int i = 0; i < 2000; ++i) {
    test::run_steps(*s, 1);
    // The velocity of the water that the state shows is that over the step.
    EXPECT_LT((velocity_N(*s) - s->state().water_velocity_N[0] - behind).norm(), 1e-12);
  }
  EXPECT_GT((velocity_N(*s) - s->state().water_velocity_N[0]).norm(), 0.01);
}

// A current that is changed by hand throws nobody.
TEST(AcceleratedWater, A3_ANewCurrentIsAnotherSea) {
  const auto s = test::simulate(world("  currents: [!uniform {name: drift, speed_m_s: 0.1}]\n",
                                      sphere("pose: {depth_m: 50}") +
                                          "events: [!current {at_s: 0.1, current: drift, "
                                          "add_north_m_s: 1}]\n"));
  test::run_steps(*s, 100);
  EXPECT_NEAR(s->state().water_velocity_N[0].x(), 1.1, 1e-12);
  EXPECT_LT(velocity_N(*s).norm(), 1e-12);
}

// Water that sinks through a shear: U = (0.1 + 0.05 z, 0, 0.2), so that DU/Dt = (0.05 * 0.2, 0, 0).
TEST(AcceleratedWater, A3_SphereGoesWithACurrentThatChangesAlongItsPath) {
  for (const bool faces : {false, true}) {
    const auto s = test::simulate(
        world("  currents: [!stratified {table: [[0, 0.1, 0, 0.2], [100, 5.1, 0, 0.2]]}]\n",
              sphere("pose: {depth_m: 10}, velocity: [0.6, 0, 0.2, 0, 0, 0]", faces)));
    test::run_steps(*s, 4000);
    EXPECT_LT((velocity_N(*s) - Vec3(0.6 + 0.05 * 0.2 * 20, 0, 0.2)).norm(), faces ? 1e-3 : 1e-9);
  }
}

// One wave in deep water and the path of a particle in it.
struct Wave {
  double amplitude_m, period_s;
  double w = 2 * kPi / period_s, k = w * w / kGravity;

  std::string yaml() const {
    return "  waves: !regular {height_m: " + std::to_string(2 * amplitude_m) +
           ", period_s: " + std::to_string(period_s) + ", toward_deg: 0}\n";
  }
  Vec3 velocity(double t, const Vec3& p) const {
    const double theta = k * p.x() - w * t, speed = amplitude_m * w * std::exp(-k * p.z());
    return {speed * std::cos(theta), 0, -speed * std::sin(theta)};
  }
  Vec3 particle(Vec3 p, double from, double to, double h = 0.005) const {
    for (int i = 0; i < std::lround((to - from) / h); ++i) {
      const double t = from + i * h;
      const Vec3 a = velocity(t, p), b = velocity(t + h / 2, p + h / 2 * a),
                 c = velocity(t + h / 2, p + h / 2 * b), d = velocity(t + h, p + h * c);
      p += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return p;
  }
};

// Steep waves: without u . grad u the sphere sinks by decametres.
TEST(AcceleratedWater, A3_SphereUnderWavesStaysWithItsParticle) {
  const Wave wave{1.0, 6.0};
  const Vec3 start(0, 0, 5), u = wave.velocity(0, start);
  const std::string begin = "pose: {depth_m: 5}, velocity: [" + std::to_string(u.x()) + ", 0, " +
                            std::to_string(u.z()) + ", 0, 0, 0]";
  const auto s = test::simulate(world(wave.yaml(), sphere(begin)));
  test::run_steps(*s, 24000);
  const Vec3 particle = wave.particle(start, 0, 120);
  EXPECT_LT((s->state().p_NL_N[0] - particle).norm(), 0.02);
  EXPECT_GT(particle.x(), 1);  // Stokes drift
  const auto faces = test::simulate(world(wave.yaml(), sphere(begin, true)));
  test::run_steps(*faces, 24000);
  EXPECT_LT((faces->state().p_NL_N[0] - particle).norm(), 0.5);
}

// A raft of coefficients, without drag: 100 kg that floats in calm water.
constexpr const char* kRaft = R"(vehicle_models:
  - name: raft
    kind: usv
    size_m: [1, 1, 0.2]
    links:
      - name: hull
        mass_kg: 100
        inertia_kg_m2: [10, 10, 20]
        added_mass: [20, 30, 100, 5, 5, 5]
        damping: {linear: [0, 0, 300, 100, 100, 100], quadratic: [0, 0, 0, 0, 0, 0]}
        restoring:
          {heave_stiffness_n_m: 9810, roll_stiffness_nm_rad: 900, pitch_stiffness_nm_rad: 900}
)";

// Amplitude and phase of the velocity along the wave against those of the water at the craft:
// sums over whole periods of encounter of v times cos and sin.
struct Response {
  double ratio, lag_rad;
};
Response surge(simulation::Simulation& s, const Wave& wave, const Vec3& along_N, int settle,
               int steps) {
  test::run_steps(s, settle);
  std::complex<double> craft, water;
  for (int i = 0; i < steps; ++i) {
    test::run_steps(s, 1);
    const double t = (settle + i + 1) * 0.005, x = s.state().p_NL_N[0].x();
    const std::complex<double> turn = std::polar(1.0, wave.w * t);
    craft += velocity_N(s).dot(along_N) * turn;
    water += wave.amplitude_m * wave.w * std::cos(wave.k * x - wave.w * t) * turn;
  }
  const std::complex<double> h = craft / water;
  return {std::abs(h), std::arg(h)};
}

TEST(AcceleratedWater, A1_SurfaceCraftGoesWithALongWave) {
  const Wave wave{0.5, 12};
  const std::string at_crest =
      ", velocity: [" + std::to_string(0.5 * wave.w) + ", 0, 0, 0, 0, 0]";
  const auto put = [&](const std::string& model) {
    return "vehicles: [{name: it, model: " + model + ", pose: {depth_m: -0.5}" + at_crest + "}]\n";
  };
  const auto half_a_ball = [&](const std::string& water) {
    return "vehicle_models: [{name: ball, kind: body, links: [{name: hull, mass_kg: 50, "
           "center_of_mass_m: [0, 0, 0.1], inertia_kg_m2: [1, 1, 1], added_mass: [20, 20, 20, 0, "
           "0, 0], damping: {linear: [0, 0, 200, 10, 10, 10]}, " + water + "}]}]\n" + put("ball");
  };
  const std::vector<std::pair<std::string, std::string>> craft = {
      {"raft", kRaft + put("raft")},
      {"otter", put("otter")},
      {"otter across",
       "vehicles: [{name: it, model: otter, pose: {depth_m: -0.45, heading_deg: 90}}]\n"},
      {"wamv", put("wamv")},
      {"half a ball of coefficients", half_a_ball("sphere_radius_m: 0.2879411911")},
      {"half a ball of faces",
       half_a_ball("shapes: {physics: [!sphere {radius_m: 0.2879411911}]}, hydrodynamics: "
                   "geometry, surface_drag: {quadratic: [0, 0, 0], linear: [0, 0, 0], air: 0}")}};
  for (const auto& [name, yaml] : craft) {
    const auto s = test::simulate(world(wave.yaml(), yaml));
    const Response r = surge(*s, wave, Vec3::UnitX(), 4800, 4800);
    EXPECT_NEAR(r.ratio, 1, 0.02) << name;
    EXPECT_NEAR(r.lag_rad, 0, 0.03) << name;
  }
}

// A2. Nobody sails on calm water: what is out of trim finds its rest and stays.
TEST(AcceleratedWater, A2_CraftWithoutThrustStaysOnCalmWater) {
  for (const std::string name : {"otter", "wamv"}) {
    const auto s = test::simulate(
        world("", "vehicles: [{name: craft, model: " + name +
                      ", pose: {depth_m: 0.03, roll_deg: 3, pitch_deg: 4}}]\n"));
    test::run_steps(*s, 24000);
    const Vec3 p = s->state().p_NL_N[0];
    EXPECT_LT(std::hypot(p.x(), p.y()), 0.1) << name;  // while it rights itself
    EXPECT_LT(s->state().nu_L[0].norm(), 1e-6) << name;
  }
}

// A vehicle that starts with the water moves in water that oscillates as it does in water at rest.
// What is left comes from vehicles that are neutral to a few percent only, and that swing in the
// gravity of an accelerated frame, which leans by 0.01.
TEST(AcceleratedWater, A3_EveryVehicleGoesWithAnOscillatingCurrent) {
  constexpr double kPeriod_s = 20;
  const std::string folder = test::source_folder() + std::string("/models/vehicles");
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string name = entry.path().stem().string();
    const bool afloat = name == "otter" || name == "wamv";
    const auto put = [&](const std::string& velocity) {
      return "vehicles: [{name: it, model: " + name + ", pose: {depth_m: " +
             (afloat ? "0.05" : "100") + "}, velocity: [" + velocity + ", 0, 0, 0, 0]}]\n";
    };
    const auto moving = test::simulate(world(
        "  currents: [!stratified {period_s: 20, table: [[0, 0.3, 0.2]]}]\n", put("0.3, 0.2")));
    const auto still = test::simulate(world("", put("0, 0")));
    double worst = 0;
    for (int i = 1; i <= 4000; ++i) {
      test::run_steps(*moving, 1);
      test::run_steps(*still, 1);
      const Vec3 U = std::cos(2 * kPi * i * 0.005 / kPeriod_s) * Vec3(0.3, 0.2, 0);
      worst = std::max(worst, (velocity_N(*moving) - velocity_N(*still) - U).norm());
    }
    EXPECT_LT(worst, 0.05 * std::hypot(0.3, 0.2)) << name;
    ++count;
  }
  EXPECT_GT(count, 15);
}

}  // namespace accelerated_water_test
}  // namespace hadal
