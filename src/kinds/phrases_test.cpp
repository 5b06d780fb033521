#include "kinds/phrases.h"

#include <gtest/gtest.h>

namespace hadal::inline kinds {
namespace phrases_test {

TEST(Phrases, PlacesHaveACompassDirection) {
  EXPECT_EQ(location_text(4, 1, 20), "4.0 m N, 1.0 m E, 20.0 m deep");
  EXPECT_EQ(horizontal_text(-4.25, -0.04), "4.2 m S, 0.0 m W");
}

TEST(Phrases, SixNumbersAreTwoVectors) {
  EXPECT_EQ(six_text("push with", {1, 0, -2.5, 0, 0.125, 1e4}, "N", "N m"),
            "push with (1, 0, -2.5) N, (0, 0.125, 1e+04) N m");
}

}  // namespace phrases_test
}  // namespace hadal::kinds
