#include "geometry/mesh_check.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/mass_properties.h"
#include "geometry/parts.h"
#include "geometry/primitives.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace mesh_check_test {

constexpr double kTolerance = 1e-9;

// Every face with vertices of its own, as in STL files.
TriangleMesh soup(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto first = static_cast<uint32_t>(result.vertices.size());
    for (int k = 0; k < 3; ++k) result.vertices.push_back(mesh.corner(t, k));
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

TriangleMesh moved(const TriangleMesh& mesh, const Vec3& p) {
  return transformed(mesh, {p, Quat::Identity()});
}

TriangleMesh two(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh both = a;
  append(both, b);
  return both;
}

TEST(MeshCheck, AGoodMeshIsLeftAlone) {
  const TriangleMesh mesh = sphere(1, 500);
  MeshReport report;
  const TriangleMesh result = prepare_closed(mesh, report).value();
  EXPECT_EQ(result.vertices, mesh.vertices);
  EXPECT_EQ(result.triangles, mesh.triangles);
  EXPECT_EQ(report.text(), "");
  EXPECT_EQ(report.parts, 1u);
}

TEST(MeshCheck, SoupIsWelded) {
  const TriangleMesh mesh = cylinder(0.5, 2, 600);
  TriangleMesh loose = soup(mesh);
  for (size_t i = 0; i < loose.vertices.size(); ++i)  // a thousandth of the tolerance
    loose.vertices[i].x() += (i % 3) * 1e-9;
  MeshReport report;
  const TriangleMesh result = prepare_closed(loose, report).value();
  EXPECT_EQ(result.vertices.size(), mesh.vertices.size());
  EXPECT_EQ(report.welded_vertices, loose.vertices.size() - mesh.vertices.size());
  EXPECT_NEAR(signed_volume(result) / signed_volume(mesh), 1, 1e-7);
}

TEST(MeshCheck, WeldKeepsWhatIsApart) {
  TriangleMesh mesh = box({1, 1, 1});
  mesh.vertices[0].x() += 1e-5;
  EXPECT_EQ(weld_map(two(mesh, box({1, 1, 1})), 1e-6)[8], 8u);
  EXPECT_EQ(weld_map(two(mesh, box({1, 1, 1})), 1e-6)[9], 1u);
  EXPECT_EQ(weld_map(two(mesh, box({1, 1, 1})), 1e-4)[8], 0u);
}

TEST(MeshCheck, AHoleIsFoundAndPlaced) {
  TriangleMesh mesh = box({2, 2, 2}, 200);
  const Vec3 middle = (mesh.corner(40, 0) + mesh.corner(40, 1) + mesh.corner(40, 2)) / 3;
  mesh.triangles.erase(mesh.triangles.begin() + 40);
  MeshReport report;
  const auto result = prepare_closed(mesh, report);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(report.open_edges, 3u);
  ASSERT_EQ(report.holes.size(), 1u);
  EXPECT_LT((0.5 * (report.holes[0].bounds.lower + report.holes[0].bounds.upper) - middle).norm(),
            0.2);
  EXPECT_NE(result.problems().text().find("not watertight: 3 open edges"), std::string::npos);
}

// Two holes, one of two faces, and a patch of flipped faces: each is named with its place and size.
TEST(MeshCheck, EveryHoleAndEveryFlippedPatchIsListed) {
  TriangleMesh mesh = ellipsoid({1, 0.5, 0.4}, 2000);
  const auto at = [&](const Vec3& place) {
    size_t nearest = 0;
    const auto distance = [&](size_t t) {
      return ((mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3 - place).norm();
    };
    for (size_t t = 1; t < mesh.triangles.size(); ++t)
      if (distance(t) < distance(nearest)) nearest = t;
    return nearest;
  };
  std::swap(mesh.triangles[at({0, 0, 0.4})][0], mesh.triangles[at({0, 0, 0.4})][1]);
  std::swap(mesh.triangles[at({0, 0.5, 0})][0], mesh.triangles[at({0, 0.5, 0})][1]);
  for (const Vec3& place : {Vec3(1, 0, 0), Vec3(-1, 0, 0)})
    mesh.triangles.erase(mesh.triangles.begin() + static_cast<long>(at(place)));
  MeshReport report;
  const auto result = prepare_closed(mesh, report);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(report.holes.size(), 2u);
  EXPECT_EQ(report.turned.size(), 2u);
  const std::string text = result.problems().text();
  EXPECT_NE(text.find("6 open edges around 2 holes: 3 edges at ("), std::string::npos) << text;
  EXPECT_NE(text.find("2 faces turned to agree with their neighbours: 1 face at ("),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("convex hull"), std::string::npos);
}

// A fin of two triangles without thickness, drawn from both sides, on an edge of a box: it goes as
// a whole, and the box stays closed. The same sheet alone, or a box drawn from both sides, keeps
// one copy of each face.
TEST(MeshCheck, AFoldWithoutVolumeIsTakenOut) {
  TriangleMesh mesh = box({2, 2, 2});
  const auto [a, b] = std::pair(mesh.triangles[0][0], mesh.triangles[0][1]);
  const auto c = static_cast<uint32_t>(mesh.vertices.size()), d = c + 1;
  mesh.vertices.push_back(1.5 * mesh.vertices[a]);
  mesh.vertices.push_back(1.5 * mesh.vertices[b]);
  const std::vector<std::array<uint32_t, 3>> fin = {{a, b, c}, {b, d, c}, {b, a, c}, {d, b, c}};
  mesh.triangles.insert(mesh.triangles.end(), fin.begin(), fin.end());
  MeshReport report;
  const auto result = prepare_closed(mesh, report);
  ASSERT_TRUE(result.ok()) << result.problems().text();
  EXPECT_EQ(report.folded_faces, 4u);
  EXPECT_EQ(report.duplicate_faces, 0u);
  EXPECT_EQ(result.value().triangles.size(), 12u);
  EXPECT_NEAR(signed_volume(result.value()), 8, kTolerance);
  EXPECT_EQ(report.repairs, std::vector<std::string>{"4 faces of folds without volume taken out"});

  const MeshReport sheet = check_mesh({mesh.vertices, fin});
  EXPECT_EQ(sheet.duplicate_faces, 2u);
  EXPECT_EQ(sheet.folded_faces, 0u);
  EXPECT_EQ(sheet.faces, 2u);

  TriangleMesh both = box({2, 2, 2}), inner = both;
  turn_inside_out(inner);
  both.triangles.insert(both.triangles.end(), inner.triangles.begin(), inner.triangles.end());
  EXPECT_NEAR(signed_volume(prepare_closed(both, report).value()), 8, kTolerance);
  EXPECT_EQ(report.duplicate_faces, 12u);
}

TEST(MeshCheck, TurnedFacesAreTurnedBack) {
  const TriangleMesh mesh = torus(1, 0.3, 800).value();
  TriangleMesh mixed = mesh;
  for (size_t i = 0; i < mixed.triangles.size(); i += 7)
    std::swap(mixed.triangles[i][0], mixed.triangles[i][1]);
  MeshReport report;
  const TriangleMesh result = prepare_closed(mixed, report).value();
  EXPECT_EQ(report.turned_faces, (mesh.triangles.size() + 6) / 7);
  EXPECT_NEAR(signed_volume(result), signed_volume(mesh), kTolerance);
}

TEST(MeshCheck, InsideOutIsTurned) {
  TriangleMesh mesh = two(sphere(1, 200), moved(sphere(2, 200), {5, 0, 0}));
  for (size_t i = 0; i < mesh.triangles.size() / 2; ++i)
    std::swap(mesh.triangles[i][0], mesh.triangles[i][1]);
  MeshReport report;
  const TriangleMesh result = prepare_closed(mesh, report).value();
  EXPECT_EQ(report.parts, 2u);
  EXPECT_EQ(report.turned_parts, 1u);
  EXPECT_NEAR(signed_volume(result), 9 * signed_volume(sphere(1, 200)), kTolerance);
}

TEST(MeshCheck, ACavityStays) {
  TriangleMesh inner = sphere(0.5, 200);
  turn_inside_out(inner);
  MeshReport report;
  const TriangleMesh result = prepare_closed(two(sphere(1, 500), inner), report).value();
  EXPECT_EQ(report.cavities, 1u);
  EXPECT_EQ(report.turned_parts, 0u);
  EXPECT_NEAR(signed_volume(result),
              signed_volume(sphere(1, 500)) - signed_volume(sphere(0.5, 200)), kTolerance);
}

// A hollow body that is inside out as a whole keeps its cavity.
TEST(MeshCheck, AHollowBodyInsideOut) {
  TriangleMesh inner = sphere(0.5, 200);
  turn_inside_out(inner);
  const TriangleMesh hollow = two(sphere(1, 500), inner);
  TriangleMesh wrong = hollow;
  turn_inside_out(wrong);
  MeshReport report;
  const TriangleMesh result = prepare_closed(wrong, report).value();
  EXPECT_EQ(report.turned_parts, 2u);
  EXPECT_EQ(report.cavities, 1u);
  EXPECT_EQ(report.overlapping_pairs, 0u);
  EXPECT_NEAR(signed_volume(result), signed_volume(hollow), kTolerance);
}

TEST(MeshCheck, OverlapsAreFound) {
  const TriangleMesh cube = box({1, 1, 1});
  EXPECT_EQ(check_mesh(two(cube, moved(cube, {0.6, 0.1, 0.1}))).overlapping_pairs, 1u);
  EXPECT_EQ(check_mesh(two(box({3, 0.5, 0.5}), box({0.5, 3, 0.5}))).overlapping_pairs, 1u);
  EXPECT_EQ(check_mesh(two(sphere(1, 500), sphere(0.3, 80))).overlapping_pairs, 1u);
  EXPECT_EQ(check_mesh(two(cube, moved(cube, {1.01, 0, 0}))).overlapping_pairs, 0u);
  EXPECT_EQ(check_mesh(two(cube, moved(cube, {1.0, 0.3, 0.2}))).overlapping_pairs, 0u);  // touch
  // One box in the bounding box of a ring, not in the ring.
  EXPECT_EQ(check_mesh(two(torus(2, 0.3).value(), cube)).overlapping_pairs, 0u);
}

TEST(MeshCheck, FacesWithoutAreaAreTakenOutAndTheSeamClosed) {
  // A unit cube, one edge of which has a vertex in its middle on one side only: the seam is a
  // triangle without area.
  TriangleMesh mesh = box({1, 1, 1});
  const std::array<uint32_t, 3> t = mesh.triangles[0];
  const auto middle = static_cast<uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(0.5 * (mesh.vertices[t[0]] + mesh.vertices[t[1]]));
  mesh.triangles[0] = {t[0], middle, t[2]};
  mesh.triangles.push_back({middle, t[1], t[2]});
  mesh.triangles.push_back({t[0], t[1], middle});
  ASSERT_TRUE(is_closed(mesh));
  MeshReport report;
  const TriangleMesh result = prepare_closed(mesh, report).value();
  EXPECT_EQ(report.degenerate_faces, 1u);
  EXPECT_EQ(result.triangles.size(), 14u);
  EXPECT_NEAR(signed_volume(result), 1, kTolerance);
  for (size_t i = 0; i < result.triangles.size(); ++i)
    EXPECT_GT(result.area_vector_doubled(i).norm(), 0.1);
}

TEST(MeshCheck, DuplicatesAreTakenOut) {
  TriangleMesh mesh = box({1, 1, 1});
  mesh.triangles.push_back(mesh.triangles[4]);
  mesh.triangles.push_back({mesh.triangles[5][1], mesh.triangles[5][0], mesh.triangles[5][2]});
  MeshReport report;
  const TriangleMesh result = prepare_closed(mesh, report).value();
  EXPECT_EQ(report.duplicate_faces, 2u);
  EXPECT_EQ(result.triangles, box({1, 1, 1}).triangles);
}

TEST(MeshCheck, NonManifoldEdges) {
  TriangleMesh mesh = box({1, 1, 1});
  const auto vertex = static_cast<uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({3, 3, 3});
  mesh.triangles.push_back({mesh.triangles[0][0], mesh.triangles[0][1], vertex});
  MeshReport report;
  EXPECT_FALSE(prepare_closed(mesh, report).ok());
  EXPECT_EQ(report.non_manifold_edges, 1u);
  EXPECT_EQ(report.unbalanced_edges, 1u);
  EXPECT_EQ(report.open_edges, 2u);
}

// Two cubes that fraction an edge: four faces meet there, and the body is sound.
TEST(MeshCheck, PartsThatTouchAlongAnEdge) {
  const TriangleMesh cube = box({1, 1, 1});
  MeshReport report;
  const auto result = prepare_closed(two(cube, moved(cube, {1, 1, 0})), report);
  ASSERT_TRUE(result.ok()) << result.problems().text();
  EXPECT_EQ(report.non_manifold_edges, 1u);
  EXPECT_EQ(report.unbalanced_edges, 0u);
  EXPECT_TRUE(report.closed());
  EXPECT_TRUE(report.errors.empty());
  EXPECT_NEAR(signed_volume(result.value()), 2, kTolerance);
}

TEST(MeshCheck, MoebiusStripHasNoInside) {
  TriangleMesh strip;
  constexpr uint32_t kPieces = 24;
  for (uint32_t i = 0; i < kPieces; ++i) {
    const double a = 2 * M_PI * i / kPieces;
    for (double w : {-0.3, 0.3})
      strip.vertices.push_back({(1 + w * std::cos(a / 2)) * std::cos(a),
                                (1 + w * std::cos(a / 2)) * std::sin(a), w * std::sin(a / 2)});
  }
  for (uint32_t i = 0; i < kPieces; ++i) {
    const bool last = i + 1 == kPieces;
    const uint32_t a = 2 * i, b = a + 1, c = last ? 1 : a + 2, d = last ? 0 : a + 3;
    strip.triangles.push_back({a, b, d});
    strip.triangles.push_back({a, d, c});
  }
  EXPECT_FALSE(check_mesh(strip).orientable);
}

TEST(MeshCheck, ASheetEnclosesNothing) {
  TriangleMesh sheet = box({1, 1, 1});
  for (Vec3& vertex : sheet.vertices) vertex.z() = 0;
  MeshReport report;
  EXPECT_FALSE(prepare_closed(sheet, report).ok());
}

TEST(MeshCheck, UnitsAreSuggested) {
  const MeshReport report = check_mesh(box({5000, 800, 600}));
  EXPECT_DOUBLE_EQ(report.suggested_unit_m.value(), 0.001);
  EXPECT_NE(report.text().find("with unit: mm (--unit mm) it would be 5.099 m"), std::string::npos)
      << report.text();
  EXPECT_DOUBLE_EQ(check_mesh(box({0.002, 0.002, 0.002})).suggested_unit_m.value(), 1000);
  EXPECT_FALSE(check_mesh(box({5, 1, 1})).suggested_unit_m);
}

TEST(MeshCheck, SliversAreCounted) {
  EXPECT_EQ(check_mesh(box({100, 0.01, 0.01})).slivers, 8u);
  EXPECT_EQ(check_mesh(box({10, 1, 1})).slivers, 0u);
}

TEST(MeshCheck, EmptyAndNonFiniteMeshesAreErrors) {
  MeshReport report;
  EXPECT_FALSE(prepare_closed({}, report).ok());
  TriangleMesh mesh = box({1, 1, 1});
  mesh.vertices[2].z() = std::numeric_limits<double>::quiet_NaN();
  const auto result = prepare_closed(mesh, report);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.problems().text().find("not finite"), std::string::npos);
}

TEST(Parts, WindingNumber) {
  const TriangleMesh ring = torus(2, 0.5).value();
  EXPECT_EQ(winding_number(ring, {2, 0.01, 0.02}), 1);
  EXPECT_EQ(winding_number(ring, {-1.7, 0.1, 0.2}), 1);
  EXPECT_EQ(winding_number(ring, {0.01, 0.02, 0}), 0);
  EXPECT_EQ(winding_number(ring, {2, 0.01, -0.7}), 0);
  // Through vertices and along edges of a lattice the rule stays whole.
  const TriangleMesh cube = box({2, 2, 2}, 300);
  for (double x : {-0.5, 0.0, 0.25})
    for (double y : {-0.5, 0.0, 0.5}) EXPECT_EQ(winding_number(cube, {x, y, 0.1}), 1);
  TriangleMesh inside_out = cube;
  turn_inside_out(inside_out);
  EXPECT_EQ(winding_number(inside_out, {0.1, 0.2, 0.3}), -1);
}

}  // namespace mesh_check_test
}  // namespace hadal::geometry
