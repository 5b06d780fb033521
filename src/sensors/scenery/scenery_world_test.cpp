#include "sensors/scenery/scenery_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sensors/scenery/scenery_instant.h"
#include "sensors/scenery/species.h"
#include "sensors/scenery/tints.h"
#include "world/world.h"

namespace hadal::sensors {
namespace scenery_world_test {

constexpr double kDepth_m = 8;

World reef() {
  World world;
  world.seabed.source = FlatSeabed{kDepth_m, 0, 0};
  world.materials.materials = {{.name = "default"}, {.name = "rock"}, {.name = "coral"}};
  RocksConfig rocks;
  rocks.name = "rocks", rocks.box = {0, 10, -5, 5};
  rocks.density_m2 = 1, rocks.radius_m = 0.5, rocks.buried = 0.5, rocks.patchiness = 0;
  CoralsConfig corals;
  corals.name = "corals", corals.box = {0, 10, -5, 5}, corals.on = "rocks";
  corals.forms = {"bush", "boulder"};
  corals.density_m2 = 4, corals.size_m = 0.2, corals.patchiness = 0;
  corals.max_slope_deg = 60;
  world.scenery.push_back({AnyConfig::of(rocks), "scenery[0]", {1}});
  world.scenery.push_back({AnyConfig::of(corals), "scenery[1]", {2, 2}});
  return world;
}

std::vector<raytrace::Placed> place(SceneryWorld& scenery, const raytrace::Scene& scene,
                                    const Vec3& from_N, double reach_m) {
  std::vector<raytrace::Placed> things;
  const std::vector<double> instant(scenery.instant_size(), 0.0);
  scenery.place(instant, 0, 1, scene, {Vec3::Zero(), from_N, reach_m, raytrace::kSeenCamera},
                things);
  return things;
}

TEST(SceneryWorld, CopiesStandOnTheGroundOrOnRocks) {
  const World world = reef();
  const environment::Sea sea = environment::Sea::open(world).value();
  const raytrace::Scene scene;
  SceneryWorld scenery(world, sea);
  scenery.prepare(world, scene);
  const auto things = place(scenery, scene, {5, 0, 4}, 50);
  ASSERT_EQ(static_cast<int>(things.size()), scenery.copies());
  const int first = first_tint(world, 0);
  EXPECT_EQ(first, 3);
  int rocks = 0, corals = 0;
  std::set<int> numbers, appearances;
  for (const raytrace::Placed& thing : things) {
    numbers.insert(thing.instance.scenery);
    appearances.insert(thing.instance.appearance);
    const double up_m = kDepth_m - thing.translation_A.z();
    if (thing.instance.material == 1) {
      ++rocks;
      EXPECT_NEAR(up_m, 0.3 * 0.5 * thing.scale, 0.01);  // they lean
      EXPECT_LT(thing.instance.appearance, first + kTints);
    } else {
      ++corals;
      EXPECT_GT(up_m, 0.02);
      EXPECT_LT(up_m, 1.2);
      EXPECT_GE(thing.instance.appearance, first + kTints);
    }
  }
  EXPECT_GT(rocks, 60);
  EXPECT_GT(corals, 60);
  EXPECT_EQ(numbers.size(), things.size());
  EXPECT_EQ(appearances.size(), static_cast<size_t>(3 * kTints));
  int tints = 0;
  for (const Scenery& scenery : world.scenery) tints += tint_count(scenery);
  EXPECT_EQ(tints, 3 * kTints);
}

TEST(SceneryWorld, ShowsWhatIsNearInMoreDetail) {
  const World world = reef();
  const environment::Sea sea = environment::Sea::open(world).value();
  const raytrace::Scene scene;
  SceneryWorld scenery(world, sea);
  scenery.prepare(world, scene);
  const auto bytes = [&](double north_m) {
    size_t sum = 0;
    for (const auto& thing : place(scenery, scene, {north_m, 0, 4}, 1000))
      sum += thing.shape.bytes();
    return sum;
  };
  EXPECT_GT(bytes(5), 2 * bytes(-20));
  EXPECT_GT(bytes(-20), bytes(-60));
  EXPECT_EQ(place(scenery, scene, {-2000, 0, 4}, 1e4).size(), 0u);  // below a pixel
  EXPECT_EQ(place(scenery, scene, {-60, 0, 4}, 10).size(), 0u);     // beyond reach
}

TEST(SceneryWorld, OnlySensorsItIsShownToSeeIt) {
  World world = reef();
  static_cast<RocksConfig*>(world.scenery[0].config.data())->seen_by = {"sonar"};
  const environment::Sea sea = environment::Sea::open(world).value();
  const raytrace::Scene scene;
  SceneryWorld scenery(world, sea);
  scenery.prepare(world, scene);
  for (const auto& thing : place(scenery, scene, {5, 0, 4}, 50))
    EXPECT_EQ(thing.instance.material, 2);
}

TEST(Species, LevelsOfDetailFallInFaces) {
  const World world = reef();
  for (const Scenery& scenery : world.scenery)
    for (int form = 0; form < form_count(scenery.config); ++form) {
      size_t before = 1000000;
      for (int level = 0; level < kDetailLevels; ++level) {
        const size_t faces = rigid_mesh(scenery.config, form, 3, level).triangles.size();
        EXPECT_LT(faces, 0.6 * static_cast<double>(before));
        before = faces;
      }
    }
}

TEST(Species, ATurnedPlantKeepsItsShape) {
  SeagrassConfig config;
  const geometry::BladedMesh plant = weed_mesh(AnyConfig::of(config), 5, 1);
  const geometry::BladedMesh other = turned(plant, 0.7);
  ASSERT_EQ(plant.mesh.vertices.size(), other.mesh.vertices.size());
  const Eigen::AngleAxisd turn(0.7, Vec3::UnitZ());
  for (size_t i = 0; i < plant.mesh.vertices.size(); ++i)
    EXPECT_NEAR((turn * plant.mesh.vertices[i] - other.mesh.vertices[i]).norm(), 0, 1e-9);
}

}  // namespace scenery_world_test
}  // namespace hadal::sensors
