#include "kinds/controllers/allocation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace allocation_test {

struct Bench {
  explicit Bench(AllocationParameters p)
      : parameters(std::move(p)),
        n(parameters.wrench_per_newton_B.size()),
        health(n, 1.0),
        state(allocation_state_size(n)),
        force_n(n),
        saturated(n) {
    allocation_reset(parameters, health, state);
  }
  AllocationResult ask(const Vec6& wrench_B) {
    return allocate(parameters, wrench_B, health, state, force_n, saturated);
  }
  WrenchReach reach() const { return allocation_reach(parameters, state); }

  AllocationParameters parameters;
  size_t n;
  std::vector<double> health, state, force_n;
  std::vector<std::uint8_t> saturated;
};

AllocationParameters with_limits(std::vector<Vec6> columns, double reverse_n, double forward_n) {
  AllocationParameters parameters;
  parameters.force_min_n.assign(columns.size(), -reverse_n);
  parameters.force_max_n.assign(columns.size(), forward_n);
  parameters.wrench_per_newton_B = std::move(columns);
  return parameters;
}

// RexROV as published with uuv_simulator (positions in m, roll-pitch-yaw in degrees).
AllocationParameters rexrov(double limit_n) {
  const double px[] = {-0.890895, -0.890895, 0.890895, 0.890895,
                       -0.412125, -0.412125, 0.412125, 0.412125};
  const double py[] = {0.334385, -0.334385, 0.334385, -0.334385,
                       0.505415, -0.505415, 0.505415, -0.505415};
  const double pz[] = {0.528822, 0.528822, 0.528822, 0.528822, 0.129, 0.129, 0.129, 0.129};
  const double pitch_deg[] = {-74.53, -74.53, -105.47, -105.47, 0, 0, 0, 0};
  const double yaw_deg[] = {-53.21, 53.21, 53.21, -53.21, 45, -45, 135, -135};
  std::vector<Vec6> columns;
  for (int i = 0; i < 8; ++i) {
    const Quat q = quaternion_from({0, pitch_deg[i] * kDegree, yaw_deg[i] * kDegree});
    columns.push_back(thruster_column({px[i], py[i], pz[i]}, q * Vec3::UnitX()));
  }
  return with_limits(std::move(columns), limit_n, limit_n);
}

// Two surge, one lateral, two vertical thrusters, like Girona 500: no roll.
AllocationParameters girona(double lateral_offset_z_m = 0) {
  return with_limits(
      {thruster_column({-0.5, -0.3, 0}, Vec3::UnitX()),
       thruster_column({-0.5, 0.3, 0}, Vec3::UnitX()),
       thruster_column({0, 0, lateral_offset_z_m}, Vec3::UnitY()),
       thruster_column({0.5, 0, 0}, Vec3::UnitZ()), thruster_column({-0.5, 0, 0}, Vec3::UnitZ())},
      30, 40);
}

Vec6 wrench(double x, double y, double z, double k, double m, double n) {
  Vec6 w;
  w << x, y, z, k, m, n;
  return w;
}

TEST(Allocation, rexrov_matrix_and_pseudo_inverse_are_those_published) {
  constexpr double kTolerance = 1e-5;
  Bench bench(rexrov(1000));
  const double first[] = {0.15974255144,  -0.213609991923, 0.963770246796,
                          0.435231977124, 0.943093469557,  0.136888560691};
  const double last[] = {-0.707106781187, -0.707106781187,  0,
                         0.0912167747731, -0.0912167747731, -0.64879875601};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(bench.parameters.wrench_per_newton_B[0][i], first[i], kTolerance);
    EXPECT_NEAR(bench.parameters.wrench_per_newton_B[7][i], last[i], kTolerance);
  }
  const Vec6 asked = wrench(100, 50, -200, 10, -20, 30);
  const AllocationResult result = bench.ask(asked);
  const double expected[] = {-48.3730069654, -73.218397915, -35.2108410689, -50.7160922281,
                             47.0274711666,  27.7116888152, -5.5773663913,  -69.1617935904};
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(bench.force_n[i], expected[i], kTolerance);
  EXPECT_LT((result.wrench_B - asked).norm(), 1e-9);
  EXPECT_FALSE(result.saturated);
}

TEST(Allocation, scaling_keeps_the_direction_of_the_wrench_and_clipping_does_not) {
  const Vec6 asked = wrench(100, 50, -200, 10, -20, 30);
  AllocationParameters parameters = rexrov(40);
  parameters.saturation = Saturation::kScale;
  Bench scaled(parameters);
  const AllocationResult by_scale = scaled.ask(asked);
  EXPECT_NEAR(by_scale.scale, 40 / 73.218397915, 1e-6);
  EXPECT_LT((by_scale.wrench_B - by_scale.scale * asked).norm(), 1e-9);
  EXPECT_EQ(scaled.saturated[1], 1);
  EXPECT_EQ(scaled.saturated[2], 0);

  parameters.saturation = Saturation::kClip;
  Bench clipped(parameters);
  const AllocationResult by_clip = clipped.ask(asked);
  EXPECT_DOUBLE_EQ(clipped.force_n[0], -40);
  EXPECT_NEAR(clipped.force_n[2], -35.2108410689, 1e-5);
  const double cosine = by_clip.wrench_B.dot(asked) / by_clip.wrench_B.norm() / asked.norm();
  EXPECT_LT(cosine, 0.999);
  EXPECT_GT(by_clip.wrench_B.norm(), by_scale.wrench_B.norm());
}

TEST(Allocation, known_failure_is_taken_over_by_the_rest) {
  const Vec6 asked = wrench(30, 20, -50, 5, -5, 10);
  Bench bench(rexrov(1000));
  bench.health[4] = 0;
  const AllocationResult result = bench.ask(asked);
  EXPECT_EQ(bench.force_n[4], 0);
  EXPECT_LT((result.wrench_B - asked).norm(), 1e-8);
  bench.health[4] = 1;  // repaired: as new
  bench.ask(wrench(100, 50, -200, 10, -20, 30));
  EXPECT_NEAR(bench.force_n[4], 47.0274711666, 1e-5);
}

TEST(Allocation, unknown_failure_is_not_taken_over) {
  AllocationParameters parameters = rexrov(1000);
  parameters.reallocate = false;
  Bench bench(parameters);
  bench.health[4] = 0;
  bench.ask(wrench(100, 50, -200, 10, -20, 30));
  EXPECT_NEAR(bench.force_n[4], 47.0274711666, 1e-5);
  EXPECT_FALSE(allocation_follow_health(bench.parameters, bench.health, bench.state));
}

TEST(Allocation, inverse_is_computed_again_only_when_health_changes) {
  Bench bench(rexrov(1000));
  EXPECT_FALSE(allocation_follow_health(bench.parameters, bench.health, bench.state));
  bench.health[2] = 0.5;
  EXPECT_TRUE(allocation_follow_health(bench.parameters, bench.health, bench.state));
  EXPECT_FALSE(allocation_follow_health(bench.parameters, bench.health, bench.state));
}

TEST(Allocation, roll_of_a_five_thruster_vehicle_is_uncontrollable) {
  for (const double offset_m : {0.0, 0.2}) {
    Bench bench(girona(offset_m));
    const WrenchReach reach = bench.reach();
    EXPECT_EQ(reach.controllable, (std::array<bool, 6>{true, true, true, false, true, true}));
    EXPECT_DOUBLE_EQ(reach.max[3], 0);
    // Sway is met in full; the roll that a low thruster brings along is accepted.
    const AllocationResult result = bench.ask(wrench(10, 8, -6, 99, 2, 1));
    EXPECT_LT((result.wrench_B - wrench(10, 8, -6, -8 * offset_m, 2, 1)).norm(), 1e-9);
  }
}

TEST(Allocation, reach_is_what_the_weakest_side_allows) {
  const WrenchReach reach = Bench(girona()).reach();
  EXPECT_NEAR(reach.max[0], 80, 1e-9);            // two of 40 N forward
  EXPECT_NEAR(reach.min[0], -60, 1e-9);           // two of 30 N in reverse
  EXPECT_NEAR(reach.max[5], 2 * 30 * 0.3, 1e-9);  // one forward, one in reverse: 30 N counts
  EXPECT_NEAR(reach.max[1], 40, 1e-9);
}

TEST(Allocation, loss_of_the_only_lateral_thruster_takes_sway_out) {
  Bench bench(girona());
  bench.health[2] = 0;
  const AllocationResult result = bench.ask(wrench(10, 8, 0, 0, 0, 0));
  EXPECT_FALSE(bench.reach().controllable[1]);
  EXPECT_LT((result.wrench_B - wrench(10, 0, 0, 0, 0, 0)).norm(), 1e-9);
}

TEST(Allocation, dear_thrusters_do_less) {
  // Two thrusters on one line share in inverse proportion to cost.
  AllocationParameters parameters = with_limits(
      {thruster_column(Vec3::Zero(), Vec3::UnitX()), thruster_column(Vec3::Zero(), Vec3::UnitX())},
      100, 100);
  parameters.cost = {1, 3};
  Bench bench(parameters);
  bench.ask(wrench(40, 0, 0, 0, 0, 0));
  EXPECT_NEAR(bench.force_n[0], 30, 1e-12);
  EXPECT_NEAR(bench.force_n[1], 10, 1e-12);
}

TEST(Allocation, weak_thruster_is_limited_by_its_health) {
  Bench bench(girona());
  bench.health[0] = 0.5;
  const AllocationResult result = bench.ask(wrench(1000, 0, 0, 0, 0, 0));
  EXPECT_DOUBLE_EQ(bench.force_n[0], 20);
  EXPECT_NEAR(result.wrench_B[0], 40, 1e-9);  // scaled: its partner does no more either
}

TEST(Allocation, reverse_and_forward_limits_differ) {
  AllocationParameters parameters = girona();
  parameters.saturation = Saturation::kClip;
  Bench bench(parameters);
  bench.ask(wrench(0, 1000, 0, 0, 0, 0));
  EXPECT_DOUBLE_EQ(bench.force_n[2], 40);
  bench.ask(wrench(0, -1000, 0, 0, 0, 0));
  EXPECT_DOUBLE_EQ(bench.force_n[2], -30);
  EXPECT_DOUBLE_EQ(thruster_load_percent(-30, -30, 40), 100);
  EXPECT_DOUBLE_EQ(thruster_load_percent(10, -30, 40), 25);
}

}  // namespace allocation_test
}  // namespace hadal::kinds
