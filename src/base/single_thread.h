// Work that must not spread over threads.
#pragma once
#include <functional>

namespace hadal::inline base {

// Calls work in this thread. Tasks that libraries on oneTBB start inside it run in this thread too,
// and no task from elsewhere does meanwhile: for builders whose result may depend on the order of
// their tasks.
void run_in_one_thread(const std::function<void()>& work);

}  // namespace hadal::base
