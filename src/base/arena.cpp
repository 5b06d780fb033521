#include "base/arena.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "base/check.h"

namespace hadal {

struct ThreadArena::Impl {
  explicit Impl(int threads) : arena(threads) {}
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
  impl_->arena.execute([&] {
    tbb::parallel_for(size_t{0}, count, [&](size_t i) { call(work, i); });
  });
}

}  // namespace hadal
