// Benchmarks of the program, measured in CPU-seconds of the process so that a loaded machine
// matters less. Each gives {name, value, unit, threads}.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct BenchOptions {
  std::string name;  // a whole name, or the beginning of several; empty: all
  bool json = false;
  int steps = 0;  // > 0: exactly this many steps once, for instruction counts
  std::vector<std::string> model_folders;
};

// Returns 0, or 2 when no benchmark has this name.
int run_benchmarks(const BenchOptions& options, std::ostream& out);

}  // namespace hadal
