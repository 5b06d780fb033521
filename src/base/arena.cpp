#include "base/arena.h"

#include <utility>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "base/check.h"

#if defined(HADAL_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace hadal::inline base {
namespace {

// TBB is not built with the thread sanitizer, which therefore cannot see that starting and waiting
// for work orders memory. These tell it so, and are nothing otherwise. This file itself is built
// without the sanitizer: TBB's templates keep counters on the stack of the thread that waits, whose
// last change by a worker would look like a race with whatever uses that stack next.
void hand_over([[maybe_unused]] void* token) {
#if defined(HADAL_THREAD_SANITIZER)
  __tsan_release(token);
#endif
}
void take_over([[maybe_unused]] void* token) {
#if defined(HADAL_THREAD_SANITIZER)
  __tsan_acquire(token);
#endif
}

}  // namespace

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
  char token = 0;
  hand_over(&token);
  impl_->arena.execute([&] {
    tbb::parallel_for(size_t{0}, count, [&](size_t i) {
      take_over(&token);
      call(work, i);
      hand_over(&token);
    });
  });
  take_over(&token);
}

struct ThreadArena::Task::Impl {
  explicit Impl(tbb::task_arena& a) : arena(&a) {}
  ~Impl() { wait(); }
  void wait() {
    arena->execute([this] { group.wait(); });
    take_over(this);
  }
  tbb::task_arena* arena;
  tbb::task_group group;
};

ThreadArena::Task::Task() = default;
ThreadArena::Task::~Task() = default;
ThreadArena::Task::Task(Task&&) noexcept = default;
ThreadArena::Task& ThreadArena::Task::operator=(Task&&) noexcept = default;

void ThreadArena::Task::start(ThreadArena& arena, std::function<void()> work) {
  wait();
  if (arena.threads_ == 1) {
    later_ = std::move(work);
    return;
  }
  impl_ = std::make_unique<Impl>(arena.impl_->arena);
  hand_over(impl_.get());
  impl_->arena->execute([&] {
    impl_->group.run([work = std::move(work), token = impl_.get()] {
      take_over(token);
      work();
      hand_over(token);
    });
  });
}

void ThreadArena::Task::wait() {
  if (const auto work = std::exchange(later_, nullptr)) work();
  impl_.reset();
}

void ThreadArena::Task::cancel() {
  later_ = nullptr;
  impl_.reset();
}

}  // namespace hadal::base
