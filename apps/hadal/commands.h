// The commands of the program: each a description and what it does. Exit codes: 0 well, 1 a run,
// expectation or comparison failed, 2 bad input, 3 a run diverged, 128 + n ended by signal n.
#pragma once
#include <string>
#include <vector>

#include "arguments.h"

namespace hadal::cli {

struct CommandEntry {
  Command command;
  int (*run)(Arguments& arguments);
};

const std::vector<CommandEntry>& commands();

}  // namespace hadal::cli
