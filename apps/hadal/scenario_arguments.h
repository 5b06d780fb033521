// What the commands that take a scenario or a model have in common: where the shipped ones lie, and
// the options that change a scenario.
#pragma once
#include <string>
#include <vector>

#include "arguments.h"
#include "hadal/run.h"

namespace hadal::cli {

// Where models/ and scenarios/ lie: $HADAL_HOME, the source tree, or the installed share folder.
std::vector<std::string> home_folders();

// A path as given, or the name of a shipped scenario.
std::string scenario_path(const std::string& word);

// --set, --duration and --seed, with the options of one command after them.
std::vector<Option> scenario_options(const std::vector<Option>& more = {});
RunOptions run_options(Arguments& arguments);

}  // namespace hadal::cli
