#include "sensors/acoustic/dvl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/rotation.h"
#include "math/units.h"
#include "sensors/navigation/navigation_sensor.h"

namespace hadal::sensors {
namespace dvl_test {

constexpr double kTolerance = 1e-12;
constexpr double kSea_m_s = 1490;

// A DVL at the origin that moves with v_S over a flat bottom at an altitude, level, in water that
// moves with u_S.
Truth over_ground(const DvlModel& model, const Vec3& v_S, double altitude_m,
                  const Vec3& u_S = Vec3::Zero()) {
  Truth truth;
  truth.nu_B.head<3>() = v_S;
  truth.doppler.sound_speed_m_s = kSea_m_s;
  const BeamVectors e = beam_vectors_S(model.beams, kSea_m_s);
  for (int i = 0; i < kJanusBeams; ++i) {
    BeamTruth& beam = truth.doppler.beams[i];
    beam.range_m = altitude_m / e[i].z();
    beam.closing_m_s = e[i].dot(v_S);
    beam.sound_speed_m_s = kSea_m_s;
    beam.water_closing_m_s = e[i].dot(v_S - u_S);
  }
  return truth;
}

struct Reading {
  std::vector<double> columns = std::vector<double>(kDvlColumns);
  bool found = false;
  Vec3 velocity() const { return {columns[0], columns[1], columns[2]}; }
  DvlMode mode() const { return static_cast<DvlMode>(columns[kDvlMode]); }
};

Reading measure(const DvlModel& model, const Truth& truth, int64_t sample = 0) {
  Reading out;
  out.found = dvl_measure(model, truth, {}, RandomStream(7, "dvl", "beams"), sample, out.columns);
  return out;
}

TEST(Dvl, WithoutNoiseItReadsTheVelocity) {
  const DvlModel model;
  const Vec3 v(1.2, -0.3, 0.15);
  const Reading r = measure(model, over_ground(model, v, 12));
  EXPECT_TRUE(r.found);
  EXPECT_EQ(r.mode(), DvlMode::kBottom);
  EXPECT_NEAR((r.velocity() - v).norm(), 0, kTolerance);
  EXPECT_NEAR(r.columns[kDvlAltitude], 12, kTolerance);
  EXPECT_EQ(r.columns[kDvlGoodBeams], 4);
  EXPECT_NEAR(r.columns[kDvlRange], 12 / std::cos(30 * kDegree), kTolerance);
}

TEST(Dvl, AltitudeIsVerticalForATiltedInstrument) {
  const DvlModel model;
  Truth truth;
  truth.q_NB = quaternion_from(EulerAngles{5 * kDegree, -8 * kDegree, 30 * kDegree});
  const BeamVectors e = beam_vectors_S(model.beams, 1500);
  for (int i = 0; i < kJanusBeams; ++i)
    truth.doppler.beams[i].range_m = 12 / (truth.q_NB * e[i]).z();
  EXPECT_NEAR(measure(model, truth).columns[kDvlAltitude], 12, kTolerance);
}

// The velocity is unbiased and its standard deviation that of the geometry, for a noise that has a
// constant part, one by velocity and one by range.
TEST(Dvl, VelocityIsUnbiasedAndItsNoiseAsSpecified) {
  constexpr int kSamples = 20000;
  constexpr double kSpread = 0.05;  // relative; 10 standard errors
  DvlModel model;
  model.velocity = {0.003, 0.004, 1e-4};
  const Vec3 v(0, 0, 1.0);  // the same along every beam
  const Truth truth = over_ground(model, v, 30);
  const double b = 30 * kDegree, along = std::cos(b), range = 30 / along;
  const double sigma =
      std::sqrt(0.003 * 0.003 + std::pow(0.004 * along, 2) + std::pow(1e-4 * range, 2));
  const Vec3 wanted(sigma / (std::sqrt(2.0) * std::sin(b)), sigma / (std::sqrt(2.0) * std::sin(b)),
                    sigma / (2 * std::cos(b)));
  Vec3 sum = Vec3::Zero(), squares = Vec3::Zero();
  for (int i = 0; i < kSamples; ++i) {
    const Vec3 error = measure(model, truth, i).velocity() - v;
    sum += error;
    squares += error.cwiseProduct(error);
  }
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(sum[axis] / kSamples, 0, 4 * wanted[axis] / std::sqrt(kSamples)) << axis;
    EXPECT_NEAR(std::sqrt(squares[axis] / kSamples) / wanted[axis], 1, kSpread) << axis;
  }
  const Reading r = measure(model, truth);
  EXPECT_NEAR(std::sqrt(r.columns[kDvlCovariance]), wanted.x(), kTolerance);
  EXPECT_NEAR(r.columns[kDvlFigureOfMerit], wanted.norm(), kTolerance);
}

TEST(Dvl, RangeNoiseAsSpecified) {
  constexpr int kSamples = 5000;
  DvlModel model;
  model.range_std_m = 0.03;
  model.range_std_relative = 0.002;
  const Truth truth = over_ground(model, Vec3::Zero(), 20);
  const double range = 20 / std::cos(30 * kDegree);
  const double sigma = std::hypot(0.03, 0.002 * range);
  double squares = 0;
  for (int i = 0; i < kSamples; ++i)
    squares += std::pow(measure(model, truth, i).columns[kDvlRange + 2] - range, 2);
  EXPECT_NEAR(std::sqrt(squares / kSamples) / sigma, 1, 0.05);
}

TEST(Dvl, ThreeBeamsAreBottomTrackTwoAreWaterTrack) {
  const DvlModel model;
  const Vec3 v(1, 0.2, 0), u(0.3, -0.1, 0);
  Truth truth = over_ground(model, v, 20, u);
  truth.doppler.beams[1].range_m = 1000;
  Reading r = measure(model, truth);
  EXPECT_EQ(r.mode(), DvlMode::kBottom);
  EXPECT_EQ(r.columns[kDvlGoodBeams], 3);
  EXPECT_TRUE(std::isnan(r.columns[kDvlRange + 1]));
  EXPECT_NEAR((r.velocity() - v).norm(), 0, kTolerance);
  truth.doppler.beams[3].range_m = INFINITY;
  r = measure(model, truth);
  EXPECT_TRUE(r.found);
  EXPECT_EQ(r.mode(), DvlMode::kWater);
  EXPECT_EQ(r.columns[kDvlGoodBeams], 2);
  EXPECT_NEAR((r.velocity() - (v - u)).norm(), 0, kTolerance);
  EXPECT_NEAR(r.columns[kDvlAltitude], 20, kTolerance);  // by the two that are left
  DvlModel no_water = model;
  no_water.water_track = false;
  EXPECT_FALSE(measure(no_water, truth).found);
}

TEST(Dvl, ChanceOfAnEchoFadesTowardsTheLimits) {
  DvlModel model;
  model.min_range_m = 1;
  model.max_range_m = 100;
  model.fade = 0.1;
  EXPECT_EQ(echo_chance(model, 0.99), 0);
  EXPECT_NEAR(echo_chance(model, 1.05), 0.5, kTolerance);
  EXPECT_EQ(echo_chance(model, 50), 1);
  EXPECT_NEAR(echo_chance(model, 97.5), 0.25, kTolerance);
  EXPECT_EQ(echo_chance(model, 100.1), 0);
  EXPECT_EQ(echo_chance(model, INFINITY), 0);
  model.fade = 0;
  EXPECT_EQ(echo_chance(model, 100), 1);
}

TEST(Dvl, EchoesAreLostWithThatChance) {
  constexpr int kSamples = 4000;
  DvlModel model;
  model.fade = 0.1;
  const Truth truth = over_ground(model, Vec3::Zero(), 97.5 * std::cos(30 * kDegree));
  int heard = 0;
  for (int i = 0; i < kSamples; ++i)
    heard += std::isfinite(measure(model, truth, i).columns[kDvlRange]) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(heard) / kSamples, 0.25, 0.03);  // 4 standard errors
}

// Told c_a in water of c: ranges and velocities of pistons grow by c_a / c. A phased array keeps
// its horizontal velocity; its vertical one is off by c_a cos b(c) / (c cos b(c_a)).
TEST(Dvl, AWrongSoundSpeedScalesWhatItReads) {
  const Vec3 v(1.5, -0.5, 0.2);
  DvlModel piston;
  piston.sound.told_m_s = 1540;
  const double ratio = 1540 / kSea_m_s;
  const Reading r = measure(piston, over_ground(piston, v, 20));
  EXPECT_NEAR((r.velocity() - ratio * v).norm(), 0, kTolerance);
  EXPECT_NEAR(r.columns[kDvlAltitude], ratio * 20, kTolerance);
  EXPECT_EQ(r.columns[kDvlSoundSpeed], 1540);
  DvlModel array = piston;
  array.beams.phased_array = true;
  const Reading a = measure(array, over_ground(array, v, 20));
  const auto cos_at = [](double c) { return std::sqrt(1 - std::pow(0.5 * c / 1500, 2)); };
  EXPECT_NEAR((a.velocity().head<2>() - v.head<2>()).norm(), 0, kTolerance);
  EXPECT_NEAR(a.velocity().z(), 0.2 * ratio * cos_at(kSea_m_s) / cos_at(1540), kTolerance);
}

// The perfect twin knows the sound speed and has no noise; errors of the solution act at the end.
TEST(Dvl, AsASensorItHasATwin) {
  NavigationSensorConfig config;
  DvlModel model;
  model.velocity.std_m_s = 0.01;
  model.solution.bias = 0.5;
  model.sound.told_m_s = 1540;
  config.model = model;
  const NavigationSensor sensor(config, StepClock{100'000'000}, 1, "auv/dvl");
  EXPECT_EQ(sensor.columns().size(), kDvlColumns);
  EXPECT_EQ(sensor.columns()[kDvlRange].name, "beam_1_range_m");
  EXPECT_EQ(sensor.columns()[kDvlQuality].name, "beam_1_quality");
  std::vector<double> state(sensor.state_size()), values(kDvlColumns), twin(kDvlColumns);
  sensor.reset(state);
  const Vec3 v(1, 0, 0);
  sensor.measure(0, over_ground(model, v, 10), state);
  hadal::sensors::Reading reading{0, false, values, twin};
  ASSERT_TRUE(sensor.deliver(0, reading, state));
  EXPECT_TRUE(reading.valid);
  EXPECT_NEAR(twin[0], 1, kTolerance);
  EXPECT_NEAR(twin[kDvlAltitude], 10, kTolerance);
  EXPECT_NEAR(values[1], 0.5, 0.1);
}

}  // namespace dvl_test
}  // namespace hadal::sensors
