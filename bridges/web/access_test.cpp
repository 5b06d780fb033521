#include "web/access.h"

#include <gtest/gtest.h>

namespace hadal::web {
namespace access_test {

AccessRules loopback() {
  AccessRules rules;
  rules.address = "127.0.0.1";
  rules.port = 8765;
  return rules;
}

// 0: allowed.
int refusal(const AccessRules& rules, const std::string& host, const std::string& origin = "",
            const std::string& target = "/", const std::string& authorization = "") {
  HttpRequest request;
  request.target = target;
  request.host = host;
  request.hosts = 1;
  request.origin = origin;
  request.authorization = authorization;
  const auto reply = refuse(rules, request);
  return reply ? reply->status : 0;
}

TEST(Access, LoopbackNamesOnly) {
  for (const char* host : {"localhost:8765", "LocalHost:8765", "127.0.0.1:8765", "[::1]:8765"})
    EXPECT_EQ(refusal(loopback(), host), 0) << host;
  for (const char* host :
       {"evil.example:8765", "localhost", "localhost:80", "127.0.0.1.evil.example:8765",
        "localhost:87650", "", "127.0.0.2:8765", "localhost:8765@evil.example"})
    EXPECT_EQ(refusal(loopback(), host), 403) << host;
  HttpRequest request;
  request.hosts = 2;
  EXPECT_EQ(refuse(loopback(), request)->status, 400);
}

TEST(Access, OwnAndListedOriginsOnly) {
  AccessRules rules = loopback();
  EXPECT_EQ(refusal(rules, "localhost:8765", "http://localhost:8765"), 0);
  for (const char* origin : {"http://localhost:5173", "http://127.0.0.1:8765", "null",
                             "http://evil.example", "http://localhost:8765.evil.example"})
    EXPECT_EQ(refusal(rules, "localhost:8765", origin), 403) << origin;
  rules.origins = {"http://localhost:5173"};
  EXPECT_EQ(refusal(rules, "localhost:8765", "http://localhost:5173"), 0);
  EXPECT_EQ(refusal(rules, "localhost:5173", "http://localhost:5173"), 0);
  EXPECT_EQ(refusal(rules, "localhost:5174"), 403);
}

TEST(Access, BeyondLoopbackTheTokenDecides) {
  AccessRules rules;
  rules.loopback = false;
  rules.token = "0123456789abcdef";
  EXPECT_EQ(refusal(rules, "sub.example:8765"), 401);
  EXPECT_EQ(refusal(rules, "sub.example:8765", "", "/?token=0123456789abcdef"), 0);
  EXPECT_EQ(refusal(rules, "sub.example:8765", "", "/", "Bearer 0123456789abcdef"), 0);
  EXPECT_EQ(refusal(rules, "sub.example:8765", "", "/?token=0123456789abcdee"), 401);
  EXPECT_EQ(refusal(rules, "sub.example:8765", "", "/?token="), 401);
  EXPECT_EQ(refusal(rules, "sub.example:8765", "", "/", "Bearer 0123456789abcdef0"), 401);
  EXPECT_EQ(refusal(rules, "sub.example:8765", "http://evil.example", "/?token=0123456789abcdef"),
            403);
}

TEST(Access, TokensHave128RandomBits) {
  const std::string a = random_token(), b = random_token();
  EXPECT_EQ(a.size(), 32u);
  EXPECT_EQ(a.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(a, b);
}

}  // namespace access_test
}  // namespace hadal::web
