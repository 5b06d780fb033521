#include "scenario/data_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "kinds/currents/stratified.h"
#include "kinds/currents/time_series.h"
#include "kinds/steps/commands.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace data_files_test {

using Rows = std::vector<std::vector<double>>;

CsvTable csv(const char* text) {
  return parse_csv(text, "a.csv").value();
}

TEST(DataFiles, ThrustByHeader) {
  EXPECT_EQ(thrust_rows(csv("power_W,thrust_N,pwm_us\n7,-3,1400\n8,3,1600\n")).value(),
            (Rows{{1400, -3, 7}, {1600, 3, 8}}));
  EXPECT_EQ(thrust_rows(csv("rotor_rad_s,thrust_N\n-9,-3\n9,3\n")).value(),
            (Rows{{-9, -3}, {9, 3}}));
  EXPECT_EQ(thrust_rows(csv("pwm_us,thrust_N\n1500,0\n1500,1\n")).problems().text(),
            "a.csv:3:1: the first column must rise from row to row");
  EXPECT_FALSE(thrust_rows(csv("pwm_us,force\n1500,0\n1600,1\n")).ok());
  EXPECT_FALSE(thrust_rows(csv("pwm_us,thrust_N\n1500,0\n")).ok());
}

// --- Tables that a scenario names.

class TableNames : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_ / "data"); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  Result<LoadedScenario> load(const std::string& text, std::vector<std::string> settings = {}) {
    return load_scenario_text("format: 1\n" + text, (folder_ / "s.yaml").string(),
                              {std::move(settings), {}});
  }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("hadal_tables_" + std::to_string(::getpid()));
  const std::string kStream = "environment: {currents: [!stratified {name: c, file: data/c.csv}]}\n";
};

const StratifiedCurrent& stream_of(const LoadedScenario& loaded) {
  return *loaded.scenario.environment.currents.at(0).as<StratifiedCurrent>();
}

TEST_F(TableNames, AreReadIntoTheScenario) {
  write("data/c.csv", "depth_m,north_m_s,east_m_s\r\n0,0.5,0\r\n10,0.25,-0.125\r\n");
  const Result<LoadedScenario> loaded = load(kStream);
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  EXPECT_EQ(stream_of(loaded.value()).table, (Rows{{0, 0.5, 0}, {10, 0.25, -0.125}}));
  EXPECT_EQ(stream_of(loaded.value()).file, "");
  const Result<LoadedScenario> again =
      load_scenario_text(save_scenario(loaded.value().scenario), "elsewhere.yaml", {});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  EXPECT_EQ(stream_of(again.value()).table, stream_of(loaded.value()).table);
}

TEST_F(TableNames, OfSettingsAreRelativeToTheScenario) {
  write("data/c.csv", "0.5,0,0\n");
  write("data/d.csv", "0.75,0,0\n");
  const Result<LoadedScenario> loaded =
      load(kStream, {"environment.currents.c.file=data/d.csv"});
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  EXPECT_EQ(stream_of(loaded.value()).table, (Rows{{0, 0.75, 0}}));
}

TEST_F(TableNames, ThatAreMissingOrWrongAreNamedTwice) {
  const std::string key = (folder_ / "s.yaml").string() +
                          ":2:48: environment.currents[0].file: cannot take this file:\n",
                    file = (folder_ / "data/c.csv").string();
  EXPECT_EQ(load(kStream).problems().text(), key + file + ": cannot be read");
  write("data/c.csv", "depth_m,north_m_s,east_m_s\n0,0.5,0\n10,fast,0\n5,1\n");
  EXPECT_EQ(load(kStream).problems().text(),
            key + file + ":4:1: 2 cells; expected 3 as in the first row");
  write("data/c.csv", "depth_m,north_m_s,east_m_s\n0,0.5,0\n10,fast,0\n");
  EXPECT_EQ(load(kStream).problems().text(), key + file + ":3:4: 'fast' is not a number");
}

TEST_F(TableNames, CommandsHoldTheirScheduleAndThePlacesOfItsRows) {
  write("data/c.csv", "\xEF\xBB\xBF# logged\r\ntime_s,t2,t1\r\n0,1500,1600\r\n0.1,1400,1550\r\n");
  const Result<LoadedScenario> loaded =
      load("mission: [!commands {vehicle: a, file: data/c.csv}]\n");
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  const auto step_of = [](const LoadedScenario& from) {
    return *from.scenario.mission.at(0).as<CommandsStep>();
  };
  EXPECT_EQ(step_of(loaded.value()).schedule, (Rows{{0, 1500, 1600}, {0.1, 1400, 1550}}));
  EXPECT_EQ(step_of(loaded.value()).actuators, (std::vector<std::string>{"t2", "t1"}));
  const SourceLocation row = loaded.value().locations.location("mission[0].schedule[1]");
  EXPECT_EQ(row.file, (folder_ / "data/c.csv").string());
  EXPECT_EQ(row.line, 4);
  EXPECT_EQ(loaded.value().locations.location("mission[0].actuators[0]").line, 2);
  const Result<LoadedScenario> again =
      load_scenario_text(save_scenario(loaded.value().scenario), "elsewhere.yaml", {});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  EXPECT_EQ(step_of(again.value()).schedule, step_of(loaded.value()).schedule);
}

TEST_F(TableNames, ARecordHoldsItsEpoch) {
  write("data/c.csv", "time_utc,north_m_s,east_m_s\n2021-05-10T18:00:00Z,0.5,0\n"
                      "2021-05-10T18:10:00Z,0.25,0\n");
  const std::string yaml = "environment: {currents: [!time_series {file: data/c.csv";
  const Result<LoadedScenario> loaded = load(yaml + "}]}\n");
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  const Result<LoadedScenario> again =
      load_scenario_text(save_scenario(loaded.value().scenario), "elsewhere.yaml", {});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  const auto& record = *again.value().scenario.environment.currents.at(0).as<TimeSeriesCurrent>();
  EXPECT_EQ(record.table, (Rows{{0, 0.5, 0}, {600, 0.25, 0}}));
  EXPECT_EQ(record.epoch, "2021-05-10T18:00:00Z");
  EXPECT_NE(load(yaml + ", epoch: 2020-01-01}]}\n").problems().text().find(
                "has times of its own (time_utc); remove `epoch`"),
            std::string::npos);
}

TEST_F(TableNames, ACastBecomesProfiles) {
  const std::string yaml = "environment: {water: {file: data/c.csv}}\n";
  write("data/c.csv",
        "pressure_dbar,oxygen,temperature_degc,salinity_psu\n0,5,20,34\n50,4,12,35\n");
  const Result<LoadedScenario> loaded = load(yaml);
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  const WaterConfig& water = loaded.value().scenario.environment.water;
  EXPECT_EQ(water.temperature_profile, (Rows{{0, 20}, {50, 12}}));
  EXPECT_EQ(water.salinity_profile, (Rows{{0, 34}, {50, 35}}));
  EXPECT_TRUE(water.sound_speed_profile.empty());
  EXPECT_EQ(water.profiles_over, ProfileAxis::kPressure);
  const Result<LoadedScenario> again =
      load_scenario_text(save_scenario(loaded.value().scenario), "elsewhere.yaml", {});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  EXPECT_EQ(again.value().scenario.environment.water.profiles_over, ProfileAxis::kPressure);
  EXPECT_NE(load("environment: {water: {file: data/c.csv, temperature_profile: [[0, 1]]}}\n")
                .problems().text().find("expected either a file or temperature_profile"),
            std::string::npos);
  write("data/c.csv", "depth_m,temperature_degc\n0,18\n5,280\n");
  EXPECT_NE(load(yaml).problems().text().find("c.csv:3:3: temperature must be from -2 to 40"),
            std::string::npos);
}

// --- Meshes.

class MeshNames : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "parts" / "meshes");
    std::ofstream(folder_ / "parts" / "meshes" / "a.obj") << "v 0 0 0\n";
    std::ofstream(folder_ / "parts" / "thing.yaml")
        << "name: thing\nlinks: [{name: body, mass_kg: 1, shapes: {physics: [!mesh {file: "
           "meshes/a.obj}]}}]\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<LoadedScenario> load(const std::string& text) {
    return load_scenario_text(text, (folder_ / "s.yaml").string(), {});
  }
  const std::string kThing = "format: 1\nobjects: [{name: a, model: parts/thing.yaml}]\n";
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("hadal_meshes_" + std::to_string(::getpid()));
};

const MeshShapeConfig& mesh_of(const Scenario& s) {
  return *s.object_models.at(0).links.at(0).shapes->physics.at(0).as<MeshShapeConfig>();
}

TEST_F(MeshNames, AreRelativeToTheFileThatNamesThem) {
  const Result<LoadedScenario> loaded = load(kThing);
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  const std::filesystem::path file = mesh_of(loaded.value().scenario).file;
  EXPECT_TRUE(file.is_absolute());
  EXPECT_TRUE(std::filesystem::equivalent(file, folder_ / "parts" / "meshes" / "a.obj"));
  // Saved, it is found from anywhere.
  const Result<LoadedScenario> again =
      load_scenario_text(save_scenario(loaded.value().scenario), "elsewhere/saved.yaml", {});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  EXPECT_EQ(mesh_of(again.value().scenario).file, file.string());
}

TEST_F(MeshNames, TellWhenTheFileHasChanged) {
  const std::string saved = save_scenario(load(kThing).value().scenario);
  std::ofstream(folder_ / "parts" / "meshes" / "a.obj") << "v 0 0 1\n";
  const Result<LoadedScenario> again = load(saved);
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.problems().text().find("a.obj has changed since the scenario was saved"),
            std::string::npos);
}

// The same for each raster a scenario can name.
TEST_F(MeshNames, RastersTellWhenTheirFileHasChanged) {
  const std::string scenarios[] = {
      "environment: {seabed: !bathymetry {raster: map.tif}}\n",
      "environment: {seabed: !heightmap {image: map.tif, size_m: [10, 10], depth_min_m: 1, "
      "depth_max_m: 2}}\n",
      "environment: {seabed: !flat {depth_m: 9, bottom: {areas: [{classes: map.tif, class_value: "
      "1, silt_m: 0.1}]}}}\n",
      "environment: {currents: [!gridded {name: c, file: map.tif}]}\n"};
  for (const std::string& text : scenarios) {
    std::ofstream(folder_ / "map.tif") << "one";
    const Result<LoadedScenario> loaded = load("format: 1\n" + text);
    ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
    const std::string saved = save_scenario(loaded.value().scenario);
    EXPECT_TRUE(load_scenario_text(saved, "elsewhere/saved.yaml", {}).ok());
    std::ofstream(folder_ / "map.tif") << "two";
    const Result<LoadedScenario> again = load(saved);
    ASSERT_FALSE(again.ok()) << text;
    EXPECT_NE(again.problems().text().find("the raster " + (folder_ / "map.tif").string() +
                                           " has changed since the scenario was saved"),
              std::string::npos)
        << again.problems().text();
  }
}

TEST_F(MeshNames, AreNamedWhenMissing) {
  std::filesystem::remove(folder_ / "parts" / "meshes" / "a.obj");
  const Result<LoadedScenario> loaded = load(kThing);
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.problems().text().find("thing.yaml:2:"), std::string::npos);
  EXPECT_NE(loaded.problems().text().find("no such mesh file: "), std::string::npos);
}

}  // namespace data_files_test
}  // namespace hadal::scenario
