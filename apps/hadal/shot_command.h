// hadal shot: one picture of one instrument.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry shot_command();

}  // namespace hadal::cli
