#include "dynamics/thruster_allocation.h"

#include <gtest/gtest.h>

#include <vector>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::dynamics {
namespace {

constexpr double kTolerance = 1e-9;

// RexROV of the UUV simulator, forward-left-up axes as published; thrust along local x.
std::vector<Thruster> rexrov() {
  const double poses[8][5] = {// x, y, z, pitch_deg, yaw_deg
                              {-0.890895, 0.334385, 0.528822, -74.53, -53.21},
                              {-0.890895, -0.334385, 0.528822, -74.53, 53.21},
                              {0.890895, 0.334385, 0.528822, -105.47, 53.21},
                              {0.890895, -0.334385, 0.528822, -105.47, -53.21},
                              {-0.412125, 0.505415, 0.129, 0, 45},
                              {-0.412125, -0.505415, 0.129, 0, -45},
                              {0.412125, 0.505415, 0.129, 0, 135},
                              {0.412125, -0.505415, 0.129, 0, -135}};
  std::vector<Thruster> thrusters;
  for (const auto& [x, y, z, pitch, yaw] : poses) {
    Thruster t;
    t.p_BT_B = {x, y, z};
    t.axis_B = quaternion_from({.roll = 0, .pitch = pitch * kDegree, .yaw = yaw * kDegree}) *
               Vec3::UnitX();
    thrusters.push_back(t);
  }
  return thrusters;
}

TEST(ThrusterAllocation, RexrovMatrixIsThePublishedOne) {
  const AllocationMatrix matrix = allocation_matrix(rexrov(), false);
  const Vec6 first = (Vec6() << 0.15974255144, -0.213609991923, 0.963770246796, 0.435231977124,
                      0.943093469557, 0.136888560691)
                         .finished();
  const Vec6 last = (Vec6() << -0.707106781187, -0.707106781187, 0, 0.0912167747731,
                     -0.0912167747731, -0.64879875601)
                        .finished();
  EXPECT_LT((matrix.col(0) - first).cwiseAbs().maxCoeff(), kTolerance);
  EXPECT_LT((matrix.col(7) - last).cwiseAbs().maxCoeff(), kTolerance);
}

TEST(ThrusterAllocation, PseudoInverseGivesThePublishedThrusts) {
  const AllocationMatrix matrix = allocation_matrix(rexrov(), false);
  const Vec6 wrench = (Vec6() << 100, 50, -200, 10, -20, 30).finished();
  const Eigen::VectorXd thrusts = allocation_pseudo_inverse(matrix) * wrench;
  const double expected[8] = {-48.3730069654, -73.218397915, -35.2108410689, -50.7160922281,
                              47.0274711666,  27.7116888152, -5.5773663913,  -69.1617935904};
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(thrusts[i], expected[i], 1e-7);
  EXPECT_LT((matrix * thrusts - wrench).norm(), 1e-9);
}

TEST(ThrusterAllocation, ImpossibleDirectionsStayZero) {
  const std::vector<Thruster> surge(1);
  const Eigen::VectorXd thrusts =
      allocation_pseudo_inverse(allocation_matrix(surge, false)) * Vec6::Ones();
  EXPECT_NEAR(thrusts[0], 1, 1e-12);
}

TEST(ThrusterAllocation, ReactionTorqueIsTheOneOfTheThruster) {
  Thruster t;
  t.map.model = ThrustModel::propeller;
  t.map.diameter_m = 0.14;
  t.map.kt = {0.4566};
  t.map.kq = {0.07};
  t.map.thrust_deduction = 0.1;
  t.command = ThrusterCommand::rotor_speed;
  t.rotation_sense = -1;
  const std::vector<Thruster> one{t};
  const PreparedThruster p = prepare(t, 0.01, 1026);
  const ThrusterReading r = thruster_after(p, 0, 100, 1, Vec6::Zero(), 1026);
  const Vec6 column = allocation_matrix(one, true).col(0);
  EXPECT_LT((column * r.thrust_N - thruster_wrench(p, r)).norm(), 1e-12);
  EXPECT_GT(column[3], 0);
}

}  // namespace
}  // namespace hadal::dynamics
