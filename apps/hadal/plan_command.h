// hadal plan SCENARIO: a path of an arm past everything that is in its way.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry plan_command();

}  // namespace hadal::cli
