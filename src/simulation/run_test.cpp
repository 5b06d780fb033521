#include "simulation/run.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hadal/live.h"
#include "hadal/run.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace run_test {

using testing::craft_yaml;
using testing::make_run;

std::string temporary(const char* name) {
  return std::filesystem::temp_directory_path() / name;
}

TEST(Run, ALogOfThePresentReplaysFromThere) {
  const std::string path = temporary("hadal_run_test.mcap");
  const auto run = make_run(craft_yaml());
  testing::run_steps(*run, 20);
  ASSERT_TRUE(run->open_log(path).empty());
  ASSERT_TRUE(run->apply({20, "craft", "thrusters", {0.5, 0.5}}).empty());
  testing::run_steps(*run, 30);
  EXPECT_TRUE(run->close_log().empty());
  EXPECT_FALSE(run->has_log());
  const ReplayResult result = replay_log(path, 1);
  EXPECT_EQ(result.exit_code, 0) << result.message;
  EXPECT_EQ(result.compared, 31);
  std::filesystem::remove(path);
}

// An input at the very start leaves no trace in the tick; the log must hold the state all the same.
TEST(Run, ALogThatBeginsAfterAnInputHoldsItsState) {
  const std::string path = temporary("hadal_run_input_test.mcap");
  const auto run = make_run(craft_yaml());
  ASSERT_TRUE(run->apply({0, "craft", "thrusters", {0.5, 0.5}}).empty());
  ASSERT_TRUE(run->open_log(path).empty());
  testing::run_steps(*run, 10);
  EXPECT_TRUE(run->close_log().empty());
  EXPECT_EQ(replay_log(path, 1).exit_code, 0);
  std::filesystem::remove(path);
}

TEST(Run, RestoringContinuesBitForBit) {
  const auto run = make_run(craft_yaml());
  testing::run_steps(*run, 50);
  const std::vector<std::byte> snapshot = run->simulation().save();
  testing::run_steps(*run, 50);
  const uint64_t hash = state_hash(run->state());
  ASSERT_TRUE(run->restore(snapshot));
  EXPECT_EQ(run->state().tick, 50);
  testing::run_steps(*run, 50);
  EXPECT_EQ(state_hash(run->state()), hash);
}

TEST(Run, ALogThatCannotBeWrittenIsAProblem) {
  const auto run = make_run(craft_yaml());
  EXPECT_FALSE(run->open_log("/no/such/folder/log.mcap").empty());
  EXPECT_FALSE(run->has_log());
}

TEST(Pace, TellsHowLongToWait) {
  Pace free(0);
  free.anchor(0);
  EXPECT_EQ(free.wait(1e6).count(), 0);
  Pace slow(0.001);  // a second of the run takes a thousand: the time of the test does not matter
  slow.anchor(5);
  EXPECT_LE(slow.wait(6).count(), 1000);
  EXPECT_GT(slow.wait(6).count(), 900);
  EXPECT_EQ(slow.wait(4).count(), 0);  // far behind: goes on from here
  EXPECT_GT(slow.wait(5).count(), 900);
}

// Those who watch find the same world as those who do not.
TEST(Run, ServingChangesNoHash) {
  const std::string path = temporary("hadal_served_test.yaml");
  std::ofstream(path) << craft_yaml(
      "events: [!wrench {at_s: 1, vehicle: craft, wrench: [5, 0, 0, 0, 0, 1], duration_s: 0.5}]\n");
  RunOptions options;
  options.duration_s = 3;
  const RunSummary plain = run_scenario(path, options);
  ASSERT_EQ(plain.exit_code, 0) << plain.problems << plain.failure;
  LiveOptions live;
  live.run = options;
  live.stop_at_end = true;
  const RunSummary served = LiveRun::open(path, live)->run();
  EXPECT_EQ(served.ticks, plain.ticks);
  EXPECT_EQ(served.state_hash, plain.state_hash);
  EXPECT_EQ(plain.ticks, 300);
  std::filesystem::remove(path);
}

// Somebody who watches nothing in particular.
struct Watcher : LiveListener {
  bool wants(uint32_t) const override { return false; }
  void message(const LiveMessage&) override {}
  void parameters(const std::vector<LiveParameter>&) override {}
  void restarted() override {}
};

TEST(Run, WaitsForTheFirstClientAndTakesTheSameSteps) {
  const std::string path = temporary("hadal_waiting_test.yaml");
  std::ofstream(path) << craft_yaml();
  RunOptions options;
  options.duration_s = 1;
  const RunSummary plain = run_scenario(path, options);
  LiveOptions live;
  live.run = options;
  live.wait_for_client = live.stop_at_end = true;
  int waited = 0;
  Watcher watcher;
  std::unique_ptr<LiveRun> run;
  live.run.progress = [&](const RunProgress& progress) {
    EXPECT_TRUE(!progress.waiting || progress.simulated_s == 0);
    if (progress.waiting && ++waited == 3) run->add_listener(watcher);
  };
  run = LiveRun::open(path, live);
  const RunSummary served = run->run();
  EXPECT_GE(waited, 3);
  EXPECT_EQ(served.state_hash, plain.state_hash);
  EXPECT_EQ(served.ticks, plain.ticks);
  run->remove_listener(watcher);
  std::filesystem::remove(path);
}

TEST(Run, TheLiveCurrentIsNotWrittenIntoTheScenario) {
  const auto run = make_run(craft_yaml());
  EXPECT_EQ(run->world().currents.back().name, kLiveCurrent);
  EXPECT_EQ(run->scenario_yaml().find("live"), std::string::npos);
  const auto own =
      make_run("format: 1\nenvironment: {currents: [!uniform {name: live, speed_m_s: 0.2}]}\n");
  EXPECT_EQ(own->world().currents.size(), 1u);
}

}  // namespace run_test
}  // namespace hadal::simulation
