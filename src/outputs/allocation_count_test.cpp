// Counts the allocations of this test program by replacing operator new.
#include <cstdlib>
#include <new>

#include "outputs/test_support.h"

namespace {
size_t count = 0;
}

void* operator new(size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}

namespace hadal::outputs::testing {

size_t allocation_count() {
  return count;
}

}  // namespace hadal::outputs::testing
