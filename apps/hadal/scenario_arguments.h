// What the commands that take a scenario have in common: the options that change it.
#pragma once
#include <string>
#include <vector>

#include "arguments.h"
#include "hadal/run.h"

namespace hadal::cli {

// --set, --duration and --seed, with the options of one command after them.
std::vector<Option> scenario_options(const std::vector<Option>& more = {});
RunOptions run_options(Arguments& arguments);

}  // namespace hadal::cli
