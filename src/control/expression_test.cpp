#include "control/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "base/rng.h"

namespace hadal::control {
namespace expression_test {

// A world of three vehicles; depths are 1, 2 and 4 m.
struct Sea {
  std::array<double, 3> depth_m{1, 2, 4};
  double time_s = 7;
};
using Arguments = std::span<const double>;
const Sea& sea(const void* context) {
  return *static_cast<const Sea*>(context);
}

constexpr int kVehicle = 0, kObject = 1;

const ExpressionTable& table() {
  static const ExpressionTable t{
      {{"depth",
        {kVehicle},
        [](const void* c, Arguments a) { return sea(c).depth_m[static_cast<size_t>(a[0])]; }},
       {"distance", {kVehicle, kObject}, [](const void*, Arguments a) { return 10 * a[0] + a[1]; }},
       {"load",
        {kVehicle, kNumberArgument},
        [](const void*, Arguments a) { return 100 * a[0] + a[1]; }},
       {"time", {}, [](const void* c, Arguments) { return sea(c).time_s; }},
       {"unknown",
        {},
        [](const void*, Arguments) { return std::numeric_limits<double>::quiet_NaN(); }}},
      {{"vehicle", {"rov", "auv-2", "team/usv.1"}}, {"object", {"box", "pier"}}}};
  return t;
}

double number(const std::string& text) {
  const Sea here;
  return parse_number(text, table()).value().evaluate(&here).value;
}
Evaluation condition(const std::string& text) {
  const Sea here;
  return parse_condition(text, table()).value().evaluate(&here);
}
std::string fault(const std::string& text) {
  const auto result = parse_condition(text, table());
  return result.ok() ? "" : result.problems().list().front().message;
}

TEST(Expression, arithmetic_follows_the_usual_precedence) {
  EXPECT_DOUBLE_EQ(number("1 + 2 * 3 - 4 / 8"), 6.5);
  EXPECT_DOUBLE_EQ(number("(1 + 2) * -(3 - 5)"), 6);
  EXPECT_DOUBLE_EQ(number("2 - 3 - 4"), -5);
  EXPECT_DOUBLE_EQ(number("16 / 4 / 2"), 2);
  EXPECT_DOUBLE_EQ(number("--.5e1"), 5);
  EXPECT_DOUBLE_EQ(number("max(abs(-3), min(sqrt(16), 9))"), 4);
}

TEST(Expression, functions_get_numbers_and_names) {
  EXPECT_DOUBLE_EQ(number("depth(auv-2)"), 2);
  EXPECT_DOUBLE_EQ(number("depth( \"team/usv.1\" )"), 4);
  EXPECT_DOUBLE_EQ(number("depth(team/usv.1) - depth(rov)"), 3);
  EXPECT_DOUBLE_EQ(number("distance(auv-2, pier)"), 11);
  EXPECT_DOUBLE_EQ(number("load(auv-2, 2 + 1)"), 103);
  EXPECT_DOUBLE_EQ(number("time + time()"), 14);
}

TEST(Expression, conditions_combine) {
  EXPECT_TRUE(condition("distance(rov, box) < 2.0").holds);
  EXPECT_TRUE(condition("depth(auv-2) > 1 and abs(depth(rov) - 3) <= 2").holds);
  EXPECT_FALSE(condition("depth(rov) > 1").holds);
  EXPECT_TRUE(condition("1 > 2 or 2 > 1 and 3 > 2").holds);
  EXPECT_FALSE(condition("(1 > 2 or 2 > 1) and 3 < 2").holds);
  EXPECT_TRUE(condition("not 1 > 2 and not (2 > 3)").holds);
  EXPECT_TRUE(condition("1 == 1 and 1 != 2 and 1 >= 1 and 1 <= 1").holds);
}

TEST(Expression, undefined_never_holds_and_is_reported) {
  for (const char* text : {"unknown < 1", "not (unknown < 1)", "unknown != unknown",
                           "1 < 2 and unknown > 0", "1 > 2 or unknown > 0", "0 / 0 == 0",
                           "min(1, unknown) < 2", "max(unknown, 1) > 0", "sqrt(0 - 1) < 5"}) {
    const Evaluation result = condition(text);
    EXPECT_FALSE(result.holds) << text;
    EXPECT_TRUE(result.undefined) << text;
  }
  EXPECT_EQ(condition("1 < 2 and unknown > 0").undefined_at, 11);
  EXPECT_TRUE(condition("1 < 2 or unknown > 0").holds);
  EXPECT_FALSE(condition("1 > 2 and unknown > 0").undefined);
}

TEST(Expression, tells_the_sides_of_the_failed_comparison) {
  const Evaluation result = condition("1 < 2 and depth(auv-2) > 5 and 3 < 4");
  EXPECT_DOUBLE_EQ(result.left, 2);
  EXPECT_DOUBLE_EQ(result.right, 5);
}

TEST(Expression, messages_say_place_expectation_and_nearest_name) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "character 1: expected a number, a function or '(', found the end"},
      {"   ", "character 4: expected a number, a function or '(', found the end"},
      {"1 <", "character 4: expected a number, a function or '(', found the end"},
      {"distence(rov, box) < 2",
       "character 1: unknown function 'distence' (did you mean 'distance'?)"},
      {"depth(rv) < 2", "character 7: unknown vehicle 'rv' (did you mean 'rov'?)"},
      {"distance(rov, bx) < 2", "character 15: unknown object 'bx' (did you mean 'box'?)"},
      {"depth < 2", "character 1: 'depth' takes 1 argument (vehicle)"},
      {"depth() < 2", "character 7: 'depth' takes 1 argument (vehicle), found ')' after 0"},
      {"distance(rov) < 2",
       "character 13: 'distance' takes 2 arguments (vehicle, object), found ')' after 1"},
      {"depth(rov, 3) < 2", "character 10: 'depth' takes 1 argument (vehicle)"},
      {"depth(3+4) < 2", "character 7: unknown vehicle '3' (one of: rov, auv-2, team/usv.1)"},
      {"depth(+) < 2", "character 7: expected the name of a vehicle, found '+'"},
      {"depth(rov) 3", "character 12: expected an operator or the end, found '3'"},
      {"depth(rov)", "character 1: expected a condition such as 'depth(rov) > 3', found a number"},
      {"depth(rov) = 3",
       "character 12: expected an operator or the end, found '=' (a comparison is written '==')"},
      {"1 < 2 && 2 < 3", "character 7: expected an operator or the end, found '&' (write 'and')"},
      {"0 < depth(rov) < 3", "character 16: comparisons do not chain: join two with 'and'"},
      {"(1 < 2) + 3 > 1", "character 1: expected a number, found a condition"},
      {"1 and 2 < 3", "character 1: expected a condition, found a number"},
      {"not 3", "character 5: expected a condition, found a number"},
      {"(1 < 2", "character 7: expected ')', found the end"},
      {"1 < 2)", "character 6: expected an operator or the end, found ')'"},
      {"load(rov, 1 < 2) < 3", "character 11: expected a number, found a condition"},
      {"1e999 > 2",
       "character 1: expected a number, a function or '(', found a number that cannot be read"},
      {"depth('rov) < 2",
       "character 7: expected the name of a vehicle, found a quote that is never closed"},
      {"time(3) < 2", "character 6: expected ')', found '3'"},
      {"and < 2", "character 1: expected a number, a function or '(', found 'and'"},
      {"1 < #",
       "character 5: expected a number, a function or '(', found a character that has no meaning "
       "here"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(fault(text), message) << text;
}

TEST(Expression, place_and_key_pass_through) {
  const auto result = parse_condition("1 <", table(), {"a.yaml", 7, 3}, "expect[0].that");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(to_string(result.problems().list()[0]).find("a.yaml:7:3: expect[0].that: character 4"),
            0u);
}

TEST(Expression, depth_and_length_are_limited) {
  EXPECT_NE(fault(std::string(60, '(') + "1 < 2" + std::string(60, ')')).find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(fault("1 < " + std::string(2000, '-') + "1").find("nested too deeply"),
            std::string::npos);
  EXPECT_NE(fault(std::string(5000, ' ')).find("longer than"), std::string::npos);
  EXPECT_EQ(fault(std::string(40, '(') + "1 < 2" + std::string(40, ')')), "");
  std::string nested = "1";
  for (int i = 0; i < 40; ++i) nested = "max(1 + 2 * (3 - 4 / 5), " + nested + ")";
  EXPECT_EQ(fault(nested + " > 0"), "");
}

TEST(Expression, random_text_never_crashes) {
  const char* pieces[] = {
      "depth", "(",  ")", "rov",  ",",  "<", ">=",    "and",     "or", "not",      "1",
      "2.5",   "-",  "+", "*",    "/",  "'", "time",  "\"",      "==", "max",      "abs",
      " ",     "1e", ".", "\xff", "\\", "#", "auv-2", "unknown", "=",  "distance", "load"};
  constexpr size_t kPieces = std::size(pieces);
  const RandomStream random(5, "expression", "fuzz");
  const Sea here;
  int good = 0;
  for (int64_t i = 0; i < 20000; ++i) {
    std::string text;
    const int count = static_cast<int>(random.uniform(i, 0) * 14);
    for (int k = 0; k < count; ++k) {
      text += pieces[static_cast<size_t>(random.uniform(i, 1 + k) * kPieces)];
      if (random.uniform(i, 100 + k) < 0.1)
        text += static_cast<char>(random.uniform(i, 200 + k) * 256);
    }
    for (const auto& result : {parse_condition(text, table()), parse_number(text, table())}) {
      if (!result.ok()) {
        ASSERT_EQ(result.problems().size(), 1u);
        continue;
      }
      ++good;
      result.value().evaluate(&here);
    }
  }
  EXPECT_GT(good, 100);  // some of it is an expression
}

TEST(Expression, random_bytes_never_crash) {
  const RandomStream random(6, "expression", "bytes");
  for (int64_t i = 0; i < 20000; ++i) {
    std::string text(static_cast<size_t>(random.uniform(i, 0) * 40), '\0');
    for (size_t k = 0; k < text.size(); ++k)
      text[k] = static_cast<char>(random.uniform(i, static_cast<uint32_t>(k + 1)) * 256);
    const auto result = parse_condition(text, table());
    if (!result.ok()) {
      ASSERT_FALSE(result.problems().list()[0].message.empty());
    }
  }
}

}  // namespace expression_test
}  // namespace hadal::control
