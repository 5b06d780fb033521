// hadal validate and hadal bench: the program against references, and its cost. Benchmarks are there
// if they are built.
#pragma once
#include "commands.h"

namespace hadal::cli {

CommandEntry validate_command();
#ifdef HADAL_HAS_BENCHMARKS
CommandEntry bench_command();
#endif

}  // namespace hadal::cli
