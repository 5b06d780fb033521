// Counts the C++ allocations of a test program by replacing operator new, to prove that what runs
// in a step takes no memory. For tests only: include it in exactly one file of a program, because a
// program has one operator new. Every thread counts; malloc called directly does not.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace hadal::inline base {

inline std::atomic<long> allocations{0};

// The allocations made while `work` runs.
template <class Work>
long allocations_of(Work work) {
  const long before = allocations;
  work();
  return allocations - before;
}

}  // namespace hadal::base

// Not inlined, or the compiler sees malloc and delete meet and warns.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++hadal::allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  ++hadal::allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
