#include "web/fuzz_run.h"

namespace hadal::web {
namespace fuzz_long_test {

// Sanitizers make it ten times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr size_t kCount = 20'000;
#else
constexpr size_t kCount = 200'000;
#endif

TEST(ServerFuzz, SurvivesTwoHundredThousandBadRequests) {
  expect_server_survives(kCount, 2);
}

}  // namespace fuzz_long_test
}  // namespace hadal::web
