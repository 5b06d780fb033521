#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hadal/run.h"
#include "simulation/recording.h"
#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace replay_test {

std::string temporary(const char* name) {
  return std::filesystem::temp_directory_path() / name;
}

TEST(Replay, FilesThatAreNoLogsCannotBeUsed) {
  EXPECT_EQ(replay_log("/no/such/log.mcap", 1).exit_code, 2);
  const std::string path = temporary("hadal_replay_text.mcap");
  std::ofstream(path) << "not a log";
  const ReplayResult result = replay_log(path, 1);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_FALSE(result.message.empty());
  std::filesystem::remove(path);
}

TEST(Replay, LogsWithoutHashesCannotBeUsed) {
  const std::string path = temporary("hadal_replay_hashes.mcap");
  {
    const auto run = testing::make_run(testing::craft_yaml("record: {hashes: false}\n"));
    ASSERT_TRUE(run->open_log(path).empty());
    testing::run_steps(*run, 5);
    ASSERT_TRUE(run->close_log().empty());
  }
  const ReplayResult result = replay_log(path, 1);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.message.find("holds no state hashes"), std::string::npos) << result.message;
  std::filesystem::remove(path);
}

// A log written past the run, which misses an input: the first tick that differs is named.
TEST(Replay, ADifferenceIsNamedByItsTick) {
  const std::string path = temporary("hadal_replay_difference.mcap");
  const Result<LoadedScenario> loaded = load_scenario_text(testing::craft_yaml(), "test.yaml", {});
  const auto simulation = std::move(Simulation::create(loaded.value())).value();
  {
    const auto log =
        std::move(outputs::RunLog::open(path, simulation->world(), recorder_sources(*simulation),
                                        save_scenario(loaded.value().scenario)))
            .value();
    for (int tick = 0; tick <= 20; ++tick) {
      log->record(simulation->world(), simulation->state());
      if (tick == 10) {
        ASSERT_TRUE(simulation->apply({10, "craft/arm", "command", {1}}).empty());
      }
      ASSERT_TRUE(simulation->step().ok);
    }
    ASSERT_TRUE(log->close());
  }
  const ReplayResult result = replay_log(path, 1);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.first_different_tick, 11);
  EXPECT_EQ(result.compared, 12);
  std::filesystem::remove(path);
}

}  // namespace replay_test
}  // namespace hadal::simulation
