#include "kinds/steps/guidance.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "math/rotation.h"

namespace hadal::inline kinds {
namespace guidance_test {

using WaypointState = std::array<double, kWaypointStateSize>;

constexpr double kSpeed_m_s = 1.5;
constexpr double kLookahead_m = 10;

LineOfSightParameters sight_parameters() {
  LineOfSightParameters parameters;
  parameters.lookahead_m = parameters.lookahead_vertical_m = kLookahead_m;
  return parameters;
}

Vec3 direction(double heading, double pitch) {
  return {std::cos(pitch) * std::cos(heading), std::cos(pitch) * std::sin(heading),
          -std::sin(pitch)};
}

TEST(LineOfSight, cross_track_error_decays_as_the_exponential) {
  constexpr double kOffset_m = 0.1, kDt_s = 0.001;
  constexpr double kTolerance_m = 1e-4 * kOffset_m;  // (e / lookahead)^2 and the time step
  for (const double angle : {0.0, 0.7, 3.0, -2.0}) {
    const Segment segment{{5, -3, 10}, Vec3(5, -3, 10) + 1000 * direction(angle, 0)};
    Vec3 p = segment.start_N + kOffset_m * direction(angle + std::numbers::pi / 2, 0);
    double unused = 0;
    for (int i = 0; i < 20000; ++i) {
      const LineOfSight sight = line_of_sight(sight_parameters(), segment, p, 0, kDt_s, unused);
      ASSERT_NEAR(sight.cross_track_m, kOffset_m * std::exp(-kSpeed_m_s * i * kDt_s / kLookahead_m),
                  kTolerance_m);
      p += kSpeed_m_s * kDt_s * direction(sight.heading_rad, 0);
    }
  }
}

TEST(LineOfSight, depth_error_decays_as_the_exponential) {
  constexpr double kDt_s = 0.001;
  const Segment segment{{0, 0, 10}, {1000, 0, 10}};
  Vec3 p{0, 0, 9.9};
  double unused = 0;
  for (int i = 0; i < 10000; ++i) {
    const LineOfSight sight = line_of_sight(sight_parameters(), segment, p, 0, kDt_s, unused);
    p += kSpeed_m_s * kDt_s * direction(sight.heading_rad, sight.pitch_rad);
  }
  EXPECT_NEAR(p.z(), 10 - 0.1 * std::exp(-kSpeed_m_s * 10 / kLookahead_m), 1e-5);
}

TEST(LineOfSight, sloping_path_gives_its_pitch_and_depth) {
  double unused = 0;
  const Segment segment{{0, 0, 10}, {100, 0, 20}};
  const LineOfSight sight = line_of_sight(sight_parameters(), segment, {50, 0, 15}, 0, 0.1, unused);
  EXPECT_NEAR(sight.pitch_rad, -std::atan(0.1), 1e-12);
  EXPECT_NEAR(sight.depth_m, 15, 1e-12);
  EXPECT_NEAR(sight.heading_rad, 0, 1e-12);
}

// Steady cross-track error with a current of `drift` abeam.
double settled_cross_track_m(double integral_gain, double drift) {
  LineOfSightParameters parameters = sight_parameters();
  parameters.integral_gain_m_s = integral_gain;
  const Segment segment{{0, 0, 0}, {1e5, 0, 0}};
  Vec3 p{0, 0, 0};
  double integral = 0;
  LineOfSight sight;
  for (int i = 0; i < 40000; ++i) {
    sight = line_of_sight(parameters, segment, p, 0, 0.02, integral);
    p += 0.02 * (kSpeed_m_s * direction(sight.heading_rad, 0) + Vec3(0, drift, 0));
  }
  return sight.cross_track_m;
}

TEST(LineOfSight, integral_removes_the_offset_in_a_current) {
  // U sin(atan(e / D)) = V  ->  e = D V / sqrt(U^2 - V^2).
  EXPECT_NEAR(settled_cross_track_m(0, 0.5), kLookahead_m * 0.5 / std::sqrt(2.25 - 0.25), 1e-6);
  EXPECT_NEAR(settled_cross_track_m(0.5, 0.5), 0, 1e-4);
}

TEST(Waypoints, line_of_sight_visits_them_in_turn) {
  const std::vector<Waypoint> waypoints{{{50, 0, 5}}, {{50, 50, 5}, 0.7}, {{0, 50, 5}}};
  WaypointParameters parameters;
  parameters.speed_m_s = kSpeed_m_s;
  WaypointState state{};
  Vec3 p{0, 0, 5};
  LineOfSightCommand command;
  std::vector<double> closest(3, 1e9);
  int steps = 0;
  for (; steps < 5000 && !command.done; ++steps) {
    command = follow_by_line_of_sight(sight_parameters(), parameters, waypoints, p, 0, 0.1, state);
    if (command.index == 1) {
      EXPECT_DOUBLE_EQ(command.speed_m_s, 0.7);
    }
    p += 0.1 * command.speed_m_s * direction(command.sight.heading_rad, command.sight.pitch_rad);
    for (int i = 0; i < 3; ++i) closest[i] = std::min(closest[i], (waypoints[i].p_N - p).norm());
  }
  EXPECT_TRUE(command.done);
  EXPECT_EQ(command.index, 3u);
  EXPECT_DOUBLE_EQ(command.speed_m_s, 0);
  for (const double distance_m : closest) EXPECT_LE(distance_m, parameters.acceptance_radius_m);
}

TEST(Waypoints, passed_waypoint_counts) {
  const std::vector<Waypoint> waypoints{{{50, 0, 0}}, {{100, 0, 0}}};
  WaypointState state{};
  auto follow = [&](const Vec3& p) {
    return follow_by_line_of_sight(sight_parameters(), {}, waypoints, p, 0, 0.1, state).index;
  };
  EXPECT_EQ(follow({0, 0, 0}), 0u);
  EXPECT_EQ(follow({49, 8, 0}), 0u);
  EXPECT_EQ(follow({51, 8, 0}), 1u);
}

TEST(Waypoints, moving_set_point_takes_the_time_of_the_trapezoid) {
  WaypointParameters parameters;
  parameters.speed_m_s = 0.8;
  parameters.acceleration_m_s2 = 0.1;
  const std::vector<Waypoint> waypoints{{{0, 30, 0}}};
  WaypointState state{};
  MovingSetPoint out;
  double t = 0, fastest = 0, last_speed = 0;
  constexpr double kDt_s = 0.01;
  while (!out.done && t < 100) {
    out = follow_by_moving_set_point(parameters, waypoints, out.p_N, 0, kDt_s, state);
    const double speed = out.velocity_N.norm();
    EXPECT_LE(std::abs(speed - last_speed), 2.001 * 0.1 * kDt_s);  // the last step may be short
    last_speed = speed;
    fastest = std::max(fastest, speed);
    if (out.done && (out.p_N - waypoints[0].p_N).norm() > 1e-9) out.done = false;
    t += kDt_s;
  }
  EXPECT_NEAR(t, 30 / 0.8 + 0.8 / 0.1, 0.05);  // L / v + v / a
  EXPECT_NEAR(fastest, 0.8, 1e-12);
  EXPECT_NEAR(out.heading_rad, std::numbers::pi / 2, 1e-12);
}

TEST(Waypoints, moving_set_point_slows_for_corners_and_not_on_a_straight) {
  WaypointParameters parameters;
  parameters.acceleration_m_s2 = 0.1;
  for (const bool straight : {true, false}) {
    const std::vector<Waypoint> waypoints{{{20, 0, 0}},
                                          {straight ? Vec3(40, 0, 0) : Vec3(20, 20, 0)}};
    WaypointState state{};
    MovingSetPoint out;
    double speed_at_corner = -1;
    for (int i = 0; i < 20000 && speed_at_corner < 0; ++i) {
      out = follow_by_moving_set_point(parameters, waypoints, out.p_N, 0, 0.01, state);
      if (out.index == 1) speed_at_corner = out.velocity_N.norm();
    }
    EXPECT_NEAR(speed_at_corner, straight ? 1.0 : 0.0, 0.005);
  }
}

TEST(Waypoints, moving_set_point_waits_for_the_vehicle) {
  WaypointParameters parameters;
  parameters.leash_m = 3;
  const std::vector<Waypoint> waypoints{{{100, 0, 0}}};
  WaypointState state{};
  MovingSetPoint out;
  for (int i = 0; i < 20000; ++i)
    out = follow_by_moving_set_point(parameters, waypoints, {0, 0, 0}, 0, 0.01, state);
  EXPECT_GE(out.p_N.x(), 3.0);
  EXPECT_LE(out.p_N.x(), 3.0 + 1.0 / (2 * 0.2) + 0.05);  // braking from 1 m/s at 0.2 m/s^2
  EXPECT_DOUBLE_EQ(out.velocity_N.norm(), 0);
}

TEST(Waypoints, heading_stays_on_a_vertical_leg) {
  const std::vector<Waypoint> waypoints{{{0, 1, 0}}, {{0, 1, 20}}};
  WaypointState state{};
  MovingSetPoint out;
  for (int i = 0; i < 2000; ++i)
    out = follow_by_moving_set_point({}, waypoints, out.p_N, -0.3, 0.01, state);
  EXPECT_EQ(out.index, 1u);
  EXPECT_NEAR(out.heading_rad, std::numbers::pi / 2, 1e-12);
}

TEST(Hold, keeps_the_first_pose_level) {
  std::array<double, kHoldStateSize> state{};
  hold({{1, 2, 3}, quaternion_from({0.2, 0.1, 0.8})}, state);
  const Pose kept = hold({{9, 9, 9}, Quat::Identity()}, state);
  EXPECT_EQ(kept.p, Vec3(1, 2, 3));
  EXPECT_NEAR(euler_from(kept.q).yaw, 0.8, 1e-12);
  EXPECT_NEAR(euler_from(kept.q).roll, 0, 1e-12);
}

}  // namespace guidance_test
}  // namespace hadal::kinds
