// Texture coordinates through everything that makes or changes triangles: they stay those of the
// place, or they go.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/bytes.h"
#include "geometry/distort.h"
#include "geometry/face_repair.h"
#include "geometry/import.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/primitives.h"
#include "geometry/refine.h"
#include "geometry/sample_files.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace texture_coordinates_test {

constexpr float kTolerance = 1e-6f;

// u and v are linear in the place, so that every corner of every face can be checked.
std::array<float, 2> uv_at(const Vec3& p) {
  return {static_cast<float>(0.25 * p.x() + 0.5 * p.y()), static_cast<float>(p.z() - 2 * p.x())};
}
TriangleMesh painted(TriangleMesh mesh) {
  mesh.corner_uv.resize(mesh.triangles.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto [u, v] = uv_at(mesh.corner(t, k));
      mesh.corner_uv[t][2 * k] = u, mesh.corner_uv[t][2 * k + 1] = v;
    }
  return mesh;
}
void expect_painted(const TriangleMesh& mesh) {
  ASSERT_EQ(mesh.corner_uv.size(), mesh.triangles.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto [u, v] = uv_at(mesh.corner(t, k));
      EXPECT_NEAR(mesh.corner_uv[t][2 * k], u, kTolerance);
      EXPECT_NEAR(mesh.corner_uv[t][2 * k + 1], v, kTolerance);
    }
}

TEST(TextureCoordinates, CutFacesGetThoseOfTheirPlaces) {
  const TriangleMesh mesh = refined(painted(box({1, 2, 3})), 0.4);
  EXPECT_GT(mesh.triangles.size(), 100u);
  expect_painted(mesh);
}

TEST(TextureCoordinates, WeldingKeepsThem) {
  TriangleMesh mesh = painted(box({1, 2, 3}));
  // Every face with vertices of its own, and one without area.
  TriangleMesh loose;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) loose.vertices.push_back(mesh.corner(t, k));
    const auto first = static_cast<uint32_t>(3 * t);
    loose.triangles.push_back({first, first + 1, first + 2});
    if (t == 3) loose.triangles.push_back({first, first, first + 1});
  }
  const TriangleMesh joined = welded(painted(loose), 0);
  EXPECT_EQ(joined.vertices.size(), 8u);
  EXPECT_EQ(joined.triangles.size(), 12u);
  expect_painted(joined);
}

TEST(TextureCoordinates, TurnedFacesKeepThem) {
  TriangleMesh mesh = painted(box({1, 2, 3}));
  turn_inside_out(mesh);
  expect_painted(mesh);
}

TEST(TextureCoordinates, AppendedToAMeshWithoutThem) {
  TriangleMesh mesh = box({1, 1, 1});
  append(mesh, painted(box({1, 2, 3})));
  ASSERT_EQ(mesh.corner_uv.size(), 24u);
  EXPECT_EQ(mesh.corner_uv[5], (std::array<float, 6>{}));
  EXPECT_EQ(mesh.corner_uv[17], painted(box({1, 2, 3})).corner_uv[5]);
  append(mesh, box({1, 1, 1}));
  EXPECT_EQ(mesh.corner_uv.size(), 36u);
}

// What mends a mesh for physics drops them rather than mix them up.
TEST(TextureCoordinates, RepairsDropThem) {
  MeshReport report;
  EXPECT_TRUE(repaired(painted(box({1, 2, 3})), report).corner_uv.empty());
  TriangleMesh mesh = painted(box({1, 2, 3}));
  drop_duplicate_faces(mesh);
  EXPECT_TRUE(mesh.corner_uv.empty());
}

TEST(TextureCoordinates, WornMeshesKeepAsManyAsFaces) {
  const TriangleMesh worn = distorted(painted(box({1, 2, 3})), 0.7, 4);
  EXPECT_EQ(worn.corner_uv.size(), worn.triangles.size());
  const TriangleMesh grown = grow_fouling(painted(box({1, 2, 3})), 0.5, 0.05, 4).mesh;
  EXPECT_EQ(grown.corner_uv.size(), grown.triangles.size());
}

TEST(TextureCoordinates, SurviveTheCache) {
  ByteWriter writer;
  const TriangleMesh mesh = painted(box({1, 2, 3}));
  writer.put(mesh);
  const auto read = ByteReader(writer.bytes).mesh();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->corner_uv, mesh.corner_uv);
  // Cut short, or with a number of them that does not fit.
  EXPECT_FALSE(ByteReader(std::span(writer.bytes).first(writer.bytes.size() - 4)).mesh());
  const size_t count_at = writer.bytes.size() - 12 * sizeof(mesh.corner_uv[0]) - 8;
  writer.bytes[count_at] = std::byte{11};
  EXPECT_FALSE(ByteReader(writer.bytes).mesh());
}

// A square in the plane of y and z, v of the file upwards: ours runs down.
TEST(TextureCoordinates, OfAnObjFile) {
  const sample::TemporaryFolder folder;
  const std::string square =
      "v 0 0 0\nv 0 2 0\nv 0 2 2\nv 0 0 2\nvt 0 0\nvt 1 0\nvt 1 0.75\nvt 0 0.75\n"
      "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n";
  const auto loaded = load_mesh(folder.write("a.obj", square));
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  const TriangleMesh& mesh = loaded.value().mesh;
  ASSERT_EQ(mesh.corner_uv.size(), 2u);
  for (size_t t = 0; t < 2; ++t)
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(mesh.corner_uv[t][2 * k], mesh.corner(t, k).y() / 2, kTolerance);
      EXPECT_NEAR(mesh.corner_uv[t][2 * k + 1], 1 - 0.375 * mesh.corner(t, k).z(), kTolerance);
    }
  EXPECT_TRUE(load_mesh(folder.write("b.obj", sample::obj())).value().mesh.corner_uv.empty());
}

}  // namespace texture_coordinates_test
}  // namespace hadal::geometry
