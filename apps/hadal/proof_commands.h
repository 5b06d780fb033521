// hadal validate and hadal bench: the program against references, and its cost. Each is there if
// its library is built.
#pragma once
#include "commands.h"

namespace hadal::cli {

#ifdef HADAL_HAS_VALIDATION
CommandEntry validate_command();
#endif
#ifdef HADAL_HAS_BENCHMARKS
CommandEntry bench_command();
#endif

}  // namespace hadal::cli
