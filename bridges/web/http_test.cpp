#include "web/http.h"

#include <gtest/gtest.h>

namespace hadal::web {
namespace http_test {

struct RangeCase {
  const char* field;
  RangeKind kind;
  uint64_t first, bytes;
};

TEST(Http, RangesOfAFileOf100Bytes) {
  const RangeCase cases[] = {
      {"bytes=0-9", RangeKind::kPart, 0, 10},
      {"bytes=90-", RangeKind::kPart, 90, 10},
      {"bytes=-7", RangeKind::kPart, 93, 7},
      {"bytes=-700", RangeKind::kPart, 0, 100},
      {"bytes=50-1000", RangeKind::kPart, 50, 50},
      {"bytes=100-", RangeKind::kUnsatisfiable, 0, 0},
      {"bytes=-0", RangeKind::kUnsatisfiable, 0, 0},
      {"", RangeKind::kWhole, 0, 0},
      {"bytes=-", RangeKind::kWhole, 0, 0},
      {"bytes=9-1", RangeKind::kWhole, 0, 0},
      {"bytes=0-1,5-6", RangeKind::kWhole, 0, 0},
      {"bytes=99999999999999999999-", RangeKind::kWhole, 0, 0},
      {"lines=1-2", RangeKind::kWhole, 0, 0},
  };
  for (const RangeCase& c : cases) {
    ByteRange range;
    EXPECT_EQ(parse_range(c.field, 100, range), c.kind) << c.field;
    if (c.kind != RangeKind::kPart) continue;
    EXPECT_EQ(range.first, c.first) << c.field;
    EXPECT_EQ(range.bytes, c.bytes) << c.field;
  }
}

TEST(Http, WhoAcceptsGzip) {
  EXPECT_TRUE(accepts_gzip("gzip, deflate, br"));
  EXPECT_TRUE(accepts_gzip("br;q=1.0, GZIP;q=0.8"));
  EXPECT_TRUE(accepts_gzip("gzip;q=0.001"));
  EXPECT_FALSE(accepts_gzip("gzip;q=0"));
  EXPECT_FALSE(accepts_gzip("gzip;q=0.00"));
  EXPECT_FALSE(accepts_gzip("br, xgzip"));
  EXPECT_FALSE(accepts_gzip(""));
}

TEST(Http, QueriesAndPaths) {
  EXPECT_EQ(path_of("/a/b?c=d?e"), "/a/b");
  EXPECT_EQ(query_value("/?x=1&token=ab%2Bc&y", "token"), "ab+c");
  EXPECT_EQ(query_value("/?tokens=1", "token"), "");
  EXPECT_EQ(query_value("/", "token"), "");
  EXPECT_FALSE(decode_percent("%4"));
  EXPECT_FALSE(decode_percent("%zz"));
  EXPECT_FALSE(decode_percent("%+1"));
}

TEST(Http, TagsMatchInLists) {
  EXPECT_TRUE(matches_tag("\"a\", W/\"b\"", "\"b\""));
  EXPECT_TRUE(matches_tag("*", "\"b\""));
  EXPECT_FALSE(matches_tag("\"bb\"", "\"b\""));
}

}  // namespace http_test
}  // namespace hadal::web
