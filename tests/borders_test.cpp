// Where the models of hulls, currents, tanks and logs end: each against a closed form, or against
// another way to say the same thing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <string>

#include "geometry/hull/panel.h"
#include "geometry/hull/remesh.h"
#include "geometry/primitives.h"
#include "math/rotation.h"
#include "small_world.h"

namespace hadal {
namespace borders_test {

constexpr double kGravity = 9.81, kDensity = 1000, kPi = std::numbers::pi;

std::string world(const std::string& more, const std::string& head = "") {
  return "format: 1\nduration_s: 1000\n" + head +
         "environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}\n" + more;
}

// A box of faces without drag, its added mass from panels.
std::string panel_box(const Vec3& side, double mass_kg, const Vec3& inertia,
                      const std::string& start, const std::string& more = "") {
  const auto list = [](const Vec3& v) {
    return "[" + std::to_string(v.x()) + ", " + std::to_string(v.y()) + ", " +
           std::to_string(v.z()) + "]";
  };
  return "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: " +
         std::to_string(mass_kg) + ", center_of_mass_m: [0, 0, 0], inertia_kg_m2: " +
         list(inertia) + ", shapes: {physics: [!box {size_m: " + list(side) +
         "}]}, added_mass_from: panels, hydrodynamics: geometry, surface_drag: {quadratic: [0, 0, "
         "0], linear: [0, 0, 0], air: 0}}]" + more + "}\nvehicles: [{name: it, model: hull, " +
         start + "}]\n";
}

// Heave of a barge let go 5 mm too deep: T = 2 pi sqrt((m + A33) / (rho g Awp)), A33 half the added
// mass of the barge and its mirror image as one deep body.
TEST(Borders, A4_HeavePeriodOfABarge) {
  const Vec3 side(6, 2.4, 1.2);
  ThreadArena arena(1);
  for (const double draught : {0.25, 0.6, 0.95}) {
    const double mass = kDensity * side.x() * side.y() * draught;
    const auto s = test::simulate(world(panel_box(
        side, mass, mass * Vec3(0.6, 3, 3),
        "pose: {depth_m: " + std::to_string(draught - 0.6 + 0.005) + "}")));
    double first = 0, last = 0, before = 0;
    int crossings = 0;
    for (int i = 1; crossings < 9; ++i) {
      ASSERT_LT(i, 20000);
      test::run_steps(*s, 1);
      const double z = s->state().p_NL_N[0].z() - (draught - 0.6);
      if (i > 1 && (z > 0) != (before > 0)) {
        last = 0.005 * (i - 1 + before / (before - z));
        if (crossings++ == 0) first = last;
      }
      before = z;
    }
    const double period = 2 * (last - first) / 8;
    const auto both =
        geometry::bisected(geometry::box({side.x(), side.y(), 2 * draught}, 12), 3000);
    const double heave =
        kDensity * geometry::panel_added_mass(both, Vec3::Zero(), arena).value().added_mass(2, 2) / 2;
    const double area = side.x() * side.y();
    EXPECT_NEAR(period, 2 * kPi * std::sqrt((mass + heave) / (kDensity * kGravity * area)),
                0.01 * period)
        << draught;
  }
}

// Of a body that is all out of the water: kinetic and potential energy, 0 at the surface.
double energy_in_air(const simulation::Simulation& s, double mass_kg, const Vec3& inertia) {
  const Vec6& nu = s.state().nu_L[0];
  const Vec3 w = nu.tail<3>();
  return 0.5 * mass_kg * nu.head<3>().squaredNorm() + 0.5 * w.dot(inertia.cwiseProduct(w)) -
         mass_kg * kGravity * s.state().p_NL_N[0].z();
}

// A light box let go at rest 2 m deep on a slant turns over, jumps, falls back in and jumps again:
// (rho V - m) g d above what it has at the surface, each time.
TEST(Borders, A4_TiltedHullOfPanelsKeepsItsEnergy) {
  const Vec3 side(0.5, 0.3, 0.2), inertia(0.15, 0.3, 0.4);
  constexpr double kMass = 12, kDepth = 2;
  const double energy = (kDensity * side.prod() - kMass) * kGravity * kDepth;
  for (const std::string head : {"step_s: 0.001\n", "step_s: 0.005\n", "step_s: 0.01\n",
                                 "step_s: 0.005\nintegrator: rkmk4\n"}) {
    const auto s = test::simulate(world(
        panel_box(side, kMass, inertia, "pose: {depth_m: 2, roll_deg: 25, pitch_deg: 35}"), head));
    const double step = s->world().clock.step_s(), highest = side.norm() / 2;
    int jumps = 0;
    bool out = false;
    for (int i = 0; i < 12 / step && jumps < 3; ++i) {
      test::run_steps(*s, 1);
      const bool now = s->state().p_NL_N[0].z() < -highest;
      if (now && !out) {
        // Every impact of a corner costs some digits at a coarse step: 6 m/s are a fifth of the
        // height in 10 ms.
        const double bar = step > 0.006 ? 0.1 : jumps > 0 ? 0.03 : 0.01;
        EXPECT_NEAR(energy_in_air(*s, kMass, inertia), energy, bar * energy) << head << jumps;
        ++jumps;
      }
      out = now;
    }
    EXPECT_GE(jumps, 2) << head;
  }
}

// Where the last corner goes under the table ends in the deep matrix: nothing jumps.
TEST(Borders, A4_PanelsMeetTheDeepHull) {
  const auto acceleration = [](double depth_m) {
    const auto s = test::simulate(
        world(panel_box({0.5, 0.3, 0.2}, 12, {0.15, 0.3, 0.4},
                        "pose: {depth_m: " + std::to_string(depth_m) + "}")));
    test::run_steps(*s, 1);
    return s->state().nu_L[0][2] / 0.005;
  };
  const double deep = acceleration(50);
  EXPECT_NEAR(acceleration(0.102), deep, 1e-12);
  EXPECT_NEAR(acceleration(0.0995), deep, 0.02 * std::abs(deep));
}

// Everything in a current as in still water, seen from the water. A6: whatever a published program
// does, a shipped vehicle cannot know how fast the ground passes.
TEST(Borders, A6_EveryVehicleIsTheSameInASteadyCurrent) {
  const std::string folder = test::source_folder() + std::string("/models/vehicles");
  const Vec3 current = 0.5 * Vec3(std::cos(kPi * 150 / 180), std::sin(kPi * 150 / 180), 0);
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string name = entry.path().stem().string();
    const bool afloat = name == "otter" || name == "wamv";
    const auto run = [&](const std::string& currents, const std::string& velocity) {
      return test::simulate(
          "format: 1\nenvironment:\n  water: {density_kg_m3: 1025}\n" + currents +
          "vehicles: [{name: it, model: " + name + ", pose: {depth_m: " +
          (afloat ? "0" : "100") + "}, velocity: [" + velocity + ", 0, 0, 0, 0]}]\n");
    };
    char velocity[64];
    std::snprintf(velocity, sizeof velocity, "%.17g, %.17g", current.x(), current.y());
    const auto moving = run("  currents: [!uniform {speed_m_s: 0.5, toward_deg: 150}]\n", velocity);
    const auto still = run("", "0, 0");
    for (auto* s : {moving.get(), still.get()}) {
      const Vehicle& vehicle = s->world().vehicles[0];
      for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i) {
        const Actuator& actuator = s->world().actuators[static_cast<size_t>(i)];
        const bool pushes = actuator.kind->gives_thrust();
        const double command =
            pushes ? 0.6 * actuator.kind->thrust_ability(actuator.config.data(), 1025).command_max
            : vehicle.fins.contains(i) ? 0.1
                                       : actuator.command.neutral;
        EXPECT_TRUE(s->apply({0, actuator.path, "command", {command}}).empty()) << actuator.path;
      }
    }
    double worst = 0;
    for (int i = 1; i <= 2000; ++i) {
      test::run_steps(*moving, 1);
      test::run_steps(*still, 1);
      const Vec3 carried = 0.005 * i * current;
      worst = std::max(worst, (moving->state().p_NL_N[0] - still->state().p_NL_N[0] - carried).norm());
    }
    EXPECT_LT(worst, 1e-6) << name;
    ++count;
  }
  EXPECT_GT(count, 15);
}

// A tank of 25 kg in a neutral body of 50 kg, without added mass: 25 / 75 of g.
TEST(Borders, A9_WaterInATankHasInertia) {
  const auto s = test::simulate(world(
      "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: 50, "
      "inertia_kg_m2: [3, 3, 3], volume_m3: 0.05}], ballasts: [{name: tank, kind: tank, max: 30, "
      "start: 25}]}\nvehicles: [{name: it, model: hull, pose: {depth_m: 50}}]\n"));
  test::run_steps(*s, 200);
  EXPECT_NEAR(s->state().nu_L[0][2], 25.0 / 75 * kGravity, 1e-12);
}

// Tumbling with a full tank as with the same water in its mass, moments and centre.
TEST(Borders, A9_FullTankIsAHeavierBody) {
  const Vec3 at(0.4, -0.1, 0.2);
  constexpr double kDry = 50, kWater = 10;
  const Vec3 center = kWater * at / (kDry + kWater);
  const Mat3 cross = kWater * kDry / (kWater + kDry) *
                     (at.squaredNorm() * Mat3::Identity() - at * at.transpose());
  const Mat3 inertia = 3 * Mat3::Identity() + cross;
  std::string numbers;
  for (int i = 0; i < 3; ++i) {
    numbers += i ? ", [" : "[";
    for (int j = 0; j < 3; ++j) {
      char text[32];
      std::snprintf(text, sizeof text, "%s%.17g", j ? ", " : "", inertia(i, j));
      numbers += text;
    }
    numbers += "]";
  }
  char middle[128];
  std::snprintf(middle, sizeof middle, "[%.17g, %.17g, %.17g]", center.x(), center.y(), center.z());
  const std::string water = "volume_m3: 0.055, center_of_buoyancy_m: [0, 0, -0.05], added_mass: [10, "
                            "20, 30, 1, 2, 3], damping: {quadratic: [20, 40, 40, 2, 2, 2]}";
  const std::string start =
      "vehicles: [{name: it, model: hull, pose: {depth_m: 50}, velocity: [1, 0.3, -0.2, 0.5, -1, 2]}]\n";
  for (const std::string head : {"", "integrator: rkmk4\n"}) {
    const auto tank = test::simulate(world(
        "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: 50, "
        "center_of_mass_m: [0, 0, 0], inertia_kg_m2: [3, 3, 3], " + water +
        "}], ballasts: [{name: tank, kind: tank, max: 20, start: 10, position_m: [0.4, -0.1, 0.2]}]}\n" +
        start, head));
    const auto heavy = test::simulate(world(
        "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: 60, "
        "center_of_mass_m: " + std::string(middle) + ", inertia_kg_m2: [" + numbers + "], " + water +
        "}]}\n" + start, head));
    test::run_steps(*tank, 1000);
    test::run_steps(*heavy, 1000);
    EXPECT_LT((tank->state().p_NL_N[0] - heavy->state().p_NL_N[0]).norm(), 1e-9) << head;
    EXPECT_LT((tank->state().nu_L[0] - heavy->state().nu_L[0]).norm(), 1e-9) << head;
  }
}

// Water that comes in at rest slows the body: m v stays.
TEST(Borders, A9_FillingKeepsTheMomentum) {
  const auto s = test::simulate(world(
      "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: 50, "
      "inertia_kg_m2: [3, 3, 3], volume_m3: 0.05}], ballasts: [{name: tank, kind: tank, max: 30, "
      "rate_up: 5, rate_down: 5}]}\nvehicles: [{name: it, model: hull, pose: {depth_m: 500}, "
      "velocity: [2, 0, 0, 0, 0, 0]}]\n"));
  ASSERT_TRUE(s->apply({0, "it/tank", "command", {20.0}}).empty());
  test::run_steps(*s, 1000);  // filled after 4 s
  EXPECT_NEAR(s->state().nu_L[0][0], 2 * 50.0 / 70, 1e-5);
  ASSERT_TRUE(s->apply({0, "it/tank", "command", {0.0}}).empty());
  test::run_steps(*s, 1000);  // what is pumped out leaves with the speed of the body
  EXPECT_NEAR(s->state().nu_L[0][0], 2 * 50.0 / 70, 1e-5);
}

TEST(Borders, A9_BladderDoesNotLiftInAir) {
  const auto fall = [](double depth_m) {
    const auto s = test::simulate(world(
        "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: 50, "
        "inertia_kg_m2: [3, 3, 3], volume_m3: 0.05, surface_fade_m: 0.2}], ballasts: [{name: bag, "
        "max: 0.02, start: 0.01}]}\nvehicles: [{name: it, model: hull, pose: {depth_m: " +
        std::to_string(depth_m) + "}}]\n"));
    test::run_steps(*s, 1);
    return s->state().nu_L[0][2] / 0.005;
  };
  EXPECT_NEAR(fall(-1), kGravity, 1e-12);
  EXPECT_NEAR(fall(1), -0.2 * kGravity, 1e-12);
  EXPECT_NEAR(fall(0), 0.4 * kGravity, 1e-3);  // half of hull and bag
}

// The first sample of a log is of the moment of the start.
TEST(Borders, A10_WrenchesBeforeTheFirstStep) {
  const auto s = test::simulate(world(
      "vehicle_models:\n  - {name: hull, kind: body, links: [{name: hull, mass_kg: 50, "
      "inertia_kg_m2: [3, 3, 3], volume_m3: 0.04, damping: {linear: [10, 10, 10, 1, 1, 1]}}], "
      "ballasts: [{name: tank, kind: tank, max: 30, start: 5}]}\n"
      "vehicles: [{name: it, model: hull, pose: {depth_m: 50, pitch_deg: 30}, velocity: [2, 0, 0, "
      "0, 0, 0]}]\n"));
  const auto column = [&](WrenchTerm term) {
    return Vec3(s->state().wrench_L[static_cast<size_t>(term)][0].head<3>());
  };
  const Vec3 down_L(-0.5, 0, std::sqrt(0.75));
  for (int round = 0; round < 2; ++round) {
    EXPECT_LT((column(WrenchTerm::kWeight) - 50 * kGravity * down_L).norm(), 1e-9);
    EXPECT_LT((column(WrenchTerm::kBuoyancy) + 40 * kGravity * down_L).norm(), 1e-9);
    EXPECT_LT((column(WrenchTerm::kBallast) - 5 * kGravity * down_L).norm(), 1e-9);
    EXPECT_LT((column(WrenchTerm::kDamping) + Vec3(20, 0, 0)).norm(), 1e-9);
    test::run_steps(*s, 10);
    s->reset(1);
  }
}

// What a hull of panels with a tank does in waves beside another vehicle goes on from a snapshot in
// the middle as if nothing had been.
TEST(Borders, SnapshotInTheMiddle) {
  const std::string yaml =
      "format: 1\nduration_s: 100\nenvironment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}, "
      "waves: !regular {height_m: 0.3, period_s: 3, toward_deg: 30}}\n" +
      panel_box({0.5, 0.3, 0.2}, 12, {0.15, 0.3, 0.4},
                "pose: {depth_m: -0.5, roll_deg: 20}}, {name: other, model: bluerov2, pose: {depth_m: 2}",
                ", ballasts: [{name: tank, kind: tank, max: 5, start: 1, rate_up: 1, rate_down: 1}]");
  const auto whole = test::simulate(yaml), rest = test::simulate(yaml);
  ASSERT_TRUE(whole->apply({0, "it/tank", "command", {4.0}}).empty());
  test::run_steps(*whole, 333);
  ASSERT_TRUE(rest->restore(whole->save()));
  test::run_steps(*whole, 400);
  test::run_steps(*rest, 400);
  EXPECT_EQ(whole->save(), rest->save());
}

}  // namespace borders_test
}  // namespace hadal
