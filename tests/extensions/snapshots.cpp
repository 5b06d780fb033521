// snapshots FOLDER SCENARIO: loads the extensions of a folder through the API, runs the scenario,
// goes back to a snapshot, and ends with the same state whatever the number of threads.
#include <cstdio>
#include <cstdlib>

#include "hadal/catalog.h"
#include "hadal/simulator.h"

namespace {

void check(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

uint64_t hash_after_return(const char* scenario, int threads) {
  hadal::Simulator sim = hadal::Simulator::load(scenario, {.threads = threads});
  sim.step(1000);
  const auto snapshot = sim.snapshot();
  const uint64_t there = sim.state_hash();
  sim.step(500);
  const uint64_t end = sim.state_hash();
  check(end != there, "the state changes");
  check(sim.restore(snapshot), "the snapshot fits");
  check(sim.state_hash() == there, "the snapshot holds everything");
  sim.step(500);
  check(sim.state_hash() == end, "a restored run goes on bit for bit");
  return end;
}

}  // namespace

int main(int, char** argv) {
  hadal::load_extensions({argv[1]});
  const auto loaded = hadal::loaded_extensions();
  check(loaded.size() == 1 && loaded[0].kinds.size() == 1, "one kind is loaded");
  check(loaded[0].sha256.size() == 64, "with its digest");
  try {
    hadal::load_extensions({argv[1]});
    check(false, "a second time is refused");
  } catch (const hadal::Error&) {
  }
  check(hadal::loaded_extensions().size() == 1, "a refused library leaves nothing");
  const uint64_t hash = hash_after_return(argv[2], 1);
  for (const int threads : {2, 4})
    check(hash_after_return(argv[2], threads) == hash, "threads do not matter");
  std::printf("%s: %s, kind %s\n", loaded[0].file.c_str(), loaded[0].name.c_str(),
              loaded[0].kinds[0].c_str());
}
