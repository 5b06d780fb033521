#include "web/fuzz_run.h"

namespace hadal::web {
namespace fuzz_test {

TEST(ServerFuzz, SurvivesAFewThousandBadRequests) {
  expect_server_survives(4'000, 1);
}

}  // namespace fuzz_test
}  // namespace hadal::web
