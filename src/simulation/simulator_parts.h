// What a Simulator holds and its handles point to; for the sources of the API only.
#pragma once
#include <string_view>
#include <vector>

#include "hadal/simulator.h"
#include "simulation/api_error.h"
#include "simulation/inputs.h"
#include "simulation/run.h"

namespace hadal::detail {

struct SimulatorParts {
  std::unique_ptr<simulation::Run> run;
  std::vector<double> thrust_n, load_percent;  // of each actuator, where it gives thrust

  const simulation::Simulation& simulation() const { return run->simulation(); }
  const World& world() const { return run->world(); }
  const State& state() const { return run->state(); }

  void apply(InputKey key, int index, std::span<const double> values) {
    simulation::require(run->apply(InputAddress{key, index}, values));
  }
};

// The element of a list with this name; throws Error otherwise. `what`: for the message.
template <class T>
int index_named(const std::vector<T>& list, IndexRange range, std::string_view name,
                const char* what) {
  for (int i = range.begin; i < range.end(); ++i)
    if (list[static_cast<size_t>(i)].name == name) return i;
  throw Error(std::string("no ") + what + " '" + std::string(name) + "'");
}

}  // namespace hadal::detail
