#include "base/single_thread.h"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <array>
#include <chrono>
#include <thread>

namespace hadal::inline base {
namespace single_thread_test {

TEST(SingleThread, TasksOfTheWorkStayInTheCallingThread) {
  std::array<std::thread::id, 32> ids;
  run_in_one_thread([&] {
    tbb::parallel_for(size_t{0}, ids.size(), [&](size_t i) {
      ids[i] = std::this_thread::get_id();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  });
  for (const std::thread::id& id : ids) EXPECT_EQ(id, std::this_thread::get_id());
}

TEST(SingleThread, LetsExceptionsThrough) {
  EXPECT_THROW(run_in_one_thread([] { throw 7; }), int);
}

}  // namespace single_thread_test
}  // namespace hadal::base
