#include "scenario/data_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/calendar.h"
#include "base/test_source_folder.h"
#include "math/units.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace data_files_test {

using Rows = std::vector<std::vector<double>>;

CsvTable csv(const char* text) {
  return parse_csv(text, "a.csv").value();
}

TEST(DataFiles, StratifiedByHeaderAndByOrder) {
  const auto named =
      stratified_rows(csv("depth_m,down_m_s,east_m_s,north_m_s\n0,0.1,0.2,0.3\n5,0,0,1\n"));
  ASSERT_TRUE(named.ok()) << named.problems().text();
  EXPECT_EQ(named.value(), (Rows{{0, 0.3, 0.2, 0.1}, {5, 1, 0, 0}}));
  const auto plain = stratified_rows(csv("# north, east, depth\n0.3,0.2,0\n1,0,5\n"));
  ASSERT_TRUE(plain.ok()) << plain.problems().text();
  EXPECT_EQ(plain.value(), (Rows{{0, 0.3, 0.2}, {5, 1, 0}}));
  EXPECT_EQ(stratified_rows(csv("0.3,0.2,0,0.1\n")).value(), (Rows{{0, 0.3, 0.2, 0.1}}));
}

TEST(DataFiles, StratifiedProblemsHavePlaces) {
  EXPECT_EQ(stratified_rows(csv("1,x,0\n1,2,10\n1,2,10\n")).problems().text(),
            "a.csv:1:3: 'x' is not a number\na.csv:3:5: depths must rise from row to row");
  EXPECT_FALSE(stratified_rows(csv("1,2\n")).ok());
  EXPECT_FALSE(stratified_rows(csv("depth_m,speed,x\n1,2,3\n")).ok());
  EXPECT_FALSE(stratified_rows(csv("")).ok());
  EXPECT_EQ(stratified_rows(csv("depth_m,north_m_s,east_m_s\n")).problems().text(),
            "a.csv:1:1: expected at least one row of numbers");
}

TEST(DataFiles, StationInKnots) {
  const auto station =
      tide_station_rows(csv("Date_Time (GMT), Event, Speed (knots)\n2020-01-01 03:29, "
                            "Flood,2\n2020-01-01 05:26, slack,-\n"));
  ASSERT_TRUE(station.ok()) << station.problems().text();
  EXPECT_NEAR(station.value()[0][1], 2 * kKnot, 1e-15);
  EXPECT_EQ(station.value()[1][0] - station.value()[0][0], 117 * 60);
}

TEST(DataFiles, StationProblemsHavePlaces) {
  const auto station =
      tide_station_rows(csv("Date_Time (GMT), Event, Speed (cm/sec)\n"
                            "2020-01-01 03:29, flood,-3\n"
                            "2020-01-01 25:00, ebb,fast\n"
                            "2020-01-01 06:00, high,1\n"
                            "2020-01-01 07:00, slack,-\n"
                            "2020-01-01 06:59, ebb,-4\n"));
  ASSERT_FALSE(station.ok());
  EXPECT_EQ(station.problems().size(), 5u) << station.problems().text();
  EXPECT_EQ(to_string(station.problems().list()[0]),
            "a.csv:2:25: -3: a flood has a speed above zero, an ebb one below, a slack none");
  EXPECT_EQ(to_string(station.problems().list()[4]), "a.csv:6:1: times must rise from row to row");
  EXPECT_FALSE(tide_station_rows(csv("Date_Time (LST/LDT), Event, Speed (knots)\n")).ok());
  EXPECT_FALSE(tide_station_rows(csv("Date_Time (GMT), Event, Speed\n")).ok());
  EXPECT_FALSE(tide_station_rows(csv("1,2,3\n")).ok());
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

// The data that lies beside a development tree; a release archive has none.
std::string shared_data(const char* name) {
  return (std::filesystem::path(test::source_folder()) / ".." / "shared" / "data" / name).string();
}

TEST(DataFiles, RealStratifiedFile) {
  const std::string path = shared_data("stratified_current_example.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
  const Rows rows = stratified_rows(read_csv(path).value()).value();
  ASSERT_EQ(rows.size(), 12u);
  EXPECT_EQ(rows.front(), (std::vector<double>{0, 0, 0.05}));
  EXPECT_EQ(rows.back()[0], 110);
}

TEST(DataFiles, RealStationFile) {
  const std::string path = shared_data("tidal_current_ACT1951_2020_2022.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
  const Rows rows = tide_station_rows(read_csv(path).value()).value();
  ASSERT_EQ(rows.size(), 8500u);
  const auto speed_at = [&](const char* time) {
    for (const auto& row : rows)
      if (static_cast<int64_t>(row[0]) * kNanosecondsPerSecond ==
          unix_ns_from_iso8601(time).value())
        return row[1];
    return -1000.0;
  };
  EXPECT_EQ(iso8601_from_unix_ns(static_cast<int64_t>(rows.front()[0]) * kNanosecondsPerSecond),
            "2020-01-01T03:29:00Z");
  EXPECT_EQ(iso8601_from_unix_ns(static_cast<int64_t>(rows.back()[0]) * kNanosecondsPerSecond),
            "2022-12-31T23:56:00Z");
  EXPECT_NEAR(speed_at("2020-01-01T03:29:00Z"), 0.39, 1e-12);
  EXPECT_EQ(speed_at("2020-01-01T05:26:00Z"), 0);
  EXPECT_NEAR(speed_at("2020-01-01T06:51:00Z"), -0.24, 1e-12);
  EXPECT_NEAR(speed_at("2020-01-14T00:05:00Z"), 0.53, 1e-12);
  size_t slacks = 0;
  for (const auto& row : rows) slacks += row[1] == 0;
  EXPECT_EQ(slacks, 4236u);
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

const StratifiedCurrentConfig& stream_of(const LoadedScenario& loaded) {
  return *loaded.scenario.environment.currents.at(0).as<StratifiedCurrentConfig>();
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
