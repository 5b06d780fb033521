// A small log of a straight run for the tests of reports and tables: one vehicle going north at
// 0.5 m/s and 3 m deep for ten seconds, with a thruster that dies at 5 s and an IMU.
#pragma once
#include <cmath>
#include <string>

#include "outputs/log_topic.h"

namespace hadal::logs::testing {

using namespace outputs;

constexpr int64_t kTestLogStart_ns = 1'780'304'400'000'000'000;  // 2026-06-01T09:00:00Z
constexpr int64_t kTestLogStep_ns = 100'000'000;
constexpr int kTestLogTicks = 100;
constexpr double kTestImuError_rad_s = 0.25;
constexpr uint64_t kTestLogHash = 0xfedcba9876543210;

// `vehicle` may be hostile.
inline void write_test_log(const std::string& path, const std::string& vehicle,
                           const std::string& scenario) {
  auto log = McapWriter::open(path, {.flush_period_ns = 10 * kTestLogStep_ns}).value();
  const auto* bytes = reinterpret_cast<const uint8_t*>(scenario.data());
  log->add_attachment("scenario.yaml", "application/yaml", std::span(bytes, scenario.size()),
                      kTestLogStart_ns);
  log->add_metadata("hadal", {{"seed", "7"},
                              {"step_ns", std::to_string(kTestLogStep_ns)},
                              {"last_tick", std::to_string(kTestLogTicks)}});
  const std::string root = "/" + vehicle;
  const uint16_t hash = add_topic<StateHash>(*log, "/hadal/state_hash");
  const uint16_t truth = add_topic<Odometry>(*log, root + "/ground_truth");
  const uint16_t thrusters = add_topic<ThrusterState>(*log, root + "/thrusters");
  const uint16_t wrenches = add_topic<WrenchTerms>(*log, root + "/hull/wrenches");
  const uint16_t imu = add_topic<Imu>(*log, root + "/imu");
  const uint16_t imu_truth = add_topic<Scalars>(*log, root + "/imu/truth");
  CdrWriter cdr;
  for (int tick = 0; tick <= kTestLogTicks; ++tick) {
    const int64_t now = kTestLogStart_ns + tick * kTestLogStep_ns;
    const Header header{to_time(now), "world"};
    const double time_s = 0.1 * tick, rate = 0.01 * tick;
    log_message(*log, hash, now,
                StateHash{tick, kTestLogHash - static_cast<uint64_t>(kTestLogTicks - tick)}, cdr);
    Odometry odometry;
    odometry.header = header;
    odometry.pose.pose.position = {0, 0.5 * time_s, -3};                      // east, north, up
    odometry.pose.pose.orientation = {0, 0, std::sqrt(0.5), std::sqrt(0.5)};  // facing north
    odometry.twist.twist.linear = {0.5, 0, 0};
    log_message(*log, truth, now, odometry, cdr);
    const double health = tick >= 50 ? 0 : 1;
    log_message(*log, thrusters, now,
                ThrusterState{header,
                              {"t1", "t,2"},
                              {1, 1},
                              {9, 9},
                              {20, 20 * health},
                              {50, 50 * health},
                              {1, health}},
                cdr);
    log_message(
        *log, wrenches, now,
        WrenchTerms{
            header, {"buoyancy", "damping", "lift"}, {{{0, 0, 112.5}, {}}, {{-4, 0, 0}, {}}, {}}},
        cdr);
    log_message(*log, imu_truth, now, Scalars{header, {"angular_velocity_x_rad_s"}, {rate}}, cdr);
    Imu reading;
    reading.header = header;
    reading.orientation_covariance[0] = -1;
    reading.angular_velocity.x = rate + kTestImuError_rad_s;
    if (tick % 10 != 3) log_message(*log, imu, now, reading, cdr);  // one in ten is lost
  }
  log->close();
}

}  // namespace hadal::logs::testing
