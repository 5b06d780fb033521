// The library as a program sees it: its share folder, and exceptions that cross its border.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "hadal/bathymetry.h"
#include "hadal/catalog.h"
#include "hadal/simulator.h"

namespace hadal {
namespace library_test {

namespace fs = std::filesystem;

// HADAL_HOME for the life of this object.
class Home {
 public:
  explicit Home(const std::string& value) { setenv("HADAL_HOME", value.c_str(), 1); }
  ~Home() { unsetenv("HADAL_HOME"); }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;
};

TEST(Library, FindsItsShareFolderWithoutHelp) {
  unsetenv("HADAL_HOME");
  ASSERT_EQ(share_folders().size(), 1u);
  for (const char* folder : {"/models/vehicles", "/scenarios", "/validation/cases"})
    EXPECT_TRUE(fs::is_directory(share_folders()[0] + folder)) << folder;
}

TEST(Library, HadalHomeGoesFirstAndHidesNothingElse) {
  const fs::path home = fs::path(testing::TempDir()) / "hadal_home";
  fs::create_directories(home / "scenarios");
  std::ofstream(home / "scenarios/hover.yaml") << "format: 1\n";
  const Home set(home.string());
  ASSERT_EQ(share_folders().size(), 2u);
  EXPECT_EQ(share_folders()[0], home.string());
  EXPECT_EQ(shipped_file("scenarios/hover.yaml"), fs::canonical(home / "scenarios/hover.yaml"));
  EXPECT_EQ(shipped_file("scenarios/inspection_dive.yaml"),
            fs::canonical(share_folders()[1] + "/scenarios/inspection_dive.yaml"));
  fs::remove_all(home);
}

TEST(Library, ScenariosByNameOrPath) {
  const std::string path = scenario_path("inspection_dive");
  EXPECT_TRUE(fs::is_regular_file(path));
  EXPECT_EQ(scenario_path(path), path);
  EXPECT_EQ(scenario_path("inspection_dive.yaml"), path);
  EXPECT_EQ(scenario_path("no_such_scenario"), "no_such_scenario");
  EXPECT_EQ(shipped_file("no_such_file"), "");
}

TEST(Library, ExceptionsArriveAsWhatTheyAre) {
  EXPECT_THROW(Simulator::load("no_such_scenario.yaml"), Error);
  Simulator sim = Simulator::load("inspection_dive");
  EXPECT_THROW(sim.vehicle("nobody"), Error);
  EXPECT_THROW(sim.set_waves_factor(-1), std::runtime_error);
}

// Made and read again by the module that is loaded on first use; 1 km at 50 m are 20 pixels.
TEST(Library, LoadsItsRasterModule) {
  BathymetryRecipe recipe;
  recipe.size_north_km = recipe.size_east_km = 1;
  const std::string file = testing::TempDir() + "/library_test.tif";
  const BathymetryResult made = make_bathymetry(recipe, file);
  EXPECT_EQ(made.exit_code, 0) << made.text;
  EXPECT_NE(made.text.find("GTiff, 20 x 20 pixels"), std::string::npos) << made.text;
  EXPECT_NE(version_text().find("rasters: GDAL "), std::string::npos) << version_text();
  fs::remove(file);
}

}  // namespace library_test
}  // namespace hadal
