// hadal new vehicle: a model file to begin with.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry new_command();

}  // namespace hadal::cli
