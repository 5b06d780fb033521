// A live run as a server sees it: topics, parameters, services, sticks; and that a log of all of it
// replays.
#include "hadal/live.h"

#include <gtest/gtest.h>

#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>

#include "outputs/messages/live_messages.h"
#include "outputs/messages/messages.h"
#include "small_world.h"

namespace hadal {
namespace live_test {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr auto kPatience = std::chrono::seconds(60);

// Keeps the last message of every topic.
class Watcher final : public LiveListener {
 public:
  bool wants(uint32_t) const override { return true; }
  void message(const LiveMessage& message) override {
    const std::lock_guard lock(mutex_);
    last_[message.topic] = message;
    arrived_.notify_all();
  }
  void parameters(const std::vector<LiveParameter>& changed) override {
    const std::lock_guard lock(mutex_);
    for (const LiveParameter& parameter : changed) changed_[parameter.name] = parameter.value;
  }
  void restarted() override {
    const std::lock_guard lock(mutex_);
    ++restarts_;
  }

  template <class M, class F>
  bool wait_for(uint32_t topic, F condition) {
    std::unique_lock lock(mutex_);
    return arrived_.wait_for(lock, kPatience, [&] {
      const auto found = last_.find(topic);
      M message;
      return found != last_.end() && outputs::decode(*found->second.payload, message) &&
             condition(message);
    });
  }
  int restarts() const {
    const std::lock_guard lock(mutex_);
    return restarts_;
  }
  std::map<std::string, LiveValue> changed() const {
    const std::lock_guard lock(mutex_);
    return changed_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::map<uint32_t, LiveMessage> last_;
  std::map<std::string, LiveValue> changed_;
  int restarts_ = 0;
};

// A run in a thread of its own, paused at its start, with a log in a folder of its own.
class LiveTest : public ::testing::Test {
 protected:
  // Steps of a test may take longer than a pilot may be silent, so silence does not count but where
  // it is tested.
  void start(const std::string& yaml, double speed = 0, double silence_s = 1e6) {
    folder_ = fs::temp_directory_path() /
              ("hadal_live_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "scenario.yaml") << yaml;
    LiveOptions options;
    options.run.out_folder = folder_ / "out";
    options.run.model_folders = {test::source_folder()};
    options.run.speed = speed;
    options.paused = true;
    options.message_rate_hz = 1e6;
    options.pilot_silence_s = silence_s;
    run_ = LiveRun::open(folder_ / "scenario.yaml", options);
    run_->add_listener(watcher_);
    for (const LiveTopic& topic : run_->topics()) ids_[topic.topic] = topic.id;
    thread_ = std::thread([this] { summary_ = run_->run(); });
  }

  void stop() {
    if (!thread_.joinable()) return;
    run_->stop();
    thread_.join();
    run_->remove_listener(watcher_);
  }

  void TearDown() override {
    stop();
    fs::remove_all(folder_);
  }

  LiveAnswer call(const std::string& service, const json& request = json::object()) {
    std::promise<LiveAnswer> promise;
    run_->call(service, request.dump(), [&](const LiveAnswer& a) { promise.set_value(a); });
    return promise.get_future().get();
  }
  LiveAnswer set(const std::string& name, const LiveValue& value) {
    std::promise<LiveAnswer> promise;
    run_->set_parameter(name, value, [&](const LiveAnswer& a) { promise.set_value(a); });
    return promise.get_future().get();
  }
  LiveAnswer publish(const std::string& topic, const json& message, uint64_t client = 1) {
    const std::string text = message.dump();
    std::promise<LiveAnswer> promise;
    run_->publish(topic, "json", {text.begin(), text.end()}, client,
                  [&](const LiveAnswer& a) { promise.set_value(a); });
    return promise.get_future().get();
  }
  double parameter(const std::string& name) const {
    for (const LiveParameter& p : run_->parameters())
      if (p.name == name) return std::get<double>(p.value);
    ADD_FAILURE() << "no parameter " << name;
    return NAN;
  }

  // Steps from tick at_ and waits until they are done; the scene afterwards.
  outputs::SceneState step(int ticks) {
    outputs::SceneState scene;
    at_ += ticks;
    EXPECT_TRUE(call("/hadal/step", {{"ticks", ticks}}).ok);
    EXPECT_TRUE(watcher_.wait_for<outputs::SceneState>(ids_["/hadal/scene"],
                                                       [&](const outputs::SceneState& now) {
                                                         scene = now;
                                                         return now.tick == at_;
                                                       }));
    return scene;
  }

  void expect_replay(const std::string& name, int64_t compared) {
    const ReplayResult result = replay_log((folder_ / "out" / name).string(), 2);
    EXPECT_EQ(result.exit_code, 0) << name << ": " << result.message;
    EXPECT_EQ(result.compared, compared) << name;
  }

  fs::path folder_;
  Watcher watcher_;
  std::unique_ptr<LiveRun> run_;
  std::map<std::string, uint32_t> ids_;
  std::thread thread_;
  RunSummary summary_;
  int64_t at_ = 0;
};

TEST_F(LiveTest, OffersTopicsDocumentsServicesAndCommands) {
  start(test::lively_world());
  for (const char* topic : {"/clock", "/tf", "/one/ground_truth", "/hadal/scene",
                            "/hadal/run_state", "/hadal/performance", "/rosout", "/hadal/inputs"})
    EXPECT_TRUE(ids_.contains(topic)) << topic;
  for (const LiveTopic& topic : run_->topics()) EXPECT_FALSE(topic.schema.empty()) << topic.topic;
  const auto scene = run_->document("scene.json");
  ASSERT_TRUE(scene);
  const json parsed = json::parse(scene->bytes->begin(), scene->bytes->end());
  EXPECT_EQ(parsed["vehicles"][0]["name"], "one");
  const auto glb = run_->document("scene.glb");
  ASSERT_TRUE(glb);
  EXPECT_EQ(std::string(glb->bytes->begin(), glb->bytes->begin() + 4), "glTF");
  EXPECT_FALSE(run_->document("../scenario.yaml"));
  std::set<std::string> commands;
  for (const LiveCommand& command : run_->commands()) commands.insert(command.topic);
  EXPECT_TRUE(commands.contains("/one/pilot"));
  EXPECT_TRUE(commands.contains("/two/cmd_vel"));
  EXPECT_TRUE(call("/hadal/parameters").ok);
}

TEST_F(LiveTest, StepsPausesAndGoesBack) {
  start(test::lively_world());
  EXPECT_EQ(step(10).tick, 10);
  const std::string before = run_->session();
  EXPECT_TRUE(call("/hadal/snapshot", {{"name", "here"}}).ok);
  const outputs::SceneState later = step(15);
  EXPECT_EQ(later.tick, 25);
  EXPECT_TRUE(call("/hadal/restore", {{"name", "here"}}).ok);
  EXPECT_NE(run_->session(), before);
  EXPECT_EQ(watcher_.restarts(), 1);
  at_ = 10;
  const outputs::SceneState again = step(15);
  EXPECT_EQ(again.tick, 25);
  EXPECT_EQ(again.links, later.links);
  EXPECT_EQ(again.thrusters, later.thrusters);
  EXPECT_TRUE(call("/hadal/reset").ok);
  at_ = 0;
  EXPECT_EQ(step(5).tick, 5);
  stop();
  expect_replay("log.mcap", 26);
  expect_replay("log_2.mcap", 16);
  expect_replay("log_3.mcap", 6);
}

TEST_F(LiveTest, SlidersActAndAreReplayed) {
  start(test::lively_world());
  step(5);
  EXPECT_TRUE(set("sea/current/live/north_m_s", 0.7).ok);
  EXPECT_TRUE(set("sea/turbidity_ntu", 3.0).ok);
  EXPECT_TRUE(set("sea/time_of_day_h", 6.5).ok);
  EXPECT_TRUE(set("one/thruster/t1/health", 0.0).ok);
  const outputs::SceneState scene = step(20);
  EXPECT_NEAR(parameter("sea/current/live/north_m_s"), 0.7, 1e-12);
  EXPECT_NEAR(parameter("sea/time_of_day_h"), 6.5, 0.01);
  EXPECT_EQ(scene.sea[2], 3.0f);
  EXPECT_EQ(scene.thrusters[3], 0.0f);
  EXPECT_EQ(std::get<double>(watcher_.changed().at("sea/turbidity_ntu")), 3.0);
  stop();
  expect_replay("log.mcap", 26);
}

TEST_F(LiveTest, RefusesWhatDoesNotFit) {
  start(test::lively_world());
  EXPECT_FALSE(set("sea/turbidity_ntu", -1.0).ok);
  EXPECT_FALSE(set("sea/turbidity_ntu", std::string("much")).ok);
  EXPECT_FALSE(set("sea/turbidity_ntu", NAN).ok);
  EXPECT_FALSE(set("sea/salinity", 35.0).ok);
  EXPECT_FALSE(call("/hadal/dance").ok);
  EXPECT_FALSE(call("/hadal/step", {{"ticks", 0}}).ok);
  EXPECT_FALSE(call("/hadal/step", {{"ticks", "many"}}).ok);
  EXPECT_FALSE(call("/hadal/restore", {{"name", "nothing"}}).ok);
  EXPECT_FALSE(call("/hadal/teleport", {{"vehicle", "one"}, {"station", "nowhere"}}).ok);
  EXPECT_FALSE(call("/hadal/teleport", {{"vehicle", "nobody"}}).ok);
  EXPECT_FALSE(call("/hadal/push", {{"vehicle", "one"}, {"force_n", {1, 2}}}).ok);
  EXPECT_FALSE(call("/hadal/push", {{"vehicle", "one"}, {"force_n", {1e39, 0, 0}}}).ok);
  EXPECT_FALSE(publish("/one/pilot", {{"surge", 2.0}}).ok);
  EXPECT_FALSE(publish("/one/pilot", {{"serge", 1.0}}).ok);
  EXPECT_FALSE(publish("/nobody/pilot", {{"surge", 1.0}}).ok);
  EXPECT_EQ(step(1).tick, 1);  // and goes on
}

TEST_F(LiveTest, SticksDriveAndAreLetGoWhenTheirPilotLeaves) {
  start(test::lively_world());
  step(1);
  EXPECT_TRUE(publish("/one/pilot", {{"surge", 1.0}}, 7).ok);
  const outputs::SceneState driven = step(400);
  EXPECT_GT(driven.vehicles[0], 0.1f);     // m/s ahead
  EXPECT_EQ(driven.set_points[24], 1.0f);  // the stick
  run_->client_left(8);                    // somebody else
  EXPECT_EQ(step(1).set_points[24], 1.0f);
  run_->client_left(7);
  EXPECT_EQ(step(1).set_points[24], 0.0f);
  stop();
  expect_replay("log.mcap", 404);
}

TEST_F(LiveTest, NeutralSticksTakeNothingOver) {
  start(test::lively_world());
  step(1);
  const json holding{{"surge", 0.0}, {"hold_depth", true}, {"hold_heading", true}};
  const auto status = [](const outputs::SceneState& scene) { return scene.vehicles[11]; };
  EXPECT_TRUE(publish("/one/pilot", holding).ok);
  EXPECT_EQ(status(step(1)), 0.0f);  // the mission runs
  EXPECT_TRUE(publish("/one/pilot", {{"surge", 0.4}, {"hold_depth", true}}).ok);
  EXPECT_EQ(status(step(1)), 4.0f);
  EXPECT_TRUE(publish("/one/pilot", holding).ok);
  EXPECT_EQ(step(1).set_points[31], 1.0f);  // who flies may hold
  EXPECT_TRUE(call("/hadal/reset").ok);
  at_ = 0;
  EXPECT_TRUE(publish("/one/pilot", holding).ok);
  EXPECT_EQ(status(step(1)), 0.0f);
}

TEST_F(LiveTest, RestoredSticksAreLetGo) {
  start(test::lively_world(), 1, 0.5);
  EXPECT_TRUE(publish("/one/pilot", {{"yaw", 0.5}}).ok);
  EXPECT_TRUE(call("/hadal/snapshot", {{"name", "turning"}}).ok);
  EXPECT_TRUE(call("/hadal/restore", {{"name", "turning"}}).ok);
  EXPECT_TRUE(call("/hadal/resume").ok);
  EXPECT_TRUE(watcher_.wait_for<outputs::SceneState>(
      ids_["/hadal/scene"], [](const auto& now) { return now.set_points[29] == 0.0f; }));
}

TEST_F(LiveTest, LetGoOfSticksDoesNotEndWhatSteersNow) {
  start(test::lively_world());
  step(1);
  EXPECT_TRUE(publish("/one/pilot", {{"surge", 1.0}}, 7).ok);
  step(5);
  EXPECT_TRUE(call("/hadal/resume_mission", {{"vehicle", "one"}}).ok);
  run_->client_left(7);
  EXPECT_EQ(step(1).vehicles[11], 0.0f);
}

TEST_F(LiveTest, AnswersAfterTheEnd) {
  start(test::lively_world());
  stop();
  const LiveAnswer late = call("/hadal/pause");
  EXPECT_FALSE(late.ok);
  EXPECT_EQ(late.text, "the run has ended");
}

TEST_F(LiveTest, PicturesAfterAResetAreThoseOfAReplay) {
  start(R"(
format: 1
step_s: 0.01
duration_s: 20
environment: {seabed: !flat {depth_m: 6}}
vehicle_models:
  - name: ball
    links: [{name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}]
vehicles:
  - name: one
    model: ball
    pose: {depth_m: 4}
    sensors: [!camera {name: cam, rate_hz: 10, width_px: 24, height_px: 16, rpy_deg: [0, -30, 0]}]
expect:
  - {that: frames(one/cam) >= 4, when: once}
)");
  step(45);
  EXPECT_TRUE(call("/hadal/reset").ok);
  at_ = 0;
  step(25);
  stop();
  expect_replay("log.mcap", 46);
  expect_replay("log_2.mcap", 26);
}

TEST_F(LiveTest, SilentPilotsLetGo) {
  start(test::lively_world(), 1, 0.5);
  EXPECT_TRUE(call("/hadal/resume").ok);
  EXPECT_TRUE(publish("/one/pilot", {{"yaw", 0.5}}).ok);
  const uint32_t scene = ids_["/hadal/scene"];
  EXPECT_TRUE(watcher_.wait_for<outputs::SceneState>(
      scene, [](const auto& now) { return now.set_points[29] == 0.5f; }));
  EXPECT_TRUE(watcher_.wait_for<outputs::SceneState>(
      scene, [](const auto& now) { return now.set_points[29] == 0.0f; }));
}

TEST_F(LiveTest, PushesEnd) {
  start(test::lively_world());
  step(1);
  EXPECT_TRUE(
      call("/hadal/push", {{"vehicle", "two"}, {"force_n", {0, 40, 0}}, {"duration_s", 0.1}}).ok);
  const auto external = [&](const outputs::SceneState& scene) {
    const size_t term = static_cast<size_t>(WrenchTerm::kExternal);
    return scene.wrenches[6 * (logged_wrench_terms(false) + term) + 1];
  };
  EXPECT_EQ(external(step(2)), 40.0f);
  EXPECT_TRUE(call("/hadal/snapshot", {{"name", "pushed"}}).ok);
  EXPECT_EQ(external(step(40)), 0.0f);
  EXPECT_TRUE(call("/hadal/restore", {{"name", "pushed"}}).ok);
  at_ = 3;
  EXPECT_EQ(external(step(1)), 40.0f);
  EXPECT_EQ(external(step(40)), 0.0f);
}

TEST_F(LiveTest, TeleportsToPlacesAtRest) {
  start(test::lively_world());
  step(50);
  EXPECT_TRUE(call("/hadal/teleport", {{"vehicle", "one"},
                                       {"north_m", 12.5},
                                       {"east_m", -3.0},
                                       {"depth_m", 4.0},
                                       {"heading_deg", 90.0}})
                  .ok);
  const outputs::SceneState scene = step(1);
  EXPECT_NEAR(scene.links[0], 12.5, 0.01);
  EXPECT_NEAR(scene.links[1], -3, 0.01);
  EXPECT_NEAR(scene.links[2], 4, 0.01);
  EXPECT_NEAR(scene.links[3], std::sqrt(0.5), 0.01);
  stop();
  expect_replay("log.mcap", 52);
}

// Its end decides the verdicts and the summary, whatever comes later.
TEST_F(LiveTest, GoesOnAfterItsEndWithItsVerdicts) {
  start(test::drifting_body("expect: [{that: time < 3}, {that: time > 3}]\nduration_s: 2\n"));
  const uint32_t id = ids_["/hadal/run_state"];
  EXPECT_TRUE(call("/hadal/resume").ok);
  EXPECT_TRUE(watcher_.wait_for<outputs::RunState>(id, [&](const auto& state) {
    return state.finished && !state.paused && state.time_s > 5 && state.expectations_held == 1 &&
           state.expectations_failed == 1;
  }));
  stop();
  EXPECT_EQ(summary_.exit_code, 1);
  EXPECT_EQ(summary_.simulated_s, 2);
  ASSERT_EQ(summary_.expectations.size(), 2u);
  EXPECT_TRUE(summary_.expectations[0].held);
  EXPECT_FALSE(summary_.expectations[1].held);
  EXPECT_TRUE(summary_.expectations[1].reached);
  EXPECT_EQ(summary_.log_bytes, static_cast<int64_t>(fs::file_size(folder_ / "out/log.mcap")));
}

}  // namespace live_test
}  // namespace hadal
