#include "scenario/scenery_config.h"

#include <gtest/gtest.h>

#include "scenario/reader.h"

namespace hadal::inline scenario {
namespace scenery_config_test {

struct SceneryListConfig {
  std::vector<AnyConfig> scenery;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<SceneryListConfig>("list", "For the test.")
            .tagged_list("scenery", &SceneryListConfig::scenery, "All.", scenery_kinds, "name");
    return s;
  }
};

std::string read(const std::string& items, SceneryListConfig& out) {
  SourceMap locations;
  Problems problems;
  read_struct(parse_yaml("scenery: [" + items + "]", "a.yaml").value(), SceneryListConfig::schema(),
              &out, "", locations, problems);
  std::string lines;
  for (const Problem& problem : problems.list())
    lines += problem.key + ": " + problem.message + "\n";
  return lines;
}

TEST(SceneryConfig, EveryKindLoadsWithItsDefaults) {
  SceneryListConfig list;
  EXPECT_EQ(read("!seagrass {name: a, box: [0, 10, 0, 10]}, !kelp {name: b, circle: [0, 0, 9]}, "
                 "!corals {name: c, polygon: [[0, 0], [9, 0], [0, 9]]}, "
                 "!rocks {name: d, box: [0, 10, 0, 10]}, !starfish {name: e, circle: [0, 0, 5]}, "
                 "!fish_school {name: f}, !marine_snow {name: g}, !plankton_emitter {name: h}, "
                 "!bubbles {name: i}",
                 list),
            "");
  ASSERT_EQ(list.scenery.size(), scenery_kinds().size());
  for (size_t i = 0; i < list.scenery.size(); ++i) {
    EXPECT_EQ(list.scenery[i].schema(), scenery_kinds()[i]);
    EXPECT_EQ(scenery_common(list.scenery[i]).name, std::string(1, char('a' + i)));
    EXPECT_EQ(scenery_common(list.scenery[i]).seed, 1);
  }
}

TEST(SceneryConfig, ReadsItsKeys) {
  SceneryListConfig list;
  ASSERT_EQ(read("!fish_school {name: f, seed: 7, fish: 300, kind: bream, home: [5, -3], "
                 "altitude_m: 2, lamp_avoidance_m_s2: -1}, "
                 "!marine_snow {name: s, density_m3: 500, layer: {depth_m: 8, background: 0}}, "
                 "!seagrass {name: g, box: [0, 10, 0, 10], density_m2: 5, length_m: 0.8}",
                 list),
            "");
  const auto* school = list.scenery[0].as<FishSchoolConfig>();
  ASSERT_NE(school, nullptr);
  EXPECT_EQ(school->seed, 7);
  EXPECT_EQ(school->fish, 300);
  EXPECT_EQ(school->kind, "bream");
  EXPECT_EQ(school->home, (std::vector<double>{5, -3}));
  EXPECT_EQ(school->altitude_m, 2);
  EXPECT_EQ(school->lamp_avoidance_m_s2, -1);
  const auto* snow = list.scenery[1].as<MarineSnowConfig>();
  ASSERT_TRUE(snow != nullptr && snow->layer.has_value());
  EXPECT_EQ(snow->layer->depth_m, 8);
  EXPECT_EQ(snow->layer->background, 0);
  EXPECT_EQ(list.scenery[2].as<SeagrassConfig>()->density_m2, 5);
  EXPECT_EQ(list.scenery[2].as<SeagrassConfig>()->length_m, 0.8);
}

TEST(SceneryConfig, RefusesWhatCannotBe) {
  const struct {
    const char* item;
    const char* complaint;
  } rows[] = {
      {"!seagrass {name: a}", "expected one of box, circle and polygon"},
      {"!seagrass {name: a, box: [10, 0, 0, 1]}", "north from < to"},
      {"!kelp {name: a, box: [0, 1000, 0, 1000], density_m2: 10}", "density_m2"},
      {"!corals {name: a, circle: [0, 0, 5], forms: [brian]}", "'brian' is none of"},
      {"!rocks {name: a, circle: [0, 0, 5], scale: [2, 1]}", "the lesser first"},
      {"!fish_school {name: a, fish: 0}", "fish"},
      {"!fish_school {name: a, kind: shark}", "kind"},
      {"!fish_school {name: a, depth_m: 3, altitude_m: 3}", "give one of"},
      {"!fish_school {name: a, burst_speed_m_s: 0.1}", "burst_speed_m_s"},
      {"!marine_snow {name: a, diameter_m: [0.01, 0.001]}", "diameter_m"},
      {"!marine_snow {name: a, density_m3: 1.0e6, range_m: 50}", "range_m"},
      {"!plankton_emitter {name: a, life_s: [500, 80]}", "life_s"},
      {"!plankton_emitter {name: a, rate_hz: 1.0e5}", "rate_hz"},
      {"!bubbles {name: a, radius_m: [0, 0.001]}", "radius_m"},
      {"!bubbles {name: a}, !bubbles {name: a}", "name"},
      {"!weed {name: a}", "seagrass"},
      {"!bubbles {}", "name"},
  };
  for (const auto& row : rows) {
    SceneryListConfig list;
    const std::string message_text = read(row.item, list);
    EXPECT_NE(message_text.find(row.complaint), std::string::npos) << row.item << "\n" <<
        message_text;
  }
}

}  // namespace scenery_config_test
}  // namespace hadal::scenario
