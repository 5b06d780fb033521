// What becomes of bad mesh files, case by case: refused with a message that says what was found, or
// repaired with a note. Each goes the way of a link's shape: import, then the checks for physics.
#include <gtest/gtest.h>

#include <cstring>

#include "geometry/export.h"
#include "geometry/import.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/primitives.h"
#include "geometry/sample_files.h"

namespace hadal::geometry {
namespace bad_mesh_test {

struct Outcome {
  std::string problem;  // empty: a closed mesh
  std::string repairs;
  double volume_m3 = 0;
};

Outcome outcome_of(const std::filesystem::path& path) {
  const auto imported = load_mesh(path);
  if (!imported) return {imported.problems().text(), "", 0};
  MeshReport report;
  const auto closed = prepare_closed(imported.value().mesh, report);
  if (!closed) return {closed.problems().text(), report.text(), 0};
  return {"", report.text(), signed_volume(closed.value())};
}

std::string tetrahedron(const std::string& faces) {
  return "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\n" + faces;
}

std::string with_count(uint32_t count) {
  std::string bytes = sample::binary_stl();
  std::memcpy(bytes.data() + 80, &count, sizeof count);
  return bytes;
}

std::string ply_header(const std::string& vertices, const std::string& faces) {
  return "ply\nformat binary_little_endian 1.0\nelement vertex " + vertices +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face " + faces +
         "\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string half(const std::string& text) {
  return text.substr(0, text.size() / 2);
}

TEST(BadMesh, EachIsRefusedWithItsReason) {
  const struct {
    const char* file;
    std::string content;
    const char* says;
  } cases[] = {
      {"empty.obj", "", "mesh file is empty"},
      {"comment.obj", "# nothing\n", "mesh file "},
      {"points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "mesh file "},
      {"open.obj", tetrahedron("f 1 3 2\nf 1 2 4\nf 1 4 3\n"), "not watertight: 3 open edges"},
      {"one_face.obj", tetrahedron("f 1 2 3\n"), "not watertight: 3 open edges"},
      {"sheet.obj", tetrahedron("f 1 2 3\nf 1 3 2\n"), "not watertight"},
      {"flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
       "encloses no volume"},
      {"nan.ply",
       "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty "
       "float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 "
       "0\n0 nan 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
       "mesh file"},
      {"far.obj", "v 0 0 0\nv 1e30 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
       "is not finite or farther than 10,000 km"},
      {"no_vertex.obj", tetrahedron("f 1 3 9\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"), "mesh file"},
      {"cut.stl", half(sample::binary_stl()), "mesh file"},
      {"cut.ply", half(sample::text_ply()), "mesh file"},
      {"cut.glb", half(sample::glb()), "mesh file"},
      {"cut.dae", "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\"><asset>",
       "mesh file"},
      {"wrong.step", "ISO-10303-21;", "unknown kind of mesh file '.step'; expected .obj, .stl"},
      {"no_extension", sample::obj(), "unknown kind of mesh file"},
      {"obj_inside.glb", sample::obj(), "is no binary glTF"},
      {"stl_inside.gltf", sample::text_stl(), "is no glTF"},
      {"obj_inside.dae", sample::obj(), "is no Collada"},
      {"obj_inside.ply", sample::obj(), "no PLY header"},
      {"many.ply", ply_header("8", "10000000"), "has 10000000 faces; at most 5000000 are read"},
      {"vertices.ply", ply_header("4000000000", "4"), "has 4000000000 vertices; at most 15000000"},
      {"liar.ply", ply_header("15000000", "4"), "mesh file"},
      {"liar.stl", with_count(4'000'000'000u), "mesh file"},
  };
  const sample::TemporaryFolder folder;
  for (const auto& c : cases) {
    const Outcome found = outcome_of(folder.write(c.file, c.content));
    EXPECT_NE(found.problem.find(c.says), std::string::npos)
        << c.file << ": expected '" << c.says << "', found '" << found.problem << "'";
  }
}

// Ten million faces: refused by what the file announces, before anything is read.
TEST(BadMesh, TenMillionFaces) {
  constexpr uint32_t kFaces = 10'000'000;
  const sample::TemporaryFolder folder;
  std::string head(84, ' ');
  std::memcpy(head.data() + 80, &kFaces, sizeof kFaces);
  const auto path = folder.write("many.stl", head);
  std::filesystem::resize_file(path, 84 + 50 * uint64_t{kFaces});  // sparse: takes no room
  EXPECT_NE(outcome_of(path).problem.find("has 10000000 faces; at most 5000000 are read"),
            std::string::npos);
}

TEST(BadMesh, EachIsRepairedWithANote) {
  const TriangleMesh cube = box({1, 1, 1}, 48);
  TriangleMesh inside_out = cube, mixed = cube, loose;
  turn_inside_out(inside_out);
  std::swap(mixed.triangles[3][0], mixed.triangles[3][1]);
  for (size_t t = 0; t < cube.triangles.size(); ++t) {
    const auto first = static_cast<uint32_t>(loose.vertices.size());
    for (int k = 0; k < 3; ++k)
      loose.vertices.push_back(cube.corner(t, k) + 1e-7 * Vec3(t % 2, t % 3, k));
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  TriangleMesh doubled = cube;
  doubled.triangles.push_back(cube.triangles[7]);
  const struct {
    const char* file;
    const TriangleMesh& mesh;
    const char* says;
  } cases[] = {{"inside_out.ply", inside_out, "inside out"},
               {"mixed.ply", mixed, "1 faces turned to agree"},
               {"loose.ply", loose, "vertices joined"},
               {"doubled.ply", doubled, "1 duplicate faces"}};
  const sample::TemporaryFolder folder;
  for (const auto& c : cases) {
    ASSERT_TRUE(write_ply(c.mesh, folder.path / c.file).empty());
    const Outcome found = outcome_of(folder.path / c.file);
    EXPECT_EQ(found.problem, "") << c.file;
    EXPECT_NE(found.repairs.find(c.says), std::string::npos) << c.file << ": " << found.repairs;
    EXPECT_NEAR(found.volume_m3, 1, 1e-5) << c.file;
  }
}

}  // namespace bad_mesh_test
}  // namespace hadal::geometry
