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

Thruster commanded_by(ThrusterCommand kind, double rotor_per_command = 1) {
  Thruster thruster;
  thruster.command_kind = kind;
  thruster.rotor_per_command = rotor_per_command;
  thruster.map = AnyConfig::of(TableMap{});
  return thruster;
}

TEST(DataFiles, ThrustByHeader) {
  const Thruster pulses = commanded_by(ThrusterCommand::pulse_width);
  EXPECT_EQ(thrust_rows(csv("power_W,thrust_N,pwm_us\n7,-3,1400\n8,3,1600\n"), pulses).value().rows,
            (Rows{{1400, -3, 7}, {1600, 3, 8}}));
  EXPECT_EQ(thrust_rows(csv("pwm_us,thrust_N\n1500,0\n1500,1\n"), pulses).problems().text(),
            "a.csv:3:1: the first column must rise from row to row");
  EXPECT_FALSE(thrust_rows(csv("pwm_us,force\n1500,0\n1600,1\n"), pulses).ok());
  EXPECT_FALSE(thrust_rows(csv("pwm_us,thrust_N\n1500,0\n"), pulses).ok());
}

TEST(DataFiles, TheInputOfABollardTableGoesWithTheCommands) {
  const auto speeds = commanded_by(ThrusterCommand::rotor_speed);
  const ThrustRows rotor = thrust_rows(csv("rotor_rad_s,thrust_N\n-9,-3\n9,3\n"), speeds).value();
  EXPECT_EQ(rotor.rows, (Rows{{-9, -3}, {9, 3}}));
  EXPECT_EQ(rotor.over, TableArgument::rotor_speed);
  const ThrustRows rpm = thrust_rows(csv("rpm,thrust_N\n-3000,-30\n3000,40\n"), speeds).value();
  EXPECT_NEAR(rpm.rows[1][0], 314.159265358979, 1e-9);
  EXPECT_EQ(rpm.over, TableArgument::rotor_speed);
  const auto plain = commanded_by(ThrusterCommand::normalised);
  const ThrustRows command = thrust_rows(csv("command,thrust_N\n-1,-30\n1,40\n"), plain).value();
  EXPECT_EQ(command.rows, (Rows{{-1, -30}, {1, 40}}));
  EXPECT_EQ(command.over, TableArgument::command);
}

TEST(DataFiles, ABollardTableThatDoesNotGoWithTheCommandsSaysWhatToWrite) {
  const auto plain = commanded_by(ThrusterCommand::normalised);
  const auto has = [](const Result<ThrustRows>& found, const char* words) {
    return !found.ok() && found.problems().text().find(words) != std::string::npos;
  };
  EXPECT_TRUE(has(thrust_rows(csv("pwm_us,rpm,thrust_N\n1100,9,-3\n1900,9,3\n"), plain),
                  "`command: pulse_width`, `command_min: 1100`, `command_max: 1900`"));
  EXPECT_TRUE(has(thrust_rows(csv("command,thrust_N\n-1,-3\n1,3\n"),
                              commanded_by(ThrusterCommand::pulse_width)),
                  "`command: normalised`"));
  EXPECT_TRUE(has(thrust_rows(csv("rotor_rad_s,thrust_N\n-300,-3\n300,3\n"), plain),
                  "`rotor_per_command: 300`"));
  EXPECT_TRUE(has(thrust_rows(csv("throttle,thrust_N\n-1,-3\n1,3\n"), plain),
                  "command (-1..1), pwm_us, rotor_rad_s and rpm"));
}

TEST(DataFiles, DragByHeader) {
  const DampingConfig found = drag_tables(csv("speed_m_s,surge_N,sway_N,rate_rad_s,yaw_Nm\n"
                                              "-1,-105,,-1,-4\n0.5,22,40,1,4\n1,80,150,2,15\n"))
                                  .value();
  EXPECT_EQ(found.surge, (Rows{{-1, -105}, {0.5, 22}, {1, 80}}));
  EXPECT_EQ(found.sway, (Rows{{0.5, 40}, {1, 150}}));
  EXPECT_EQ(found.yaw, (Rows{{-1, -4}, {1, 4}, {2, 15}}));
  EXPECT_TRUE(found.heave.empty());
  EXPECT_FALSE(drag_tables(csv("speed,surge_N\n1,80\n")).ok());
  EXPECT_FALSE(drag_tables(csv("speed_m_s,drag\n1,80\n")).ok());
  EXPECT_EQ(drag_tables(csv("speed_m_s,surge_N\n1,80\n2,-90\n")).problems().text().substr(0, 17),
            "a.csv:1:1: surge_");
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

TEST_F(TableNames, AFileThatManyThrustersNameIsRefusedOnce) {
  write("data/t.csv", "throttle,thrust_N\n-1,-3\n1,3\n");
  std::string model = "vehicle_models:\n- name: m\n  links: [{name: l, mass_kg: 1, "
                      "inertia_kg_m2: [1, 1, 1]}]\n  thrusters:\n";
  for (const char* name : {"a", "b", "c"})
    model += std::string("  - {name: ") + name +
             ", direction: [1, 0, 0], map: !table {file: data/t.csv}}\n";
  const std::string text = load(model).problems().text();
  EXPECT_EQ(text.find("cannot take this file"), text.rfind("cannot take this file")) << text;
  EXPECT_NE(text.find("command (-1..1), pwm_us, rotor_rad_s and rpm"), std::string::npos) << text;
}

TEST_F(TableNames, DragIsReadIntoTheModel) {
  write("data/d.csv", "speed_m_s,surge_N\n-1,-105\n1,80\n");
  const Result<LoadedScenario> loaded =
      load("vehicle_models:\n- name: m\n  links: [{name: l, mass_kg: 1, inertia_kg_m2: [1, 1, 1], "
           "damping: {file: data/d.csv}}]\n");
  ASSERT_TRUE(loaded.ok()) << loaded.problems().text();
  const DampingConfig& damping = loaded.value().scenario.vehicle_models[0].links[0].damping;
  EXPECT_EQ(damping.surge, (Rows{{-1, -105}, {1, 80}}));
  EXPECT_EQ(damping.file, "");
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
