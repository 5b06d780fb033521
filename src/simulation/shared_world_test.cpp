// Many simulations on one shared world: each runs as if it were alone.
#include "simulation/shared_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "base/test_source_folder.h"
#include "simulation/simulation.h"

namespace hadal::simulation {
namespace shared_world_test {

// Waves, wind, random currents, noise, a modem, a sonar above rough ground, fish: all that is drawn.
const char* const kLively = R"(
seed: 5
step_s: 0.01
duration_s: 2
environment:
  waves: !jonswap {significant_height_m: 0.5, peak_period_s: 4, toward_deg: 20}
  wind: {speed_m_s: 6, toward_deg: 50, turbulence_intensity: 0.1}
  currents:
    - !gauss_markov {name: drift, mean_m_s: 0.2, std_m_s: 0.1, correlation_time_s: 10, toward_deg: 80}
  seabed: !flat {depth_m: 12, resolution_m: 0.5, detail: {amplitude_m: 0.2}}
objects:
  - {name: barrel, model: barrel, fixed: true, pose: {north_m: 4, on_seabed: true}}
vehicles:
  - name: rov
    model: bluerov2_heavy
    pose: {depth_m: 10}
    sensors:
      - !imu {name: second_imu, rate_hz: 100, gyro: {white_density: 1e-3, turn_on_bias_std: 1e-3}}
      - !forward_looking_sonar {name: fls, model: fls_dave_512, beams: 32, rate_hz: 5}
mission:
  - !hold {vehicle: rov, duration_s: 100}
)";

LoadedScenario loaded(const std::string& yaml) {
  return load_scenario_text("format: 1\n" + yaml, "test.yaml", {{}, {test::source_folder()}}).value();
}
std::shared_ptr<const SharedWorld> shared(const std::string& yaml = kLively) {
  return SharedWorld::load(loaded(yaml)).value();
}
std::unique_ptr<Simulation> simulate(const std::shared_ptr<const SharedWorld>& world,
                                     uint64_t seed) {
  SimulationOptions options;
  options.seed = seed;
  return std::move(Simulation::create(world, options)).value();
}
uint64_t hash_after(Simulation& s, int steps) {
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(s.step().ok);
  return state_hash(s.state());
}

TEST(SharedWorld, TheScenariosSeedIsTheDefaultOfTheRun) {
  const auto world = shared();
  const auto by_default = std::move(Simulation::create(world)).value();
  const auto alone = std::move(Simulation::create(loaded(kLively))).value();
  EXPECT_EQ(by_default->state().run_seed[0], 5);
  EXPECT_EQ(hash_after(*by_default, 60), hash_after(*alone, 60));
}

TEST(SharedWorld, ResetIsAFreshLoadWithThatSeed) {
  const auto world = shared();
  const auto reused = simulate(world, 5);
  const uint64_t five = hash_after(*reused, 60);
  reused->reset(8);
  const uint64_t eight = hash_after(*reused, 60);
  EXPECT_EQ(eight, hash_after(*simulate(shared(), 8), 60));
  EXPECT_NE(eight, five);
  reused->reset(5);
  EXPECT_EQ(hash_after(*reused, 60), five);
}

TEST(SharedWorld, ASnapshotBringsItsSeedAlong) {
  const auto world = shared();
  const auto one = simulate(world, 11), other = simulate(world, 12);
  hash_after(*one, 30);
  hash_after(*other, 7);
  ASSERT_TRUE(other->restore(one->save()));
  EXPECT_EQ(hash_after(*other, 40), hash_after(*one, 40));
}

// The seed of the run changes what is random; the ground and what lies on it stay.
TEST(SharedWorld, TheRunSeedLeavesTheSceneryAlone) {
  const auto world = shared();
  const auto a = simulate(world, 5), b = simulate(world, 6);
  hash_after(*a, 20), hash_after(*b, 20);
  EXPECT_EQ(a->sea().seabed().depth(3.3, -2.1), b->sea().seabed().depth(3.3, -2.1));
  EXPECT_EQ(a->world().links.back().pose_PL.p, b->world().links.back().pose_PL.p);
  EXPECT_NE(a->state().sensor_values[0], b->state().sensor_values[0]);
  EXPECT_NE(a->state().current_process[0], b->state().current_process[0]);
  EXPECT_EQ(a->state().sea_offset_s[0], 0);
  EXPECT_GT(b->state().sea_offset_s[0], 0);
}

// Waves of another run seed are another piece of the same sea: over many seeds the elevation at one
// place and time has the variance of the spectrum.
TEST(SharedWorld, RunSeedsDrawTheSea) {
  const auto world = shared();
  environment::SeaInstant instant(*world->sea);
  double sum = 0, squares = 0;
  constexpr int kSeeds = 2000;
  for (int seed = 100; seed < 100 + kSeeds; ++seed) {
    State state;
    state.run_seed = {seed};
    world->sea->start(state);
    instant.set_time(1, state);
    const double elevation_m = instant.elevation(0, 0);
    sum += elevation_m;
    squares += elevation_m * elevation_m;
  }
  const double variance_m2 = world->sea->waves().variance_m2();
  EXPECT_NEAR(sum / kSeeds, 0, 4 * std::sqrt(variance_m2 / kSeeds));
  EXPECT_NEAR(squares / kSeeds, variance_m2, 4 * variance_m2 * std::sqrt(2.0 / kSeeds));
}

TEST(SharedWorld, ThreadsRunManySimulationsOnOneWorld) {
  const auto world = shared();
  constexpr int kRuns = 4, kSteps = 40;
  std::array<uint64_t, kRuns> hashes{};
  std::vector<std::thread> threads;
  for (int run = 0; run < kRuns; ++run)
    threads.emplace_back([&, run] {
      const auto s = simulate(world, static_cast<uint64_t>(run % 2));
      for (int i = 0; i < kSteps; ++i) s->step();
      hashes[static_cast<size_t>(run)] = state_hash(s->state());
    });
  for (std::thread& thread : threads) thread.join();
  for (int run = 0; run < kRuns; ++run)
    EXPECT_EQ(hashes[static_cast<size_t>(run)],
              hash_after(*simulate(world, static_cast<uint64_t>(run % 2)), kSteps));
}

// A patched simulation is the one of a scenario written so; its neighbours do not notice.
TEST(SharedWorld, PatchesAreTheScenarioWithOtherNumbers) {
  const auto text = [](double mass_kg) {
    return "step_s: 0.01\nvehicle_models:\n  - {name: ball, links: [{name: hull, mass_kg: " +
           std::to_string(mass_kg) +
           ", inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}]}\n"
           "vehicles: [{name: ball, model: ball, pose: {depth_m: 30}}]\n";
  };
  const auto world = shared(text(20));
  SimulationOptions heavy;
  heavy.patches = {{"vehicles.ball.links.hull.mass_kg", 26}};
  const auto patched = std::move(Simulation::create(world, heavy)).value();
  const auto plain = std::move(Simulation::create(world)).value();
  const auto written = std::move(Simulation::create(loaded(text(26)))).value();
  EXPECT_EQ(hash_after(*patched, 50), hash_after(*written, 50));
  EXPECT_EQ(hash_after(*plain, 50),
            hash_after(*std::move(Simulation::create(loaded(text(20)))).value(), 50));
  EXPECT_EQ(plain->world().links[0].mass_kg, 20);
  SimulationOptions wrong;
  wrong.patches = {{"vehicles.ball.links.hull.colour", 1}};
  EXPECT_FALSE(Simulation::create(world, wrong));
}

}  // namespace shared_world_test
}  // namespace hadal::simulation
