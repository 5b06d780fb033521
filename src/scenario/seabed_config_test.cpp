#include "scenario/seabed_config.h"

#include <gtest/gtest.h>

#include "base/test_source_folder.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace seabed_config_test {

std::string problems_of(const std::string& seabed) {
  const std::string text = "format: 1\nenvironment:\n  seabed: " + seabed + "\n";
  const Result<LoadedScenario> loaded =
      load_scenario_text(text, "scenario.yaml", {{}, {test::source_folder()}});
  return loaded ? "" : loaded.problems().text();
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(SeabedConfig, EveryKindLoads) {
  const std::string raster = test::source_folder() + "/models/terrain/continental_slope.tif";
  for (const std::string& kind : std::vector<std::string>{
           "!flat {depth_m: 20}", "!ridge {rise_m: 5}", "!step {drop_m: 3}", "!stairs {tread_m: 4}",
           "!bathymetry {raster: " + raster + "}"})
    EXPECT_EQ(problems_of(kind), "") << kind;
}

TEST(SeabedConfig, AreasAreChecked) {
  EXPECT_TRUE(says(problems_of("!flat {bottom: {areas: [{silt_m: 1}]}}"),
                   "expected one of box, circle, polygon and classes"));
  EXPECT_TRUE(
      says(problems_of("!flat {bottom: {areas: [{box: [1, 0, 0, 1]}]}}"), "north from < to"));
  EXPECT_TRUE(
      says(problems_of("!flat {bottom: {areas: [{polygon: [[0, 0], [1, 1]]}]}}"), "three corners"));
  EXPECT_TRUE(says(problems_of("!flat {bottom: {areas: [{circle: [0, 0, -1]}]}}"), "radius"));
  EXPECT_TRUE(says(problems_of("!flat {bottom: {material: cheese}}"), "cheese"));
  EXPECT_EQ(problems_of("!flat {bottom: {areas: [{circle: [0, 0, 9], silt_m: 0.2}]}}"), "");
}

// Files are looked for beside the scenario and named in full.
TEST(SeabedConfig, FilesThatAreNotThere) {
  EXPECT_TRUE(says(problems_of("!bathymetry {raster: nowhere.tif}"), "no such file: "));
  EXPECT_TRUE(says(problems_of("!heightmap {image: nowhere.png}"), "environment.seabed.image"));
  EXPECT_TRUE(
      says(problems_of("!flat {bottom: {areas: [{classes: nowhere.tif}]}}"), "nowhere.tif"));
  EXPECT_TRUE(says(problems_of("!bathymetry {}"), "raster"));
}

}  // namespace seabed_config_test
}  // namespace hadal::scenario
