#include "sensors/acoustic/windows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/units.h"

namespace hadal::sensors {
namespace windows_test {

constexpr double kWidth = 1 * kDegree;

// Highest side lobe of a pattern, dB below the peak, and how unequal the side lobes are.
struct SideLobes {
  double highest_db = -1000, lowest_db = 0;
};
SideLobes side_lobes(const AperturePattern& pattern, int count) {
  SideLobes lobes;
  const double step = 0.002 * kDegree;
  double before = 1, here = std::abs(pattern(step));
  int found = 0;
  for (int i = 2; found <= count; ++i) {
    const double next = std::abs(pattern(i * step));
    if (here > before && here > next) {
      const double db = 20 * std::log10(here);
      lobes.highest_db = std::max(lobes.highest_db, db);
      lobes.lowest_db = std::min(lobes.lowest_db, db);
      ++found;
    }
    before = here, here = next;
  }
  return lobes;
}

TEST(Windows, PatternsHaveTheWidthAskedFor) {
  for (const Shading s : {Shading::kRectangular, Shading::kHamming, Shading::kHann,
                          Shading::kBlackman, Shading::kDolphChebyshev, Shading::kTaylor}) {
    const AperturePattern pattern({s, 35}, kWidth);
    EXPECT_NEAR(pattern(0), 1, 1e-12);
    EXPECT_NEAR(20 * std::log10(pattern(kWidth / 2)), -3.0103, 1e-3);
  }
}

// Harris (1978), table 1: highest side lobe and 3 dB width in bins.
TEST(Windows, HarrisTable) {
  struct Row {
    Shading window;
    double sidelobe_db, width_bins;
  };
  for (const Row& row : {Row{Shading::kRectangular, -13.26, 0.886},
                         {Shading::kHamming, -42.7, 1.30},
                         {Shading::kHann, -31.47, 1.44},
                         {Shading::kBlackman, -58.1, 1.64}}) {
    const AperturePattern pattern({row.window, 0}, kWidth);
    EXPECT_NEAR(side_lobes(pattern, 4).highest_db, row.sidelobe_db, 0.2);
    // 2 v at half power: twice half the width.
    EXPECT_NEAR(2 * pattern.length_wavelengths() * std::sin(kWidth / 2), row.width_bins, 0.005);
  }
}

TEST(Windows, DolphChebyshevSideLobesAreAllAtTheLevel) {
  for (const double level : {25.0, 30.0, 40.0}) {
    const SideLobes lobes =
        side_lobes(AperturePattern({Shading::kDolphChebyshev, level}, kWidth), 20);
    EXPECT_NEAR(lobes.highest_db, -level, 0.02);
    EXPECT_NEAR(lobes.lowest_db, -level, 0.1);
  }
}

TEST(Windows, TaylorHoldsTheFirstSideLobesNearTheLevel) {
  const SideLobes lobes = side_lobes(AperturePattern({Shading::kTaylor, 35}, kWidth), 3);
  EXPECT_NEAR(lobes.highest_db, -35, 0.6);
}

TEST(Windows, PlainPatternIsTheSignedSinc) {
  const AperturePattern pattern({}, kWidth);
  for (const double angle : {0.3, 1.4, 2.2, 7.9}) {
    const double x =
        0.8858929 * std::numbers::pi / (2 * std::sin(kWidth / 2)) * std::sin(angle * kDegree);
    EXPECT_NEAR(pattern(angle * kDegree), std::sin(x) / x, 1e-5);
  }
}

}  // namespace windows_test
}  // namespace hadal::sensors
