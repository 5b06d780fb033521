#include "outputs/scene/scene_description.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "kinds/sensors/list.h"
#include "kinds/sensors/dvl.h"
#include "outputs/scene/scene_text.h"
#include "outputs/scene/sensor_views.h"
#include "outputs/scene/test_scene.h"

namespace hadal::outputs {
namespace scene_description_test {

using nlohmann::json;
constexpr double kTolerance = 1e-12;

// The direction of a bearing of a fan in the frame of the sensor.
Vec3 fan_direction(const json& fan, double bearing_rad) {
  Quat q = Quat::Identity();
  if (fan.contains("attitude")) {
    const auto& a = fan["attitude"];
    q = Quat(a[0].get<double>(), a[1].get<double>(), a[2].get<double>(), a[3].get<double>());
  }
  return q * Vec3(std::cos(bearing_rad), std::sin(bearing_rad), 0);
}

json views_of(const FrameModel& model, const Frame& blank = {}) {
  MountedFrameSensor sensor;
  sensor.model = model;
  return json::parse(frame_views(sensor, blank));
}

TEST(SceneDescription, ListsWhatThereIs) {
  World world = testing::small_world();
  world.notes.emplace_back().message = "mended";
  SceneSources sources = testing::made_up_sources();
  sources.topics = {{"/rov/altimeter", "sensor_msgs/msg/Range"},
                    {"/rov/altimeter/truth", "hadal_msgs/msg/Scalars"},
                    {"/rov/altimeter_2", "sensor_msgs/msg/Range"}};
  const json j = json::parse(scene_description(world, sources));
  EXPECT_EQ(j["format"], 1);
  EXPECT_EQ(j["title"], "A small world");
  EXPECT_EQ(j["scenario"], "test");
  EXPECT_EQ(j["start_unix_ns"], std::to_string(world.start_unix_ns));
  EXPECT_EQ(j["duration_s"], 10.0);
  ASSERT_EQ(j["links"].size(), 2u);
  EXPECT_EQ(j["links"][0],
            json({{"path", "rov/hull"}, {"vehicle", 0}, {"parent", -1}, {"joint", "free"}}));
  ASSERT_EQ(j["vehicles"].size(), 2u);
  EXPECT_EQ(j["vehicles"][0]["links"], json({0, 1}));
  EXPECT_EQ(j["vehicles"][0]["thrusters"], json({0, 2}));
  EXPECT_EQ(j["vehicles"][0]["mission"][1], "go to 4.0 m N, 1.0 m W, 20.0 m deep at 0.5 m/s");
  EXPECT_EQ(j["vehicles"][0]["box_m"]["max"], json({0.2, 0.15, 0.1}));
  EXPECT_EQ(j["vehicles"][1]["object"], true);
  EXPECT_EQ(j["thrusters"][0]["max_thrust_n"], 40.0);
  EXPECT_EQ(j["thrusters"][1]["max_thrust_n"], 40.0);
  EXPECT_EQ(j["sensors"][1]["topics"].size(), 2u);
  EXPECT_EQ(j["sensors"][1]["views"][0]["directions"], json::array({json({0.0, 0.0, 1.0})}));
  EXPECT_EQ(j["sensors"][1]["views"][0]["range_m"], 25.0);
  EXPECT_EQ(j["marks"][0]["position_m"], json({1.0, 2.0, 3.0}));
  EXPECT_EQ(j["materials"].size(), world.materials.materials.size());
  EXPECT_EQ(j["wrench_terms"].size(), static_cast<size_t>(logged_wrench_terms(false)));
  EXPECT_EQ(j["expectations"].size(), 2u);
  EXPECT_EQ(j["notes"], json::array({"mended"}));
  EXPECT_TRUE(j["particles"].is_null());
}

TEST(SceneDescription, SaysWhatCommandsMean) {
  World world = testing::small_world();
  const SceneSources sources = testing::made_up_sources();
  const auto first = [&] { return json::parse(scene_description(world, sources))["thrusters"][0]; };
  EXPECT_EQ(first()["command"], json({{"neutral", 0.0}, {"min", -1.0}, {"max", 1.0}}));
  Thruster thruster = *world.actuators[0].config.as<Thruster>();
  const auto change = [&] {
    thruster.prepare({0.01, 1000});
    world.actuators[0].config = AnyConfig::of(thruster);
    world.actuators[0].command = thruster.command();
  };
  thruster.command_kind = ThrusterCommand::force;
  thruster.command_min = -kInfinity, thruster.command_max = kInfinity;
  thruster.thrust_max_n = thruster.thrust_max_reverse_n = kInfinity;
  change();
  EXPECT_FALSE(first().contains("command"));  // any force may be asked for
  thruster.thrust_max_n = 55, thruster.thrust_max_reverse_n = 40;
  change();
  EXPECT_EQ(first()["command"], json({{"neutral", 0.0}, {"min", -40.0}, {"max", 55.0}}));
  thruster.command_kind = ThrusterCommand::pulse_width;
  thruster.command_neutral = 1500, thruster.command_min = 1100, thruster.command_max = 1900;
  change();
  EXPECT_EQ(first()["command"], json({{"neutral", 1500.0}, {"min", 1100.0}, {"max", 1900.0}}));
}

TEST(SceneDescription, KeepsTheLargestWaves) {
  SceneSources sources = testing::made_up_sources();
  double variance = 0;
  for (int i = 1; i <= 100; ++i) {
    sources.waves.push_back({i == 50 ? 1.0 : 0.01, 0.1, 0.2, 0.3, 0.1 * i});
    variance += std::pow(sources.waves.back().amplitude_m, 2) / 2;
  }
  const json waves = json::parse(scene_description(testing::small_world(), sources))["waves"];
  ASSERT_EQ(waves["components"].size(), 64u);
  EXPECT_EQ(waves["components"][0], json({1.0, 0.1, 0.2, 0.3, 5.0}));
  EXPECT_NEAR(waves["energy_share"], (0.5 + 63 * 0.5e-4) / variance, kTolerance);
  EXPECT_NEAR(waves["significant_height_m"], 4 * std::sqrt(variance), kTolerance);
}

TEST(SceneViews, ACameraIsItsCalibration) {
  Frame blank;
  blank.calibration = Calibration{640, 480, 500, 501, 319, 239, "plumb_bob", {}, 0, 0};
  CameraModel model;
  model.range_m = 8;
  const json view = views_of(model, blank)[0];
  EXPECT_EQ(view["shape"], "camera");
  EXPECT_EQ(view["fx_px"], 500.0);
  EXPECT_EQ(view["fy_px"], 501.0);
  EXPECT_EQ(view["cx_px"], 319.0);
  EXPECT_EQ(view["range_m"], 8.0);
}

TEST(SceneViews, SonarsAreFans) {
  FlsModel fls;
  fls.field_of_view_rad = 1.2;
  fls.max_range_m = 20;
  const json fan = views_of(fls)[0];
  EXPECT_EQ(fan["bearing_min_rad"], -0.6);
  EXPECT_EQ(fan["bearing_max_rad"], 0.6);
  EXPECT_EQ(fan["range_max_m"], 20.0);
  EXPECT_FALSE(fan.contains("attitude"));
}

TEST(SceneViews, ASideScanLooksDownToBothSides) {
  SideScanModel model;
  model.tilt_rad = 0.5;
  const json fans = views_of(model);
  ASSERT_EQ(fans.size(), 2u);
  const Vec3 port(0, -std::cos(0.5), std::sin(0.5)), starboard(0, std::cos(0.5), std::sin(0.5));
  EXPECT_LT((fan_direction(fans[0], 0) - port).norm(), kTolerance);
  EXPECT_LT((fan_direction(fans[1], 0) - starboard).norm(), kTolerance);
}

TEST(SceneViews, AMultibeamLooksDown) {
  const json fan = views_of(BeamGridModel())[0];
  EXPECT_LT((fan_direction(fan, 0) - Vec3::UnitZ()).norm(), kTolerance);
  EXPECT_LT((fan_direction(fan, std::numbers::pi / 2) - Vec3::UnitY()).norm(), kTolerance);
}

TEST(SceneViews, ADvlHasFourBeams) {
  Sensor sensor;
  kinds::Dvl dvl;
  dvl.max_range_m = 60;
  sensor.config = AnyConfig::of(dvl);
  sensor.kind = sensor_list().find(&kinds::Dvl::schema());
  const json beams = json::parse(sensor_views(sensor))[0];
  ASSERT_EQ(beams["directions"].size(), 4u);
  for (const auto& d : beams["directions"])
    EXPECT_NEAR(d[2].get<double>(), std::cos(std::numbers::pi / 6), kTolerance);
  EXPECT_EQ(beams["range_m"], 60.0);
}

TEST(SceneText, SaysWhatEventsDo) {
  ThrusterHealthEventConfig health;
  health.vehicle = "rov", health.thruster = "t3", health.health = 0.4, health.known = false;
  EXPECT_EQ(event_text(AnyConfig::of(health)),
            "thruster t3 drops to 40 % of its thrust, unknown to its controller");
  EXPECT_EQ(event_subject(AnyConfig::of(health)), "rov");
  CurrentEventConfig current;
  current.current = "tide", current.factor = 2;
  EXPECT_EQ(event_text(AnyConfig::of(current)), "current tide times 2");
  EXPECT_EQ(event_subject(AnyConfig::of(current)), "sea");
  CruiseStepConfig cruise;
  cruise.heading_deg = 45, cruise.altitude_m = 3;
  EXPECT_EQ(step_text(AnyConfig::of(cruise)),
            "cruise heading 045 at 0.5 m/s, 3.0 m above the ground for 30 s");
}

TEST(Srgb, HasItsTransferCurve) {
  EXPECT_NEAR(srgb_of_linear(0.5), 0.735357, 1e-6);
  EXPECT_NEAR(srgb_of_linear(0.001), 0.01292, 1e-9);
  EXPECT_EQ(srgb_of_linear(-1), 0);
}

}  // namespace scene_description_test
}  // namespace hadal::outputs
