// Signals while a run goes on: the first of SIGINT, SIGTERM and SIGHUP ends it in order (the step is
// finished, log and summary are complete), the second ends the program at once. A terminal or pipe
// that is gone ends nothing: SIGPIPE is ignored, and a SIGHUP that was ignored at the start (nohup)
// stays so.
#pragma once
#include "hadal/live.h"

namespace hadal::cli {

class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  // The first signal since the start; 0 for none.
  static int signal();
  // The run that a signal stops, which must outlive this; at once if there was one already.
  void watch(LiveRun& run);
};

}  // namespace hadal::cli
