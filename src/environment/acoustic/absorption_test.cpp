#include "environment/acoustic/absorption.h"

#include <gtest/gtest.h>

namespace hadal::environment {
namespace absorption_test {

constexpr double kPerKm = 1e-3;

// Values of an independent evaluation of the published formulae at pH 8, S 35, 10 degC, surface.
TEST(Absorption, PublishedFormulae) {
  constexpr double kDigits = 1e-9;
  const AbsorbingWater water{10, 35, 0, 8};
  struct Row {
    double f_khz, francois_garrison, ainslie_mccolm;
  };
  for (const Row& row : {Row{1, 0.06012606339, 0.06132347521}, Row{10, 0.9626372918, 0.9865722856},
                         Row{100, 33.63031642, 34.34102156}}) {
    EXPECT_NEAR(
        absorption_francois_garrison(row.f_khz * 1e3, water) / kPerKm / row.francois_garrison, 1,
        kDigits);
    EXPECT_NEAR(absorption_ainslie_mccolm(row.f_khz * 1e3, water) / kPerKm / row.ainslie_mccolm, 1,
                kDigits);
  }
}

// Fresh water absorbs by viscosity alone, which grows with the square of the frequency.
TEST(Absorption, FreshWaterIsViscous) {
  for (const double t : {5.0, 25.0}) {
    const AbsorbingWater lake{t, 0, 0, 7};
    const double low = absorption_francois_garrison(1e4, lake),
                 high = absorption_francois_garrison(1e6, lake);
    EXPECT_NEAR(high / low, 1e4, 1e-6);
    EXPECT_NEAR(absorption_ainslie_mccolm(1e6, lake) / absorption_ainslie_mccolm(1e4, lake), 1e4,
                1e-6);
  }
  // 25e-15 s^2/m Np at 20 degC (Markham, Beyer & Lindsay 1951): 0.217 dB/m at 1 MHz.
  EXPECT_NEAR(absorption_francois_garrison(1e6, {20, 0, 0, 7}), 0.217, 0.02);
}

TEST(Absorption, FormulaeAgreeInTheirCommonRange) {
  constexpr double kBetween = 0.12;
  for (const double f : {1e3, 1e4, 5e4, 2e5, 5e5})
    for (const double t : {2.0, 10.0, 20.0})
      for (const double depth : {0.0, 1000.0, 3000.0}) {
        const AbsorbingWater water{t, 35, depth, 8};
        EXPECT_NEAR(absorption_ainslie_mccolm(f, water) / absorption_francois_garrison(f, water), 1,
                    kBetween)
            << f << " " << t << " " << depth;
      }
}

TEST(Absorption, ChoosesTheFormula) {
  const AbsorbingWater water{8, 34, 300, 8.1};
  EXPECT_EQ(absorption_db_per_m(AbsorptionFormula::kFrancoisGarrison, 3e4, water),
            absorption_francois_garrison(3e4, water));
  EXPECT_EQ(absorption_db_per_m(AbsorptionFormula::kAinslieMcColm, 3e4, water),
            absorption_ainslie_mccolm(3e4, water));
  EXPECT_EQ(absorption_db_per_m(AbsorptionFormula::kThorp, 3e4, water), absorption_thorp(3e4));
  // Thorp at 1 kHz by hand: 0.055 + 0.010729 + 0.000275 + 0.003.
  EXPECT_NEAR(absorption_thorp(1e3) / kPerKm, 0.069004, 1e-6);
}

}  // namespace absorption_test
}  // namespace hadal::environment
