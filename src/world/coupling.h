// Couplings of a world (kinds/couplings/list.h) and the pairs of links that each can join. A pair is
// the weld of the same number among the couplings of the multibody.
#pragma once
#include <string>
#include <vector>

#include "kinds/couplings/coupling.h"
#include "math/types.h"

namespace hadal::inline world {

struct Coupling {
  std::string name;
  std::string key;   // where it stands in the scenario
  AnyConfig config;  // of its own
  const CouplingKind* kind = nullptr;
  bool seats = false;        // see CouplingPorts
  int first_pair = 0;        // into World::coupling_pairs
  int pairs = 0;
  std::vector<int> fingers;  // links that press

  // Every config of a coupling derives from CouplingConfig first.
  const CouplingConfig& settings() const {
    return *static_cast<const CouplingConfig*>(config.data());
  }
};

struct CouplingPair {
  int coupling = 0;
  int link_a = 0, link_b = 0;  // that holds, that is held
  Pose X_AS;                   // S on the holder
  Pose X_BP;                   // P on the held link; with x against that of its port where it seats
  int history_begin = 0;       // in State::coupling_history
  int history_size = 1;        // steps over which forces are averaged
};

}  // namespace hadal::world
