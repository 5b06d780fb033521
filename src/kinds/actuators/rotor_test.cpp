#include "kinds/actuators/rotor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::inline kinds {
namespace rotor_test {

constexpr double kExact = 1e-9;

const FirstOrderRotor kFirstOrder{0.2};
const YoergerRotor kYoerger{0.0025, 0.8};
const BessaRotor kBessa{0.12, 0.6, 0.011, 0.25, 0.7};

template <class Rotor>
double rotor_after(Rotor rotor, double n, double input, double dt_s) {
  rotor.prepare(dt_s);
  return rotor.after(n, input);
}

// Calls f with each of the rotors.
template <class F>
void for_each_rotor(F f) {
  f(kFirstOrder);
  f(kYoerger);
  f(kBessa);
}

TEST(Rotor, StepResponsesAreTheClosedForms) {
  for (const double t : {0.05, 0.3, 2.0}) {
    EXPECT_NEAR(rotor_after(kFirstOrder, 0, 100, t), 100 * (1 - std::exp(-t / 0.2)), kExact);
    EXPECT_NEAR(rotor_after(kYoerger, 0, 50, t),
                std::sqrt(0.8 * 50 / 0.0025) * std::tanh(std::sqrt(0.0025 * 40) * t), kExact);
  }
  EXPECT_NEAR(rotor_after(kBessa, 0, 24, 0.05), 3.144854239, 1e-8);
  EXPECT_NEAR(rotor_after(kBessa, 0, 24, 0.3), 10.16849922, 1e-7);
  EXPECT_EQ(rotor_after(InstantRotor{}, 3, 7, 0.01), 7);
}

TEST(Rotor, SteadyStates) {
  EXPECT_NEAR(kYoerger.steady_state(50), 126.491106407, 1e-8);
  const double push = 0.25 / 0.7 * 24,
               root = (-0.6 + std::sqrt(0.36 + 4 * 0.011 * push)) / (2 * 0.011);
  EXPECT_NEAR(kBessa.steady_state(-24), -root, kExact);
  EXPECT_NEAR(rotor_after(kBessa, 0, 24, 100), root, kExact);
  for_each_rotor([](const auto& rotor) {
    for (const double input : {-20.0, 0.0, 3.0})
      EXPECT_NEAR(rotor.input_holding(rotor.steady_state(input)), input, kExact);
  });
}

// The plain way: very many small Runge-Kutta steps.
double by_small_steps(double A, double B, double C, double n, double t) {
  const auto f = [&](double x) { return A - B * x - C * x * std::abs(x); };
  constexpr int kSteps = 20000;
  const double dt = t / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double k1 = f(n), k2 = f(n + dt / 2 * k1), k3 = f(n + dt / 2 * k2), k4 = f(n + dt * k3);
    n += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return n;
}

TEST(Rotor, QuadraticDragHoldsThroughReversals) {
  // A, B, C, n0: against the push with weak and strong friction, coasting, no friction, at rest.
  const double cases[][4] = {{40, 0, 0.0025, -100}, {-5, 5, 0.1, 12}, {40, 0.5, 0.3, -60},
                             {0, 5, 0.1, -12},      {0, 0, 0.1, 30},  {0, 0, 0.1, -30},
                             {3, 2, 0, -4},         {3, 0, 0, -4},    {-3, 0.2, 0.7, -4},
                             {2, 2, 0.5, -1e-3},    {0, 0, 0, 5}};
  for (const auto& [A, B, C, n] : cases)
    for (const double t : {0.01, 0.5, 3.0})
      EXPECT_NEAR(after_quadratic_drag(A, B, C, n, t), by_small_steps(A, B, C, n, t), 1e-7)
          << A << ' ' << B << ' ' << C << ' ' << n << ' ' << t;
}

TEST(Rotor, AnyStepLengthGivesTheSameResponse) {
  for_each_rotor([](auto rotor) {
    const double once = rotor_after(rotor, -8, 30, 0.4);
    double n = -8;
    rotor.prepare(0.004);
    for (int i = 0; i < 100; ++i) n = rotor.after(n, 30);
    EXPECT_NEAR(n, once, 1e-9 * std::abs(once));
  });
}

}  // namespace rotor_test
}  // namespace hadal::kinds
