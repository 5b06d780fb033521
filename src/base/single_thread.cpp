#include "base/single_thread.h"

#include <tbb/task_arena.h>

namespace hadal::inline base {

void run_in_one_thread(const std::function<void()>& work) {
  thread_local tbb::task_arena alone(1);
  alone.execute(work);
}

}  // namespace hadal::base
