// Model files, presets and settings: where they are looked for, what wins, and which file a problem
// names.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "kinds/actuators/thrust_map.h"
#include "kinds/actuators/thruster.h"
#include "kinds/controllers/body.h"
#include "kinds/currents/gauss_markov.h"
#include "kinds/currents/uniform.h"
#include "scenario/scenario.h"
#include "scenario/sensor_config.h"
#include "scenario/test_reading.h"
#include "scenario/writer.h"

namespace hadal::inline scenario {
namespace load_test {

namespace fs = std::filesystem;
using test_reading::cut_mark;
using test_reading::Marked;
using test_reading::number_in;

// A model of one link, with its mass to tell models apart.
std::string model(const std::string& name, double mass_kg) {
  return "name: " + name + "\nlinks: [{name: hull, mass_kg: " + std::to_string(mass_kg) +
         ", inertia_kg_m2: [1, 1, 1]}]\n";
}

class Load : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(scenario_folder());
    fs::create_directories(library_);
  }
  void TearDown() override { fs::remove_all(root_); }

  fs::path scenario_folder() const { return root_ / "mine"; }
  std::string scenario_file() const { return (scenario_folder() / "s.yaml").string(); }

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

  Result<LoadedScenario> load(const std::string& text, std::vector<std::string> settings = {}) {
    return load_scenario_text("format: 1\n" + text, scenario_file(),
                              {std::move(settings), {library_.string(), other_.string()}});
  }
  Scenario loaded(const std::string& text, std::vector<std::string> settings = {}) {
    const Result<LoadedScenario> result = load(text, std::move(settings));
    EXPECT_TRUE(result.ok()) << result.problems().text();
    return result ? result.value().scenario : Scenario();
  }
  std::string refused(const std::string& text, std::vector<std::string> settings = {}) {
    const Result<LoadedScenario> result = load(text, std::move(settings));
    EXPECT_FALSE(result.ok()) << text;
    return result ? "" : result.problems().text();
  }

  const fs::path root_ = fs::temp_directory_path() / ("hadal_load_" + std::to_string(::getpid()));
  const fs::path library_ = root_ / "library", other_ = root_ / "other";
};

const std::string kOne = "vehicles: [{name: a, model: craft}]\n";

double mass_of(const Scenario& s, const std::string& vehicle) {
  for (const VehicleConfig& v : s.vehicles)
    if (v.name == vehicle) return s.find_model(v.model)->links.at(0).mass_kg.value();
  return -1;
}

// --- What an unknown name may mean.

TEST_F(Load, ATagThatNamesPresetsSaysHowToUseThem) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 3));
  write(library_ / "models/sensors/fls_a.yaml", "!forward_looking_sonar\nrate_hz: 5\n");
  write(library_ / "models/sensors/fls_b.yaml", "!forward_looking_sonar\nrate_hz: 6\n");
  write(library_ / "models/sensors/dvl_a50.yaml", "!dvl\nrate_hz: 7\n");
  const auto sensor = [&](const std::string& tag) {
    return refused("vehicles: [{name: a, model: craft, sensors: [!" + tag + " {name: s}]}]");
  };
  const auto says = [&](const std::string& tag, const std::string& end) {
    EXPECT_TRUE(sensor(tag).ends_with("unknown kind '!" + tag + "'" + end)) << sensor(tag);
  };
  says("fls",
       ", the presets fls_a, fls_b are of !forward_looking_sonar; write !forward_looking_sonar "
       "{model: fls_a, ...}");
  says("DVL_A50", ": 'dvl_a50' is a preset; write !dvl {model: dvl_a50, ...}");
  says("a50", ": 'dvl_a50' is a preset; write !dvl {model: dvl_a50, ...}");
  says("dvll", " (did you mean 'dvl'?); a kind of an extension needs --extensions DIR");
  // A preset of a sensor is no step of a mission.
  EXPECT_EQ(refused("mission: [!dvl_a50 {vehicle: a}]").find("preset"), std::string::npos);
}

TEST_F(Load, AScenarioThatIsNotThereIsNamedByItsNearest) {
  write(library_ / "scenarios/inspection_dive.yaml", "format: 1\n");
  write(scenario_folder() / "mine.yaml", "format: 1\n");
  const auto problem = [&](const std::string& path) {
    return load_scenario(path, {{}, {library_.string()}}).problems().text();
  };
  EXPECT_EQ(problem("inspection"),
            "inspection: cannot read this file (did you mean 'inspection_dive'?)");
  const std::string near = (scenario_folder() / "minee.yaml").string();
  EXPECT_EQ(problem(near), near + ": cannot read this file (did you mean 'mine.yaml'?)");
  const std::string far = (scenario_folder() / "inspection").string();
  EXPECT_EQ(problem(far), far + ": cannot read this file");
}

// --- Where models are looked for.

TEST_F(Load, TheFolderOfTheScenarioComesFirstThenTheOthersInOrder) {
  write(other_ / "models/vehicles/craft.yaml", model("craft", 3));
  EXPECT_EQ(mass_of(loaded(kOne), "a"), 3);
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  EXPECT_EQ(mass_of(loaded(kOne), "a"), 2);
  write(scenario_folder() / "models/vehicles/craft.yaml", model("craft", 1));
  EXPECT_EQ(mass_of(loaded(kOne), "a"), 1);
}

TEST_F(Load, AModelWrittenInPlaceWinsOverFiles) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  const Scenario s = loaded(
      kOne + "vehicle_models: [{name: craft, links: [{name: hull, mass_kg: 9, inertia_kg_m2: [1, 1, "
             "1]}]}]\n");
  EXPECT_EQ(mass_of(s, "a"), 9);
  EXPECT_EQ(s.vehicle_models.size(), 1u);
}

TEST_F(Load, AModelIsTakenInOnceHoweverManyNameIt) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  const Scenario s = loaded("vehicles: [{name: a, model: craft}, {name: b, model: craft}]\n");
  EXPECT_EQ(s.vehicle_models.size(), 1u);
  EXPECT_EQ(mass_of(s, "b"), 2);
}

TEST_F(Load, AFileIsRelativeToTheScenario) {
  write(scenario_folder() / "parts/own.yaml", model("own", 4));
  const Scenario s = loaded("vehicles: [{name: a, model: parts/own.yaml}, {name: b, model: parts/own.yaml}]\n");
  EXPECT_EQ(mass_of(s, "a"), 4);
  EXPECT_EQ(mass_of(s, "b"), 4);
  EXPECT_EQ(s.vehicle_models.size(), 1u);
  EXPECT_EQ(s.vehicles[0].model, "own");
}

// A copy of a shipped file, changed but not renamed, must not be mistaken for the shipped one.
TEST_F(Load, TwoFilesOfOneNameAreRefused) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  write(scenario_folder() / "heavy.yaml", model("craft", 50));
  const std::string text =
      refused("vehicles:\n  - {name: a, model: craft}\n  - {name: b, model: heavy.yaml}\n");
  EXPECT_EQ(text, (scenario_folder() / "heavy.yaml").string() +
                      ":1:7: name: 'craft' is also the name of the model in " +
                      (library_ / "models/vehicles/craft.yaml").string() +
                      "; expected a name of its own");
}

TEST_F(Load, TwoFilesOfOneNameAreRefusedInEitherOrder) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  write(scenario_folder() / "heavy.yaml", model("craft", 50));
  const Marked marked = cut_mark(
      "format: 1\nvehicles:\n  - {name: b, model: heavy.yaml}\n  - {name: a, model: @@craft}\n",
      scenario_file());
  EXPECT_EQ(refused(marked.text.substr(10)),
            marked.location + ": vehicles[1].model: 'craft' is also the name of the model in " +
                (scenario_folder() / "heavy.yaml").string() + "; expected a name of its own");
}

TEST_F(Load, AnUnknownModelHintsAtTheNearest) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  write(other_ / "models/vehicles/barge.yaml", model("barge", 2));
  const Marked near = cut_mark("format: 1\nvehicles: [{name: a, model: @@carft}]\n", scenario_file());
  EXPECT_EQ(refused(near.text.substr(10)),
            near.location +
                ": vehicles[0].model: no model 'carft' in models/vehicles (did you mean 'craft'?)");
  EXPECT_NE(refused("vehicles: [{name: a, model: submarine}]\n")
                .find("no model 'submarine' in models/vehicles (one of: barge, craft)"),
            std::string::npos);
}

TEST_F(Load, NamesDoNotLeaveTheFolder) {
  write(library_ / "models/secret.yaml", model("secret", 2));
  EXPECT_NE(refused("vehicles: [{name: a, model: ../secret}]\n").find("no model '../secret'"),
            std::string::npos);
}

TEST_F(Load, AMissingFileIsNamed) {
  const Marked marked = cut_mark("format: 1\nvehicles:\n  - name: a\n    model: @@none.yaml\n", scenario_file());
  EXPECT_EQ(refused(marked.text.substr(10)),
            marked.location + ": vehicles[0].model: no such file: " +
                (scenario_folder() / "none.yaml").string());
}

TEST_F(Load, TheNameInAModelFileIsThatOfTheFile) {
  write(library_ / "models/vehicles/craft.yaml", model("boat", 2));
  EXPECT_EQ(refused(kOne), (library_ / "models/vehicles/craft.yaml").string() +
                               ":1:7: name: expected 'craft', the name of the file");
}

TEST_F(Load, ProblemsInAModelFileNameThatFile) {
  write(library_ / "models/vehicles/craft.yaml",
        "name: craft\nlinks:\n  - {name: hull, mass_kg: -2, inertia_kg_m2: [1, 1, 1]}\n");
  EXPECT_EQ(refused(kOne), (library_ / "models/vehicles/craft.yaml").string() +
                               ":3:27: vehicle_models[0].links[0].mass_kg: expected a number of at "
                               "least 0, found '-2'");
  write(library_ / "models/vehicles/craft.yaml", "name: craft\nlinks: [\n");
  EXPECT_NE(refused(kOne).find("craft.yaml:"), std::string::npos);
  EXPECT_NE(refused(kOne).find("not valid YAML"), std::string::npos);
}

TEST_F(Load, ObjectsHaveModelsLikewise) {
  write(library_ / "models/objects/crate.yaml", model("crate", 7));
  const Scenario s = loaded("objects: [{name: o, model: crate}]\n");
  ASSERT_NE(s.find_object_model("crate"), nullptr);
  EXPECT_EQ(s.find_object_model("crate")->links[0].mass_kg, 7);
  EXPECT_NE(refused("objects: [{name: o, model: crat}]\n").find("in models/objects (did you mean 'crate'?)"),
            std::string::npos);
}

TEST_F(Load, ModelsAreListedByKindSortedAndOnce) {
  write(library_ / "models/sensors/b.yaml", "");
  write(library_ / "models/sensors/a.yaml", "");
  write(library_ / "models/sensors/notes.txt", "");
  write(other_ / "models/sensors/a.yaml", "");
  EXPECT_EQ(list_models("sensors", {library_.string(), other_.string()}),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(list_models("sensors", {(root_ / "none").string()}).empty());
}

// --- Presets.

const std::string kDepthSensor =
    "vehicles:\n  - {name: a, model: craft, sensors: [!depth {name: d, ";

class Presets : public Load {
 protected:
  void SetUp() override {
    Load::SetUp();
    write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
    write(library_ / "models/sensors/gauge.yaml",
          "!depth\nrate_hz: 25\nlatency_s: 0.5\nnoise: {white_std: 0.02, bias: 0.3}\n");
  }
  AnyConfig gauge(const std::string& keys) {
    return loaded(kDepthSensor + keys + "}]}\n").vehicles.at(0).sensors.at(0);
  }
};

TEST_F(Presets, FillInWhatIsNotGivenMapByMap) {
  const AnyConfig all = gauge("model: gauge");
  EXPECT_EQ(number_in(all, "rate_hz"), 25);
  EXPECT_EQ(number_in(all, "latency_s"), 0.5);
  EXPECT_EQ(number_in(all, "noise.white_std"), 0.02);
  const AnyConfig some = gauge("model: gauge, rate_hz: 5, noise: {bias: 0}");
  EXPECT_EQ(number_in(some, "rate_hz"), 5);
  EXPECT_EQ(number_in(some, "latency_s"), 0.5);
  EXPECT_EQ(number_in(some, "noise.bias"), 0);
  EXPECT_EQ(number_in(some, "noise.white_std"), 0.02) << "maps are merged key by key";
  EXPECT_EQ(sensor_common(some).model, "") << "taken in: a saved scenario needs no file";
}

TEST_F(Presets, MustBeOfTheSameKind) {
  const std::string text = "vehicles:\n  - {name: a, model: craft, sensors: [!gps {name: g, model: @@gauge}]}\n";
  const Marked marked = cut_mark("format: 1\n" + text, scenario_file());
  EXPECT_EQ(refused(marked.text.substr(10)),
            marked.location + ": vehicles[0].sensors[0].model: 'gauge' is a !depth, not a !gps");
}

TEST_F(Presets, AnUnknownOneHintsAtTheNearest) {
  EXPECT_NE(refused(kDepthSensor + "model: guage}]}\n")
                .find("vehicles[0].sensors[0].model: no model 'guage' in models/sensors (did you "
                      "mean 'gauge'?)"),
            std::string::npos);
}

TEST_F(Presets, ProblemsInOneNameItsFile) {
  write(library_ / "models/sensors/gauge.yaml", "!depth\nrate_hz: 0\n");
  EXPECT_EQ(refused(kDepthSensor + "model: gauge}]}\n"),
            (library_ / "models/sensors/gauge.yaml").string() +
                ":2:10: vehicles[0].sensors[0].rate_hz: expected a number from 0.0001 to 100000, "
                "found '0'");
}

TEST_F(Presets, OfThrustersInModelFiles) {
  write(library_ / "models/thrusters/t.yaml", "thrust_max_n: 50\nmap: !linear {forward: 40}\n");
  write(library_ / "models/vehicles/craft.yaml",
        model("craft", 2) + "thrusters: [{name: p, model: t, direction: [1, 0, 0], map: !linear {reverse: 30}}]\n");
  const Scenario s = loaded(kOne);
  const Thruster& thruster = s.vehicle_models.at(0).thrusters.at(0);
  EXPECT_EQ(thruster.thrust_max_n, 50);
  EXPECT_EQ(thruster.map.as<LinearMap>()->forward, 40);
  EXPECT_EQ(thruster.map.as<LinearMap>()->reverse, 30);
}

TEST_F(Presets, AnotherKindOfMapIsNotMerged) {
  write(library_ / "models/thrusters/t.yaml", "map: !linear {forward: 40, reverse: 40}\n");
  write(library_ / "models/vehicles/craft.yaml",
        model("craft", 2) + "thrusters: [{name: p, model: t, direction: [1, 0, 0], map: !quadratic {forward: 3}}]\n");
  const Scenario s = loaded(kOne);
  EXPECT_EQ(s.vehicle_models.at(0).thrusters.at(0).map.as<QuadraticMap>()->forward, 3);
  EXPECT_EQ(s.vehicle_models.at(0).thrusters.at(0).map.as<QuadraticMap>()->reverse, 1);
}

// --- Settings.

TEST_F(Presets, SettingsChangeTheScenario) {
  const Scenario s = loaded(kOne, {"seed=3", "vehicles.a.pose.depth_m=8", "vehicles[0].pose.north_m=2"});
  EXPECT_EQ(s.seed, 3);
  EXPECT_EQ(s.vehicles[0].pose.depth_m, 8);
  EXPECT_EQ(s.vehicles[0].pose.north_m, 2);
}

TEST_F(Presets, TheLastSettingWins) {
  EXPECT_EQ(loaded(kOne, {"seed=3", "seed=4"}).seed, 4);
}

TEST_F(Presets, SettingsReachModelsFromFiles) {
  EXPECT_EQ(mass_of(loaded(kOne, {"vehicle_models.craft.links.hull.mass_kg=15"}), "a"), 15);
}

TEST_F(Presets, ASettingMayNameAModelOrPreset) {
  write(library_ / "models/vehicles/barge.yaml", model("barge", 800));
  EXPECT_EQ(mass_of(loaded(kOne, {"vehicles.a.model=barge"}), "a"), 800);
  const Scenario s = loaded(kOne, {"vehicles.a.sensors[0]=!depth {name: d, model: gauge}"});
  EXPECT_EQ(sensor_common(s.vehicles[0].sensors.at(0)).rate_hz, 25);
  write(scenario_folder() / "own.yaml", model("own", 4));
  EXPECT_EQ(mass_of(loaded(kOne, {"vehicles.a.model=own.yaml"}), "a"), 4)
      << "files of settings are relative to the scenario";
}

TEST_F(Presets, AListMayGrowByAKindOfItsOwn) {
  const Scenario s = loaded(kOne + "environment: {currents: [!uniform {name: c}]}\n",
                            {"environment.currents[1]=!gauss_markov {name: gusts, std_m_s: 0.05}",
                             "environment.currents.c.speed_m_s=0.3"});
  ASSERT_EQ(s.environment.currents.size(), 2u);
  EXPECT_EQ(s.environment.currents[0].as<UniformCurrent>()->speed_m_s, 0.3);
  EXPECT_EQ(s.environment.currents[1].as<GaussMarkovCurrent>()->std_m_s, 0.05);
}

TEST_F(Presets, WrongSettingsAreNamedInPlaceOfTheFile) {
  EXPECT_EQ(refused(kOne, {"vehicles.a.pose.dept_m=3"}),
            "--set vehicles.a.pose.dept_m=3: vehicles[0].pose.dept_m: unknown key in pose (did you "
            "mean 'depth_m'?)");
  EXPECT_EQ(refused(kOne, {"vehicles.b.pose.depth_m=3"}),
            "--set vehicles.b.pose.depth_m=3: 'vehicles' has no item named 'b' (did you mean 'a'?)");
  EXPECT_EQ(refused(kOne, {"step_s=2"}),
            "--set step_s=2: step_s: expected a number from 1e-05 to 1, found '2'");
  EXPECT_EQ(refused(kOne, {"vehicle_models.kraft.hotel_power_w=2"}),
            "--set vehicle_models.kraft.hotel_power_w=2: 'vehicle_models' has no item named 'kraft' "
            "(did you mean 'craft'?)");
}

TEST_F(Presets, ProblemsOfFileAndSettingsComeTogether) {
  const std::string text = refused("duration_s: -1\n", {"step_s=2", "nonsense"});
  EXPECT_EQ(text, "--set nonsense: expected key.path=value\n" + scenario_file() +
                      ":2:13: duration_s: expected a number from 0 to 1e+08, found '-1'\n"
                      "--set step_s=2: step_s: expected a number from 1e-05 to 1, found '2'");
}

// --- The scenario as a whole.

TEST_F(Load, TheFormatIsRequiredAndKnown) {
  const auto text_of = [](const std::string& text) {
    const Result<LoadedScenario> result = load_scenario_text(text, "s.yaml", {});
    return result ? "" : result.problems().text();
  };
  const std::string missing =
      "s.yaml:1:1: 'format' is missing in scenario: Version of this file format. Add 'format: 1'";
  EXPECT_EQ(text_of("title: a\n"), missing);
  EXPECT_EQ(text_of(""), missing);
  EXPECT_EQ(text_of("format: 2\n"), "s.yaml:1:9: format: expected a number from 1 to 1, found '2'");
  EXPECT_EQ(text_of("format: 1\n"), "");
  EXPECT_EQ(text_of("- format: 1\n"), "s.yaml:1:1: expected a map with the keys of scenario, found a list of 1");
}

TEST_F(Load, VehiclesObjectsAndMarksShareTheirNames) {
  write(library_ / "models/vehicles/craft.yaml", model("craft", 2));
  const std::string object = "objects:\n  - {name: NAME, shapes: {physics: [!sphere {radius_m: 1}]}}\n";
  const auto with_object = [&](const std::string& name) {
    std::string text = kOne + object + "marks: [{name: buoy}]\n";
    return text.replace(text.find("NAME"), 4, name);
  };
  EXPECT_EQ(refused(with_object("a")),
            scenario_file() + ":4:6: objects[0].name: 'a' is also the name of a vehicle");
  EXPECT_EQ(refused(with_object("buoy")),
            scenario_file() + ":5:10: marks[0].name: 'buoy' is also the name of an object");
  EXPECT_TRUE(load(with_object("ball")).ok());
}

TEST_F(Load, CopiesOfAnObjectDoNotTakeANameThatIsInUse) {
  EXPECT_EQ(refused("objects:\n"
                    "  - {name: ball_2, shapes: {physics: [!sphere {radius_m: 1}]}}\n"
                    "  - {name: ball, shapes: {physics: [!sphere {radius_m: 1}]}, scatter: {count: 3, size_m: [9, 9]}}\n"),
            scenario_file() + ":4:6: objects[1].name: its copy 'ball_2' has the name of an object");
}

TEST_F(Load, AFileThatIsNotThereIsNamed) {
  EXPECT_EQ(load_scenario("/no/such/file.yaml", {}).problems().text(),
            "/no/such/file.yaml: cannot read this file");
  EXPECT_EQ(load_scenario(root_.string(), {}).problems().text(),
            root_.string() + ": cannot read this file");
}

TEST_F(Load, AnEmptyFileIsAnEmptyScenario) {
  write(scenario_file(), "");
  EXPECT_EQ(load_scenario(scenario_file(), {}).problems().text(),
            scenario_file() + ":1:1: 'format' is missing in scenario: Version of this file format. "
                              "Add 'format: 1'");
}

// A saved scenario needs none of the files it came from.
TEST_F(Presets, ASavedScenarioNeedsNoOtherFile) {
  const Scenario s = loaded(kDepthSensor + "model: gauge}]}\n");
  const std::string saved = save_scenario(s);
  fs::remove_all(library_);
  const Result<LoadedScenario> again = load_scenario_text(saved, "elsewhere.yaml", {});
  ASSERT_TRUE(again.ok()) << again.problems().text();
  EXPECT_EQ(save_scenario(again.value().scenario), saved);
  EXPECT_EQ(number_in(again.value().scenario.vehicles[0].sensors[0], "noise.bias"), 0.3);
}

// --- Settings below a vehicle that mean what its model brings.

const std::string kControlled =
    "name: craft\nlinks: [{name: hull, mass_kg: 2, inertia_kg_m2: [1, 1, 1]}]\n"
    "sensors: [!imu {name: imu, rate_hz: 100}]\ncontroller: !body {surge: {velocity_limit: 0.7}}\n";
const std::string kTwo = "vehicles: [{name: a, model: craft}, {name: b, model: craft}]\n";

TEST_F(Load, ASettingReachesTheControllerOfTheModelForThisVehicleAlone) {
  write(library_ / "models/vehicles/craft.yaml", kControlled);
  const Scenario s = loaded(kTwo, {"vehicles.a.controller.surge.position.p=0.9"});
  ASSERT_FALSE(s.vehicles[0].controller.empty());
  const std::string text =
      write_yaml(*s.vehicles[0].controller.schema(), s.vehicles[0].controller.data());
  EXPECT_NE(text.find("p: 0.9"), std::string::npos) << text;
  EXPECT_NE(text.find("velocity_limit: 0.7"), std::string::npos) << "what the model said stays";
  EXPECT_TRUE(s.vehicles[1].controller.empty());
  EXPECT_EQ(s.vehicle_models.size(), 1u);
}

TEST_F(Load, ASettingReachesPartsOfTheModelForThisVehicleAlone) {
  write(library_ / "models/vehicles/craft.yaml", kControlled);
  const Scenario s =
      loaded(kTwo, {"vehicles.b.links.hull.mass_kg=9", "vehicles.b.sensors.imu.rate_hz=20"});
  EXPECT_EQ(mass_of(s, "a"), 2);
  EXPECT_EQ(mass_of(s, "b"), 9);
  EXPECT_EQ(s.vehicles[1].model, "craft_b");
  EXPECT_EQ(sensor_common(s.find_model("craft")->sensors.at(0)).rate_hz, 100);
  EXPECT_EQ(sensor_common(s.find_model("craft_b")->sensors.at(0)).rate_hz, 20);
  const Scenario alone = loaded(kOne, {"vehicles[0].links[0].mass_kg=9"});
  EXPECT_EQ(mass_of(alone, "a"), 9);
  EXPECT_EQ(alone.vehicles[0].model, "craft") << "no copy when nobody shares it";
}

TEST_F(Load, SettingsBelowAModelAreReadStrictly) {
  write(library_ / "models/vehicles/craft.yaml", kControlled);
  write(library_ / "models/vehicles/raft.yaml", model("raft", 2));
  EXPECT_EQ(refused(kOne, {"vehicles.a.controller.surge.positon.p=1"}),
            "--set vehicles.a.controller.surge.positon.p=1: vehicles[0].controller.surge.positon: "
            "unknown key in axis (did you mean 'position'?)");
  EXPECT_EQ(refused(kOne, {"vehicles.a.sensors.inu.rate_hz=1"}),
            "--set vehicles.a.sensors.inu.rate_hz=1: neither the 'sensors' of 'a' nor those of its "
            "model 'craft' have an item named 'inu' (did you mean 'imu'?)");
  EXPECT_EQ(refused("vehicles: [{name: a, model: raft}]\n", {"vehicles.a.controller.rate_hz=1"}),
            "--set vehicles.a.controller.rate_hz=1: neither 'vehicles.a' nor its model 'raft' has "
            "'controller'");
  EXPECT_NE(refused("vehicles: [{model: raft}, {model: raft}]\n", {"vehicles[0].kind=auv"}), "");
}

}  // namespace load_test
}  // namespace hadal::scenario
