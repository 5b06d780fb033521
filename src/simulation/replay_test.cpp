#include <gtest/gtest.h>
#include <unistd.h>

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

// --- Damaged logs.

constexpr int kTicks = 40;

class DamagedLog : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto run = testing::make_run(testing::craft_yaml("record: {rate_hz: 5, scene: false}\n"));
    ASSERT_TRUE(run->open_log(path_).empty());
    testing::run_steps(*run, kTicks / 2);
    ASSERT_TRUE(run->apply({kTicks / 2, "craft", "thrusters", {0.5, -0.25}}).empty());
    testing::run_steps(*run, kTicks / 2);
    ASSERT_TRUE(run->close_log().empty());
    std::ifstream file(path_, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    ASSERT_GT(bytes_.size(), 1000u);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  ReplayResult replay(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    return replay_log(path_, 1);
  }
  const std::string path_ =
      temporary(("hadal_replay_damaged_" + std::to_string(::getpid()) + ".mcap").c_str());
  std::string bytes_;
};

TEST_F(DamagedLog, TheWholeOneReplays) {
  const ReplayResult result = replay(bytes_);
  EXPECT_EQ(result.exit_code, 0) << result.message;
  EXPECT_EQ(result.compared, kTicks + 1);
  EXPECT_EQ(result.first_different_tick, -1);
  EXPECT_EQ(result.message, "41 ticks compared, all equal");
}

// Whatever byte is wrong: the log is refused, or every tick was compared, or a difference is named.
// Nothing that is missing passes for equal.
TEST_F(DamagedLog, AWrongByteNeverHidesATick) {
  int refused = 0;
  constexpr size_t kPlaces = 60;
  for (size_t i = 0; i < kPlaces; ++i) {
    std::string damaged = bytes_;
    damaged[(bytes_.size() - 1) * i / (kPlaces - 1)] ^= 0x10;
    const ReplayResult result = replay(damaged);
    EXPECT_FALSE(result.message.empty()) << i;
    if (result.exit_code == 0) {
      EXPECT_EQ(result.compared, kTicks + 1) << i;
    }
    refused += result.exit_code == 2;
  }
  EXPECT_GT(refused, 10);
}

// Killed while it was written: what is there is compared.
TEST_F(DamagedLog, ACutOneIsComparedAsFarAsItGoes) {
  for (const size_t part : {1, 10, 50, 90, 99}) {
    const ReplayResult result = replay(bytes_.substr(0, bytes_.size() * part / 100));
    if (result.exit_code == 2) {
      EXPECT_NE(result.message.find("holds no"), std::string::npos) << result.message;
    } else {
      EXPECT_EQ(result.exit_code, 0) << result.message;
      EXPECT_GT(result.compared, 0);
      EXPECT_LE(result.compared, kTicks + 1);
    }
  }
}

TEST_F(DamagedLog, AnEmptyOneIsRefused) {
  EXPECT_EQ(replay("").exit_code, 2);
}

}  // namespace replay_test
}  // namespace hadal::simulation
