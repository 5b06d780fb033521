// `hadal schema`: what editors need to know of scenario and model files.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry schema_command();

}  // namespace hadal::cli
