// hadal check SCENARIO...: every problem of scenarios, without running them.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry check_command();

}  // namespace hadal::cli
