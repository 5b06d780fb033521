#include "environment/optics/refraction.h"

#include <gtest/gtest.h>

#include "math/units.h"

namespace hadal::environment::optics {
namespace refraction_test {

constexpr double kExact = 1e-12;

// Austin & Halikas (1976), the tables behind the formula: fresh water at 20 degC 1.33300 at 589.3
// nm; sea water of 35 psu 1.33940.
TEST(Refraction, IndexOfSeaWater) {
  constexpr double kFormula = 1.5e-4;
  EXPECT_NEAR(sea_water_index(589.3, 20, 0), 1.33300, kFormula);
  EXPECT_NEAR(sea_water_index(589.3, 20, 35), 1.33940, kFormula);
  // Blue is bent more, salt bends more, heat less.
  EXPECT_GT(sea_water_index(450, 15, 35), sea_water_index(650, 15, 35) + 0.006);
  EXPECT_GT(sea_water_index(550, 15, 35), sea_water_index(550, 15, 0) + 0.006);
  EXPECT_LT(sea_water_index(550, 25, 35), sea_water_index(550, 5, 35));
  EXPECT_NEAR(sea_water_index(550, 15, 35), kIndexOfSeaWater, 2e-3);
}

TEST(Refraction, Snell) {
  const double n = 1.34;
  for (const double degrees : {0.0, 15.0, 40.0, 70.0, 89.0}) {
    const double angle = degrees * kDegree;
    const Vec3 down{std::sin(angle), 0, std::cos(angle)}, up{0, 0, -1};
    Vec3 below, back;
    ASSERT_TRUE(refract(down, up, 1 / n, below));
    EXPECT_NEAR(below.norm(), 1, kExact);
    EXPECT_NEAR(below.x() * n, std::sin(angle), kExact);
    EXPECT_NEAR(below.z(), refracted_cosine(std::cos(angle), 1 / n), kExact);
    // And out again the same way.
    ASSERT_TRUE(refract(-below, -up, n, back));
    EXPECT_NEAR((back + down).norm(), 0, 1e-9);
  }
}

TEST(Refraction, TotalReflection) {
  const double n = 1.34, critical = critical_angle(n, 1);
  EXPECT_NEAR(critical / kDegree, 48.27, 0.01);
  const double beyond = critical + 1e-6;
  const Vec3 up{std::sin(beyond), 0, -std::cos(beyond)}, normal{0, 0, 1};
  Vec3 out;
  EXPECT_FALSE(refract(up, normal, n, out));
  EXPECT_NEAR((out - Vec3{up.x(), 0, -up.z()}).norm(), 0, kExact);
  EXPECT_EQ(fresnel_reflectance(std::cos(beyond), n), 1);
  EXPECT_LT(fresnel_reflectance(std::cos(critical - 1e-3), n), 0.9);
  EXPECT_NEAR(fresnel_reflectance(1e-9, 1 / n), 1, 1e-7);  // along the surface
  EXPECT_FALSE(std::isnan(fresnel_reflectance(0.0, 1.0)));
}

TEST(Refraction, Fresnel) {
  const double n = 1.333;
  EXPECT_NEAR(fresnel_reflectance(1.0, 1 / n), std::pow((n - 1) / (n + 1), 2), kExact);
  // No reflection in the plane of incidence at Brewster's angle.
  EXPECT_NEAR(fresnel(std::cos(std::atan(n)), 1 / n).p, 0, kExact);
  // The same from both sides along the same way.
  for (const double cosine : {0.95, 0.6, 0.2})
    EXPECT_NEAR(fresnel_reflectance(cosine, 1 / n),
                fresnel_reflectance(refracted_cosine(cosine, 1 / n), n), kExact);
  EXPECT_NEAR(static_cast<double>(fresnel_reflectance(0.6f, static_cast<float>(1 / n))),
              fresnel_reflectance(0.6, 1 / n), 1e-6);
}

// 0.066 from above for n = 1.333 (Ryde, Proc. Royal Society A 131, 1931) and 0.48 from below
// (Mobley, "Light and Water", 1994). Energy is kept both ways: what passes down in uniform light
// equals what passes up, times n^2.
TEST(Refraction, UniformLight) {
  const double n = 1.34;
  EXPECT_NEAR(diffuse_reflectance(1 / 1.333), 0.066, 0.0005);
  EXPECT_NEAR(diffuse_reflectance(n), 0.48, 0.005);
  EXPECT_NEAR(1 - diffuse_reflectance(1 / n), n * n * (1 - diffuse_reflectance(n)), 1e-4);
  EXPECT_NEAR(radiance_factor(1 / n), n * n, kExact);
}

}  // namespace refraction_test
}  // namespace hadal::environment::optics
