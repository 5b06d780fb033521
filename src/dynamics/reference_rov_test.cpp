// Remotely operated vehicles of the literature, put together from the kernels of this folder. The
// expected states come from independent programs (the authors' own code, or two formulations of the
// same equations) integrated at tight tolerances.
#include "dynamics/reference_craft.h"

#include <array>
#include <span>

#include "dynamics/damping.h"
#include "dynamics/derivatives.h"
#include "dynamics/hydrostatics.h"
#include "kinds/actuators/thruster.h"

namespace hadal::dynamics {
namespace reference_rov_test {

// Wang & Clark's VideoRay Pro III as a planar model: masses and derivatives only.
TEST(ReferenceVehicles, VideoRayCirclesAndCoasts) {
  const auto model = terms({{0, -6.05, "v r"},
                            {0, -0.95, "u"},
                            {0, -6.04, "u|u|"},
                            {1, 1.94, "u r"},
                            {1, -5.87, "v"},
                            {1, -30.73, "v|v|"},
                            {2, -3.70, "w"},
                            {2, -26.36, "w|w|"},
                            {5, -0.023, "r"},
                            {5, -0.45, "r|r|"}});
  double on = 1;
  constexpr double kThrust =
      0.026667;  // N per unit of input: port 130, starboard 150, vertical -100
  Craft craft;
  craft.M_RB.diagonal() << 1.94, 6.05, 3.95, 1, 1, 0.0118;
  craft.rigid_coriolis = craft.added_coriolis = false;
  craft.wrench = [&](const State&, const Vec6& nu_r, const Mat3& R_NB, double) -> Vec6 {
    const Vec6 push = on * kThrust * (Vec6() << 280, 0, -100, 0, 0, 20).finished();
    return push + derivatives_wrench(model, nu_r, R_NB, {});
  };
  constexpr double kTolerance = 2e-6;
  State x = run(craft, State::Zero(), 0, 5, 0.005);
  expect_near(x,
              {-0.906355310804, 0.173166986548, -1.20303706537, 0, 0, 5.29949871711, 0.949285981844,
               0.174400212931, -0.255532765311, 0, 0, 1.06341326207},
              kTolerance);
  on = 0;
  x = run(craft, x, 5, 30, 0.005);
  expect_near(x, {-0.425731557147, -0.230598936197, -1.35841675433, 0, 0, 5.3803203551},
              kTolerance);
}

// BlueROV2 Heavy (von Benzon et al. 2022): eight thrusters by force, a current of 0.1 m/s.
TEST(ReferenceVehicles, BlueRov2HeavyUnderEightThrusters) {
  constexpr double kDensity = 1000, kGravity = 9.82, kMass = 13.5, h = 0.70710678118654757;
  const double mounts[8][6] = {{0.156, 0.111, 0.085, h, -h, 0},
                               {0.156406393776, -0.110426627161, 0.085, h, h, 0},
                               {-0.156582066699, 0.110177386011, 0.085, -h, -h, 0},
                               {-0.156, -0.111, 0.085, -h, h, 0},
                               {0.12, 0.218, 0, 0, 0, -1},
                               {0.12043939611, -0.217757552945, 0, 0, 0, -1},
                               {-0.120786055562, 0.217565458614, 0, 0, 0, -1},
                               {-0.12, -0.218, 0, 0, 0, -1}};
  std::vector<Thruster> thrusters;
  for (const auto& m : mounts) {
    Thruster& t = thrusters.emplace_back();
    t.position_m = {m[0], m[1], m[2]};
    t.direction = {m[3], m[4], m[5]};
    t.command_kind = ThrusterCommand::force;
    t.command_min = -kInfinity;
    t.command_max = kInfinity;
    t.prepare({0.01, kDensity});
  }
  std::vector<double> force;
  const auto push = [&] {
    Vec6 tau = Vec6::Zero();
    for (size_t i = 0; i < thrusters.size(); ++i) {
      double state[extension::kThrusterColumns] = {}, middle[extension::kThrusterColumns] = {};
      const extension::ActuatorInput input{force[i], 1, 0.01};
      thrusters[i].advance(input, state, middle);
      tau += Vec6(thrusters[i].act({}, input, middle, state).wrench_B.data());
    }
    return tau;
  };
  DampingCoefficients d;
  d.linear.diagonal() << 13.7, 0, 33, 0, 0.8, 0;
  d.quadratic.diagonal() << 141, 217, 190, 1.19, 0.47, 1.5;
  const Buoyancy b{.volume_m3 = 0.0134, .p_BC_B = {0, 0, -0.01}};
  Craft craft;
  craft.M_RB = rigid_mass(kMass, Vec3(0.26, 0.23, 0.37).asDiagonal(), Vec3::Zero());
  craft.M_A.diagonal() << 6.36, 7.12, 18.68, 0.189, 0.135, 0.222;
  craft.current_N = {0.1, 0, 0};
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double) -> Vec6 {
    return push() + damping_wrench(d, nu_r) + buoyancy_wrench(b, R, x[2], kDensity, kGravity) +
           weight_wrench(kMass * kGravity, Vec3::Zero(), R);
  };
  State x = State::Zero();
  x[2] = 5;
  force = {1.5, 1.5, -1.5, -1.5, 0, 0, 0, 0};
  x = run(craft, x, 0, 8, 0.005);
  expect_near(x,
              {1.69009426235, 0.000119689928755, 4.91481136702, 0.000137997058893, 0.308139250823,
               0.00486796852672, 0.220885026734},
              1e-6);
  force = {1, -1, 1, -1, -2, -2, -2, -2};
  x = run(craft, x, 8, 16, 0.005);
  force = {-0.6, 0.6, 0.6, -0.6, 0.3, 0.3, 0.3, 0.3};
  x = run(craft, x, 16, 24, 0.005);
  force.assign(8, 0);
  x = run(craft, x, 24, 40, 0.005);
  expect_near(x,
              {5.10606320395, -1.26323488301, 6.1402072376, -0.0186742643442, 0.000316033188859,
               -0.961072899474, 0.0573149029504, 0.0823739178831, 0.0274510126906, 0.0173324085098,
               -0.000202203607666, 0.0235902914283},
              1e-5);
}

// RexROV (Berg 2012): full 6x6 added mass, a body wrench in steps, positively buoyant.
TEST(ReferenceVehicles, RexrovWithFullAddedMass) {
  constexpr double kDensity = 1028, kGravity = 9.81, kMass = 1862.87;
  Craft craft;
  const Mat3 I_G{{525.39, -1.44, -33.41}, {-1.44, 794.2, -2.6}, {-33.41, -2.6, 691.23}};
  craft.M_RB = rigid_mass(kMass, I_G, Vec3::Zero());
  craft.M_A << 779.79, -6.8773, -103.32, 8.5426, -165.54, -7.8033, -6.8773, 1222, 51.29, 409.44,
      -5.8488, 62.726, -103.32, 51.29, 3659.9, 6.1112, -386.42, 10.774, 8.5426, 409.44, 6.1112,
      534.9, -10.027, 21.019, -165.54, -5.8488, -386.42, -10.027, 842.69, -1.1162, -7.8033, 62.726,
      10.775, 21.019, -1.1162, 224.32;
  craft.M_A = (0.5 * (craft.M_A + craft.M_A.transpose())).eval();
  DampingCoefficients d;
  d.linear.diagonal() << 74.82, 69.48, 728.4, 268.8, 309.77, 105;
  d.quadratic.diagonal() << 748.22, 992.53, 1821.01, 672, 774.44, 523.27;
  const Buoyancy b{.volume_m3 = 1.83826, .p_BC_B = {0, 0, -0.3}};
  Vec6 push = (Vec6() << 500, 0, 0, 0, 0, 60).finished();
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double) -> Vec6 {
    return push + damping_wrench(d, nu_r) + buoyancy_wrench(b, R, x[2], kDensity, kGravity) +
           weight_wrench(kMass * kGravity, Vec3::Zero(), R);
  };
  State x = State::Zero();
  x[2] = 20;
  x = run(craft, x, 0, 20, 0.02);
  push << 0, 300, 200, 0, 80, 0;
  x = run(craft, x, 20, 40, 0.02);
  push.setZero();
  x = run(craft, x, 40, 80, 0.02);
  expect_near(x,
              {-4.13762118009, 11.4594646685, 6.10761632844, 0.00319664284053, -0.00184723227438,
               1.21317372146, 0.0248349077781, 0.0251153620987, -0.229797697182},
              1e-5);
}

}  // namespace reference_rov_test
}  // namespace hadal::dynamics
