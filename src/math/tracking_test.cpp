#include "math/tracking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace hadal {
namespace tracking_test {

constexpr double kSample_s = 0.001;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

using Series = std::function<double(double)>;

// Samples from 0 to `until_s`, both included.
TrackingRecord record(double until_s, const Series& set_point, const Series& value,
                      double smallest_step = 0.1, bool is_angle = false) {
  TrackingRecord out(smallest_step, is_angle);
  const int last = static_cast<int>(std::lround(until_s / kSample_s));
  for (int i = 0; i <= last; ++i) {
    const double t = i * kSample_s;
    out.add(t, set_point(t), value(t));
  }
  return out;
}

// x'' + 2 d w x' + w^2 x = w^2 from rest, for d < 1 (Ogata 2010, eq. 5-12).
double second_order(double w, double d, double t) {
  if (t <= 0) return 0;
  const double wd = w * std::sqrt(1 - d * d);
  return 1 - std::exp(-d * w * t) * (std::cos(wd * t) + d * w / wd * std::sin(wd * t));
}

// When the response is last outside the band, by bisection between samples of a fine grid.
double last_outside_s(double w, double d, double band, double until_s) {
  const auto outside = [&](double t) { return std::fabs(second_order(w, d, t) - 1) > band; };
  double t = until_s;
  while (!outside(t)) t -= 1e-4;
  double in = t + 1e-4;
  for (int i = 0; i < 40; ++i) (outside((t + in) / 2) ? t : in) = (t + in) / 2;
  return in;
}

TEST(Tracking, OvershootAndSettlingOfASecondOrderResponse) {
  for (const double d : {0.2, 0.4, 0.6, 0.9}) {
    for (const double size : {2.0, -3.0}) {
      const double w = 1.7;
      const auto of = record(
          20, [&](double t) { return t < 1 ? 5 : 5 + size; },
          [&](double t) { return 5 + size * second_order(w, d, t - 1); });
      const StepFacts facts = of.steps();
      EXPECT_EQ(facts.steps, 1);
      EXPECT_EQ(facts.settled, 1);
      EXPECT_NEAR(facts.overshoot, std::exp(-std::numbers::pi * d / std::sqrt(1 - d * d)), 2e-6);
      EXPECT_NEAR(facts.settling_time_s, last_outside_s(w, d, 0.05, 15), 1.1 * kSample_s) << d;
    }
  }
}

TEST(Tracking, AFirstOrderLagSettlesInThreeTimeConstants) {
  const auto of = record(
      10, [](double t) { return t < 2 ? 0 : 1; },
      [](double t) { return t < 2 ? 0 : 1 - std::exp(-(t - 2) / 0.8); });
  EXPECT_EQ(of.steps().overshoot, 0);
  EXPECT_NEAR(of.steps().settling_time_s, -0.8 * std::log(0.05), 1.1 * kSample_s);
  // Integral of e^2 over the step: T / 2 (1 - exp(-2 t / T)); the sum counts the first sample whole.
  EXPECT_NEAR(of.error().rms(), std::sqrt((0.4 + kSample_s / 2) / (10 + kSample_s)), 1e-6);
  EXPECT_EQ(of.error().max(), 1);
}

TEST(Tracking, RmsOfASineIsItsAmplitudeByTheRootOfTwo) {
  const auto of = record(
      2 * std::numbers::pi, [](double) { return 3; },
      [](double t) { return 3 + 0.05 * std::sin(t); });
  EXPECT_NEAR(of.error().rms(), 0.05 / std::numbers::sqrt2, 1e-5);
  EXPECT_NEAR(of.error().max(), 0.05, 1e-7);
  EXPECT_EQ(of.steps().steps, 0);
  EXPECT_TRUE(std::isnan(of.steps().overshoot));
}

TEST(Tracking, AnglesGoTheShortWayRound) {
  const double degree = std::numbers::pi / 180;
  // From 350 to 10 degrees, beyond by 2, both written from 0 to 360.
  const auto of = record(
      8, [&](double t) { return degree * (t < 1 ? 350 : 10); },
      [&](double t) { return degree * (t < 2 ? 350 : t < 4 ? 12 : 10.5); }, 5 * degree, true);
  EXPECT_EQ(of.steps().steps, 1);
  EXPECT_NEAR(of.steps().overshoot, 0.1, 1e-9);
  EXPECT_NEAR(of.steps().settling_time_s, 3, 1e-9);
  EXPECT_NEAR(of.error().max(), 20 * degree, 1e-12);
}

TEST(Tracking, AStepThatEndsOutsideHasNotSettled) {
  const auto of = record(
      5, [](double t) { return t < 1 ? 0 : 1; }, [](double t) { return t < 2 ? 0 : 0.9; });
  EXPECT_EQ(of.steps().steps, 1);
  EXPECT_EQ(of.steps().settled, 0);
  EXPECT_TRUE(std::isnan(of.steps().settling_time_s));
}

TEST(Tracking, TheFirstSetPointIsAStepFromTheValue) {
  const auto of = record(
      5, [](double t) { return t < 1 ? kNothing : 4; }, [](double t) { return t < 3 ? 2 : 4; });
  EXPECT_EQ(of.steps().steps, 1);
  EXPECT_NEAR(of.steps().settling_time_s, 2, 1e-9);
  EXPECT_EQ(of.error().samples(), 4001);
}

TEST(Tracking, RampsAndShortBlipsAreNoSteps) {
  EXPECT_EQ(record(10, [](double t) { return 0.5 * t; }, [](double t) { return 0.5 * t; })
                .steps()
                .steps,
            0);
  const auto blip = record(
      5, [](double t) { return t < 1 || t >= 1.5 ? 0 : 1; }, [](double) { return 0; });
  EXPECT_EQ(blip.steps().steps, 0);
  // A jump that sets off a ramp lasts until the set-point has moved by 1 % of it: 0.1 s.
  const auto ramp = record(
      5, [](double t) { return t < 1 ? 0 : 1 + 0.1 * (t - 1); }, [](double) { return 0; });
  EXPECT_EQ(ramp.steps().steps, 0);
}

TEST(Tracking, OfSeveralStepsTheWorstCounts) {
  const auto set_point = [](double t) { return t < 10 ? 1.0 : t < 20 ? 3.0 : 0.0; };
  const auto value = [](double t) {
    if (t < 10) return t < 2 ? 0.0 : 1.2;                    // 20 % beyond, does not settle
    if (t < 20) return t < 14 ? 1.0 : 3.05;                  // 2.5 % of 2.0 ... from 1.0
    return t < 26 ? 3.0 : -0.03;                             // 1 %
  };
  const StepFacts facts = record(30, set_point, value).steps();
  EXPECT_EQ(facts.steps, 3);
  EXPECT_EQ(facts.settled, 2);
  EXPECT_NEAR(facts.overshoot, 0.2, 1e-9);
  EXPECT_NEAR(facts.settling_time_s, 6, 1e-9);
}

}  // namespace tracking_test
}  // namespace hadal
