#include "sensors/scalar/scalar_sensor.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"
#include "scenario/test_reading.h"

namespace hadal::sensors {
namespace scalar_sensor_test {

constexpr StepClock kClock{10'000'000};  // 10 ms

// A mounted sensor of a kind with these keys.
Sensor mounted(const std::string& kind, const std::string& keys = "", double rate_hz = 100) {
  Sensor out;
  out.name = kind;
  out.path = "rov/" + kind;
  out.kind = &TestSensor::find(kind);
  out.rate_hz = rate_hz;
  EXPECT_EQ(test_reading::read("{name: " + kind + (keys.empty() ? "" : ", " + keys) + "}",
                               out.kind->schema(), out.config),
            "");
  return out;
}

struct Setting final : extension::SensorSetting {
  double step_s() const override { return kClock.step_s(); }
  int thrusters() const override { return 2; }
  int link(const std::string&, const std::string&) override { return 0; }
  int body(const std::string&, const std::string&) override { return 0; }
};

// A sensor with its memory, stepped at every tick.
struct Bench {
  explicit Bench(const Sensor& mounted, uint64_t seed = 1)
      : sensor(prepared(mounted), kClock, seed),
        X_BS(mounted.X_BS),
        rate(mounted.rate_hz, kClock),
        state(sensor.state_size()),
        values(sensor.columns().size()),
        twin(values.size()) {
    sensor.reset(state);
    reading.values = values;
    reading.truth = twin;
  }
  static Sensor prepared(Sensor sensor) {
    Setting setting;
    if (sensor.kind->prepare) sensor.kind->prepare(sensor.config.data(), setting);
    return sensor;
  }
  // Measures when due; true when a reading arrived.
  bool step(TestTruth truth) {
    truth.time_s = kClock.time_s(truth.tick);
    if (rate.due(truth.tick)) sensor.measure(sample++, TestContext(truth, X_BS), state);
    return sensor.deliver(truth.tick, reading, state);
  }

  ScalarSensor sensor;
  Pose X_BS;
  Rate rate;
  std::vector<double> state, values, twin;
  Reading reading;
  int64_t sample = 0;
};

// Every built-in kind with this noise on all its groups of channels.
std::vector<Sensor> every_kind(const std::string& noise) {
  std::vector<Sensor> out;
  for (const extension::SensorKind* listed : sensor_list().kinds()) {
    const extension::SensorKind& kind = *listed;
    if (kind.listens) continue;  // needs others beside it
    std::string keys;
    for (const FieldSchema& field : kind.schema().fields) {
      if (field.kind != FieldKind::kStruct) continue;
      const bool stack = &field.sub() == &extension::NoiseModel::schema();
      if (!noise.empty() && (stack || field.sub().find("std_m_s")))
        keys += ", " + field.name + (stack ? ": " + noise : ": {std_m_s: 0.01}");
    }
    if (kind.schema().name == "adcp") keys += ", cells: 2";
    if (kind.schema().name == "imu") keys += ", attitude: true";
    if (kind.schema().name == "encoder") keys += ", joint: elbow";
    if (kind.schema().name == "compass") keys += ", true_north: false";
    out.push_back(mounted(kind.schema().name, keys.empty() ? "" : keys.substr(2)));
    if (kind.reach_m) out.back().X_BS.p.z() = 2;  // under water
  }
  return out;
}
const std::string kNoisy =
    "{white_std: 0.01, bias_kind: gauss_markov, bias_std: 0.01, bias_correlation_time_s: 10}";

// A point on a gentle helix near the surface.
TestTruth moving_truth(Tick tick) {
  const double t = kClock.time_s(tick);
  TestTruth truth;
  truth.tick = tick;
  truth.q_NB = quaternion_from({0.1 * std::sin(t), 0.05, 0.2 * t});
  truth.p_NB_N = {5 * std::sin(0.2 * t), 5 - 5 * std::cos(0.2 * t), -1};
  truth.nu_B << 1, 0, 0, 0, 0, 0.2;
  truth.field_N_t = {20e-6, 1e-6, 40e-6};
  truth.ray_range_m = 20 + std::sin(t);
  truth.contact = {2, {1, 2, -30}, 0.01, 0.1 * t};
  truth.thrusters = {{100, 20, 0.5, 80}, {-50, -5, -0.1, 10}};
  truth.electrical_power_w = 90;
  return truth;
}

// Without noise a reading is its own ground truth; with noise the twin does not change.
TEST(ScalarSensor, TwinIsTheReadingWithoutNoise) {
  const auto quiet = every_kind(""), loud = every_kind(kNoisy);
  for (size_t i = 0; i < quiet.size(); ++i) {
    const std::string& name = quiet[i].name;
    const bool compared = name != "ins" && name != "pressure" && name != "adcp";
    Bench clean(quiet[i]), rough(loud[i]);
    double difference = 0;
    for (Tick tick = 0; tick < 50; ++tick) {
      ASSERT_TRUE(clean.step(moving_truth(tick)));
      ASSERT_TRUE(rough.step(moving_truth(tick)));
      EXPECT_TRUE(clean.reading.valid) << name;
      EXPECT_EQ(clean.reading.stamp, tick);
      for (size_t c = 0; c < clean.values.size(); ++c) {
        if (std::isnan(clean.twin[c])) continue;
        // A DVL tells how noisy it is: figure of merit and covariance.
        if (name == "dvl" && c >= 6 && c <= 12) continue;
        EXPECT_EQ(clean.twin[c], rough.twin[c]) << name << " column " << c;
        if (!compared) continue;
        EXPECT_NEAR(clean.values[c], clean.twin[c], 1e-12) << name << " column " << c;
        difference += std::abs(rough.values[c] - rough.twin[c]);
      }
    }
    EXPECT_EQ(difference > 0, compared) << name;
  }
}

void expect_values(const Sensor& config, const TestTruth& truth,
                   const std::vector<double>& expected) {
  Bench bench(config);
  ASSERT_TRUE(bench.step(truth));
  ASSERT_EQ(bench.values.size(), expected.size()) << config.name;
  for (size_t c = 0; c < expected.size(); ++c)
    EXPECT_NEAR(bench.values[c], expected[c], 1e-9) << config.name << " column " << c;
}

// Heading east and yawing; the sensor one metre ahead, its x axis to starboard (south).
TEST(ScalarSensor, ValuesByHand) {
  TestTruth truth;
  truth.p_NB_N = {10, 20, 2};
  truth.q_NB = quaternion_from({0, 0, 90 * kDegree});
  truth.nu_B << 1, 0, 0, 0, 0, 0.5;
  truth.thrusters = {{100, 20, 0.5, 80}, {-50, -5, -0.1, 10}};
  const double h = std::sqrt(0.5);
  const auto ahead = [](const std::string& kind) {
    Sensor sensor = mounted(kind);
    sensor.X_BS = {{1, 0, 0}, quaternion_from({0, 0, 90 * kDegree})};
    return sensor;
  };
  // At S the speed is 1 m/s east and 0.5 m/s south; the axes of S are south, west, down.
  expect_values(ahead("odometry"), truth, {10, 21, 2, 0, 0, 0, 1, 0.5, -1, 0, 0, 0, 0.5});
  expect_values(mounted("odometry"), truth, {10, 20, 2, h, 0, 0, h, 1, 0, 0, 0, 0, 0.5});
  // Centripetal 0.25 m/s^2 to the west.
  expect_values(ahead("imu"), truth, {0, 0, 0.5, 0, 0.25, -9.80665});
  expect_values(ahead("ins"), truth, {10, 21, 2, 0, 0, 0, 1, -0.5, 1, 0});
  expect_values(ahead("pressure"), truth, {101325 + 1025 * 9.80665 * 2, 10, 2});
  expect_values(mounted("thruster_state"), truth,
                {100, -50, 20, -5, 0.5, -0.1, 80, 10});
  truth.p_NB_N.z() = -1;
  expect_values(ahead("gps"), truth, {10, 21, -1, -0.5, 1, 0});
}

TEST(ScalarSensor, ContinuesBitForBitFromASavedState) {
  for (Sensor config : every_kind(kNoisy)) {
    auto* common = static_cast<extension::SensorConfig*>(config.config.data());
    common->dropout = 0.1;
    common->latency_s = 0.035;
    Bench first(config);
    std::vector<double> saved;
    std::vector<std::vector<double>> reference;
    for (Tick tick = 0; tick < 100; ++tick) {
      if (tick == 50) saved = first.state;
      first.step(moving_truth(tick));
      if (tick >= 50) reference.push_back(first.values);
    }
    Bench second(config);
    second.state = saved;
    second.sample = 50;
    for (Tick tick = 50; tick < 100; ++tick) {
      ASSERT_TRUE(second.step(moving_truth(tick))) << config.name;
      for (size_t c = 0; c < second.values.size(); ++c)
        ASSERT_EQ(std::bit_cast<uint64_t>(second.values[c]),
                  std::bit_cast<uint64_t>(reference[tick - 50][c]))
            << config.name << " tick " << tick;
    }
    EXPECT_EQ(std::memcmp(second.state.data(), first.state.data(),
                          first.state.size() * sizeof(double)),
              0)
        << config.name;
  }
}

TEST(ScalarSensor, LatencyDeliversTheOldValueWithItsStamp) {
  Bench bench(mounted("depth", "latency_s: 0.12", 20));  // every fifth tick
  for (Tick tick = 0; tick < 100; ++tick) {
    TestTruth truth;
    truth.tick = tick;
    truth.p_NB_N.z() = static_cast<double>(tick);
    const bool arrived = bench.step(truth);
    ASSERT_EQ(arrived, tick >= 12 && (tick - 12) % 5 == 0) << tick;
    if (!arrived) continue;
    EXPECT_EQ(bench.reading.stamp, tick - 12);
    EXPECT_EQ(bench.values[0], static_cast<double>(tick - 12));
    EXPECT_EQ(bench.twin[0], static_cast<double>(tick - 12));
  }
}

TEST(ScalarSensor, DroppedReadingsAreInvalidAndEmpty) {
  Bench bench(mounted("depth", "dropout: 0.5"));
  int dropped = 0;
  for (Tick tick = 0; tick < 1000; ++tick) {
    TestTruth truth;
    truth.tick = tick;
    truth.p_NB_N.z() = 7;
    ASSERT_TRUE(bench.step(truth));
    EXPECT_EQ(bench.values[0], bench.reading.valid ? 7 : 0);
    EXPECT_EQ(bench.twin[0], 7);
    dropped += !bench.reading.valid;
  }
  EXPECT_NEAR(dropped, 500, 65);
}

TEST(ScalarSensor, GpsIsInvalidUnderWaterAndValidAbove) {
  Bench bench(mounted("gps"));
  TestTruth truth = moving_truth(0);
  ASSERT_TRUE(bench.step(truth));
  EXPECT_TRUE(bench.reading.valid);
  EXPECT_NEAR(bench.values[2], -1, 1e-12);
  truth.tick = 1;
  truth.p_NB_N.z() = 3;
  ASSERT_TRUE(bench.step(truth));
  EXPECT_FALSE(bench.reading.valid);
  EXPECT_EQ(bench.values[2], 0);
  EXPECT_EQ(bench.twin[2], 3);
}

TEST(ScalarSensor, InsDriftsByItsBiases) {
  Bench bench(mounted("ins", "accelerometer: {bias: 0.002}", 50));
  for (Tick tick = 0; tick <= 6000; ++tick) {
    TestTruth truth;
    truth.tick = tick;
    bench.step(truth);
  }
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(bench.values[axis], 0.5 * 0.002 * 60 * 60, 1e-6);
  EXPECT_EQ(bench.twin[0], 0);
}

TEST(ScalarSensor, InsWithoutErrorsFollowsALeverArm) {
  Sensor config = mounted("ins", "", 50);
  config.X_BS = {{1, 0.5, -0.3}, quaternion_from({0.1, 0.2, 0.3})};
  Bench bench(config);
  for (Tick tick = 0; tick <= 1000; ++tick) {  // a level circle, radius 5 m, 0.2 rad/s
    const double angle = 0.2 * kClock.time_s(tick);
    TestTruth truth;
    truth.tick = tick;
    truth.q_NB = quaternion_from({0, 0, angle});
    truth.p_NB_N = {5 * std::sin(angle), 5 - 5 * std::cos(angle), 0};
    truth.nu_B << 1, 0, 0, 0, 0, 0.2;
    bench.step(truth);
  }
  for (size_t c = 0; c < bench.values.size(); ++c)
    EXPECT_NEAR(bench.values[c], bench.twin[c], 1e-4) << c;
}

TEST(ScalarSensor, InsAlignmentErrorsHaveTheAskedSpread) {
  const Sensor ins =
      mounted("ins", "alignment_position_std_m: 3, alignment_attitude_std_deg: 0.57295779513");
  double position = 0, attitude = 0;
  constexpr int kSeeds = 3000;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Bench bench(ins, seed);
    bench.step(TestTruth{});
    for (int i = 0; i < 3; ++i) position += bench.values[i] * bench.values[i] / (3.0 * kSeeds);
    const Quat q(bench.values[3], bench.values[4], bench.values[5], bench.values[6]);
    attitude += rotation_vector(q).squaredNorm() / (3.0 * kSeeds);
  }
  EXPECT_NEAR(std::sqrt(position) / 3, 1, 0.04);
  EXPECT_NEAR(std::sqrt(attitude) / 0.01, 1, 0.04);
}

TEST(ScalarSensor, ImuAttitudeErrorIsASmallRotation) {
  Bench bench(mounted("imu", "attitude: true, attitude_error: {white_std: 0.02}"));
  double squares = 0;
  constexpr int kSamples = 3000;
  for (Tick tick = 0; tick < kSamples; ++tick) {
    const TestTruth truth = moving_truth(tick);
    ASSERT_TRUE(bench.step(truth));
    const Quat q(bench.values[6], bench.values[7], bench.values[8], bench.values[9]);
    EXPECT_NEAR(q.norm(), 1, 1e-12);
    squares += rotation_vector(truth.q_NB.conjugate() * q).squaredNorm() / (3.0 * kSamples);
  }
  EXPECT_NEAR(std::sqrt(squares) / 0.02, 1, 0.04);
}

TEST(ScalarSensor, BatteryCountsWhatItMeasures) {
  // 1000 C; the gauge reads one ampere too much.
  Bench bench(mounted("battery",
                      "capacity_ah: 0.2777777777777778, internal_resistance_ohm: 0, "
                      "open_circuit: [[0, 15], [1, 15]], current: {bias: 1}"));
  for (Tick tick = 0; tick <= 1000; ++tick) {
    TestTruth truth;
    truth.tick = tick;
    truth.electrical_power_w = 150;  // 10 A for 10 s of 1000 C
    bench.step(truth);
  }
  EXPECT_NEAR(bench.twin[2], 0.90, 1e-9);
  EXPECT_NEAR(bench.values[2], 0.89, 1e-9);
  EXPECT_NEAR(bench.twin[1], 10, 1e-9);
  EXPECT_NEAR(bench.values[1], 11, 1e-9);
}

TEST(ScalarSensor, CompassReportsDeviationAndDeclination) {
  Bench bench(mounted("compass", "deviation_deg: [0, 3, 0, 0, 0]"));
  TestTruth truth;
  truth.field_N_t = {std::cos(0.1), std::sin(0.1), 0};
  truth.q_NB = quaternion_from({0, 0, 0.1 + 90 * kDegree});
  bench.step(truth);
  EXPECT_NEAR(bench.twin[0], 0.1 + 90 * kDegree, 1e-12);
  EXPECT_NEAR(bench.values[0], 0.1 + 87 * kDegree, 1e-12);
}

}  // namespace scalar_sensor_test
}  // namespace hadal::sensors
