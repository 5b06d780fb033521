// Bodies that leave the water and come back: what moves with them of the water comes and goes with
// the part of them that is in it, and no energy does.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "small_world.h"

namespace hadal {
namespace surface_crossing_test {

constexpr double kGravity = 9.81;

// A light body without drag, let go at rest 3 m deep. Its buoyancy rho V g acts up to the surface
// (the fade on the way out is symmetric about it), so that it jumps to 3 (rho V / m - 1) above the
// surface whatever its added mass, and comes back to rest at 3 m.
struct Jump {
  double height_m = 0, depth_m = 0, back_speed_m_s = 0;
};
Jump jump(const std::string& hull, double step_s) {
  const auto s = test::simulate(
      "format: 1\nstep_s: " + std::to_string(step_s) +
      "\nenvironment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}\nvehicle_models:\n"
      "  - {name: float, kind: body, links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], "
      "center_of_mass_m: [0, 0, 0], added_mass: [17, 17, 17, 0, 0, 0], " + hull + "}]}\n"
      "vehicles: [{name: it, model: float, pose: {depth_m: 3}}]\n");
  Jump out;
  bool down = false;
  for (int i = 0; i < 6 / step_s; ++i) {
    test::run_steps(*s, 1);
    const double z = s->state().p_NL_N[0].z(), w = s->state().nu_L[0][2];
    out.height_m = std::max(out.height_m, -z);
    down = down || (z < -1 && w > 0);
    if (!down || z < 0.5) continue;
    out.depth_m = std::max(out.depth_m, z);
    if (w < 0) break;
  }
  return out;
}

void expect_energy(const std::string& hull, double volume_m3, double step_s) {
  const Jump it = jump(hull, step_s);
  const double height = 3 * (1000 * volume_m3 / 20 - 1);
  EXPECT_NEAR(it.height_m, height, 0.01 * (3 + height)) << hull;  // of m g (3 + height)
  EXPECT_NEAR(it.depth_m, 3, 0.03) << hull;
}

constexpr const char* kNoDrag =
    "hydrodynamics: geometry, surface_drag: {quadratic: [0, 0, 0], linear: [0, 0, 0], air: 0}";

TEST(SurfaceCrossing, A4_FacesKeepTheirEnergyOutAndIn) {
  for (const double step_s : {0.001, 0.005}) {
    expect_energy("shapes: {physics: [!sphere {radius_m: 0.2}]}, " + std::string(kNoDrag),
                  4 * std::numbers::pi / 3 * 0.008, step_s);
    expect_energy("shapes: {physics: [!box {size_m: [0.4, 0.3, 0.3]}]}, " + std::string(kNoDrag),
                  0.036, step_s);
  }
}

TEST(SurfaceCrossing, A5_CoefficientsKeepTheirEnergyOutAndIn) {
  for (const double step_s : {0.001, 0.005}) {
    expect_energy("sphere_radius_m: 0.2", 4 * std::numbers::pi / 3 * 0.008, step_s);
    expect_energy("volume_m3: 0.036, surface_fade_m: 0.15", 0.036, step_s);
  }
}

// In air there is no water to push, to push with or to carry along.
TEST(SurfaceCrossing, A5_VehicleFallsInAir) {
  for (const std::string name : {"bluerov2", "bluerov2_heavy", "remus100", "rexrov", "lauv"}) {
    const auto s = test::simulate(
        "format: 1\nenvironment: {gravity_m_s2: 9.81}\nvehicles: [{name: it, model: " + name +
        ", pose: {depth_m: -20, pitch_deg: 20}}]\n");
    const auto thrusters = static_cast<size_t>(s->world().vehicles[0].thrusters.count);
    EXPECT_TRUE(s->apply({0, "it", "thrusters", std::vector<double>(thrusters, 1.0)}).empty());
    test::run_steps(*s, 200);
    const Vec3 v_N = s->state().q_NL[0] * Vec3(s->state().nu_L[0].head<3>());
    EXPECT_LT((v_N - Vec3(0, 0, kGravity)).norm(), 1e-6) << name;
    EXPECT_LT(s->state().nu_L[0].tail<3>().norm(), 1e-9) << name;
  }
}

// Half in the water: half of thrust, damping and added mass.
TEST(SurfaceCrossing, A5_AllFadesTogether) {
  const auto at = [](double depth_m) {
    const auto s = test::simulate(
        "format: 1\nenvironment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}\n"
        "vehicle_models:\n  - {name: float, kind: body, links: [{name: hull, mass_kg: 20, "
        "inertia_kg_m2: [1, 1, 1], volume_m3: 0.02, surface_fade_m: 0.3, added_mass: [30, 30, 30, "
        "1, 1, 1], damping: {linear: [40, 40, 40, 1, 1, 1]}}]}\n"
        "vehicles: [{name: it, model: float, velocity: [1, 0, 0, 0, 0, 0], pose: {depth_m: " +
        std::to_string(depth_m) + "}}]\n");
    test::run_steps(*s, 1);
    return (1 - s->state().nu_L[0][0]) / 0.005;
  };
  // -a = f d u / (m + f Ma + h/2 f d), to the first order in the step.
  for (const double f : {1.0, 0.75, 0.5, 0.25, 0.0})
    EXPECT_NEAR(at(0.6 * (f - 0.5)), f * 40 / (20 + f * 30), 0.005 * 2) << f;
}

}  // namespace surface_crossing_test
}  // namespace hadal
