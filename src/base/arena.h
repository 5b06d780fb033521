// The simulation's own worker threads. Work items are independent and write to their own places, so
// that the result does not depend on the number of threads.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>

namespace hadal::inline base {

class ThreadArena {
 public:
  explicit ThreadArena(int threads = 1);
  ~ThreadArena();
  ThreadArena(ThreadArena&&) noexcept;
  ThreadArena& operator=(ThreadArena&&) noexcept;

  int threads() const { return threads_; }

  // Calls work(i) for i in [0, count). Runs in the calling thread when there is one thread or one
  // item.
  template <class Work>
  void for_each(size_t count, const Work& work) {
    if (threads_ == 1 || count < 2) {
      for (size_t i = 0; i < count; ++i) work(i);
      return;
    }
    run(count, &work, [](const void* w, size_t i) { (*static_cast<const Work*>(w))(i); });
  }

  // Work that goes on while the caller does other things; with one thread it is done in wait().
  // wait() before what it writes is read. The destructor waits for work that has begun and drops
  // work that has not, as cancel() does.
  class Task {
   public:
    Task();
    ~Task();
    Task(Task&&) noexcept;
    Task& operator=(Task&&) noexcept;
    void start(ThreadArena& arena, std::function<void()> work);
    void wait();
    void cancel();

   private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    std::function<void()> later_;
  };

 private:
  void run(size_t count, const void* work, void (*call)(const void*, size_t));
  struct Impl;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::base
