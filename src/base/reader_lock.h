// A lock for data that many threads read all the time and somebody changes now and then.
//
// Readers take one of kStripes locks, chosen by their thread, so that they do not fight over one
// cache line; who writes takes all of them.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <shared_mutex>
#include <thread>

namespace hadal::inline base {

class ReaderLock {
 public:
  class Shared {
   public:
    explicit Shared(ReaderLock& lock) : mutex_(lock.stripes_[stripe()].mutex) {
      mutex_.lock_shared();
    }
    ~Shared() { mutex_.unlock_shared(); }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

   private:
    std::shared_mutex& mutex_;
  };

  class Exclusive {
   public:
    explicit Exclusive(ReaderLock& lock) : lock_(lock) {
      for (Stripe& stripe : lock_.stripes_) stripe.mutex.lock();
    }
    ~Exclusive() {
      for (Stripe& stripe : lock_.stripes_) stripe.mutex.unlock();
    }
    Exclusive(const Exclusive&) = delete;
    Exclusive& operator=(const Exclusive&) = delete;

   private:
    ReaderLock& lock_;
  };

 private:
  static constexpr size_t kStripes = 16, kCacheLine = 64;
  struct alignas(kCacheLine) Stripe {
    std::shared_mutex mutex;
  };
  static size_t stripe() {
    thread_local const size_t own = std::hash<std::thread::id>()(std::this_thread::get_id()) % kStripes;
    return own;
  }
  std::array<Stripe, kStripes> stripes_;
};

}  // namespace hadal::base
