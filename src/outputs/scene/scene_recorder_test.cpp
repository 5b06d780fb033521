#include "outputs/scene/scene_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "outputs/scene/scene_description.h"
#include "outputs/scene/test_scene.h"

namespace hadal::outputs {
namespace scene_recorder_test {

constexpr float kFraction = 0.75f;

// Numbers that tell every place apart.
State lively_state(const World& world) {
  State s = testing::blank_state(world);
  s.tick = 400;
  s.p_NL_N = {{1, 2, 3}, {4, 5, 6}};
  s.q_NL[0] = Quat(0.5, 0.5, -0.5, 0.5);
  s.nu_L[0] << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  s.water_velocity_N[0] = {-0.1, -0.2, -0.3};
  s.energy_used_j = {7200, 0};
  s.mission_status = {0, 3};
  s.mission_step = {world.tracks[0].steps.begin + 1, world.tracks[1].steps.begin};
  s.travelled_m = {12, 0};
  s.sensor_stamp[0] = 100;
  s.sensor_truth.assign(20, 0);
  s.sensor_truth[world.sensors[0].value_offset + 2] = kFraction;
  s.set_point[0] = 2, s.set_point[23] = 1, s.set_point[24] = 5;
  s.actuator_state = {0, 11, 0, 0, 0, -12, 0, 0};
  s.actuator_health = {1, 0.5};
  s.wrench_L[static_cast<int>(WrenchTerm::kThrust)][0] << 1, 2, 3, 4, 5, 6;
  s.wave_factor[0] = 1.5, s.turbidity_ntu[0] = 0.25, s.day_offset_s[0] = 3600;
  s.contact_count[0] = 1;
  s.contact_links = {1, -1, -1, -1};
  s.contact_values = {4, 5, 6.5, 0, 0, -1, 0, 0, -50, 0.01, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
  return s;
}

TEST(SceneRecorder, SaysWhatTheStateSays) {
  const World world = testing::small_world();
  testing::MemorySink sink;
  SceneSources sources = testing::made_up_sources();
  sources.fish = [](const State&, std::vector<float>& fish) { fish.assign({1, 2, 3, 0.5f}); };
  SceneRecorder recorder(sink, world, sources);
  const State state = lively_state(world);
  recorder.record(world, state, 5'000'000'001);
  const auto scenes = sink.all<SceneState>("/hadal/scene");
  ASSERT_EQ(scenes.size(), 1u);
  const SceneState& m = scenes[0];
  EXPECT_EQ(m.stamp.sec, 5);
  EXPECT_EQ(m.stamp.nanosec, 1u);
  EXPECT_EQ(m.tick, 400);
  EXPECT_DOUBLE_EQ(m.time_s, world.clock.time_s(400));
  EXPECT_EQ(m.links, (std::vector<float>{1, 2, 3, 0.5f, 0.5f, -0.5f, 0.5f, 4, 5, 6, 1, 0, 0, 0}));
  ASSERT_EQ(m.vehicles.size(), 2 * kSceneVehicle);
  const float altitude_m = static_cast<float>(testing::slope_depth_m(1, 2) + 0.2 - 3);
  const std::vector<float> rov{0.1f,  0.2f,       0.3f, 0.4f, 0.5f, 0.6f, -0.1f,  -0.2f,
                               -0.3f, altitude_m, 2,    0,    1,    12,   kFraction, 0};
  EXPECT_EQ(std::vector<float>(m.vehicles.begin(), m.vehicles.begin() + 16), rov);
  EXPECT_TRUE(std::isnan(m.vehicles[16 + 14]));  // a crate has no battery
  ASSERT_EQ(m.wrenches.size(), 2u * logged_wrench_terms(false) * 6);
  EXPECT_EQ(m.wrenches[static_cast<size_t>(WrenchTerm::kThrust) * 6 + 4], 5);
  EXPECT_EQ(m.thrusters, (std::vector<float>{0, 11, 0, 1, 0, 0, -12, 0, 0.5f, 0}));
  ASSERT_EQ(m.set_points.size(), 2 * kSceneSetPoint);
  EXPECT_EQ(m.set_points[0], 2);
  EXPECT_EQ(m.set_points[23], 1);
  EXPECT_EQ(m.set_points[31], 0);
  EXPECT_EQ(m.set_points[32], 5);
  EXPECT_EQ(m.sea, (std::vector<float>{1.5f, 0, 0.25f, 3600, 0.6f, 0, -0.8f, 5e4f, 3, -4}));
  EXPECT_EQ(m.contacts, (std::vector<float>{4, 5, 6.5f, 0, 0, -50}));
  EXPECT_EQ(m.fish, (std::vector<float>{1, 2, 3, 0.5f}));
}

TEST(SceneRecorder, CurrentsStandAtTheDepthsOfTheDescription) {
  const World world = testing::small_world();
  testing::MemorySink sink;
  const SceneSources sources = testing::made_up_sources();
  SceneRecorder recorder(sink, world, sources);
  State state = lively_state(world);
  recorder.record(world, state, 0);
  const SceneState m = sink.all<SceneState>("/hadal/scene").at(0);
  const std::vector<double> depths_m = scene_current_depths(world, sources);
  ASSERT_EQ(m.currents.size(), 3 * depths_m.size());
  EXPECT_EQ(depths_m.back(), 30);  // the firm ground is at 30.3 m where it starts
  for (size_t i = 0; i < depths_m.size(); ++i) {
    EXPECT_FLOAT_EQ(m.currents[3 * i], 0.01f * 1);
    EXPECT_FLOAT_EQ(m.currents[3 * i + 2], static_cast<float>(0.01 * depths_m[i]));
  }
}

TEST(SceneRecorder, TilesComeFewAtATime) {
  const World world = testing::small_world();
  testing::MemorySink sink;
  SceneRecorder recorder(sink, world, testing::made_up_sources());
  const State state = lively_state(world);
  recorder.record(world, state, 0);
  const size_t first = sink.all<SeabedTile>("/hadal/seabed").size();
  EXPECT_EQ(first, 12u);
  for (int i = 0; i < 5; ++i) recorder.record(world, state, 0);
  EXPECT_EQ(sink.all<SeabedTile>("/hadal/seabed").size(), first + 1);
  for (int i = 0; i < 1000; ++i) recorder.record(world, state, 0);
  const size_t all = sink.all<SeabedTile>("/hadal/seabed").size();
  EXPECT_GT(all, 30u);
  for (int i = 0; i < 100; ++i) recorder.record(world, state, 0);
  EXPECT_EQ(sink.all<SeabedTile>("/hadal/seabed").size(), all);  // each once
  EXPECT_TRUE(sink.is_latched["/hadal/seabed"]);
}

TEST(SceneRecorder, MakesNothingThatNobodyWants) {
  const World world = testing::small_world();
  testing::MemorySink sink;
  int asked = 0;
  SceneSources sources = testing::made_up_sources();
  sources.light = [&](const State&) {
    ++asked;
    return SceneLight{};
  };
  SceneRecorder recorder(sink, world, sources);
  sink.wanted = false;
  recorder.record(world, lively_state(world), 0);
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(sink.messages.empty());
  sink.wanted = true;
  recorder.record(world, lively_state(world), 0);
  EXPECT_EQ(sink.all<SeabedTile>("/hadal/seabed").size(), 12u);
}

}  // namespace scene_recorder_test
}  // namespace hadal::outputs
