// Every vehicle that is shipped has a body of its published size, with its thrusters where the
// model's thrusters are, and mount points from which a camera sees.
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <map>

#include "math/arrays.h"
#include "math/rotation.h"
#include "math/units.h"
#include "world/enclosure.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace vehicle_bodies_test {

constexpr double kSizeTolerance = 0.05;      // of the published size
constexpr double kThrusterTolerance_m = 1e-3;
constexpr size_t kMaxTriangles = 20'000;
constexpr size_t kMinTriangles = 1'500;   // a box or a capsule has 1,200 at most
constexpr size_t kMaxShapes = 24;           // of a link, to those who look; propellers apart

// models/vehicles/README.md names the sources. Over all, without arms.
struct Published {
  Vec3 size_m;
  double propeller_radius_m = 0;  // 0: drawn elsewhere than the model has them, see the README
};
const std::map<std::string, Published> kPublished = {
    {"bluerov2", {{0.457, 0.338, 0.254}, 0.038}},
    {"bluerov2_heavy", {{0.457, 0.575, 0.254}, 0.038}},
    {"bluerov2_heavy_arm7", {{0.457, 0.575, 0.254}, 0.038}},
    {"bluerov2_newton", {{0.457, 0.338, 0.254}, 0.038}},
    {"quadcopter", {{0.55, 0.55, 0.15}}},
    {"sparus2", {{1.6, 0.49, 0.43}, 0.06}},
    {"micro_auv", {{0.98, 0.22, 0.22}, 0.045}},
    {"work_class_rov", {{3.0, 1.7, 2.2}, 0.17}},
    {"wamv", {{4.9, 2.44, 1.6}, 0.12}},
    {"openrov", {{0.30, 0.26, 0.15}, 0.027}},
    {"videoray_pro4", {{0.30, 0.22, 0.21}}},
    {"rexrov", {{2.6, 1.5, 1.6}, 0.15}},
    {"girona500", {{1.5, 1.0, 1.0}, 0.067}},
    {"remus100", {{1.6, 0.305, 0.305}, 0.07}},
    {"lauv", {{1.08, 0.26, 0.26}, 0.055}},
    {"otter", {{2.0, 1.08, 1.065}}},
    {"dsrv", {{5, 1.5, 1.5}}},
};

std::vector<std::string> shipped() {
  std::vector<std::string> out;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_folder() + "/models/vehicles"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path().stem());
  std::sort(out.begin(), out.end());
  return out;
}

World world_with(const std::string& model) {
  return test::world_of("vehicles: [{name: v, model: " + model + "}]\n");
}

// Distance at which a ray first meets the shapes of a link; infinity where it does not.
double range_to_own_body(const Link& link, const Vec3& p, const Vec3& d) {
  double range_m = std::numeric_limits<double>::infinity();
  for (const VisualShape& visual : link.visuals)
    for (size_t t = 0; t < visual.mesh->triangles.size(); ++t) {
      const Vec3 &a = visual.mesh->corner(t, 0), ab = visual.mesh->corner(t, 1) - a,
                 ac = visual.mesh->corner(t, 2) - a;
      const Vec3 h = d.cross(ac), s = p - a, q = s.cross(ab);
      const double determinant = ab.dot(h);
      if (determinant == 0) continue;
      const double u = s.dot(h) / determinant, v = d.dot(q) / determinant;
      const double range = ac.dot(q) / determinant;
      if (u >= 0 && v >= 0 && u + v <= 1 && range > 0) range_m = std::min(range_m, range);
    }
  return range_m;
}

TEST(VehicleBodies, HaveThePublishedSize) {
  for (const std::string& name : shipped()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(kPublished.count(name));
    const World world = world_with(name);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Vec3 low = Vec3::Constant(kInfinity), high = -low;
    for (const VisualShape& visual : world.links.front().visuals)
      for (const Vec3& v : visual.mesh->vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR((high - low)[k] / kPublished.at(name).size_m[k], 1, kSizeTolerance)
          << "axis " << k << ": " << low[k] << " to " << high[k];
  }
}

TEST(VehicleBodies, HaveFewTriangles) {
  for (const std::string& name : shipped()) {
    const World world = world_with(name);
    size_t triangles = 0;
    for (const Link& link : world.links) {
      EXPECT_LE(link.visuals.size(), kMaxShapes) << name;
      EXPECT_FALSE(link.visuals.empty()) << name << " " << link.name;
      for (const VisualShape& visual : link.visuals) triangles += visual.mesh->triangles.size();
    }
    EXPECT_LE(triangles, kMaxTriangles) << name;
    EXPECT_GE(triangles, kMinTriangles) << name;
  }
}

// Tips of blades lie on the circle of the propeller about the model's thruster, and their middle is
// its position.
TEST(VehicleBodies, HaveTheirPropellersAtTheirThrusters) {
  for (const std::string& name : shipped()) {
    const double radius_m = kPublished.at(name).propeller_radius_m;
    if (radius_m == 0) continue;
    const World world = world_with(name);
    for (int i = world.vehicles[0].thrusters.begin; i < world.vehicles[0].thrusters.end(); ++i) {
      const Actuator& thruster = world.actuators[static_cast<size_t>(i)];
      const auto ability = thruster.kind->thrust_ability(thruster.config.data(), 1000);
      const Vec3 p = to_vec3(ability.position_B), axis = to_vec3(ability.axis_B);
      Vec3 sum = Vec3::Zero();
      int tips = 0;
      for (const VisualShape& visual : world.links[static_cast<size_t>(thruster.link)].visuals)
        for (const Vec3& v : visual.mesh->vertices) {
          const double along = (v - p).dot(axis), across = (v - p - along * axis).norm();
          if (std::abs(across - radius_m) > 1e-9 || std::abs(along) > radius_m / 2) continue;
          sum += v;
          ++tips;
        }
      ASSERT_GE(tips, 12) << name << " " << thruster.name;
      EXPECT_LT((sum / tips - p).norm(), kThrusterTolerance_m) << name << " " << thruster.name;
    }
  }
}

TEST(VehicleBodies, LetCamerasOnTheirMountsSee) {
  for (const std::string& name : shipped()) {
    LoadOptions options;
    options.model_folders = {test::source_folder()};
    const auto loaded = load_scenario_text(
        "format: 1\nvehicles: [{name: v, model: " + name + "}]\n", "test.yaml", options);
    const World world = build_world(loaded.value()).value();
    const auto& mounts = loaded.value().scenario.find_model(name)->mounts;
    EXPECT_GE(mounts.size(), 3u) << name;
    for (const MountPointConfig& mount : mounts) {
      const bool appearances = mount.name.starts_with("camera") || mount.name.starts_with("lamp") ||
                         mount.name == "nose" || mount.name == "wrist";
      const auto& rpy = mount.rpy_deg;
      const Pose X_LM{Vec3(mount.position_m[0], mount.position_m[1], mount.position_m[2]),
                      quaternion_from({rpy[0] * kDegree, rpy[1] * kDegree, rpy[2] * kDegree})};
      const Link* link = &world.links[0];
      for (const Link& other : world.links)
        if (other.name == mount.link) link = &other;
      const double range_m = range_to_own_body(*link, X_LM.p, X_LM.q * Vec3::UnitX());
      EXPECT_TRUE(!appearances || std::isinf(range_m)) << name << " " << mount.name << " " <<
          range_m;
      EXPECT_FALSE(enclosure(link->visuals, X_LM, 3.1, kLargestHousing_m).inside)
          << name << " " << mount.name;
      EXPECT_FALSE(is_inside(link->visuals, X_LM.p)) << name << " " << mount.name;
    }
  }
}

// What lies outside of the body is outside, and the middle of its electronics tube is not.
TEST(VehicleBodies, AreClosed) {
  for (const std::string& name : shipped()) {
    const World world = world_with(name);
    const auto& visuals = world.links.front().visuals;
    for (const Vec3& far : {Vec3(9, 1, 2), Vec3(-8, 0.3, 0.1), Vec3(0.1, 0.2, 7), Vec3(0, -6, -5)})
      EXPECT_FALSE(is_inside(visuals, far)) << name;
  }
  const World world = world_with("bluerov2_heavy");
  EXPECT_TRUE(is_inside(world.links.front().visuals, {0, 0, -0.045}));
  EXPECT_FALSE(is_inside(world.links.front().visuals, {0.21, 0, 0}));  // in the frame, before it
}

TEST(VehicleBodies, AreSharedByAllVehiclesOfAModel) {
  const World world = test::world_of(
      "vehicles: [{name: a, model: bluerov2}, {name: b, model: bluerov2, pose: {north_m: 3}}]\n");
  ASSERT_EQ(world.links[0].visuals.size(), world.links[1].visuals.size());
  for (size_t i = 0; i < world.links[0].visuals.size(); ++i)
    EXPECT_EQ(world.links[0].visuals[i].mesh, world.links[1].visuals[i].mesh);
}

}  // namespace vehicle_bodies_test
}  // namespace hadal::world
