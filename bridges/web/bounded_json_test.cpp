#include "web/bounded_json.h"

#include <gtest/gtest.h>

namespace hadal::web {
namespace bounded_json_test {

std::string nested(int depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(BoundedJson, BoundsTheDepth) {
  EXPECT_TRUE(parse_bounded_json(nested(kMaxJsonDepth)));
  EXPECT_FALSE(parse_bounded_json(nested(kMaxJsonDepth + 1)));
  EXPECT_FALSE(parse_bounded_json(std::string(1'000'000, '[')));
}

TEST(BoundedJson, BoundsTheNumberOfValues) {
  std::string text = "[0";
  for (size_t i = 0; i + 3 < kMaxJsonValues; ++i) text += ",0";
  EXPECT_TRUE(parse_bounded_json(text + "]"));
  EXPECT_FALSE(parse_bounded_json(text + ",0,0]"));
}

TEST(BoundedJson, BracketsInTextsDoNotCount) {
  EXPECT_TRUE(
      parse_bounded_json("\"" + std::string(100, '[') + "\\\"" + std::string(100, '[') + "\""));
}

TEST(BoundedJson, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "nul", "{\"a\":}", "\"\xff\"", "1e999", "[1]]"})
    EXPECT_FALSE(parse_bounded_json(text)) << text;
}

}  // namespace bounded_json_test
}  // namespace hadal::web
