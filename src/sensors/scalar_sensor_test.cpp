#include "sensors/navigation/navigation_sensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::sensors {
namespace navigation_sensor_test {

constexpr StepClock kClock{10'000'000};  // 10 ms

// A sensor with its memory, stepped at every tick.
struct Bench {
  explicit Bench(const NavigationSensorConfig& config, uint64_t seed = 1)
      : sensor(config, kClock, seed, "vehicles/rov/" + config.name),
        rate(config.rate_hz, kClock),
        state(sensor.state_size()),
        values(sensor.columns().size()),
        twin(values.size()) {
    sensor.reset(state);
    reading.values = values;
    reading.truth = twin;
  }
  // Measures when due; true when a reading arrived.
  bool step(Truth truth) {
    truth.time_s = kClock.time_s(truth.tick);
    if (rate.due(truth.tick)) sensor.measure(sample++, truth, state);
    return sensor.deliver(truth.tick, reading, state);
  }

  NavigationSensor sensor;
  Rate rate;
  std::vector<double> state, values, twin;
  Reading reading;
  int64_t sample = 0;
};

NavigationSensorConfig config_of(NavigationModel model, double rate_hz = 100) {
  NavigationSensorConfig config;
  config.name = describe(model).kind;
  config.rate_hz = rate_hz;
  config.model = std::move(model);
  return config;
}

NoiseModel noisy(double white_std) {
  NoiseModel model;
  model.white_std = white_std;
  model.bias_kind = BiasKind::kGaussMarkov;
  model.bias_std = white_std;
  model.bias_correlation_time_s = 10;
  return model;
}

BatteryModel battery_model() {
  BatteryModel model;
  model.capacity_C = 1000;
  model.open_circuit_V = {14, 16};
  return model;
}

std::vector<NavigationSensorConfig> every_kind(const NoiseModel& noise) {
  BatteryModel battery = battery_model();
  battery.current = noise;
  CompassModel compass;
  compass.noise = noise;
  MagnetometerModel magnetometer;
  magnetometer.noise = noise;
  PressureModel pressure;
  pressure.pressure = noise;
  GpsModel gps;
  gps.horizontal = noise;
  NavigationSensorConfig altimeter = config_of(AltimeterModel{0, 100, noise});
  altimeter.X_BS.p.z() = 2;  // under water
  InsModel ins;
  ins.gyro = ins.accelerometer = noise;
  DvlModel dvl;
  dvl.solution = noise;
  AdcpModel adcp;
  adcp.cells = 2;
  adcp.velocity.std_m_s = noise.white_std;
  return {config_of(AccelerometerModel{noise}),
          config_of(GyroModel{noise}),
          config_of(ImuModel{noise, noise, true, noise}),
          config_of(magnetometer),
          config_of(compass),
          config_of(pressure),
          config_of(DepthModel{noise}),
          altimeter,
          config_of(ContactModel{{}, {}, {}, {}, noise}),
          config_of(gps),
          config_of(ins),
          config_of(OdometryModel{noise, noise, noise, noise}),
          config_of(ThrusterStateModel{2, noise, noise, noise, noise}),
          config_of(battery),
          config_of(dvl),
          config_of(adcp)};
}

const double kCells[] = {0.1, 0.2, -0.1, -0.2, 0.3, 0.1, -0.3, -0.1};
const ThrusterTruth kThrusters[] = {{100, 20, 0.5, 80}, {-50, -5, -0.1, 10}};

// A point on a gentle helix near the surface.
Truth moving_truth(Tick tick) {
  const double t = kClock.time_s(tick);
  Truth truth;
  truth.tick = tick;
  truth.q_NB = quaternion_from({0.1 * std::sin(t), 0.05, 0.2 * t});
  truth.p_NB_N = {5 * std::sin(0.2 * t), 5 - 5 * std::cos(0.2 * t), -1};
  truth.nu_B << 1, 0, 0, 0, 0, 0.2;
  truth.field_N_T = {20e-6, 1e-6, 40e-6};
  truth.beam_range_m = 20 + std::sin(t);
  for (BeamTruth& beam : truth.doppler.beams) beam = {20 + std::sin(t), 0.1 * t, 1490, 0};
  truth.doppler.cells = kCells;
  truth.contact = {2, {1, 2, -30}, 0.01, 0.1 * t};
  truth.thrusters = kThrusters;
  truth.electrical_power_W = 90;
  return truth;
}

TEST(NavigationSensor, NamesEveryColumnOnceWithItsUnit) {
  for (const auto& config : every_kind({})) {
    const Descriptor descriptor = describe(config.model);
    std::set<std::string> names;
    for (const Column& column : descriptor.columns) {
      EXPECT_TRUE(names.insert(column.name).second) << descriptor.kind << " " << column.name;
      EXPECT_FALSE(column.unit.empty());
    }
    EXPECT_FALSE(names.empty()) << descriptor.kind;
  }
  EXPECT_EQ(describe(ImuModel{}).columns.size(), 6u);
  EXPECT_EQ(describe(ThrusterStateModel{8, {}, {}, {}, {}}).columns[9].name, "thruster_1_thrust_N");
}

// Without noise a reading is its own ground truth; with noise the twin does not change.
TEST(NavigationSensor, TwinIsTheReadingWithoutNoise) {
  const auto quiet = every_kind({}), loud = every_kind(noisy(0.01));
  for (size_t i = 0; i < quiet.size(); ++i) {
    Bench clean(quiet[i]), rough(loud[i]);
    double difference = 0;
    for (Tick tick = 0; tick < 50; ++tick) {
      ASSERT_TRUE(clean.step(moving_truth(tick)));
      ASSERT_TRUE(rough.step(moving_truth(tick)));
      EXPECT_TRUE(clean.reading.valid);
      EXPECT_EQ(clean.reading.stamp, tick);
      EXPECT_EQ(clean.twin, rough.twin) << quiet[i].name;
      if (quiet[i].name == "ins" || quiet[i].name == "pressure") continue;
      for (size_t c = 0; c < clean.values.size(); ++c) {
        EXPECT_NEAR(clean.values[c], clean.twin[c], 1e-12) << quiet[i].name << " column " << c;
        difference += std::abs(rough.values[c] - rough.twin[c]);
      }
    }
    const bool compared = quiet[i].name != "ins" && quiet[i].name != "pressure";
    EXPECT_EQ(difference > 0, compared) << quiet[i].name;
  }
}

void expect_values(const NavigationSensorConfig& config, const Truth& truth,
                   const std::vector<double>& expected) {
  Bench bench(config);
  ASSERT_TRUE(bench.step(truth));
  ASSERT_EQ(bench.values.size(), expected.size()) << config.name;
  for (size_t c = 0; c < expected.size(); ++c)
    EXPECT_NEAR(bench.values[c], expected[c], 1e-9) << config.name << " column " << c;
}

// Heading east and yawing; the sensor one metre ahead, its x axis to starboard (south).
TEST(NavigationSensor, ValuesByHand) {
  Truth truth;
  truth.p_NB_N = {10, 20, 2};
  truth.q_NB = quaternion_from({0, 0, 90 * kDegree});
  truth.nu_B << 1, 0, 0, 0, 0, 0.5;
  truth.water.pressure_Pa = 101325 + 1025 * 9.80665 * 2;
  truth.thrusters = kThrusters;
  const double h = std::sqrt(0.5);
  const auto mounted = [](NavigationModel model) {
    NavigationSensorConfig config = config_of(std::move(model));
    config.X_BS = {{1, 0, 0}, quaternion_from({0, 0, 90 * kDegree})};
    return config;
  };
  // At S the speed is 1 m/s east and 0.5 m/s south; the axes of S are south, west, down.
  expect_values(mounted(OdometryModel{}), truth, {10, 21, 2, 0, 0, 0, 1, 0.5, -1, 0, 0, 0, 0.5});
  expect_values(config_of(OdometryModel{}), truth, {10, 20, 2, h, 0, 0, h, 1, 0, 0, 0, 0, 0.5});
  // Centripetal 0.25 m/s^2 to the west.
  expect_values(mounted(ImuModel{}), truth, {0, 0, 0.5, 0, 0.25, -9.80665});
  expect_values(mounted(InsModel{}), truth, {10, 21, 2, 0, 0, 0, 1, -0.5, 1, 0});
  expect_values(mounted(PressureModel{}), truth, {truth.water.pressure_Pa, 10, 2});
  expect_values(config_of(ThrusterStateModel{2, {}, {}, {}, {}}), truth,
                {100, -50, 20, -5, 0.5, -0.1, 80, 10});
  truth.p_NB_N.z() = -1;
  expect_values(mounted(GpsModel{}), truth, {10, 21, -1, -0.5, 1, 0});
}

TEST(NavigationSensor, ContinuesBitForBitFromASavedState) {
  for (NavigationSensorConfig config : every_kind(noisy(0.01))) {
    config.delivery = {0.1, 0.035};
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
      ASSERT_EQ(second.values, reference[tick - 50]) << config.name << " tick " << tick;
    }
    EXPECT_EQ(second.state, first.state) << config.name;
  }
}

TEST(NavigationSensor, LatencyDeliversTheOldValueWithItsStamp) {
  NavigationSensorConfig config = config_of(DepthModel{}, 20);  // every fifth tick
  config.delivery.latency_s = 0.12;
  Bench bench(config);
  for (Tick tick = 0; tick < 100; ++tick) {
    Truth truth;
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

TEST(NavigationSensor, DroppedReadingsAreInvalidAndEmpty) {
  NavigationSensorConfig config = config_of(DepthModel{});
  config.delivery.dropout_probability = 0.5;
  Bench bench(config);
  int dropped = 0;
  for (Tick tick = 0; tick < 1000; ++tick) {
    Truth truth;
    truth.tick = tick;
    truth.p_NB_N.z() = 7;
    ASSERT_TRUE(bench.step(truth));
    EXPECT_EQ(bench.values[0], bench.reading.valid ? 7 : 0);
    EXPECT_EQ(bench.twin[0], 7);
    dropped += !bench.reading.valid;
  }
  EXPECT_NEAR(dropped, 500, 65);
}

TEST(NavigationSensor, GpsIsInvalidUnderWaterAndValidAbove) {
  Bench bench(config_of(GpsModel{}));
  Truth truth = moving_truth(0);
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

TEST(NavigationSensor, InsDriftsByItsBiases) {
  InsModel model;
  model.accelerometer.bias = 0.002;
  Bench bench(config_of(model, 50));
  for (Tick tick = 0; tick <= 6000; ++tick) {
    Truth truth;
    truth.tick = tick;
    bench.step(truth);
  }
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(bench.values[axis], 0.5 * 0.002 * 60 * 60, 1e-6);
  EXPECT_EQ(bench.twin[0], 0);
}

TEST(NavigationSensor, InsWithoutErrorsFollowsALeverArm) {
  NavigationSensorConfig config = config_of(InsModel{}, 50);
  config.X_BS = {{1, 0.5, -0.3}, quaternion_from({0.1, 0.2, 0.3})};
  Bench bench(config);
  for (Tick tick = 0; tick <= 1000; ++tick) {  // a level circle, radius 5 m, 0.2 rad/s
    const double angle = 0.2 * kClock.time_s(tick);
    Truth truth;
    truth.tick = tick;
    truth.q_NB = quaternion_from({0, 0, angle});
    truth.p_NB_N = {5 * std::sin(angle), 5 - 5 * std::cos(angle), 0};
    truth.nu_B << 1, 0, 0, 0, 0, 0.2;
    bench.step(truth);
  }
  for (size_t c = 0; c < bench.values.size(); ++c)
    EXPECT_NEAR(bench.values[c], bench.twin[c], 1e-4) << c;
}

TEST(NavigationSensor, InsAlignmentErrorsHaveTheAskedSpread) {
  InsModel model;
  model.alignment_position_std_m = 3;
  model.alignment_attitude_std_rad = 0.01;
  double position = 0, attitude = 0;
  constexpr int kSeeds = 3000;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    Bench bench(config_of(model), seed);
    bench.step(Truth{});
    for (int i = 0; i < 3; ++i) position += bench.values[i] * bench.values[i] / (3.0 * kSeeds);
    const Quat q(bench.values[3], bench.values[4], bench.values[5], bench.values[6]);
    attitude += rotation_vector(q).squaredNorm() / (3.0 * kSeeds);
  }
  EXPECT_NEAR(std::sqrt(position) / 3, 1, 0.04);
  EXPECT_NEAR(std::sqrt(attitude) / 0.01, 1, 0.04);
}

TEST(NavigationSensor, ImuAttitudeErrorIsASmallRotation) {
  ImuModel model;
  model.attitude = true;
  model.attitude_error.white_std = 0.02;
  Bench bench(config_of(model));
  double squares = 0;
  constexpr int kSamples = 3000;
  for (Tick tick = 0; tick < kSamples; ++tick) {
    const Truth truth = moving_truth(tick);
    ASSERT_TRUE(bench.step(truth));
    const Quat q(bench.values[6], bench.values[7], bench.values[8], bench.values[9]);
    EXPECT_NEAR(q.norm(), 1, 1e-12);
    squares += rotation_vector(truth.q_NB.conjugate() * q).squaredNorm() / (3.0 * kSamples);
  }
  EXPECT_NEAR(std::sqrt(squares) / 0.02, 1, 0.04);
}

TEST(NavigationSensor, BatteryCountsWhatItMeasures) {
  BatteryModel model = battery_model();
  model.open_circuit_V = {15, 15};
  model.current.bias = 1;  // the gauge reads one ampere too much
  Bench bench(config_of(model));
  for (Tick tick = 0; tick <= 1000; ++tick) {
    Truth truth;
    truth.tick = tick;
    truth.electrical_power_W = 150;  // 10 A for 10 s of 1000 C
    bench.step(truth);
  }
  EXPECT_NEAR(bench.twin[2], 0.90, 1e-9);
  EXPECT_NEAR(bench.values[2], 0.89, 1e-9);
  EXPECT_NEAR(bench.twin[1], 10, 1e-9);
  EXPECT_NEAR(bench.values[1], 11, 1e-9);
}

TEST(NavigationSensor, CompassReportsDeviationAndDeclination) {
  CompassModel model;
  model.deviation_b_rad = 0.05;
  model.declination_rad = 0.1;
  Bench bench(config_of(model));
  Truth truth;
  truth.field_N_T = {std::cos(0.1), std::sin(0.1), 0};
  truth.q_NB = quaternion_from({0, 0, 0.1 + 90 * kDegree});
  bench.step(truth);
  EXPECT_NEAR(bench.twin[0], 0.1 + 90 * kDegree, 1e-12);
  EXPECT_NEAR(bench.values[0], 0.05 + 90 * kDegree, 1e-12);
}

}  // namespace navigation_sensor_test
}  // namespace hadal::sensors
