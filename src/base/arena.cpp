#include "base/arena.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "base/check.h"

namespace hadal {

struct ThreadArena::Impl {
  // More threads than cores are granted when asked for: tests compare 1, 2 and 4 on any machine.
  explicit Impl(int threads)
      : allowance(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(threads)),
        arena(threads) {}
  tbb::global_control allowance;
  tbb::task_arena arena;
};

ThreadArena::ThreadArena(int threads) : threads_(threads) {
  HADAL_CHECK(threads >= 1);
  if (threads > 1) impl_ = std::make_unique<Impl>(threads);
}
ThreadArena::~ThreadArena() = default;
ThreadArena::ThreadArena(ThreadArena&&) noexcept = default;
ThreadArena& ThreadArena::operator=(ThreadArena&&) noexcept = default;

void ThreadArena::run(size_t count, const void* work, void (*call)(const void*, size_t)) {
  impl_->arena.execute(
      [&] { tbb::parallel_for(size_t{0}, count, [&](size_t i) { call(work, i); }); });
}

}  // namespace hadal
