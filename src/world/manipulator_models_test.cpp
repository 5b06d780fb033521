// The shipped arms and hands against the tables of models/manipulators/README.md.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "world/test_world.h"

namespace hadal::inline world {
namespace manipulator_models_test {

constexpr double kRho = 1025, kPi = std::numbers::pi;
constexpr double kPrinted = 1e-3;  // relative: files have four digits

struct Cylinder {
  double length_m, radius_m;
};
struct Published {
  double mass_kg, volume_m3, reach_m;  // along the links, from the mount
  size_t joints, fingers;
  std::map<std::string, Cylinder> links;  // hydrodynamic cylinders
};
const std::map<std::string, Published> kModels = {
    {"arm7", {7 * 0.244, 7 * 0.0002356, 0.91, 7, 0, {}}},
    {"hook3",
     {13.65, 0.0075062, 1.0725, 3, 0,
      {{"base", {0.10, 0.06}}, {"slew", {0.10, 0.055}}, {"shoulder", {0.40, 0.05}},
       {"elbow", {0.35, 0.045}}, {"hook", {0.15, 0.012}}}}},
    {"electric5",
     {1.412, 0.00063, 0.5215, 4, 1,
      {{"base", {0.15, 0.02}}, {"yaw", {0.046, 0.022}}, {"shoulder", {0.15, 0.02}},
       {"elbow", {0.06, 0.02}}, {"wrist", {0.075, 0.02}}, {"jaw", {0.065, 0.007}},
       {"jaw_2", {0.065, 0.007}}}}},
    {"work_class7",
     {100, 22.0 / 1025, 1.95, 6, 1,
      {{"base", {0.10, 0.10}}, {"azimuth", {0.12, 0.08}}, {"shoulder", {0.82, 0.055}},
       {"elbow", {0.42, 0.05}}, {"wrist_pitch", {0.13, 0.045}}, {"wrist_yaw", {0.13, 0.045}},
       {"wrist", {0.14, 0.05}}, {"jaw", {0.14, 0.02}}, {"jaw_2", {0.14, 0.02}}}}},
    {"hand3",
     {1.14, 0.000474, 0.11, 0, 1,
      {{"palm", {0.04, 0.055}}, {"finger", {0.10, 0.01}}, {"finger_2", {0.10, 0.01}},
       {"finger_3", {0.10, 0.01}}}}},
    {"newton",
     {0.616, 0.000266, 0.30, 0, 1,
      {{"body", {0.23, 0.02}}, {"jaw", {0.085, 0.007}}, {"jaw_2", {0.085, 0.007}}}}},
};

World stand_with(const std::string& model) {
  return test::world_of(
      "vehicle_models: [{name: stand, links: [{name: stand, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}]}]\n"
      "vehicles: [{name: v, model: stand, fixed: true, manipulators: [{name: a, model: " + model +
      "}]}]\n");
}

TEST(ManipulatorModels, AreAllListedHere) {
  std::vector<std::string> known;
  for (const auto& [name, model] : kModels) known.push_back(name);
  EXPECT_EQ(list_models("manipulators", {test::source_folder()}), known);
}

TEST(ManipulatorModels, HaveTheirMassVolumeAndJoints) {
  for (const auto& [name, model] : kModels) {
    SCOPED_TRACE(name);
    const World world = stand_with(name);
    double mass_kg = 0, volume_m3 = 0;
    for (size_t i = 1; i < world.links.size(); ++i) {
      mass_kg += world.links[i].mass_kg;
      volume_m3 += world.links[i].buoyancy.volume_m3;
    }
    EXPECT_NEAR(mass_kg / model.mass_kg, 1, kPrinted);
    EXPECT_NEAR(volume_m3 / model.volume_m3, 1, 5e-3);
    ASSERT_EQ(world.arms.size(), 1u);
    EXPECT_EQ(world.arms[0].joints.size(), model.joints);
    EXPECT_EQ(world.arms[0].fingers.size(), model.fingers);
  }
}

// At zero every arm is stretched along x of its mount, the tool on that axis but for hooks.
TEST(ManipulatorModels, AreStretchedAlongX) {
  for (const auto& [name, model] : kModels) {
    SCOPED_TRACE(name);
    const World world = stand_with(name);
    const Arm& arm = world.arms[0];
    Pose X_VT = arm.X_LT;
    for (int link = arm.tool_link; link > 0; link = world.links[link].parent)
      X_VT = world.links[link].pose_PL * X_VT;
    EXPECT_NEAR(X_VT.p.x(), name == "hook3" ? 1.08 : model.reach_m, 1e-3);
    EXPECT_NEAR(X_VT.p.y(), 0, 1e-12);
    EXPECT_NEAR(X_VT.p.z(), name == "hook3" ? 0.045 : 0, 1e-12);
    EXPECT_TRUE((X_VT.q * Vec3::UnitX()).isApprox(Vec3::UnitX(), 1e-12));
  }
}

// Added mass and drag of slender cylinders about the joint.
TEST(ManipulatorModels, HaveTheWaterOfTheirCylinders) {
  for (const auto& [name, model] : kModels) {
    const World world = stand_with(name);
    for (const Link& link : world.links) {
      if (link.name == "stand" || model.links.empty()) continue;
      SCOPED_TRACE(name + " " + link.name);
      const auto found = model.links.find(link.name.substr(2));
      ASSERT_NE(found, model.links.end());
      const auto [L, r] = found->second;
      const double m = kRho * kPi * r * r, c = 0.5 * kRho * 1.1 * 2 * r;
      const Mat6 &A = link.added_mass_L, &D = link.damping.quadratic;
      EXPECT_NEAR(A(1, 1) / (m * L), 1, kPrinted);
      EXPECT_NEAR(A(2, 4) / (-m * L * L / 2), 1, kPrinted);
      EXPECT_NEAR(A(5, 1) / (m * L * L / 2), 1, kPrinted);
      EXPECT_NEAR(A(4, 4) / (m * L * L * L / 3), 1, kPrinted);
      EXPECT_NEAR(A(0, 0) / (0.08 * m * L), 1, kPrinted);
      EXPECT_NEAR(D(0, 0) / (0.5 * kRho * 0.8 * kPi * r * r), 1, kPrinted);
      EXPECT_NEAR(D(2, 2) / (c * L), 1, kPrinted);
      EXPECT_NEAR(D(5, 1) / (c * L * L / 2), 1, kPrinted);
      EXPECT_NEAR(D(1, 5) / (c * L * L * L / 3), 1, kPrinted);
      EXPECT_NEAR(D(5, 5) / (c * L * L * L * L / 4), 1, kPrinted);
    }
  }
}

// Drag takes energy out of every motion: translation and turning together, also against each other.
TEST(ManipulatorModels, DragOfNoMotionGivesEnergy) {
  for (const auto& [name, model] : kModels)
    for (const Link& link : stand_with(name).links)
      for (double v = -2; v <= 2; v += 0.25)
        for (double rate = -6; rate <= 6; rate += 0.25) {
          Vec6 nu = Vec6::Zero();
          nu[1] = v, nu[5] = rate;
          const double power =
              nu.dot(link.damping.linear * nu + link.damping.quadratic * nu.cwiseAbs().cwiseProduct(nu));
          EXPECT_GE(power, -1e-12) << name << " " << link.name << " " << v << " " << rate;
        }
}

}  // namespace manipulator_models_test
}  // namespace hadal::world
