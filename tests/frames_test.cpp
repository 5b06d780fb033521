// Frames of sonars in whole runs: when they arrive, and that they are the same bits for any number
// of threads, after a snapshot with pings under way, and in a second run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "small_world.h"

namespace hadal {
namespace frames_test {

constexpr double kRange_m = 20, kSlowestSound = 1400;

// A vehicle that flies over rough ground with objects and listens with one instrument of each kind.
std::string sonar_world() {
  std::string yaml = test::lively_world();
  const std::string sensors = "    sensors:\n";
  yaml.insert(yaml.find(sensors) + sensors.size(), R"(
      - !forward_looking_sonar {name: fls, rate_hz: 5, beams: 64, rays_along: 32, max_range_m: 20, position_m: [0.3, 0, 0]}
      - !multibeam_echosounder {name: mbes, rate_hz: 10, beams: 65, max_range_m: 20, beam_width_deg: 1, beam_height_deg: 1}
      - !scanning_sonar {name: msis, rate_hz: 20, max_range_m: 20, latency_s: 0.2}
      - !side_scan_sonar {name: side_scan, rate_hz: 10, max_range_m: 20}
      - !echosounder {name: echosounder, rate_hz: 10, max_range_m: 20, beam_width_deg: 10, beam_height_deg: 10, rays_along: 16}
      - !sonar_3d {name: volume, rate_hz: 2, columns: 16, rows: 8, max_range_m: 20}
      - !lidar {name: lidar, rate_hz: 5, columns: 33, rows: 33, max_range_m: 20}
)");
  const std::string environment = "environment:\n";
  yaml.insert(yaml.find(environment) + environment.size(),
              "  seabed: !flat {depth_m: 14, resolution_m: 0.5, detail: {amplitude_m: 0.3}}\n"
              "  waves: !sea_state {state: 3}\n");
  yaml += R"(
objects:
  - {name: beam, model: pier_beam, fixed: true, pose: {north_m: 10, on_seabed: true}}
  - {name: barrel, model: barrel, pose: {north_m: 6, east_m: 3, on_seabed: true}}
)";
  return yaml;
}

int sensor_named(const simulation::Simulation& s, const std::string& path) {
  const auto& all = s.world().frame_sensors;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].path == path) return static_cast<int>(i);
  ADD_FAILURE() << path;
  return 0;
}

std::vector<int64_t> frame_hashes(int threads, int steps) {
  const auto s = test::simulate(sonar_world(), threads);
  std::vector<int64_t> out;
  for (int i = 0; i < steps; ++i) {
    test::run_steps(*s, 1);
    out.insert(out.end(), s->state().frame_hash.begin(), s->state().frame_hash.end());
    out.push_back(static_cast<int64_t>(state_hash(s->state())));
  }
  return out;
}

TEST(Frames, ArriveWhenTheLastEchoHas) {
  const auto s = test::simulate(sonar_world());
  const int mbes = sensor_named(*s, "one/mbes"), msis = sensor_named(*s, "one/msis");
  const StepClock clock = s->world().clock;
  const Tick received = clock.tick_at(2 * kRange_m / kSlowestSound);
  EXPECT_EQ(s->frames().delay_ticks(mbes), received);
  EXPECT_EQ(s->frames().delay_ticks(msis), clock.tick_at(2 * kRange_m / kSlowestSound + 0.2));
  while (s->state().tick < received - 1) {
    test::run_steps(*s, 1);
    ASSERT_EQ(s->state().frame_stamp[mbes], -1);
  }
  test::run_steps(*s, 1);
  EXPECT_EQ(s->state().frame_stamp[mbes], 0);  // of the ping
  EXPECT_EQ(s->state().frame_fresh[mbes], 1);
  EXPECT_EQ(s->frames().frame(mbes).stamp, 0);
  test::run_steps(*s, 1);
  EXPECT_EQ(s->state().frame_fresh[mbes], 0);
}

TEST(Frames, SeveralMayBeUnderWay) {
  const auto s = test::simulate(sonar_world());
  const int msis = sensor_named(*s, "one/msis");
  int arrived = 0;
  for (int i = 0; i < 200; ++i) {  // one second at 20 Hz, the first after 0.23 s
    test::run_steps(*s, 1);
    arrived += static_cast<int>(s->state().frame_fresh[msis]);
  }
  EXPECT_EQ(arrived, 16);
}

TEST(Frames, ShowTheWorldOfTheirPing) {
  const auto s = test::simulate(sonar_world());
  const int mbes = sensor_named(*s, "one/mbes");
  const Vec3 start_N = s->state().p_NL_N[s->world().frame_sensors[mbes].link];
  test::run_steps(*s, 15);
  EXPECT_NEAR((s->frames().frame(mbes).X_NS.p - start_N).norm(), 0, 1e-12);
}

TEST(Frames, ThreadsDoNotChangeABit) {
  constexpr int kSteps = 250;
  const auto one = frame_hashes(1, kSteps);
  EXPECT_EQ(one, frame_hashes(2, kSteps));
  EXPECT_EQ(one, frame_hashes(4, kSteps));
}

TEST(Frames, EveryInstrumentReceivesSomething) {
  const auto s = test::simulate(sonar_world());
  test::run_steps(*s, 250);
  for (const int64_t hash : s->state().frame_hash) EXPECT_NE(hash, 0);
  const Frame& mbes = s->frames().frame(sensor_named(*s, "one/mbes"));
  int ranges = 0;
  for (const float range : mbes.plane("range_m").floats()) ranges += std::isfinite(range);
  EXPECT_GT(ranges, 40);
}

TEST(Frames, ASnapshotWithPingsUnderWayContinuesBitForBit) {
  const auto first = test::simulate(sonar_world());
  test::run_steps(*first, 103);
  const auto in_flight =
      std::count_if(first->state().frame_taken.begin(), first->state().frame_taken.end(),
                    [](int64_t tick) { return tick >= 0; });
  ASSERT_GT(in_flight, 2);
  const auto snapshot = first->save();
  test::run_steps(*first, 100);
  const auto second = test::simulate(sonar_world(), 2);
  ASSERT_TRUE(second->restore(snapshot));
  test::run_steps(*second, 100);
  EXPECT_EQ(first_difference(first->state(), second->state()), "");
}

}  // namespace frames_test
}  // namespace hadal
