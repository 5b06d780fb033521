#include "environment/acoustic/reflection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/units.h"

namespace hadal::environment {
namespace reflection_test {

// At normal incidence R = (rho c - 1) / (rho c + 1) with ratios.
TEST(Reflection, NormalIncidenceIsTheImpedanceRatio) {
  const BottomContrast sand{1.845, 1.1782, 0};
  const double z = 1.845 * 1.1782;
  EXPECT_NEAR(bottom_reflection(sand, 90 * kDegree).real(), (z - 1) / (z + 1), 1e-12);
  EXPECT_NEAR(std::abs(bottom_reflection(*sediment("rough_rock"), 90 * kDegree)), 0.7241, 1e-3);
}

// A faster bottom without losses reflects everything below the critical angle acos(1 / nu).
TEST(Reflection, TotalBelowTheCriticalAngle) {
  const BottomContrast bottom{1.9, 1.2, 0};
  const double critical = std::acos(1 / 1.2);
  for (double angle = 0.01; angle < critical; angle += 0.05)
    EXPECT_NEAR(std::abs(bottom_reflection(bottom, angle)), 1, 1e-12);
  EXPECT_LT(std::abs(bottom_reflection(bottom, critical + 0.05)), 0.8);
}

// A slower, denser bottom lets everything through at its angle of intromission,
// cos^2 = (r^2 - n^2) / (r^2 - 1).
TEST(Reflection, IntromissionOfClay) {
  const double r = 1.145, n = 1 / 0.98;
  const double angle = std::acos(std::sqrt((r * r - n * n) / (r * r - 1)));
  EXPECT_LT(std::abs(bottom_reflection({r, 0.98, 0}, angle)), 1e-12);
  EXPECT_EQ(reflection_loss_db(0), kLargestBottomLoss_db);
}

TEST(Reflection, AttenuationPerWavelength) {
  // 1 dB per wavelength: the amplitude falls by exp(-2 pi delta) over a wavelength.
  const BottomContrast bottom = bottom_contrast(2000, 1800, 1, 1000, 1500);
  EXPECT_NEAR(20 * std::log10(std::exp(-2 * std::numbers::pi * bottom.loss)), -1, 1e-12);
  EXPECT_DOUBLE_EQ(bottom.density_ratio, 2);
  EXPECT_DOUBLE_EQ(bottom.speed_ratio, 1.2);
}

// The table and the regressions of TR 9407 are the same sediments.
TEST(Reflection, SedimentTableFollowsItsRegressions) {
  struct Row {
    const char* name;
    double phi;
  };
  for (const Row& row : {Row{"sandy_gravel", -1}, Row{"very_coarse_sand", -0.5},
                         Row{"coarse_sand", 0.5}, Row{"medium_sand", 1.5}, Row{"fine_sand", 2.5},
                         Row{"very_fine_sand", 3.5}, Row{"coarse_silt", 4.5}, Row{"sandy_silt", 5},
                         Row{"silt", 6}, Row{"sandy_clay", 7}, Row{"clay", 9}}) {
    const BottomContrast table = sediment(row.name).value();
    const SedimentRatios formula = sediment_of_grain_size(row.phi);
    EXPECT_NEAR(table.density_ratio, formula.density_ratio, 1e-3) << row.name;
    EXPECT_NEAR(table.speed_ratio, formula.speed_ratio, 2e-4) << row.name;
  }
  EXPECT_FALSE(sediment("custard"));
}

TEST(Reflection, SurfaceLossByBubbles) {
  // 1.26e-3 10^1.57 30^0.85 / sin 30 deg by hand.
  EXPECT_NEAR(bubble_loss_db(30 * kDegree, 30e3, 10),
              1.26e-3 / 0.5 * std::pow(10, 1.57) * std::pow(30, 0.85), 1e-12);
  EXPECT_NEAR(bubble_loss_db(30 * kDegree, 30e3, 4) / bubble_loss_db(30 * kDegree, 30e3, 6),
              std::exp(-2.4), 1e-12);
  EXPECT_EQ(bubble_loss_db(30 * kDegree, 30e3, 0), 0);
  EXPECT_EQ(bubble_loss_db(0, 30e3, 12), kLargestSurfaceLoss_db);
}

}  // namespace reflection_test
}  // namespace hadal::environment
