#include "scenario/material_files.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/test_source_folder.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace material_files_test {

Result<LoadedScenario> load(const std::string& text, bool built_in = true) {
  LoadOptions options;
  if (built_in) options.model_folders = {test::source_folder()};
  // The folder of the scenario is searched too; there is none in the second case.
  const std::string file = built_in ? "test.yaml" : "no/such/folder/test.yaml";
  return load_scenario_text("format: 1\n" + text, file, options);
}

const Material* find(const Scenario& s, const std::string& name) {
  for (const Material& m : s.materials)
    if (m.name == name) return &m;
  return nullptr;
}

const FrictionConfig* pair(const Scenario& s, const std::string& a, const std::string& b) {
  for (const FrictionConfig& f : s.friction)
    if (f.between == std::vector{a, b} || f.between == std::vector{b, a}) return &f;
  return nullptr;
}

const std::string kBall =
    "objects: [{name: ball, material: steel, shapes: {physics: [!sphere {radius_m: 1}]}}]\n";

TEST(MaterialFiles, OnlyWhatIsUsedIsTakenIn) {
  const Scenario s = load(kBall).value().scenario;
  ASSERT_EQ(s.materials.size(), 1u);
  EXPECT_EQ(s.materials[0].name, "steel");
  EXPECT_EQ(s.materials[0].density_kg_m3, 7850);
  EXPECT_TRUE(s.friction.empty());
  EXPECT_TRUE(load("duration_s: 1\n").value().scenario.materials.empty());
}

TEST(MaterialFiles, PairsOfWhatIsUsedComeAlong) {
  const Scenario s = load(kBall + "materials: [{name: sand}, {name: mud}]\n").value().scenario;
  ASSERT_TRUE(find(s, "sand"));
  EXPECT_EQ(find(s, "sand")->density_kg_m3, 1891)
      << "named in the scenario, numbers from the table";
  ASSERT_TRUE(pair(s, "steel", "sand"));
  EXPECT_EQ(pair(s, "steel", "sand")->static_coefficient, 0.47);
  EXPECT_TRUE(pair(s, "steel", "mud"));
  EXPECT_FALSE(pair(s, "concrete", "mud"));
}

TEST(MaterialFiles, TheScenarioWinsKeyByKey) {
  const Scenario s = load(kBall +
                          "materials: [{name: steel, density_kg_m3: 7000}, {name: sand}]\n"
                          "friction: [{between: [sand, steel], static: 0.1, dynamic: 0.05}]\n")
                         .value()
                         .scenario;
  EXPECT_EQ(find(s, "steel")->density_kg_m3, 7000);
  EXPECT_EQ(find(s, "steel")->sound_speed_m_s, 5960);
  EXPECT_EQ(s.friction.size(), 1u);
  EXPECT_EQ(pair(s, "steel", "sand")->static_coefficient, 0.1);
}

TEST(MaterialFiles, AnUnknownNameGetsTheNearestAndItsPlace) {
  const Result<LoadedScenario> result =
      load("objects: [{name: ball, material: stel, shapes: {physics: [!sphere {radius_m: 1}]}}]\n");
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.problems().text().find(
                "test.yaml:2:34: objects[0].material: no material 'stel' (did you mean 'steel'?)"),
            std::string::npos)
      << result.problems().text();
}

TEST(MaterialFiles, WithoutTheTableEveryMaterialMustBeGiven) {
  EXPECT_FALSE(load(kBall, false).ok());
  EXPECT_TRUE(load(kBall + "materials: [{name: steel, density_kg_m3: 7850}]\n", false).ok());
}

TEST(MaterialFiles, SettingsReachMaterialsOfTheTable) {
  LoadOptions options;
  options.model_folders = {test::source_folder()};
  options.settings = {"materials.steel.density_kg_m3=7777"};
  const Scenario s =
      load_scenario_text("format: 1\n" + kBall, "test.yaml", options).value().scenario;
  EXPECT_EQ(find(s, "steel")->density_kg_m3, 7777);
}

// Every built-in material can be used, and pairs name materials that exist.
TEST(MaterialFiles, TheWholeTableIsSound) {
  for (const char* file : {"materials", "objects"}) {
    const std::string path = test::source_folder() + "/models/materials/" + file + ".yaml";
    const Result<Node> node = parse_yaml_file(path);
    ASSERT_TRUE(node.ok()) << node.problems().text();
    MaterialFileConfig table;
    SourceMap locations;
    Problems problems;
    read_struct(node.value(), MaterialFileConfig::schema(), &table, "", locations, problems);
    EXPECT_TRUE(problems.empty()) << problems.text();
    EXPECT_FALSE(table.materials.empty());
    for (const FrictionConfig& f : table.friction)
      for (const std::string& name : f.between)
        EXPECT_TRUE(std::any_of(table.materials.begin(), table.materials.end(),
                                [&](const Material& m) { return m.name == name; }))
            << name;
  }
}

}  // namespace material_files_test
}  // namespace hadal::scenario
