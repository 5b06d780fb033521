// Couplings in a running world: thresholds of force, play, several sockets, snapshots, bad input.
#include <gtest/gtest.h>

#include <cmath>

#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace couplings_test {

using testing::make_run;
using testing::run_steps;

constexpr double kStep_s = 0.005;

// A neutral plug 0.14 m before the first of two sockets, on a board; its tip 0.175 m ahead of it.
std::string plug_yaml(const std::string& more = "", const std::string& coupling = "") {
  return R"(
format: 1
step_s: 0.005
duration_s: 60
environment: {water: {density_kg_m3: 1025}}
objects:
  - name: board
    fixed: true
    pose: {depth_m: 30}
    links:
      - {name: body, mass_kg: 1, volume_m3: 0.001, inertia_kg_m2: [1, 1, 1], material: steel,
         shapes: {collision: [!tube {outer_radius_m: 0.045, inner_radius_m: 0.026, length_m: 0.14, rpy_deg: [0, 90, 0]}], visual_from: none}}
  - name: plug
    pose: {north_m: 0.265, east_m: 0.004, depth_m: 30.003, heading_deg: 182, pitch_deg: 1}
    links:
      - {name: body, mass_kg: 2, volume_m3: 0.00195121951, inertia_kg_m2: [0.003, 0.015, 0.015], material: steel,
         damping: {linear: [0.5, 0.5, 0.5, 0.01, 0.01, 0.01], quadratic: [3, 12, 12, 0.02, 0.1, 0.1]},
         shapes: {collision: [!cylinder {radius_m: 0.025, length_m: 0.12, position_m: [0.115, 0, 0], rpy_deg: [0, 90, 0]}], visual_from: none}}
couplings:
  - !plug_socket
    name: lead
    plug: {body: plug, position_m: [0.175, 0, 0]}
    sockets: [{body: board, position_m: [-0.05, 0, 0]}, {body: board, position_m: [-0.05, 1, 0]}]
    gap_tol_m: 0.2
    leave_m: 0.25
    )" + coupling + "\n" + more;
}

int64_t mode(const Run& s, size_t pair = 0) {
  return s.state().coupling_counts[kCouplingCounts * pair + kCouplingMode];
}
double value(const Run& s, CouplingValue which, size_t pair = 0) {
  return s.state().coupling_values[kCouplingValues * pair + which];
}

void add_force(Run& s, const Vec3& force_L) {
  const Input input{s.state().tick, "plug/body", "add_wrench",
                    {force_L.x(), force_L.y(), force_L.z(), 0, 0, 0}};
  ASSERT_TRUE(s.apply(input).empty());
}

// Raises the force at a rate until the mode changes; what it had been on average over 0.1 s.
double ramp_until(Run& s, int64_t wanted, double rate_n_s, double start_n) {
  constexpr double kMean_s = 0.1;
  double force = start_n;
  for (int n = 0; n < 40 / kStep_s && mode(s) != wanted; ++n) {
    add_force(s, Vec3(rate_n_s * kStep_s, 0, 0));
    force += rate_n_s * kStep_s;
    run_steps(s, 1);
  }
  EXPECT_EQ(mode(s), wanted);
  return force - 0.5 * rate_n_s * (kMean_s - kStep_s);
}

TEST(Couplings, ThresholdsHoldOnRamps) {
  constexpr double kTolerance_n = 1;
  for (const double rate : {10.0, 120.0}) {
    const auto run = make_run(plug_yaml());
    simulation::Run& s = *run;
    run_steps(s, std::lround(2.5 / kStep_s));
    ASSERT_EQ(mode(s), 1);
    add_force(s, Vec3(5, 0, 0));
    run_steps(s, std::lround(3 / kStep_s));
    ASSERT_EQ(mode(s), 1);
    EXPECT_NEAR(value(s, kCouplingAxial), 5, 0.05);
    EXPECT_NEAR(ramp_until(s, 2, rate, 5), 50, kTolerance_n) << rate;
    run_steps(s, 40);
    EXPECT_NEAR(ramp_until(s, 0, -rate, value(s, kCouplingAxial)), -190, kTolerance_n) << rate;
  }
}

TEST(Couplings, JoinedItHasNoPlay) {
  constexpr double kPlay_m = 5e-5;
  const auto run = make_run(plug_yaml());
  simulation::Run& s = *run;
  run_steps(s, std::lround(3.5 / kStep_s));
  ASSERT_EQ(mode(s), 1);
  add_force(s, Vec3(2, 10, -10));
  double play = 0;
  for (int n = 0; n < 2 / kStep_s; ++n) {
    run_steps(s, 1);
    play = std::max(play, value(s, kCouplingLateral));
  }
  EXPECT_LT(play, kPlay_m);
  EXPECT_NEAR(value(s, kCouplingGap), 0, 1e-4);
  EXPECT_NEAR(value(s, kCouplingForce), -2, 0.01);  // of the socket on the plug, in its axes
  EXPECT_NEAR(value(s, static_cast<CouplingValue>(kCouplingForce + 1)), -10, 0.05);
  EXPECT_NEAR(value(s, static_cast<CouplingValue>(kCouplingForce + 2)), 10, 0.05);
}

TEST(Couplings, TheOtherSocketStaysEmpty) {
  const auto run = make_run(plug_yaml());
  run_steps(*run, std::lround(3 / kStep_s));
  EXPECT_EQ(mode(*run, 0), 1);
  EXPECT_EQ(mode(*run, 1), 0);
}

TEST(Couplings, AnEventOpensAndEngages) {
  const auto run = make_run(plug_yaml(
      "events: [!couple {at_s: 3, coupling: lead, engaged: false}, "
      "!couple {at_s: 5, coupling: lead, engaged: true}]\n", "cooldown_s: 1"));
  run_steps(*run, std::lround(2.9 / kStep_s));
  EXPECT_EQ(mode(*run), 1);
  run_steps(*run, std::lround(0.2 / kStep_s));
  EXPECT_EQ(mode(*run), 0);
  run_steps(*run, std::lround(1.8 / kStep_s));
  EXPECT_EQ(mode(*run), 0);
  run_steps(*run, std::lround(0.2 / kStep_s));
  EXPECT_EQ(mode(*run), 1) << "the clock of alignment ran on";
}

TEST(Couplings, SnapshotsAndThreadsGiveTheSameBits) {
  const std::string yaml = plug_yaml(
      "events: [!wrench {at_s: 3, vehicle: plug, link: body, wrench: [60, 0, 0, 0, 0, 0], "
      "duration_s: 3}]\n");
  const auto straight = make_run(yaml), restored = make_run(yaml), threads = make_run(yaml, 4);
  for (const double until_s : {2.2, 3.12, 4.0}) {  // settling, sliding in, fixed
    run_steps(*straight, std::lround(until_s / kStep_s) - straight->state().tick);
    ASSERT_TRUE(restored->restore(straight->simulation().save()));
    run_steps(*straight, 100);
    run_steps(*restored, 100);
    run_steps(*threads, static_cast<int>(straight->state().tick - threads->state().tick));
    EXPECT_EQ(first_difference(straight->state(), restored->state()), "") << until_s;
    EXPECT_EQ(first_difference(straight->state(), threads->state()), "") << until_s;
  }
  EXPECT_EQ(mode(*straight), 2);
}

std::string problem_of(const std::string& coupling) {
  const std::string text = plug_yaml();
  const std::string yaml = text.substr(0, text.find("couplings:")) + "couplings: [" + coupling + "]";
  const auto loaded = load_scenario_text(yaml, "x.yaml", LoadOptions{});
  if (!loaded) return loaded.problems().text();
  const auto made = Simulation::create(loaded.value());
  return made ? "" : made.problems().text();
}

TEST(Couplings, BadOnesAreRefused) {
  EXPECT_NE(problem_of("!plug_socket {name: a, plug: {body: plog}, sockets: [{body: board}]}")
                .find("couplings[0].plug.body: no vehicle or object 'plog'"),
            std::string::npos);
  EXPECT_NE(problem_of("!plug_socket {name: a, plug: {body: plug, link: tip}, sockets: [{body: board}]}")
                .find("couplings[0].plug.link"),
            std::string::npos);
  EXPECT_NE(problem_of("!plug_socket {name: a, plug: {body: board}, sockets: [{body: board}]}")
                .find("couplings[0].plug: is the link that holds it"),
            std::string::npos);
  EXPECT_NE(problem_of("!plug_socket {name: a, plug: {body: plug}, sockets: []}")
                .find("expected at least one socket"),
            std::string::npos);
  EXPECT_NE(problem_of("!magnet {name: a, holder: {body: board}, objects: [plag]}")
                .find("couplings[0].objects[0]: no vehicle or object 'plag'"),
            std::string::npos);
  EXPECT_NE(problem_of("!plug_socket {name: a, plug: {body: plug}, sockets: [{body: board}], leave_m: 0.01}")
                .find("leave_m"),
            std::string::npos);
}

}  // namespace couplings_test
}  // namespace hadal::simulation
