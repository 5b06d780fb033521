#include "math/tidal_constituents.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::inline math {
namespace tidal_constituents_test {

TEST(TidalConstituents, ByName) {
  EXPECT_EQ(kConstituentSpeeds.size(), 16u);
  EXPECT_NEAR(constituent_speed_rad_s("m2").value(), 2 * M_PI / (12.4206012 * kHour), 1e-12);
  EXPECT_NEAR(constituent_speed_rad_s("S2").value(), 2 * M_PI / (12 * kHour), 1e-15);
  EXPECT_FALSE(constituent_speed_rad_s("M").has_value());
  EXPECT_FALSE(constituent_speed_rad_s("M22").has_value());
  // Overtides are sums of their parents.
  const auto speed = [](const char* name) { return constituent_speed_rad_s(name).value(); };
  EXPECT_NEAR(speed("M4"), 2 * speed("M2"), 1e-12);
  EXPECT_NEAR(speed("MS4"), speed("M2") + speed("S2"), 1e-12);
  EXPECT_NEAR(speed("MN4"), speed("M2") + speed("N2"), 1e-12);
  EXPECT_NEAR(speed("Mm"), speed("M2") - speed("N2"), 1e-12);
}

}  // namespace tidal_constituents_test
}  // namespace hadal::math
