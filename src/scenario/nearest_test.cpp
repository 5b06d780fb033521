#include "scenario/nearest.h"

#include <gtest/gtest.h>

#include <vector>

namespace hadal::inline scenario {
namespace nearest_test {

TEST(Nearest, EditDistance) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);  // Levenshtein's example
  EXPECT_EQ(edit_distance("depht", "depth"), 1);     // neighbours swapped
  EXPECT_EQ(edit_distance("ca", "abc"), 3);  // optimal string alignment: no edit within a swap
}

TEST(Nearest, PicksTheNearestOrNone) {
  const std::vector<std::string> names{"speed_m_s", "toward_deg", "top_m"};
  EXPECT_EQ(nearest_name("sped_m_s", names), "speed_m_s");
  EXPECT_EQ(nearest_name("toward", names), "toward_deg");  // forgotten unit
  EXPECT_EQ(nearest_name("colour", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(1000, 's'), names), "");
}

TEST(Nearest, Hints) {
  const std::vector<std::string> names{"hold", "follow"};
  EXPECT_EQ(hint_for("holt", names), " (did you mean 'hold'?)");
  EXPECT_EQ(hint_for("zzzzzz", names), " (one of: hold, follow)");
  EXPECT_EQ(hint_for("hold", {}), "");
}

}  // namespace nearest_test
}  // namespace hadal::scenario
