#include "kinds/actuators/ventilation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "kinds/actuators/test_sea.h"
#include "kinds/actuators/thruster.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace ventilation_test {

constexpr double kDiameter = 0.2, kFull_n = 50;

TEST(Ventilation, FactorOfMinsaas) {
  EXPECT_EQ(emergence_factor(1.31), 1);
  EXPECT_EQ(emergence_factor(-0.48), 0);
  EXPECT_EQ(emergence_factor(-5), 0);
  EXPECT_NEAR(emergence_factor(0), 0.325, 1e-15);
  EXPECT_NEAR(emergence_factor(1), 1 - 0.675 * std::pow(0.231, 1.258), 1e-15);
  double last = 0;
  for (double x = -0.6; x < 1.4; x += 1e-3) {  // rises without a step
    const double now = emergence_factor(x);
    EXPECT_GE(now, last);
    EXPECT_LT(now - last, 1.2e-3);
    last = now;
  }
}

// A thruster at (-0.3, 0, 0.1) that pushes ahead.
struct Bench {
  Thruster thruster;
  TestSea sea{[](double, double) { return 100.0; }};
  EulerAngles attitude;
  explicit Bench(bool diameter, bool on_faces) {
    thruster.position_m = {-0.3, 0, 0.1};
    thruster.direction = {1, 0, 0};
    thruster.rotor_per_command = kFull_n;
    thruster.efficiency_w_n = 3;
    thruster.torque_per_thrust_m = 0.1;
    if (diameter) thruster.propeller_diameter_m = kDiameter;
    thruster.prepare({0.01, 1000, on_faces});
  }
  struct Out {
    double thrust, torque, load, power;
  };
  Out at(double depth_m) const {
    const Quat q = quaternion_from(attitude);
    const extension::ActuatorSurroundings around{sea, {{0, 0, depth_m}, {q.w(), q.x(), q.y(), q.z()}}};
    extension::ActuatorFlow flow;
    flow.density_kg_m3 = 1000;
    flow.depth_m = depth_m + sea.elevation_m;
    Eigen::Map<Vec3>(flow.down_B.data()) = q.toRotationMatrix().row(2).transpose();
    if (thruster.needs_surroundings()) flow.surroundings = &around;
    std::array<double, extension::kThrusterColumns> state{};
    const double middle[] = {0.8 * kFull_n, 0, 0, 0};
    const double power = thruster.act(flow, {0.8, 1, 0.01}, middle, state).power_w;
    return {state[extension::kThrust], state[extension::kTorque], state[extension::kLoad], power};
  }
};

TEST(Ventilation, ThrusterGoesByItsOwnDisc) {
  Bench bench(true, false);
  EXPECT_TRUE(bench.thruster.meets_surface());
  for (const double depth : {-0.2, -0.1, -0.03, 0.0, 0.02}) {
    const double factor = emergence_factor((depth + 0.1) / 0.1);
    const Bench::Out out = bench.at(depth);
    EXPECT_NEAR(out.thrust, 40 * factor, 1e-12) << depth;
    EXPECT_NEAR(out.torque, 4 * factor, 1e-12) << depth;
    EXPECT_NEAR(out.load, 80 * factor, 1e-12) << depth;
    EXPECT_NEAR(out.power, 120 * factor, 1e-12) << depth;
  }
  bench.attitude.pitch = 30 * kDegree;  // down at the stern
  EXPECT_NEAR(bench.at(-0.2).thrust,
              40 * emergence_factor((-0.2 + 0.1 * std::cos(30 * kDegree) + 0.15) / 0.1), 1e-12);
  bench.sea.elevation_m = 0.05;
  EXPECT_NEAR(bench.at(-0.2).thrust,
              40 * emergence_factor((-0.15 + 0.1 * std::cos(30 * kDegree) + 0.15) / 0.1), 1e-12);
}

TEST(Ventilation, DeepItIsNothing) {
  const Bench with(true, false), without(false, false), faces(false, true);
  EXPECT_FALSE(without.thruster.meets_surface());
  EXPECT_TRUE(faces.thruster.meets_surface());  // a small propeller, where none is given
  EXPECT_EQ(with.at(0.5).thrust, without.at(0.5).thrust);
  EXPECT_EQ(faces.at(0.5).thrust, without.at(0.5).thrust);
  EXPECT_EQ(faces.at(0.5).power, without.at(0.5).power);
  EXPECT_EQ(without.at(-2).thrust, 40);  // fades with its link, elsewhere
  EXPECT_EQ(faces.at(-2).thrust, 0);
  EXPECT_NEAR(faces.at(-0.1).thrust, 40 * 0.325, 1e-12);
}

}  // namespace ventilation_test
}  // namespace hadal::kinds
