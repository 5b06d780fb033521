// A surface vessel of the literature, put together from the kernels of this folder. The expected
// states come from independent programs (the authors' own code, or two formulations of the same
// equations) integrated at tight tolerances.
#include "dynamics/reference_craft.h"

#include <array>
#include <span>

#include "dynamics/damping.h"
#include "dynamics/hydrostatics.h"
#include "kinds/actuators/rotor.h"
#include "kinds/actuators/thrust_map.h"
#include "kinds/forces/crossflow.h"

namespace hadal::dynamics {
namespace reference_usv_test {

// Otter USV after Fossen: unequal propellers in a current of 0.3 m/s toward 30 deg.
TEST(ReferenceVehicles, OtterTurnsInACurrent) {
  constexpr double kGravity = 9.81, kHull = 55, kLoad = 25, kDensity = 1025;
  const Vec3 p_hull(0.2, 0, -0.2), p_load(0.05, 0, -0.35);
  const Vec3 p_BG_B = (kHull * p_hull + kLoad * p_load) / (kHull + kLoad);
  const Mat3 I_hull = kHull * Vec3(0.432 * 0.432, 0.25, 0.25).asDiagonal();
  const Mat3 I_G =
      I_hull - kHull * skew(p_BG_B) * skew(p_BG_B) - kLoad * skew(p_load) * skew(p_load);
  Craft craft;
  craft.M_RB = rigid_mass(kHull + kLoad, I_G, p_BG_B);
  craft.M_A.diagonal() << 0.1 * kHull, 1.5 * kHull, kHull, 0.2 * I_G(0, 0), 0.8 * I_G(1, 1),
      1.7 * I_G(2, 2);
  craft.munk = MunkTerms::all;
  craft.current_horizontal_only = true;
  craft.current_N = 0.3 * Vec3(std::cos(30 * kDegree), std::sin(30 * kDegree), 0);
  EXPECT_NEAR((craft.M_RB + craft.M_A)(3, 3), 24.8904847813, 1e-9);

  const SurfaceRestoring g{.heave_stiffness_N_m = 7541.4375,
                           .roll_stiffness_Nm_rad = 967.266192269,
                           .pitch_stiffness_Nm_rad = 2441.7129878,
                           .p_BF_B = {-0.2, 0, 0}};
  DampingCoefficients d;
  d.linear.diagonal() << 77.5544323484, 162.5, 605.403883783, 62.0654163774, 266.597002151,
      42.6514501953;
  d.quadratic(5, 5) = 10 * 42.6514501953;
  const double draft = (kHull + kLoad) / kDensity / (2 * 0.4 * 0.25 * 2);
  CrossFlow crossflow{.length_m = 2,
                      .side_height_m = draft,
                      .hoerner_beam_m = 0.25,
                      .hoerner_draft_m = draft,
                      .rule = StripRule::inclusive};
  crossflow.prepare();
  const QuadraticMap map{0.02216 / 2, 0.01289 / 2};
  double n[2] = {0, 0}, command[2] = {80, 60}, since = 0;
  const auto turned = [&](int i, double t) {
    FirstOrderRotor shaft{0.1};
    shaft.prepare(t - since);
    return shaft.after(n[i], command[i]);
  };
  craft.wrench = [&](const State& x, const Vec6& nu_r, const Mat3& R, double t) -> Vec6 {
    const double port = map.thrust(turned(0, t), {}).thrust_n;
    const double starboard = map.thrust(turned(1, t), {}).thrust_n;
    const Vec6 push =
        (Vec6() << port + starboard, 0, 0, 0, 0, 0.395 * (port - starboard)).finished();
    return push + damping_wrench(d, nu_r) + crossflow.wrench(nu_r, 1026) +
           small_angle_restoring_wrench(g, R, R, x[2], kGravity) +
           weight_wrench(kLoad * kGravity, p_load, R);
  };
  const auto follow = [&](double t) {
    for (int i = 0; i < 2; ++i) n[i] = turned(i, t);
    since = t;
  };
  State x = run(craft, State::Zero(), 0, 0.5, 0.005, follow);
  constexpr double kPosition = 1e-3, kSpeed = 1e-4;
  expect_near(x,
              {0.09921005157, 0.01777654259, 0.04565733646, -0.005843475301, -0.02334538514,
               0.009181208496, 0.4775338341, 0.05579353658, -0.01465816896},
              kSpeed);
  x = run(craft, x, 0.5, 40, 0.005, follow);
  command[0] = 60;
  x = run(craft, x, 40, 80, 0.005, follow);
  expect_near(x,
              {58.6434945148, 37.8504141349, 0.0416304715702, -5.44302849875e-05, -0.0290987601926,
               7.01808858221, 1.41397433143, -0.0642498975692, -0.0411604236402},
              kPosition);
}

}  // namespace reference_usv_test
}  // namespace hadal::dynamics
