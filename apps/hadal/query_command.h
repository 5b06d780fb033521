// hadal query SCENARIO: the sea at a point.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry query_command();

}  // namespace hadal::cli
