// What computes some frames only, and what a run is expected to cost.
#include "simulation/run_estimate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "simulation/test_craft.h"

namespace hadal::simulation {
namespace run_estimate_test {

constexpr const char* kEyes = R"(
format: 1
step_s: 0.01
duration_s: 20
environment: {seabed: !flat {depth_m: 12}}
vehicles:
  - name: rov
    model: bluerov2_heavy
    pose: {depth_m: 10}
    sensors:
      - !camera {name: one, width_px: 32, height_px: 24, rate_hz: 10, position_m: [0.4, 0, 0]}
      - !camera {name: two, width_px: 32, height_px: 24, rate_hz: 10, position_m: [0.4, 0, 0], rpy_deg: [0, -30, 0]}
      - !echosounder {name: echo, rate_hz: 5, rays_along: 16, max_range_m: 10, position_m: [0, 0, 0.3]}
)";

std::unique_ptr<Simulation> eyes(const std::string& more = "", bool frames = true) {
  const auto loaded =
      load_scenario_text(kEyes + more, "test.yaml", {{}, {test::source_folder()}});
  if (!loaded) throw std::runtime_error(loaded.problems().text());
  auto created = Simulation::create(loaded.value(), SimulationOptions{.compute_frames = frames});
  if (!created) throw std::runtime_error(created.problems().text());
  return std::move(created).value();
}

void step_to(double time_s, Simulation& s) {
  while (s.state().tick < s.world().clock.tick_at(time_s)) ASSERT_TRUE(s.step().ok);
}

TEST(ComputeFrames, AFrameDoesNotNeedTheOthers) {
  const auto all = eyes();
  const auto some = eyes("", false);
  const Tick from = all->world().clock.tick_at(0.3);
  int computed = 0;
  some->compute_frames([&](int sensor, Tick tick) {
    const bool wanted = sensor == 1 && tick >= from;
    computed += wanted;
    return wanted;
  });
  const uint64_t blank = some->frames().sensor(0).blank().hash();
  step_to(0.45, *all);
  step_to(0.45, *some);
  EXPECT_EQ(some->frames().frame(1).stamp, all->frames().frame(1).stamp);
  EXPECT_EQ(some->frames().frame(1).hash(), all->frames().frame(1).hash());
  EXPECT_EQ(some->frames().frame(0).hash(), blank);
  EXPECT_NE(all->frames().frame(0).hash(), blank);
  EXPECT_EQ(some->state().frame_stamp, all->state().frame_stamp);
  EXPECT_LE(computed, 4);  // asked once when taken and once when it arrives
}

// The first frames are under way before anybody can say which are wanted.
TEST(ComputeFrames, TheFirstOnesToo) {
  const auto all = eyes();
  const auto some = eyes("", false);
  some->compute_frames([](int sensor, Tick) { return sensor == 2; });
  while (all->frames().frame(2).stamp < 0) ASSERT_TRUE(all->step().ok && some->step().ok);
  EXPECT_EQ(some->frames().frame(2).number, 0);
  EXPECT_EQ(some->frames().frame(2).hash(), all->frames().frame(2).hash());
}

// The log of the whole run, pictures left out, against what a small piece promised.
TEST(RunEstimate, LogsWithoutPicturesAreWithinAFactorOfOneAndAHalf) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_estimate_test.yaml";
  for (const char* record :
       {"record: {images: none}", "record: {frames: none}", "record: {frames: none, rate_hz: 5}",
        "record: {images: none, sonar: float32, scene: false, wrench_terms: false}"}) {
    std::ofstream(path) << kEyes << record << "\n";
    RunOptions options;
    options.model_folders = {test::source_folder()};
    const CheckResult check = check_scenario(path, options);
    ASSERT_TRUE(check.problems.empty()) << check.problems[0];
    options.out_folder = std::filesystem::temp_directory_path() / "hadal_estimate_test";
    const RunSummary run = run_scenario(path, options);
    ASSERT_EQ(run.exit_code, 0) << run.problems << run.failure;
    EXPECT_EQ(check.estimate.picture_bytes, 0);
    EXPECT_LT(check.estimate.log_bytes, 1.5 * static_cast<double>(run.log_bytes)) << record;
    EXPECT_GT(check.estimate.log_bytes, static_cast<double>(run.log_bytes) / 1.5) << record;
    std::filesystem::remove_all(options.out_folder);
  }
  std::filesystem::remove(path);
}

TEST(RunEstimate, CountsPixelsAndRays) {
  const auto s = eyes("", false);
  const RunEstimate small = estimate_run(*s, 1);
  // Two cameras at 10 Hz and a sounder at 5 Hz: 1 ms a frame, 0.3 us a pixel and a ray (4 x 16).
  EXPECT_NEAR(small.frame_cpu_per_s, 25e-3 + 20 * 32 * 24 * 0.3e-6 + 5 * 64 * 0.3e-6, 1e-9);
  EXPECT_NEAR(small.picture_bytes, 20 * 20 * 32 * 24 * 0.25, 1e-6);
  EXPECT_EQ(small.threads, 1);
  EXPECT_NEAR(small.real_time_factor, 1 / (small.step_cpu_per_s + small.frame_cpu_per_s), 1e-9);
}

}  // namespace run_estimate_test
}  // namespace hadal::simulation
