#include "kinds/sensors/dvl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace dvl_test {

constexpr double kTolerance = 1e-12;
constexpr double kSea_m_s = 1490;

// A DVL at the origin that moves with v_S over a flat bottom at an altitude, level, in water that
// moves with u_S.
JanusTruth over_ground(const Dvl& dvl, const Vec3& v_S, double altitude_m,
                       const Vec3& u_S = Vec3::Zero()) {
  JanusTruth truth;
  truth.sound_speed_m_s = kSea_m_s;
  const BeamVectors e = beam_vectors_S(dvl, kSea_m_s);
  for (int i = 0; i < kJanusBeams; ++i) {
    BeamTruth& beam = truth.beams[i];
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

Reading measure(const Dvl& dvl, const JanusTruth& truth, int64_t number = 0,
                const Quat& q_NS = Quat::Identity()) {
  TestSample sample(kDvlColumns, {});
  sample.number = number;
  Reading out;
  out.found = dvl_measure(dvl, truth, q_NS, sample);
  out.columns.assign(sample.values.begin(), sample.values.end());
  return out;
}

TEST(Dvl, WithoutNoiseItReadsTheVelocity) {
  const Dvl model;
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
  const Dvl model;
  JanusTruth truth;
  const Quat q_NS = quaternion_from(EulerAngles{5 * kDegree, -8 * kDegree, 30 * kDegree});
  const BeamVectors e = beam_vectors_S(model, 1500);
  for (int i = 0; i < kJanusBeams; ++i)
    truth.beams[i].range_m = 12 / (q_NS * e[i]).z();
  EXPECT_NEAR(measure(model, truth, 0, q_NS).columns[kDvlAltitude], 12, kTolerance);
}

// The velocity is unbiased and its standard deviation that of the geometry, for a noise that has a
// constant part, one by velocity and one by range.
TEST(Dvl, VelocityIsUnbiasedAndItsNoiseAsSpecified) {
  constexpr int kSamples = 20000;
  constexpr double kSpread = 0.05;  // relative; 10 standard errors
  Dvl model;
  model.beam_noise = {0.003, 0.004, 1e-4};
  const Vec3 v(0, 0, 1.0);  // the same along every beam
  const JanusTruth truth = over_ground(model, v, 30);
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
  Dvl model;
  model.range_std_m = 0.03;
  model.range_std_relative = 0.002;
  const JanusTruth truth = over_ground(model, Vec3::Zero(), 20);
  const double range = 20 / std::cos(30 * kDegree);
  const double sigma = std::hypot(0.03, 0.002 * range);
  double squares = 0;
  for (int i = 0; i < kSamples; ++i)
    squares += std::pow(measure(model, truth, i).columns[kDvlRange + 2] - range, 2);
  EXPECT_NEAR(std::sqrt(squares / kSamples) / sigma, 1, 0.05);
}

TEST(Dvl, ThreeBeamsAreBottomTrackTwoAreWaterTrack) {
  const Dvl model;
  const Vec3 v(1, 0.2, 0), u(0.3, -0.1, 0);
  JanusTruth truth = over_ground(model, v, 20, u);
  truth.beams[1].range_m = 1000;
  Reading r = measure(model, truth);
  EXPECT_EQ(r.mode(), DvlMode::kBottom);
  EXPECT_EQ(r.columns[kDvlGoodBeams], 3);
  EXPECT_TRUE(std::isnan(r.columns[kDvlRange + 1]));
  EXPECT_NEAR((r.velocity() - v).norm(), 0, kTolerance);
  truth.beams[3].range_m = INFINITY;
  r = measure(model, truth);
  EXPECT_TRUE(r.found);
  EXPECT_EQ(r.mode(), DvlMode::kWater);
  EXPECT_EQ(r.columns[kDvlGoodBeams], 2);
  EXPECT_NEAR((r.velocity() - (v - u)).norm(), 0, kTolerance);
  EXPECT_NEAR(r.columns[kDvlAltitude], 20, kTolerance);  // by the two that are left
  Dvl no_water = model;
  no_water.water_track = false;
  EXPECT_FALSE(measure(no_water, truth).found);
}

TEST(Dvl, ChanceOfAnEchoFadesTowardsTheLimits) {
  Dvl model;
  model.min_range_m = 1;
  model.max_range_m = 100;
  model.fade = 0.1;
  EXPECT_EQ(model.echo_chance(0.99), 0);
  EXPECT_NEAR(model.echo_chance(1.05), 0.5, kTolerance);
  EXPECT_EQ(model.echo_chance(50), 1);
  EXPECT_NEAR(model.echo_chance(97.5), 0.25, kTolerance);
  EXPECT_EQ(model.echo_chance(100.1), 0);
  EXPECT_EQ(model.echo_chance(INFINITY), 0);
  model.fade = 0;
  EXPECT_EQ(model.echo_chance(100), 1);
}

TEST(Dvl, EchoesAreLostWithThatChance) {
  constexpr int kSamples = 4000;
  Dvl model;
  model.fade = 0.1;
  const JanusTruth truth = over_ground(model, Vec3::Zero(), 97.5 * std::cos(30 * kDegree));
  int received = 0;
  for (int i = 0; i < kSamples; ++i)
    received += std::isfinite(measure(model, truth, i).columns[kDvlRange]) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(received) / kSamples, 0.25, 0.03);  // 4 standard errors
}

// Told c_a in water of c: ranges and velocities of pistons grow by c_a / c. A phased array keeps
// its horizontal velocity; its vertical one is off by c_a cos b(c) / (c cos b(c_a)).
TEST(Dvl, AWrongSoundSpeedScalesWhatItReads) {
  const Vec3 v(1.5, -0.5, 0.2);
  Dvl piston;
  piston.sound_speed_m_s = 1540;
  const double ratio = 1540 / kSea_m_s;
  const Reading r = measure(piston, over_ground(piston, v, 20));
  EXPECT_NEAR((r.velocity() - ratio * v).norm(), 0, kTolerance);
  EXPECT_NEAR(r.columns[kDvlAltitude], ratio * 20, kTolerance);
  EXPECT_EQ(r.columns[kDvlSoundSpeed], 1540);
  Dvl array = piston;
  array.phased_array = true;
  const Reading a = measure(array, over_ground(array, v, 20));
  const auto cos_at = [](double c) { return std::sqrt(1 - std::pow(0.5 * c / 1500, 2)); };
  EXPECT_NEAR((a.velocity().head<2>() - v.head<2>()).norm(), 0, kTolerance);
  EXPECT_NEAR(a.velocity().z(), 0.2 * ratio * cos_at(kSea_m_s) / cos_at(1540), kTolerance);
}

// The perfect twin knows the sound speed and has no noise; errors of the solution act at the end.
TEST(Dvl, AsASensorItHasATwin) {
  Dvl model;
  model.beam_noise.std_m_s = 0.01;
  model.velocity.bias = 0.5;
  model.sound_speed_m_s = 1540;
  const Columns columns = model.columns();
  ASSERT_EQ(columns.size(), kDvlColumns);
  EXPECT_EQ(columns[kDvlRange].name, "beam_1_range_m");
  EXPECT_EQ(columns[kDvlQuality].name, "beam_1_quality");
  TestTruth truth;  // at rest over a bowl: every beam meets it at 10 m
  truth.p_NB_N.z() = 20;
  truth.ray_range_m = 10;
  TestSample sample(kDvlColumns, model.noise_groups());
  ASSERT_TRUE(model.measure(TestContext(truth), sample));
  EXPECT_NEAR(sample.truth[0], 0, kTolerance);
  EXPECT_NEAR(sample.truth[kDvlAltitude], 10 * std::cos(30 * kDegree), kTolerance);
  EXPECT_NEAR(sample.values[1], 0.5, 0.1);
  EXPECT_NEAR(sample.values[kDvlRange], 10 * 1540 / TestContext::kSound_m_s, 1e-9);
}

}  // namespace dvl_test
}  // namespace hadal::kinds
