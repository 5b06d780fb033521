// What the commands that take a scenario have in common: the options that change it.
#pragma once
#include <string>
#include <vector>

#include "arguments.h"
#include "hadal/run.h"

namespace hadal::cli {

// --extensions, which main() acts on, for a command that reads scenarios or tells of kinds.
Option extensions_option();
// --set, --duration, --seed and --extensions, with the options of one command after them.
std::vector<Option> scenario_options(const std::vector<Option>& more = {});
RunOptions run_options(Arguments& arguments);

}  // namespace hadal::cli
