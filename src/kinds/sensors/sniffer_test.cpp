// The example of a sensor in examples/extensions/sniffer against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "../../../examples/extensions/sniffer/sniffer.cpp"
#include "kinds/sensors/test_context.h"

namespace hadal::inline kinds {
namespace sniffer_test {

constexpr double kPi = std::numbers::pi;
constexpr double kLeak = 1e-5, kHorizontal = 0.1, kVertical = 0.001, kSpeed = 0.25;

sniffer::Sniffer instrument() {
  sniffer::Sniffer out;
  out.plume.seep_m = {100, 50, 30};
  out.plume.leak_kg_s = kLeak;
  out.plume.diffusivity_horizontal_m2_s = kHorizontal;
  out.plume.diffusivity_vertical_m2_s = kVertical;
  return out;
}

// At a point down the current (toward east), across and below the seep.
TestTruth at(double along_m, double across_m, double below_m) {
  TestTruth truth;
  truth.current_N = {0, kSpeed, 0};
  truth.p_NB_N = {100 - across_m, 50 + along_m, 30 + below_m};
  return truth;
}

struct Measured {
  double truth_ppb, ppb, detected;
};
Measured measure(const sniffer::Sniffer& s, TestTruth truth, std::vector<double> times_s,
                 const Pose& X_BS = {}) {
  TestSample sample(s.columns().size(), s.noise_groups(), s.memory_size());
  for (const double time_s : times_s) {
    truth.time_s = time_s;
    EXPECT_TRUE(s.measure(TestContext(truth, X_BS), sample));
    ++sample.number;
  }
  return {sample.truth[0], sample.values[0], sample.values[1]};
}
double ppb(double kg_m3) {
  return 1e9 * kg_m3 / TestTruth().density_kg_m3;
}

TEST(Sniffer, OnTheAxisOfThePlume) {
  for (const double x : {1.0, 10.0, 200.0})
    EXPECT_NEAR(measure(instrument(), at(x, 0, 0), {0}).truth_ppb,
                ppb(kLeak / (4 * kPi * x * std::sqrt(kHorizontal * kVertical))), 1e-9);
}

// Far down the current, C(y)/C(0) = exp(-U y^2 / (4 K_h x)); likewise along the vertical with K_v.
TEST(Sniffer, AcrossThePlumeItIsGaussian) {
  constexpr double x = 400;
  const double axis = measure(instrument(), at(x, 0, 0), {0}).truth_ppb;
  for (const double y : {5.0, 10.0})
    EXPECT_NEAR(measure(instrument(), at(x, y, 0), {0}).truth_ppb / axis,
                std::exp(-kSpeed * y * y / (4 * kHorizontal * x)), 1e-3);
  EXPECT_NEAR(measure(instrument(), at(x, 0, 1), {0}).truth_ppb / axis,
              std::exp(-kSpeed / (4 * kVertical * x)), 1e-3);
  EXPECT_LT(measure(instrument(), at(-20, 0, 0), {0}).truth_ppb, 1e-9);  // nothing up the current
}

// What crosses a plane is what leaks: the integral of U C over it is Q.
TEST(Sniffer, WhatLeaksFlowsThroughEveryPlane) {
  constexpr double x = 300, step_y = 0.5, step_z = 0.05;
  double flux = 0;
  for (double y = -70; y <= 70; y += step_y)
    for (double z = -7; z <= 7; z += step_z)
      flux += kSpeed * step_y * step_z *
              instrument().plume.of_source({x, y, z}, {kSpeed, 0, 0});
  EXPECT_NEAR(flux, kLeak, 0.01 * kLeak);
}

TEST(Sniffer, StillWaterAndSeabed) {
  TestTruth still = at(3, 4, 0);
  still.current_N.setZero();
  const double open = measure(instrument(), still, {0}).truth_ppb;
  EXPECT_NEAR(open, ppb(kLeak / (4 * kPi * 5 * std::sqrt(kHorizontal * kVertical))), 1e-9);
  still.seabed_depth_m = 30;  // the seep lies on it: half of the water takes all of it
  EXPECT_NEAR(measure(instrument(), still, {0}).truth_ppb, 2 * open, 1e-9);
}

TEST(Sniffer, LagsByItsResponseTimeAndDetectsFromTheThreshold) {
  sniffer::Sniffer s = instrument();
  s.response_time_s = 4;
  const double full = measure(s, at(10, 0, 0), {0}).truth_ppb;
  EXPECT_EQ(measure(s, at(10, 0, 0), {0}).ppb, 0);
  const double after_4s = full * (1 - std::exp(-1.0));
  EXPECT_NEAR(measure(s, at(10, 0, 0), {0, 1, 2.5, 4}).ppb, after_4s, 1e-9);
  s.threshold_ppb = after_4s - 0.01;
  EXPECT_EQ(measure(s, at(10, 0, 0), {0, 4}).detected, 1);
  s.threshold_ppb = after_4s + 0.01;
  EXPECT_EQ(measure(s, at(10, 0, 0), {0, 4}).detected, 0);
}

// Mounted 2 m ahead on a hull that heads east, 8 m down the current: as at 10 m.
TEST(Sniffer, MeasuresAtItsIntake) {
  TestTruth truth = at(8, 0, 0);
  truth.q_NB = Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitZ()));
  EXPECT_NEAR(measure(instrument(), truth, {0}, {Vec3(2, 0, 0), Quat::Identity()}).truth_ppb,
              measure(instrument(), at(10, 0, 0), {0}).truth_ppb, 1e-9);
}

}  // namespace sniffer_test
}  // namespace hadal::kinds
