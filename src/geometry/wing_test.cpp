#include "geometry/wing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace wing_test {

constexpr double kQuadratureTolerance = 1e-8;
constexpr double kVolumeTolerance = 1e-11;  // relative

// Int 2 y_t dx term by term: 10 t (2/3 0.2969 - 0.126/2 - 0.3516/3 + 0.2843/4 - 0.1036/5).
TEST(Wing, SymmetricSectionAreaIsClosedForm) {
  const double factor = 10 * (2.0 / 3 * 0.2969 - 0.1260 / 2 - 0.3516 / 3 + 0.2843 / 4 - 0.1036 / 5);
  EXPECT_NEAR(factor, 0.6809, 1e-4);
  EXPECT_NEAR(naca_section_area("0012").value(), 0.12 * factor, kQuadratureTolerance);
  EXPECT_NEAR(naca_section_area("0030").value(), 0.30 * factor, kQuadratureTolerance);
}

// Midpoint rule on the outline itself: upper less lower height over x is not single valued near the
// nose, so the area is taken as the line integral of x dy around the section.
TEST(Wing, CamberedSectionAreaByLineIntegral) {
  const double m = 0.04, p = 0.4, t = 0.15;
  const auto point = [&](double a, int side) {
    const double x = (1 - std::cos(a)) / 2;
    const double c = x < p ? m / (p * p) : m / ((1 - p) * (1 - p));
    const double y = c * (x < p ? 2 * p * x - x * x : 1 - 2 * p + 2 * p * x - x * x);
    const double angle = std::atan(2 * c * (p - x));
    const double w = 5 * t *
                     (0.2969 * std::sqrt(x) - 0.126 * x - 0.3516 * x * x + 0.2843 * x * x * x -
                      0.1036 * x * x * x * x);
    return Eigen::Vector2d(x - side * w * std::sin(angle), y + side * w * std::cos(angle));
  };
  const int n = 20'000;
  double area = 0;
  for (int side : {-1, 1})
    for (int i = 0; i < n; ++i) {
      const Eigen::Vector2d a = point(std::numbers::pi * i / n, side);
      const Eigen::Vector2d b = point(std::numbers::pi * (i + 1) / n, side);
      area += side * 0.5 * (a.y() + b.y()) * (b.x() - a.x());
    }
  EXPECT_NEAR(naca_section_area("4415").value(), area, 1e-7);
}

TEST(Wing, TaperedWingHasItsVolume) {
  const WingShape shape{0.4, 0.2, 1.1, 0.3, 0.1};
  for (const char* code : {"0012", "2412", "6730"})
    for (int faces : {100, 2000}) {
      const TriangleMesh mesh = naca_wing(code, shape, faces).value();
      EXPECT_TRUE(is_closed(mesh));
      EXPECT_LE(mesh.triangles.size(), static_cast<size_t>(faces));
      EXPECT_GE(mesh.triangles.size(), static_cast<size_t>(faces * 0.7));
      const double volume = naca_section_area(code).value() * 1.1 * (0.16 + 0.08 + 0.04) / 3;
      EXPECT_NEAR(signed_volume(mesh) / volume, 1, kVolumeTolerance) << code;
    }
}

// Root leading edge a quarter chord ahead of the origin; the tip's quarter chord swept and raised.
TEST(Wing, FrameAndAngles) {
  const double sweep = 0.4, dihedral = 0.2;
  const TriangleMesh mesh = naca_wing("0012", {1, 0.5, 2, sweep, dihedral}, 2000).value();
  const Bounds bounds = bounding_box(mesh);
  EXPECT_NEAR(bounds.upper.x(), 0.25, 1e-12);
  EXPECT_NEAR(bounds.lower.y(), 0, 1e-12);
  EXPECT_NEAR(bounds.upper.y(), 2, 1e-12);
  EXPECT_NEAR(bounds.lower.x(), -2 * std::tan(sweep) - 0.75 * 0.5, 1e-12);
  double tip_z = 0;
  int at_tip = 0;
  for (const Vec3& vertex : mesh.vertices)
    if (vertex.y() > 2 - 1e-9) tip_z += vertex.z(), ++at_tip;
  EXPECT_NEAR(tip_z / at_tip, -2 * std::tan(dihedral), 1e-12);
}

// A cambered section is bent up: its centroid lies above the chord, at negative z.
TEST(Wing, CamberIsUp) {
  EXPECT_LT(mass_properties(naca_wing("4412", {}).value(), 1).centroid.z(), -0.02);
  EXPECT_NEAR(mass_properties(naca_wing("0012", {}).value(), 1).centroid.z(), 0, 1e-12);
}

TEST(Wing, BadCodesAndSizesAreExplained) {
  for (const char* code : {"", "12", "00012", "001x", "0000", "0099", "4012"})
    EXPECT_FALSE(naca_wing(code, {}).ok()) << code;
  EXPECT_FALSE(naca_wing("0012", {0, 1, 1, 0, 0}).ok());
  EXPECT_FALSE(naca_wing("0012", {1, 1, std::nan(""), 0, 0}).ok());
  const auto result = naca_wing("0012", {1, 1, 1, 1.5, 0});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.problems().text().find("sweep is 85.9"), std::string::npos);
}

}  // namespace wing_test
}  // namespace hadal::geometry
