// hadal list and hadal describe: what there is, and its parameters.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry list_command();
CommandEntry describe_command();

}  // namespace hadal::cli
