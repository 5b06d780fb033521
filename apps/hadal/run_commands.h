// hadal run and hadal demo: a scenario from start to end, with progress and summary.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry run_command();
CommandEntry demo_command();

}  // namespace hadal::cli
