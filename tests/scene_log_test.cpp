// The scene that viewers draw from a log: documents and messages of a short run over a rough seabed
// in waves, with a sonar, a camera and scenery, against the simulation itself.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "logs/reader/mcap_reader.h"
#include "math/frames.h"
#include "outputs/messages/messages.h"
#include "simulation/recording.h"
#include "simulation/scene_sources.h"
#include "small_world.h"

namespace hadal {
namespace scene_log_test {

using nlohmann::json;
using outputs::SceneState;
using outputs::SeabedTile;
constexpr float kSinglePrecision = 1e-5f;

const char* const kWorld = R"(
format: 1
title: Scene of a log
step_s: 0.01
duration_s: 1
origin: {lat_deg: 45, lon_deg: 10}
clock: {start: "2026-06-21T11:00:00Z"}
environment:
  seabed: !flat {depth_m: 12, resolution_m: 0.5, bottom: {material: sand},
                 detail: {amplitude_m: 0.4, max_wavelength_m: 10, min_wavelength_m: 2, seed: 3}}
  wind: {speed_m_s: 6, toward_deg: 30}
  waves: !jonswap {significant_height_m: 0.6, peak_period_s: 4, toward_deg: 30}
  currents: [!stratified {name: shear, table: [[0, 0.3, 0], [12, 0, 0.1]]}]
  optics: {water_type: IB}
vehicles:
  - name: rov
    model: bluerov2_heavy
    pose: {north_m: 2, east_m: -3, depth_m: 6, heading_deg: 30}
    sensors:
      - !camera {name: cam, rate_hz: 2, width_px: 64, height_px: 48, position_m: [0.3, 0, 0], view_deg: 60}
      - !imaging_sonar {name: eye, rate_hz: 2, beams: 16, planes: 4, max_range_m: 12}
      - !altimeter {name: echo, rate_hz: 5, max_range_m: 30}
scenery:
  - !rocks {name: stones, box: [-4, 8, -6, 6], density_m2: 0.5, radius_m: 0.2}
  - !fish_school {name: herring, fish: 30, home: [3, 0], depth_m: 5}
mission: [!hold {vehicle: rov, duration_s: 0.5}, !go_to {vehicle: rov, north_m: 4, east_m: 0, depth_m: 6}]
events: [!thruster_health {at_s: 0.3, vehicle: rov, thruster: t2, health: 0}]
record: {rate_hz: 20}
expect: [{that: depth(rov) > 3, when: always}]
)";

// A log of the world, read back, and the simulation that made it at its end.
class SceneLog : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    path_ = (std::filesystem::temp_directory_path() /
             ("hadal_scene_log_" + std::to_string(::getpid()) + ".mcap"))
                .string();
    run(1);
  }
  static void TearDownTestSuite() {
    simulation_.reset();
    std::filesystem::remove(path_);
  }

  static void run(int threads) {
    simulation_ = test::simulate(kWorld, threads);
    const World& world = simulation_->world();
    auto log =
        outputs::RunLog::open(path_, world, simulation::recorder_sources(*simulation_), "").value();
    states_.clear();
    states_.push_back(simulation_->state());
    log->record(world, simulation_->state());
    while (!simulation_->finished()) {
      test::run_steps(*simulation_, 1);
      states_.push_back(simulation_->state());
      log->record(world, simulation_->state());
    }
    ASSERT_TRUE(log->close());
  }

  template <outputs::Message M>
  static std::vector<M> all(const std::string& topic) {
    logs::McapReader reader = logs::McapReader::open(path_).value();
    std::vector<M> out;
    reader.for_each_message({{topic}}, [&](const auto&, int64_t, std::span<const uint8_t> bytes) {
      EXPECT_TRUE(outputs::decode(bytes, out.emplace_back()));
    });
    return out;
  }
  static std::vector<uint8_t> attachment(const std::string& name) {
    logs::McapReader reader = logs::McapReader::open(path_).value();
    for (const auto& found : reader.attachments())
      if (found.name == name) return reader.read_attachment(found).value();
    return {};
  }
  static json description() {
    const std::vector<uint8_t> bytes = attachment("scene.json");
    return json::parse(bytes.begin(), bytes.end());
  }

  static inline std::string path_;
  static inline std::unique_ptr<simulation::Simulation> simulation_;
  static inline std::vector<State> states_;  // by tick
};

TEST_F(SceneLog, TheDescriptionCountsWhatTheMessagesHold) {
  const json scene = description();
  const std::vector<SceneState> states = all<SceneState>("/hadal/scene");
  ASSERT_EQ(states.size(), 21u);
  for (const SceneState& s : states) {
    EXPECT_EQ(s.links.size(), outputs::kSceneLink * scene["links"].size());
    EXPECT_EQ(s.vehicles.size(), outputs::kSceneVehicle * scene["vehicles"].size());
    EXPECT_EQ(s.thrusters.size(), outputs::kSceneThruster * scene["thrusters"].size());
    EXPECT_EQ(s.wrenches.size(), 6 * scene["wrench_terms"].size() * scene["vehicles"].size());
    EXPECT_EQ(s.currents.size(), 3 * scene["current_depths_m"].size());
    EXPECT_EQ(s.joints.size(), scene["joints"].size());
    EXPECT_EQ(s.actuators.size(), scene["actuators"].size());
    EXPECT_EQ(s.lamps.size(), scene["lamps"].size());
    EXPECT_EQ(s.fish.size(), outputs::kSceneFish * 30);
  }
  EXPECT_EQ(scene["title"], "Scene of a log");
  EXPECT_EQ(scene["seabed"]["exists"], true);
}

TEST_F(SceneLog, SensorsSayWhereTheirMessagesAre) {
  logs::McapReader reader = logs::McapReader::open(path_).value();
  const json scene = description();
  std::map<std::string, json> sensors;
  for (const json& sensor : scene["sensors"]) sensors[sensor["name"]] = sensor;
  for (const auto& [name, sensor] : sensors)
    for (const json& topic : sensor["topics"]) {
      const auto* channel = reader.find_channel(topic["topic"].get<std::string>());
      ASSERT_TRUE(channel) << topic;
      EXPECT_EQ(reader.schema_of(*channel)->name, topic["type"]);
    }
  EXPECT_EQ(sensors["cam"]["topics"][0]["topic"], "/rov/cam/image/compressed");
  const json& view = sensors["cam"]["views"][0];
  EXPECT_EQ(view["width_px"], 64);
  const Frame& frame = simulation_->frames().frame(0);
  EXPECT_EQ(view["fx_px"], frame.calibration->fx_px);
  EXPECT_EQ(sensors["eye"]["views"][0]["range_max_m"], 12.0);
  EXPECT_EQ(sensors["echo"]["views"][0]["shape"], "beams");
}

TEST_F(SceneLog, PosesAreThoseOfTheTransforms) {
  const auto scenes = all<SceneState>("/hadal/scene");
  const auto transforms = all<outputs::TFMessage>("/tf");
  ASSERT_EQ(scenes.size(), transforms.size());
  for (size_t i = 0; i < scenes.size(); ++i)
    for (size_t link = 0; link < transforms[i].transforms.size(); ++link) {
      const float* pose = &scenes[i].links[outputs::kSceneLink * link];
      const outputs::Vector3& p = transforms[i].transforms[link].transform.translation;
      EXPECT_NEAR(pose[0], p.y, kSinglePrecision);  // east, north, up there
      EXPECT_NEAR(pose[1], p.x, kSinglePrecision);
      EXPECT_NEAR(pose[2], -p.z, kSinglePrecision);
      const outputs::Quaternion& r = transforms[i].transforms[link].transform.rotation;
      const Quat expected = enu_flu_from_ned_frd(Quat(pose[3], pose[4], pose[5], pose[6]));
      EXPECT_NEAR(std::abs(expected.dot(Quat(r.w, r.x, r.y, r.z))), 1, kSinglePrecision);
    }
}

TEST_F(SceneLog, NumbersAreThoseOfTheState) {
  const environment::Sea& sea = simulation_->sea();
  environment::SeaInstant instant(sea);
  const json depths_m = description()["current_depths_m"];
  for (const SceneState& scene : all<SceneState>("/hadal/scene")) {
    const State& state = states_.at(static_cast<size_t>(scene.tick));
    const Vec3& p_N = state.p_NL_N[0];
    EXPECT_FLOAT_EQ(scene.vehicles[9],
                    static_cast<float>(sea.seabed().depth(p_N.x(), p_N.y()) - p_N.z()));
    EXPECT_FLOAT_EQ(scene.thrusters[1], static_cast<float>(state.actuator_state[extension::kThrust]));
    instant.set_time(scene.time_s, state);
    for (size_t i = 0; i < depths_m.size(); ++i) {
      const Vec3 current_N = instant.current_N({p_N.x(), p_N.y(), depths_m[i].get<double>()});
      EXPECT_FLOAT_EQ(scene.currents[3 * i], static_cast<float>(current_N.x()));
      EXPECT_FLOAT_EQ(scene.currents[3 * i + 1], static_cast<float>(current_N.y()));
    }
    EXPECT_FLOAT_EQ(scene.sea[8], static_cast<float>(instant.wind_N(10).x()));
    const environment::FishPose fish = environment::fish_pose(
        state.fish, 0.25, 7, environment::school_age_s(simulation_->world().clock, scene.tick));
    EXPECT_NEAR(scene.fish[4 * 7], fish.p_N.x(), kSinglePrecision);
    EXPECT_NEAR(scene.fish[4 * 7 + 2], fish.p_N.z(), kSinglePrecision);
  }
}

// Twenty minutes before local noon of the summer solstice at 45 degrees north the sun is about 90 -
// 45 + 23.4 degrees up.
TEST_F(SceneLog, TheSunStandsInTheSouth) {
  const SceneState scene = all<SceneState>("/hadal/scene").at(0);
  const Vec3 toward_N(scene.sea[4], scene.sea[5], scene.sea[6]);
  EXPECT_NEAR(toward_N.norm(), 1, kSinglePrecision);
  EXPECT_NEAR(std::asin(-toward_N.z()) * 180 / M_PI, 68, 2);
  EXPECT_LT(toward_N.x(), 0);
  EXPECT_GT(scene.sea[7], 5e4f);
}

TEST_F(SceneLog, WavesAddUpToTheSurface) {
  const json waves = description()["waves"];
  const environment::WaveField& field = simulation_->sea().waves();
  EXPECT_NEAR(waves["significant_height_m"], 4 * std::sqrt(field.variance_m2()), 1e-9);
  const double fraction = waves["energy_share"];
  EXPECT_GT(fraction, 0.8);
  // What is left out has the rest of the variance; three standard deviations.
  const double max_m = 3 * std::sqrt((1 - fraction) * field.variance_m2()) + 1e-9;
  for (const double time_s : {0.0, 7.3, 100.0}) {
    double sum = 0;
    for (const json& w : waves["components"])
      sum += w[0].get<double>() * std::cos(w[1].get<double>() * 5 + w[2].get<double>() * -8 -
                                           w[3].get<double>() * time_s + w[4].get<double>());
    EXPECT_NEAR(sum, field.elevation(time_s, 5, -8), max_m);
  }
}

TEST_F(SceneLog, TilesShowTheSeabed) {
  const auto tiles = all<SeabedTile>("/hadal/seabed");
  ASSERT_GE(tiles.size(), 12u);
  const environment::Seabed& seabed = simulation_->sea().seabed();
  for (const SeabedTile& tile : tiles)
    for (const int i : {0, 40, 64 * 65 + 3, 65 * 65 - 1}) {
      const double north_m = tile.north_m + tile.cell_m * (i / 65),
                   east_m = tile.east_m + tile.cell_m * (i % 65);
      EXPECT_NEAR(tile.depth_m[static_cast<size_t>(i)],
                  seabed.depth(north_m, east_m, environment::SeabedLayer::kVisible),
                  kSinglePrecision);
      EXPECT_EQ(tile.material[static_cast<size_t>(i)], seabed.material(north_m, east_m));
    }
  EXPECT_EQ(tiles[0].level, 0);  // the nearest first
}

TEST_F(SceneLog, WhatHappenedIsTold) {
  std::vector<std::string> texts;
  for (const outputs::Log& message : all<outputs::Log>("/rosout")) texts.push_back(message.msg);
  const auto told = [&](const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  };
  EXPECT_TRUE(told("rov: step 1 of 2, hold for 0.5 s"));
  EXPECT_TRUE(told("rov: thruster t2 fails"));
  EXPECT_TRUE(told("rov: step 2 of 2, go to 4.0 m N, 0.0 m E, 6.0 m deep at 0.5 m/s"));
  EXPECT_TRUE(told("expectation held: depth(rov) > 3"));
}

TEST_F(SceneLog, TheModelHoldsLinksAndStones) {
  const std::vector<uint8_t> glb = attachment("scene.glb");
  ASSERT_GT(glb.size(), 20u);
  uint32_t size = 0;
  std::memcpy(&size, &glb[12], sizeof size);
  const json model = json::parse(glb.begin() + 20, glb.begin() + 20 + size);
  std::map<std::string, json> nodes;
  for (const json& node : model["nodes"]) nodes[node["name"]] = node;
  const json scene = description();
  for (const json& link : scene["links"]) EXPECT_TRUE(nodes[link["path"]].contains("mesh")) << link;
  size_t copies = 0;
  for (const json& child : nodes["scenery/0"]["children"]) {
    const json& part = model["nodes"][child.get<size_t>()];
    const size_t at = part["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"];
    copies += model["accessors"][at]["count"].get<size_t>();
  }
  EXPECT_GT(copies, 20u);
  EXPECT_EQ(copies, scene["scenery"][0]["count"].get<size_t>());
  EXPECT_EQ(copies, simulation_->rays().scenery().growth(0).size());
  EXPECT_EQ(scene["scenery"][1]["count"], 30);
}

TEST_F(SceneLog, IsTheSameForAnyNumberOfThreads) {
  const auto scenes = all<SceneState>("/hadal/scene");
  const auto tiles = all<SeabedTile>("/hadal/seabed");
  const std::vector<uint8_t> glb = attachment("scene.glb"), text = attachment("scene.json");
  run(3);
  const auto again = all<SceneState>("/hadal/scene");
  ASSERT_EQ(again.size(), scenes.size());
  const auto bits = [](const std::vector<float>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), 4 * values.size());
  };
  for (size_t i = 0; i < scenes.size(); ++i) {
    EXPECT_EQ(bits(again[i].links), bits(scenes[i].links));
    EXPECT_EQ(bits(again[i].vehicles), bits(scenes[i].vehicles));
    EXPECT_EQ(bits(again[i].fish), bits(scenes[i].fish));
  }
  const auto tiles_again = all<SeabedTile>("/hadal/seabed");
  ASSERT_EQ(tiles_again.size(), tiles.size());
  for (size_t i = 0; i < tiles.size(); ++i) EXPECT_EQ(tiles_again[i].depth_m, tiles[i].depth_m);
  EXPECT_EQ(attachment("scene.glb"), glb);
  EXPECT_EQ(attachment("scene.json"), text);
}

// Red goes first; clear ocean is blue, coastal water green.
TEST(SceneWater, HasTheColourOfItsType) {
  World world;
  world.optics.type = "IB";
  const outputs::SceneWater ocean = simulation::scene_water(world);
  world.optics.type = "5C";
  const outputs::SceneWater coast = simulation::scene_water(world);
  EXPECT_GT(ocean.colour_srgb[2], ocean.colour_srgb[1]);
  EXPECT_GT(coast.colour_srgb[1], coast.colour_srgb[2]);
  for (size_t c = 0; c < 3; ++c) EXPECT_GT(coast.attenuation_per_m[c], ocean.attenuation_per_m[c]);
}

// a + b/2 as printed by Williamson & Hollins, "Measured IOPs of Jerlov water types" (2022), table
// 7. A band fades like a mixture of its wavelengths: red about 600 nm between those of 590 and 610
// nm, blue about 460 nm between the least and the most of 400 to 520 nm.
TEST(SceneWater, FadesAsMeasured) {
  World world;
  world.optics.type = "IB";
  const auto ocean = simulation::scene_water(world).attenuation_per_m;
  EXPECT_GT(ocean[0], 0.140 + 0.119 / 2);
  EXPECT_LT(ocean[0], 0.273 + 0.117 / 2);
  EXPECT_GT(ocean[2], 0.0370 + 0.130 / 2);
  EXPECT_LT(ocean[2], 0.0448 + 0.144 / 2);
  world.optics.type = "5C";
  const auto coast = simulation::scene_water(world).attenuation_per_m;
  EXPECT_GT(coast[0], 0.203 + 1.17 / 2);
  EXPECT_LT(coast[0], 0.333 + 1.16 / 2);
  EXPECT_GT(coast[2], 0.180 + 1.21 / 2);
  EXPECT_LT(coast[2], 0.469 + 1.32 / 2);
  // Pure water takes 0.22 to 0.45 per metre of 600 to 650 nm (Pope & Fry 1997).
  world.optics.type = "pure";
  const outputs::SceneWater pure = simulation::scene_water(world);
  EXPECT_GT(pure.attenuation_per_m[0], 0.15);
  EXPECT_LT(pure.attenuation_per_m[0], 0.4);
}

TEST(SceneRecord, CanBeSwitchedOff) {
  const auto simulation = test::simulate(test::drifting_body("record: {scene: false}\n"));
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("hadal_no_scene_" + std::to_string(::getpid()) + ".mcap"))
                               .string();
  auto log = outputs::RunLog::open(path, simulation->world(),
                                   simulation::recorder_sources(*simulation), "")
                 .value();
  EXPECT_EQ(log->recorder().scene_sources(), nullptr);
  log->record(simulation->world(), simulation->state());
  ASSERT_TRUE(log->close());
  logs::McapReader reader = logs::McapReader::open(path).value();
  EXPECT_FALSE(reader.find_channel("/hadal/scene"));
  EXPECT_EQ(reader.attachments().size(), 1u);  // the scenario
  std::filesystem::remove(path);
}

}  // namespace scene_log_test
}  // namespace hadal
