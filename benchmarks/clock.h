// Clocks of the benchmarks.
#pragma once
#include <time.h>

namespace hadal {

inline double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
inline double cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
inline double wall_seconds() {
  return seconds_of(CLOCK_MONOTONIC);
}

}  // namespace hadal
