#include "raytrace/smooth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/primitives.h"

namespace hadal::raytrace {
namespace smooth_test {

// On a fine sphere the smooth normal is the direction from its centre, far closer than the faces'.
TEST(Smooth, OfASphere) {
  const geometry::TriangleMesh ball = geometry::sphere(2, 2000);
  const std::vector<SmoothFace> faces = smooth_faces(ball);
  ASSERT_EQ(faces.size(), ball.triangles.size());
  double worst = 0, worst_flat = 0;
  for (size_t face = 0; face < ball.triangles.size(); ++face) {
    const Vec3 p =
        (0.6 * ball.corner(face, 0) + 0.3 * ball.corner(face, 1) + 0.1 * ball.corner(face, 2));
    const Vec3 n = smooth_normal(faces[face], corner_fractions(faces[face], p.cast<float>()))
                       .cast<double>()
                       .normalized();
    const Vec3 flat = (ball.corner(face, 1) - ball.corner(face, 0))
                          .cross(ball.corner(face, 2) - ball.corner(face, 0))
                          .normalized();
    worst = std::max(worst, (n - p.normalized()).norm());
    worst_flat = std::max(worst_flat, (flat - p.normalized()).norm());
  }
  EXPECT_LT(worst, 0.01);
  EXPECT_GT(worst_flat, 0.02);
}

TEST(Smooth, FractionsAreThoseAPlaceIsMadeOf) {
  geometry::TriangleMesh sheet;
  sheet.vertices = {{1, 2, 3}, {2.5, 2, 3.5}, {1, 4, 2}, {1, 2, 3}};
  sheet.triangles = {{0, 1, 2}, {0, 3, 2}};
  const std::vector<SmoothFace> faces = smooth_faces(sheet);
  for (const Vec3& fraction : {Vec3(0.2, 0.3, 0.5), Vec3(0, 0.4, 0.6), Vec3(1, 0, 0)}) {
    const Vec3 p =
        fraction[0] * sheet.vertices[0] + fraction[1] * sheet.vertices[1] + fraction[2] *
            sheet.vertices[2];
    EXPECT_LT((corner_fractions(faces[0], p.cast<float>()).cast<double>() - fraction).norm(), 1e-6);
  }
  EXPECT_EQ(corner_fractions(faces[1], {1, 2, 3}), Eigen::Vector3f(1, 0, 0)) << "no area";
}

TEST(Smooth, EdgesOfABoxStayEdges) {
  const geometry::TriangleMesh box = geometry::box({1, 2, 3});
  for (const SmoothFace& face : smooth_faces(box))
    for (const auto& n : face.normals)
      EXPECT_NEAR(Vec3(n[0], n[1], n[2]).cwiseAbs().maxCoeff(), 1, 1e-6);
}

// A paraboloid has linear slopes: exact inside, to half a cell at the border.
TEST(Smooth, OfAParaboloid) {
  std::vector<float> z;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j)
      z.push_back(static_cast<float>(0.1 * 0.25 * i * i - 0.05 * 0.25 * j * j));
  const HeightField field(20, 30, 0.5, z);
  for (const auto& [x, y] : {std::pair{3.3f, 5.1f}, {6.0f, 9.75f}, {1.01f, 12.2f}}) {
    const Eigen::Vector3f n = smooth_normal(field, x, y);
    EXPECT_NEAR(n.x(), 0.2 * x, 1e-4);
    EXPECT_NEAR(n.y(), -0.1 * y, 1e-4);
    EXPECT_EQ(n.z(), -1);
  }
}

}  // namespace smooth_test
}  // namespace hadal::raytrace
