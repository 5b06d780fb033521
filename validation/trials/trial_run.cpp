// What trials need of the C++ API and the program does not offer: patches, reset and snapshots.
//
//   trial_run run SCENARIO STEPS [seed=N] [log=FILE] [patch:KEY=VALUE ...]
//       prints a line per step: tick, state hash, place and surge of every vehicle
//   trial_run reset SCENARIO STEPS seed=N       the same after a run of another seed and reset(N)
//   trial_run snapshot SCENARIO STEPS seed=N    the same; half way goes astray and comes back
//   trial_run moved SCENARIO STEPS seed=N       the same; from half way in another simulator
//   trial_run current SCENARIO STEPS seeds=N    the current at 5 m depth at the end, per seed, and
//       half way there
//
// Exit code 2: what is wrong stands in stderr.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "hadal/simulator.h"

namespace {

constexpr int64_t kOtherSeed = 987654;
constexpr double kDepth_m = 5;

struct Request {
  std::string command, scenario;
  int64_t steps = 0, seeds = 0;
  hadal::SimulatorOptions options;
};

bool take(const std::string& argument, const std::string& name, std::string& value) {
  if (!argument.starts_with(name)) return false;
  value = argument.substr(name.size());
  return true;
}

Request read(int count, char** words) {
  if (count < 4) throw hadal::Error("usage: trial_run COMMAND SCENARIO STEPS ...");
  Request request{words[1], words[2], std::atoll(words[3]), 0, {}};
  for (int i = 4; i < count; ++i) {
    std::string value;
    if (take(words[i], "seed=", value)) {
      request.options.seed = std::atoll(value.c_str());
    } else if (take(words[i], "seeds=", value)) {
      request.seeds = std::atoll(value.c_str());
    } else if (take(words[i], "log=", value)) {
      request.options.log_path = value;
    } else if (take(words[i], "patch:", value)) {
      const size_t equals = value.find('=');
      request.options.patches.emplace_back(value.substr(0, equals),
                                           std::strtod(value.c_str() + equals + 1, nullptr));
    } else {
      throw hadal::Error(std::string("no such option: ") + words[i]);
    }
  }
  return request;
}

void print(const hadal::Simulator& sim) {
  std::printf("%" PRId64 ",%016" PRIx64, sim.tick(), sim.state_hash());
  for (const hadal::VehicleHandle& vehicle : sim.vehicles()) {
    const hadal::VehicleState state = vehicle.state();
    std::printf(",%.17g,%.17g,%.17g", state.north_m, state.east_m, state.depth_m);
  }
  std::printf("\n");
}

void go_on(hadal::Simulator& sim, int64_t steps) {
  for (int64_t i = 0; i < steps; ++i) {
    sim.step();
    print(sim);
  }
}

void run(const Request& request) {
  const hadal::SharedScenario scenario = hadal::SharedScenario::load(request.scenario);
  const int64_t half = request.steps / 2;
  if (request.command == "reset") {
    hadal::Simulator sim(scenario, {.seed = kOtherSeed});
    sim.step(request.steps);
    sim.reset(static_cast<uint64_t>(request.options.seed));
    go_on(sim, request.steps);
  } else if (request.command == "snapshot") {
    hadal::Simulator sim(scenario, request.options);
    go_on(sim, half);
    const auto snapshot = sim.snapshot();
    sim.set_waves_factor(3);
    sim.step(half);
    if (!sim.restore(snapshot)) throw hadal::Error("the snapshot was refused");
    go_on(sim, request.steps - half);
  } else if (request.command == "moved") {
    hadal::Simulator first(scenario, request.options);
    go_on(first, half);
    hadal::Simulator second(scenario, {.seed = kOtherSeed});
    second.step(3);
    if (!second.restore(first.snapshot())) throw hadal::Error("the snapshot was refused");
    go_on(second, request.steps - half);
  } else if (request.command == "current") {
    hadal::Simulator sim(scenario, {});
    for (int64_t seed = 0; seed < request.seeds; ++seed) {
      sim.reset(static_cast<uint64_t>(seed));
      sim.step(half);
      const auto middle = sim.current_at(0, 0, kDepth_m);
      sim.step(request.steps - half);
      const auto end = sim.current_at(0, 0, kDepth_m);
      std::printf("%.17g,%.17g,%.17g,%.17g\n", middle[0], middle[1], end[0], end[1]);
    }
  } else if (request.command == "run") {
    hadal::Simulator sim(scenario, request.options);
    go_on(sim, request.steps);
  } else {
    throw hadal::Error("no such command: " + request.command);
  }
}

}  // namespace

int main(int count, char** words) try {
  run(read(count, words));
  return 0;
} catch (const hadal::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
