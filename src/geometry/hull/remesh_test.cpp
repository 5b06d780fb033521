#include "geometry/hull/remesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/hull/collapse.h"
#include "geometry/hull/outer_parts.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace remesh_test {

constexpr double kNoLimit = 1e9;

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      longest = std::max(longest, (mesh.corner(t, k) - mesh.corner(t, (k + 1) % 3)).norm());
  return longest;
}

// Every edge has exactly two faces.
bool manifold(const TriangleMesh& mesh) {
  std::map<std::pair<uint32_t, uint32_t>, int> uses;
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++uses[std::minmax(t[k], t[(k + 1) % 3])];
  return std::all_of(uses.begin(), uses.end(), [](const auto& use) { return use.second == 2; });
}

TEST(Bisect, CutsABoxEvenlyWithoutMovingItsSurface) {
  const TriangleMesh fine = bisected(box({2, 1, 0.5}), 1000);
  EXPECT_GE(fine.triangles.size(), 1000u);
  EXPECT_LE(fine.triangles.size(), 1001u);
  EXPECT_TRUE(is_closed(fine));
  EXPECT_NEAR(signed_volume(fine), 1, 1e-12);
  EXPECT_NEAR(surface_area(fine), 7, 1e-12);
  EXPECT_LT(longest_edge(fine), 3 * std::sqrt(7.0 / 1000));
}

TEST(Bisect, StopsAtALength) {
  const TriangleMesh fine = bisected(box({1, 1, 1}), 100000, 0.3);
  EXPECT_LE(longest_edge(fine), 0.3);
  EXPECT_LT(fine.triangles.size(), 1500u);
}

TEST(Collapse, KeepsCornersAndEdgesOfABox) {
  const TriangleMesh coarse = collapsed(box({2, 1, 0.5}, 5000), 300, kNoLimit);
  EXPECT_LE(coarse.triangles.size(), 300u);
  EXPECT_TRUE(is_closed(coarse));
  EXPECT_TRUE(manifold(coarse));
  EXPECT_NEAR(signed_volume(coarse), 1, 1e-5);
  EXPECT_LT((bounding_box(coarse).size() - Vec3(2, 1, 0.5)).norm(), 1e-5);
}

TEST(Collapse, KeepsTheVolumeOfASphere) {
  const TriangleMesh fine = sphere(1, 8000), coarse = collapsed(fine, 1000, kNoLimit);
  EXPECT_LE(coarse.triangles.size(), 1000u);
  EXPECT_TRUE(manifold(coarse));
  EXPECT_NEAR(signed_volume(coarse), signed_volume(fine), 0.01 * signed_volume(fine));
}

TEST(Flip, ExchangesTheLongDiagonal) {
  // A flat double pyramid over a kite: the short diagonal is better.
  TriangleMesh kite{{{0, 0, 0}, {2, 0.1, 0}, {4, 0, 0}, {2, -0.1, 0}, {2, 0, -3}},
                    {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
  if (signed_volume(kite) < 0) turn_inside_out(kite);
  const TriangleMesh better = with_better_diagonals(kite);
  EXPECT_TRUE(manifold(better));
  EXPECT_NEAR(signed_volume(better), signed_volume(kite), 1e-12);
  bool long_diagonal = false, short_diagonal = false;
  for (const auto& t : better.triangles)
    for (int k = 0; k < 3; ++k) {
      const auto edge = std::minmax(t[k], t[(k + 1) % 3]);
      long_diagonal |= edge.first == 0 && edge.second == 2;
      short_diagonal |= edge.first == 1 && edge.second == 3;
    }
  EXPECT_FALSE(long_diagonal);
  EXPECT_TRUE(short_diagonal);
}

TEST(OuterParts, LeavesOutWhatIsInside) {
  TriangleMesh nested = sphere(1, 500);
  append(nested, box({0.5, 0.5, 0.5}));
  TriangleMesh far = box({1, 1, 1});
  for (Vec3& v : far.vertices) v.z() += 5;
  append(nested, far);
  const OuterParts found = outer_parts(nested).value();
  EXPECT_EQ(found.kept, 2u);
  EXPECT_EQ(found.inside, 1u);
  EXPECT_EQ(found.mesh.triangles.size(), sphere(1, 500).triangles.size() + 12);
}

TEST(OuterParts, TheInnerSkinOfAShellIsInside) {
  TriangleMesh shell = sphere(1, 500), skin = sphere(0.9, 500);
  turn_inside_out(skin);
  append(shell, skin);
  const OuterParts found = outer_parts(shell).value();
  EXPECT_EQ(found.kept, 1u);
  EXPECT_NEAR(signed_volume(found.mesh), signed_volume(sphere(1, 500)), 1e-9);
}

TEST(OuterParts, RefusesOverlapAndHoles) {
  TriangleMesh crossing = box({1, 1, 1}, 48);
  TriangleMesh other = box({1, 0.5, 0.5}, 48);
  for (Vec3& v : other.vertices) v.x() += 0.6;
  append(crossing, other);
  const auto overlap = outer_parts(crossing);
  ASSERT_FALSE(overlap.ok());
  EXPECT_NE(overlap.problems().text().find("partly inside"), std::string::npos);
  TriangleMesh open = box({1, 1, 1});
  open.triangles.pop_back();
  ASSERT_FALSE(outer_parts(open).ok());
  EXPECT_NE(outer_parts(open).problems().text().find("not closed"), std::string::npos);
}

TEST(Remesh, BringsAnyMeshToTheNumberAndVolume) {
  constexpr size_t kTarget = 1200;
  const TriangleMesh meshes[] = {box({2, 1, 0.5}), ellipsoid({5, 1, 1}, 20000),
                                 cylinder(0.1, 2, 400), sphere(1, 1200)};
  for (const TriangleMesh& mesh : meshes) {
    const PanelMesh found = panel_mesh(mesh, kTarget).value();
    EXPECT_NEAR(static_cast<double>(found.mesh.triangles.size()), kTarget, 0.3 * kTarget);
    EXPECT_TRUE(is_closed(found.mesh));
    EXPECT_NEAR(signed_volume(found.mesh), signed_volume(mesh), 1e-9 * signed_volume(mesh));
    EXPECT_NEAR(found.volume_after, found.volume_before, 0.01 * found.volume_before);
    const double even = std::sqrt(4 / std::sqrt(3.0) * surface_area(mesh) / kTarget);
    EXPECT_LT(longest_edge(found.mesh), 4 * even);
  }
}

TEST(Remesh, LongSliversGetPanelsAlongTheirLength) {
  // A drum of 100 sectors without rings: 400 faces, all of them as long as the drum.
  std::vector<ProfilePoint> profile = {{0, -3}, {0.5, -3}, {0.5, 3}, {0, 3}};
  const PanelMesh found = panel_mesh(lathe(profile, 0, 400).value(), 1500).value();
  EXPECT_LT(longest_edge(found.mesh), 1.0);
}

TEST(Remesh, AFlatBodyIsRefused) {
  TriangleMesh flat = box({1, 1, 1});
  for (Vec3& v : flat.vertices) v.z() = 0;
  EXPECT_FALSE(panel_mesh(flat, 1000).ok());
}

}  // namespace remesh_test
}  // namespace hadal::geometry
