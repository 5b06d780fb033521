// Files are read back by Assimp, which knows nothing of the writer, and by a small reader of the
// container and its JSON for what Assimp leaves out.
#include "outputs/scene/glb_writer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/test_folder.h"
#include "geometry/import.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::outputs {
namespace glb_writer_test {

uint32_t word_at(const std::vector<uint8_t>& bytes, size_t at) {
  uint32_t out = 0;
  std::memcpy(&out, &bytes.at(at + 3) - 3, sizeof out);
  return out;
}

nlohmann::json json_of(const std::vector<uint8_t>& glb) {
  const auto begin = glb.begin() + 20;
  return nlohmann::json::parse(begin, begin + word_at(glb, 12));
}

geometry::TriangleMesh read_back(const std::vector<uint8_t>& glb) {
  test::TestFolder folder("glb_writer");
  const std::string path = folder.file("scene.glb");
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(glb.data()), static_cast<std::streamsize>(glb.size()));
  geometry::ImportOptions options;
  options.axes = geometry::kAxesNed;  // as stored
  return geometry::load_mesh(path, options).value().mesh;
}

TEST(GlbWriter, TheContainerIsWellFormed) {
  GlbWriter writer;
  const int shape = writer.add_shape(drawn_mesh(geometry::box({1, 1, 1})));
  writer.add_node({"box", writer.add_mesh({{shape, writer.add_material({"red", {1, 0, 0}})}})});
  const std::vector<uint8_t> glb = writer.finish();
  EXPECT_EQ(word_at(glb, 0), 0x46546C67u);
  EXPECT_EQ(word_at(glb, 4), 2u);
  EXPECT_EQ(word_at(glb, 8), glb.size());
  const uint32_t text = word_at(glb, 12);
  EXPECT_EQ(text % 4, 0u);
  EXPECT_EQ(word_at(glb, 16), 0x4E4F534Au);
  EXPECT_EQ(word_at(glb, 20 + text) + 28 + text, glb.size());
  EXPECT_EQ(word_at(glb, 24 + text), 0x004E4942u);
  const nlohmann::json json = json_of(glb);
  EXPECT_EQ(json["buffers"][0]["byteLength"], word_at(glb, 20 + text));
  for (const auto& view : json["bufferViews"]) {
    EXPECT_EQ(view["byteOffset"].get<size_t>() % 4, 0u);
    EXPECT_LE(view["byteOffset"].get<size_t>() + view["byteLength"].get<size_t>(),
              json["buffers"][0]["byteLength"].get<size_t>());
  }
  EXPECT_EQ(json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"],
            nlohmann::json({1.0, 0.0, 0.0, 1.0}));
}

TEST(GlbWriter, AnIndependentReaderFindsTheSameMesh) {
  constexpr double kSinglePrecision = 1e-6;
  geometry::TriangleMesh rock = geometry::sphere(0.7, 500);
  for (Vec3& v : rock.vertices) v = Vec3(2 * v.x() + 3, v.y() - 1, 0.5 * v.z() + 10);
  GlbWriter writer;
  const int shape = writer.add_shape(drawn_mesh(rock));
  writer.add_node({"rock", writer.add_mesh({{shape, writer.add_material({})}})});
  const geometry::TriangleMesh back = read_back(writer.finish());
  ASSERT_EQ(back.triangles.size(), rock.triangles.size());
  EXPECT_NEAR(geometry::signed_volume(back), geometry::signed_volume(rock), kSinglePrecision * 10);
  EXPECT_LT((geometry::bounding_box(back).lower - geometry::bounding_box(rock).lower).norm(),
            kSinglePrecision * 10);
  EXPECT_LT((geometry::bounding_box(back).upper - geometry::bounding_box(rock).upper).norm(),
            kSinglePrecision * 10);
}

TEST(GlbWriter, LargeMeshesHaveWideIndices) {
  const geometry::TriangleMesh sphere = geometry::sphere(1, 160000);
  ASSERT_GT(sphere.vertices.size(), 65536u);
  GlbWriter writer;
  const int shape = writer.add_shape(drawn_mesh(sphere));
  writer.add_node({"sphere", writer.add_mesh({{shape, writer.add_material({})}})});
  EXPECT_EQ(read_back(writer.finish()).triangles.size(), sphere.triangles.size());
}

TEST(GlbWriter, EqualThingsAreStoredOnce) {
  GlbWriter writer;
  const int shape = writer.add_shape(drawn_mesh(geometry::box({1, 1, 1})));
  const int red = writer.add_material({"red", {1, 0, 0}});
  EXPECT_EQ(writer.add_material({"red", {1, 0, 0}}), red);
  EXPECT_NE(writer.add_material({"red", {1, 0.5, 0}}), red);
  const size_t bytes = writer.bytes();
  const int mesh = writer.add_mesh({{shape, red}});
  EXPECT_EQ(writer.add_mesh({{shape, red}}), mesh);
  writer.add_node({"a", mesh}), writer.add_node({"b", mesh});
  EXPECT_EQ(writer.bytes(), bytes);
  EXPECT_EQ(json_of(writer.finish())["meshes"].size(), 1u);
}

TEST(GlbWriter, CopiesStandInTheBuffer) {
  GlbWriter writer;
  const int shape = writer.add_shape(drawn_mesh(geometry::box({1, 1, 1})));
  const GlbCopies copies{{{1, 2, 3}, {4, 5, 6}}, {{0, 0, 0, 1}, {1, 0, 0, 0}}, {2, 3}, {}};
  const int child = writer.add_node(
      {"copies", writer.add_mesh({{shape, writer.add_material({})}}), {}, {}, &copies}, false);
  writer.add_node({"parent", -1, {child}, "{\"kind\":\"rocks\"}", nullptr});
  const std::vector<uint8_t> glb = writer.finish();
  const nlohmann::json json = json_of(glb);
  EXPECT_EQ(json["extensionsUsed"], nlohmann::json::array({"EXT_mesh_gpu_instancing"}));
  EXPECT_EQ(json["scenes"][0]["nodes"], nlohmann::json::array({1}));
  EXPECT_EQ(json["nodes"][1]["extras"]["kind"], "rocks");
  const auto& attributes = json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
  const auto& accessor = json["accessors"][attributes["TRANSLATION"].get<size_t>()];
  EXPECT_EQ(accessor["count"], 2);
  const size_t at =
      28 + word_at(glb, 12) +
      json["bufferViews"][accessor["bufferView"].get<size_t>()]["byteOffset"].get<size_t>();
  std::array<float, 6> places{};
  std::memcpy(places.data(), &glb[at], sizeof places);
  EXPECT_EQ(places, (std::array<float, 6>{1, 2, 3, 4, 5, 6}));
}

TEST(GlbWriter, AnEmptySceneIsValid) {
  const std::vector<uint8_t> glb = GlbWriter().finish();
  EXPECT_EQ(word_at(glb, 8), glb.size());
  EXPECT_FALSE(json_of(glb).contains("nodes"));
}

}  // namespace glb_writer_test
}  // namespace hadal::outputs
