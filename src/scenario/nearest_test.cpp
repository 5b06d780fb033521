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

TEST(Nearest, OneEditInThreeLettersIsAMisspellingTwoAreAnotherWord) {
  EXPECT_EQ(nearest_name("gpd", std::vector<std::string>{"gps", "imu"}), "gps");
  EXPECT_EQ(nearest_name("fls", std::vector<std::string>{"gps", "imu"}), "");
}

TEST(Nearest, UpperCaseAndOtherSeparators) {
  const std::vector<std::string> names{"bluerov2_heavy", "bluerov2"};
  EXPECT_EQ(nearest_name("BlueROV2", names), "bluerov2");
  EXPECT_EQ(nearest_name("BlueROV2-Heavy", names), "bluerov2_heavy");
  EXPECT_EQ(nearest_name("BlueROV", names), "bluerov2");
}

TEST(Nearest, PartsOfNames) {
  const std::vector<std::string> objects{"rock", "shipwreck", "anchor"};
  EXPECT_EQ(nearest_name("wreck", objects), "shipwreck");
  EXPECT_EQ(nearest_name("re", objects), "");  // too short to be part of anything
  const std::vector<std::string> scenarios{"wreck_inspection", "inspection_dive"};
  EXPECT_EQ(nearest_name("inspection", scenarios), "inspection_dive");  // how it begins
  EXPECT_EQ(nearest_name("wreck", scenarios), "wreck_inspection");
}

TEST(Nearest, InitialsSynonymsAndProducts) {
  const std::vector<std::string> kinds{"gps", "side_scan_sonar", "forward_looking_sonar"};
  EXPECT_EQ(nearest_name("fls", kinds), "forward_looking_sonar");
  EXPECT_EQ(nearest_name("towfish", kinds), "side_scan_sonar");
  EXPECT_EQ(nearest_name("GNSS", kinds), "gps");
  const std::vector<std::string> presets{"dvl_a50", "fls_m750d", "fls_m1200d"};
  EXPECT_EQ(nearest_name("m750d", presets), "fls_m750d");
  EXPECT_EQ(nearest_name("Oculus M750d", presets), "fls_m750d");
  EXPECT_EQ(nearest_name("waterlinked_a50", presets), "dvl_a50");
  EXPECT_EQ(nearest_name("waterlinked_m64", presets), "");
}

TEST(Nearest, SeveralAreNamed) {
  const std::vector<std::string> presets{"fls_a", "dvl_a", "fls_b", "fls_c", "fls_d", "fls_e"};
  EXPECT_EQ(hint_for("dvl", presets), " (did you mean 'dvl_a'?)");
  EXPECT_EQ(hint_for("fls", presets),
            " (did you mean 'fls_a', 'fls_b', 'fls_c' or 'fls_d'?)");
}

TEST(Nearest, Hints) {
  const std::vector<std::string> names{"hold", "follow"};
  EXPECT_EQ(hint_for("holt", names), " (did you mean 'hold'?)");
  EXPECT_EQ(hint_for("zzzzzz", names), " (one of: hold, follow)");
  EXPECT_EQ(hint_for("hold", {}), "");
}

}  // namespace nearest_test
}  // namespace hadal::scenario
