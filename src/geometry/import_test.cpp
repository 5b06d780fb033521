#include "geometry/import.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/export.h"
#include "geometry/import_mutation.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace import_test {

constexpr double kFloatTolerance = 1e-6;
constexpr ImportOptions kAsStored{std::nullopt, kAxesNed};

// The tetrahedron of the samples, wherever its far corner is.
void expect_tetrahedron(const Result<ImportedMesh>& result, const Vec3& far_corner,
                        double volume = 1) {
  ASSERT_TRUE(result.ok()) << result.problems().text();
  const TriangleMesh& mesh = result.value().mesh;
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.triangles.size(), 4u);
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(signed_volume(mesh), volume, kFloatTolerance * volume);
  double nearest = 1e9;
  for (const Vec3& vertex : mesh.vertices)
    nearest = std::min(nearest, (vertex - far_corner).norm());
  EXPECT_LT(nearest, kFloatTolerance * far_corner.norm());
}

TEST(Import, EveryFormatGivesTheSameMesh) {
  const sample::TemporaryFolder folder;
  const Vec3 z3(0, 0, 3);
  expect_tetrahedron(load_mesh(folder.write("a.obj", sample::obj())), z3);
  expect_tetrahedron(load_mesh(folder.write("a.STL", sample::text_stl())), z3);
  expect_tetrahedron(load_mesh(folder.write("b.stl", sample::binary_stl())), z3);
  expect_tetrahedron(load_mesh(folder.write("a.ply", sample::text_ply())), z3);
  expect_tetrahedron(load_mesh(folder.write("a.glb", sample::glb()), kAsStored), z3);
  folder.write("a.bin", sample::gltf_buffer());
  expect_tetrahedron(load_mesh(folder.write("a.gltf", sample::gltf_json("", "a.bin")), kAsStored),
                     z3);
  expect_tetrahedron(load_mesh(folder.write("a.dae", sample::dae("")), kAsStored), z3);
}

// z up, x forward: z flips and y flips. y up, z forward (glTF): z goes ahead, y up, x left.
TEST(Import, AxesBecomeForwardRightDown) {
  const sample::TemporaryFolder folder;
  const auto obj = folder.write("a.obj", sample::obj());
  expect_tetrahedron(load_mesh(obj, {std::nullopt, kAxesZUp}), {0, 0, -3});
  expect_tetrahedron(load_mesh(obj, {std::nullopt, kAxesZUp}), {0, -2, 0});
  expect_tetrahedron(load_mesh(obj, {std::nullopt, kAxesYUp}), {3, 0, 0});
  expect_tetrahedron(load_mesh(obj, {std::nullopt, kAxesYUp}), {0, 0, -2});
  expect_tetrahedron(load_mesh(obj, {std::nullopt, kAxesYUp}), {0, -1, 0});
  const AxisConvention blender{Axis::kMinusZ, Axis::kPlusY};  // -z forward: x is right
  expect_tetrahedron(load_mesh(obj, {std::nullopt, blender}), {-3, 0, 0});
  expect_tetrahedron(load_mesh(obj, {std::nullopt, blender}), {0, 1, 0});
  // Formats that know their axes need no option.
  expect_tetrahedron(load_mesh(folder.write("a.glb", sample::glb())), {3, 0, 0});
  expect_tetrahedron(load_mesh(folder.write("a.dae", sample::dae("<up_axis>Z_UP</up_axis>"))),
                     {0, 0, -3});
  expect_tetrahedron(load_mesh(folder.write("b.dae", sample::dae("<up_axis>Y_UP</up_axis>"))),
                     {3, 0, 0});
  const AxisConvention skew{Axis::kPlusX, Axis::kMinusX};
  EXPECT_FALSE(load_mesh(obj, {std::nullopt, skew}).ok());
}

TEST(Import, UnitsAndScale) {
  const sample::TemporaryFolder folder;
  ImportOptions millimetres{0.001, kAxesNed};
  const auto obj = folder.write("a.obj", sample::obj());
  expect_tetrahedron(load_mesh(obj, millimetres), {0, 0, 0.003}, 1e-9);
  millimetres.scale = 2;
  expect_tetrahedron(load_mesh(obj, millimetres), {0, 0, 0.006}, 8e-9);
  const auto dae = folder.write("a.dae", sample::dae("<unit name=\"inch\" meter=\"0.0254\"/>"));
  expect_tetrahedron(load_mesh(dae, kAsStored), {0, 0, 3 * 0.0254}, std::pow(0.0254, 3));
  EXPECT_DOUBLE_EQ(load_mesh(dae).value().unit_m, 0.0254);
  expect_tetrahedron(load_mesh(dae, {1.0, kAxesNed}), {0, 0, 3});
  EXPECT_FALSE(load_mesh(obj, {0.0}).ok());
  EXPECT_FALSE(load_mesh(obj, {std::nan("")}).ok());
}

// A mirroring node must not turn the mesh inside out.
TEST(Import, NodeTransformsAreApplied) {
  const sample::TemporaryFolder folder;
  expect_tetrahedron(
      load_mesh(folder.write("a.glb", sample::glb("\"translation\":[10,20,30]")), kAsStored),
      {10, 20, 33});
  expect_tetrahedron(load_mesh(folder.write("b.glb", sample::glb("\"scale\":[-1,1,2]")), kAsStored),
                     {-1, 0, 0}, 2);
}

TEST(Import, PolygonsAreCutAndLinesLeftOut) {
  const sample::TemporaryFolder folder;
  const std::string cube =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
      "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nl 1 7\n";
  const auto result = load_mesh(folder.write("cube.obj", cube));
  ASSERT_TRUE(result.ok()) << result.problems().text();
  EXPECT_EQ(result.value().mesh.triangles.size(), 12u);
  EXPECT_TRUE(is_closed(result.value().mesh));
  EXPECT_NEAR(signed_volume(result.value().mesh), 1, kFloatTolerance);
  ASSERT_EQ(result.value().notes.size(), 1u);
  EXPECT_EQ(result.value().notes[0], "1 lines or points were left out");
}

TEST(Import, WrittenFilesReadBack) {
  const sample::TemporaryFolder folder;
  const TriangleMesh mesh = ship_hull({}, 1000).value();
  for (const char* name : {"a.obj", "a.ply", "a.stl"}) {
    const auto path = folder.path / name;
    const Problems problems = std::string(name) == "a.obj"   ? write_obj(mesh, path)
                              : std::string(name) == "a.ply" ? write_ply(mesh, path)
                                                             : write_stl(mesh, path);
    EXPECT_TRUE(problems.empty());
    const auto result = load_mesh(path);
    ASSERT_TRUE(result.ok()) << result.problems().text();
    EXPECT_EQ(result.value().mesh.triangles.size(), mesh.triangles.size()) << name;
    EXPECT_EQ(result.value().mesh.vertices.size(), mesh.vertices.size()) << name;
    EXPECT_TRUE(is_closed(result.value().mesh)) << name;
    EXPECT_NEAR(signed_volume(result.value().mesh) / signed_volume(mesh), 1, kFloatTolerance);
  }
  EXPECT_FALSE(write_obj(mesh, folder.path / "no" / "such" / "a.obj").empty());
}

void expect_problem(const std::filesystem::path& path, const std::string& words,
                    const ImportOptions& options = {}) {
  const auto result = load_mesh(path, options);
  ASSERT_FALSE(result.ok()) << words;
  EXPECT_NE(result.problems().text().find(words), std::string::npos) << result.problems().text();
  EXPECT_NE(result.problems().text().find(path.filename().string()), std::string::npos);
}

TEST(Import, BadFilesAreExplained) {
  const sample::TemporaryFolder folder;
  expect_problem(folder.path / "missing.obj", "no such mesh file");
  expect_problem(folder.path, "no such mesh file");
  expect_problem(folder.write("a.obj", ""), "empty");
  expect_problem(folder.write("a.xyz", "hello"), "unknown kind of mesh file '.xyz'");
  expect_problem(folder.write("b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"), "mesh file");
  expect_problem(folder.write("c.ply",
                              "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                              "property float y\nproperty float z\nend_header\n0 0 0\n"),
                 "mesh file");
  expect_problem(folder.write("d.obj", "v 0 0 0\nv nan 0 0\nv 0 inf 0\nf 1 2 3\n"), "mesh file");
  expect_problem(folder.write("e.obj", "v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n"), "farther");
  expect_problem(folder.write("f.stl", std::string(300, '\xff')), "mesh file");
  expect_problem(folder.write("g.dae", "<COLLADA>"), "mesh file");
  ImportOptions small;
  small.max_faces = 3;
  expect_problem(folder.write("h.obj", sample::obj()), "has 4 faces; at most 3 are read", small);
  small.max_file_bytes = 10;
  expect_problem(folder.write("h.obj", sample::obj()), "at most 0 MB", small);
}

TEST(Import, VerticesThatAreNotNumbersAreRefused) {
  const sample::TemporaryFolder folder;
  for (double bad : {std::nan(""), HUGE_VAL})
    for (int k = 0; k < 3; ++k) {
      TriangleMesh mesh = box({1, 1, 1});
      mesh.vertices[5][k] = bad;
      const auto path = folder.path / "bad.ply";
      ASSERT_TRUE(write_ply(mesh, path).empty());
      expect_problem(path, "vertex 6 is not finite");
    }
}

TEST(Import, MutatedFilesDoNoHarm) {
  constexpr int kEach = 30;
  const sample::MutationCount counts[] = {sample::try_mutations("obj", sample::obj(), kEach),
                                          sample::try_mutations("stl", sample::text_stl(), kEach),
                                          sample::try_mutations("stl", sample::binary_stl(), kEach),
                                          sample::try_mutations("ply", sample::text_ply(), kEach),
                                          sample::try_mutations("glb", sample::glb(), kEach)};
  for (const sample::MutationCount& count : counts)
    EXPECT_EQ(count.read + count.refused + count.crashed, kEach);
}

}  // namespace import_test
}  // namespace hadal::geometry
