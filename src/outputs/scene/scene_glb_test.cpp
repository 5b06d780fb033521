#include "outputs/scene/scene_glb.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/image_codec.h"
#include "base/test_folder.h"
#include "geometry/import.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"
#include "outputs/scene/test_scene.h"

namespace hadal::outputs {
namespace scene_glb_test {

constexpr double kSinglePrecision = 1e-5;

nlohmann::json json_in(const std::vector<uint8_t>& glb) {
  uint32_t size = 0;
  std::memcpy(&size, &glb[12], sizeof size);
  return nlohmann::json::parse(glb.begin() + 20, glb.begin() + 20 + size);
}

std::vector<uint8_t> glb_of(const World& world, const SceneLimits& limits = {}) {
  return scene_glb(world, testing::made_up_sources(), limits);
}

geometry::TriangleMesh imported(const std::vector<uint8_t>& glb) {
  test::TestFolder folder("scene_glb");
  std::ofstream(folder.file("a.glb"), std::ios::binary)
      .write(reinterpret_cast<const char*>(glb.data()), static_cast<std::streamsize>(glb.size()));
  geometry::ImportOptions options;
  options.axes = geometry::kAxesNed;
  return geometry::load_mesh(folder.file("a.glb"), options).value().mesh;
}

TEST(SceneGlb, ANodePerLinkWithTheColourOfItsMaterial) {
  const World world = testing::small_world();
  const nlohmann::json j = json_in(glb_of(world));
  ASSERT_EQ(j["nodes"].size(), 2u);
  EXPECT_EQ(j["nodes"][0]["name"], "rov/hull");
  EXPECT_EQ(j["nodes"][1]["name"], "crate/body");
  EXPECT_FALSE(j["nodes"][0].contains("translation"));
  const auto& part = j["meshes"][j["nodes"][1]["mesh"].get<size_t>()]["primitives"][0];
  const auto& material = j["materials"][part["material"].get<size_t>()];
  const auto wood = static_cast<size_t>(world.materials.find("wood"));
  EXPECT_EQ(material["name"], "wood");
  for (size_t c = 0; c < 3; ++c)
    EXPECT_EQ(material["pbrMetallicRoughness"]["baseColorFactor"][c],
              world.materials.materials[wood].albedo[c]);
  const auto& accessor = j["accessors"][part["attributes"]["POSITION"].get<size_t>()];
  EXPECT_NEAR(accessor["max"][2].get<double>(), 0.5, kSinglePrecision);  // a metre wide
}

TEST(SceneGlb, AnIndependentReaderFindsAllShapes) {
  const geometry::TriangleMesh all = imported(glb_of(testing::small_world()));
  // A box of 0.4 x 0.3 x 0.2 m and one of a metre, both about the origin of their link.
  EXPECT_NEAR(geometry::signed_volume(all), 0.4 * 0.3 * 0.2 + 1, kSinglePrecision);
  EXPECT_LT((geometry::bounding_box(all).upper - Vec3::Constant(0.5)).norm(), kSinglePrecision);
}

TEST(SceneGlb, SharedShapesAreStoredOnce) {
  const auto world_of = [](const std::string& objects) {
    return test::world_of(
        "object_models: [{name: ball, links: [{name: body, mass_kg: 5, inertia_kg_m2: [2, 2, 2], "
        "shapes: {collision: [!sphere {radius_m: 1}]}}]}]\nobjects: [" +
        objects + "]\n");
  };
  const World one = world_of("{name: a, model: ball}");
  const World two = world_of("{name: a, model: ball}, {name: b, model: ball}");
  ASSERT_EQ(two.links[0].visuals[0].mesh, two.links[1].visuals[0].mesh);
  EXPECT_LT(glb_of(two).size(), glb_of(one).size() + 200);
  EXPECT_EQ(json_in(glb_of(two))["nodes"].size(), 2u);
}

TEST(SceneGlb, LargeShapesAreSimplified) {
  World world = testing::small_world();
  world.links[0].visuals = {
      {std::make_shared<const geometry::TriangleMesh>(geometry::sphere(1, 50000)), 0}};
  SceneLimits limits;
  limits.triangles = 5000;
  const geometry::TriangleMesh all = imported(glb_of(world, limits));
  EXPECT_LE(all.triangles.size(), 5012u);
  EXPECT_GT(all.triangles.size(), 1000u);
}

TEST(SceneGlb, AVehicleWithoutShapesIsABoxOfItsSize) {
  World world = testing::small_world();
  world.links[0].visuals.clear();
  world.links[1].visuals.clear();
  world.vehicles[0].size_m = {2, 1, 0.5};
  world.vehicles[1].size_m = {0, 0, 0};
  const geometry::Bounds box = geometry::bounding_box(imported(glb_of(world)));
  EXPECT_LT((box.upper - Vec3(1, 0.5, 0.25)).norm(), kSinglePrecision);
}

TEST(SceneGlb, PicturesOfAppearancesAreInside) {
  test::TestFolder folder("scene_picture");
  const std::vector<uint8_t> rgb(3 * 8 * 8, 200);
  const std::vector<uint8_t> jpeg = jpeg_bytes(8, 8, rgb, 90);
  std::ofstream(folder.file("a.jpg"), std::ios::binary)
      .write(reinterpret_cast<const char*>(jpeg.data()), static_cast<std::streamsize>(jpeg.size()));
  World world = testing::small_world();
  geometry::TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  mesh.corner_uv = {{0, 0, 1, 0, 0, 1}};
  world.appearances.resize(2);
  world.appearances[0].texture = folder.file("a.jpg");
  world.appearances[1].texture = folder.file("missing.jpg");
  const auto shared = std::make_shared<const geometry::TriangleMesh>(mesh);
  world.links[0].visuals = {{shared, 0, ~0u, 0}};
  world.links[1].visuals = {{shared, 0, ~0u, 1}};
  const nlohmann::json j = json_in(glb_of(world));
  ASSERT_EQ(j["images"].size(), 1u);
  EXPECT_EQ(j["images"][0]["mimeType"], "image/jpeg");
  EXPECT_EQ(j["bufferViews"][j["images"][0]["bufferView"].get<size_t>()]["byteLength"],
            jpeg.size());
  EXPECT_TRUE(j["materials"][0]["pbrMetallicRoughness"].contains("baseColorTexture"));
  EXPECT_FALSE(j["materials"][1]["pbrMetallicRoughness"].contains("baseColorTexture"));
}

// A rock in five copies and a school.
SceneSources with_scenery() {
  SceneSources out = testing::made_up_sources();
  out.scenery = []() -> const std::vector<SceneryPart>& {
    static const std::vector<SceneryPart> parts = [] {
      SceneryPart rocks{"stones", "rocks", false, 5, {}, {}};
      rocks.shapes.push_back({geometry::sphere(0.5, 80), {}});
      for (int i = 0; i < 5; ++i)
        rocks.shapes[0].copies.push_back(
            {Vec3(i, 2, 30), Quat::Identity(), 1.0 + i, {i < 1 ? 1.f : 0.5f, 0.2f, 0.2f}});
      SceneryPart fish{"herring", "fish_school", true, 40, {}, {0.3f, 0.3f, 0.4f}};
      fish.shapes.push_back({geometry::ellipsoid({0.1, 0.02, 0.03}, 80), {}});
      return std::vector<SceneryPart>{rocks, fish};
    }();
    return parts;
  };
  return out;
}

TEST(SceneGlb, SceneryIsCopiedByInstances) {
  const nlohmann::json j = json_in(scene_glb(testing::small_world(), with_scenery()));
  const auto node = [&](const std::string& name) {
    for (const auto& n : j["nodes"])
      if (n["name"] == name) return n;
    return nlohmann::json();
  };
  EXPECT_EQ(node("scenery/0")["extras"]["kind"], "rocks");
  EXPECT_EQ(node("scenery/0")["children"].size(), 1u);
  const auto attributes =
      node("scenery/0/0")["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
  EXPECT_EQ(j["accessors"][attributes["TRANSLATION"].get<size_t>()]["count"], 5);
  EXPECT_TRUE(attributes.contains("_COLOR_0"));
  EXPECT_EQ(node("scenery/1")["extras"]["count"], 40);
  EXPECT_FALSE(node("scenery/1/0").contains("extensions"));
  for (const auto& material : j["materials"])
    if (material["name"] == "rocks") {
      EXPECT_NEAR(material["pbrMetallicRoughness"]["baseColorFactor"][0].get<double>(), 0.6, 1e-6);
    }
}

TEST(SceneGlb, TooManyCopiesAreThinnedOut) {
  SceneLimits limits;
  limits.copies = 2;
  const nlohmann::json j = json_in(scene_glb(testing::small_world(), with_scenery(), limits));
  for (const auto& n : j["nodes"])
    if (n["name"] == "scenery/0/0") {
      const size_t at = n["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"];
      EXPECT_EQ(j["accessors"][at]["count"], 2);
    }
}

}  // namespace scene_glb_test
}  // namespace hadal::outputs
