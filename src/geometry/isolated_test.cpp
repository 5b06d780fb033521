#include "geometry/isolated.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace hadal::geometry {
namespace isolated_test {

TEST(Isolated, BytesComeBack) {
  const std::vector<std::byte> sent(1'000'000, std::byte{42});
  const IsolatedResult result = run_isolated([&] { return sent; });
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(result.bytes, sent);
}

TEST(Isolated, ACrashIsAMessage) {
  const IsolatedResult result = run_isolated([]() -> std::vector<std::byte> {
    std::raise(SIGSEGV);
    return {};
  });
  EXPECT_EQ(result.failure.substr(0, 18), "crashed (signal 11");
  EXPECT_NE(run_isolated([]() -> std::vector<std::byte> { std::abort(); }).failure, "");
}

TEST(Isolated, AnExceptionIsAMessage) {
  EXPECT_EQ(
      run_isolated([]() -> std::vector<std::byte> { throw std::runtime_error("no"); }).failure,
      "failed");
}

TEST(Isolated, AnEndlessLoopIsStopped) {
  const IsolatedResult result = run_isolated(
      []() -> std::vector<std::byte> {
        for (volatile bool for_ever = true; for_ever;) {
        }
        return {};
      },
      {1, size_t{1} << 30});
  EXPECT_EQ(result.failure.substr(0, 15), "took more than ");
}

}  // namespace isolated_test
}  // namespace hadal::geometry
