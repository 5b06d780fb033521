// hadal mesh FILE: what a hull's mesh says.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry mesh_command();

}  // namespace hadal::cli
