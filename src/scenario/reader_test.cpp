#include "scenario/reader.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::inline scenario {
namespace reader_test {

struct Inner {
  std::string name;
  double low = 0;
  double high = 1;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Inner>("inner", "A range.")
                                      .name("name", &Inner::name, "Name.")
                                      .number("low", &Inner::low, "Low.")
                                      .number("high", &Inner::high, "High.", {0, 10, true})
                                      .check([](const Inner& c, CheckReport& r) {
                                        if (c.low >= c.high) r.fail("high", "must be above low");
                                      });
    return s;
  }
};

const std::vector<const StructSchema*>& kinds() {
  static const std::vector<const StructSchema*> list{&Inner::schema()};
  return list;
}

struct Outer {
  double number = 1;
  std::optional<double> maybe;
  int64_t whole = 2;
  bool flag = false;
  std::string word = "red";
  std::vector<double> matrix;
  std::vector<std::string> texts;
  std::vector<Inner> inners;
  AnyConfig any;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Outer>("outer", "A test.")
                                      .number("number", &Outer::number, "Number.", kFraction)
                                      .required()
                                      .number("maybe", &Outer::maybe, "Maybe.")
                                      .integer("whole", &Outer::whole, "Whole.")
                                      .boolean("flag", &Outer::flag, "Flag.")
                                      .choice("word", &Outer::word, "Word.", {"red", "green"})
                                      .matrix("matrix", &Outer::matrix, "Matrix.", {2, 4})
                                      .texts("texts", &Outer::texts, "Texts.")
                                      .objects("inners", &Outer::inners, "Inners.", "name")
                                      .tagged("any", &Outer::any, "Any.", kinds);
    return s;
  }
};

std::string read(std::string_view text, Outer& out) {
  SourceMap locations;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), Outer::schema(), &out, "", locations, problems);
  return problems.text();
}

std::string refused(std::string_view text) {
  Outer out;
  return read(text, out);
}

TEST(Reader, ReadsEveryKindOfField) {
  Outer out;
  EXPECT_EQ(
      read("number: 0.5\nmaybe: -1e-3\nwhole: 1e3\nflag: true\nword: green\nmatrix: [[1, 2], [3, "
           "4]]\n"
           "texts: [a, \"\"]\ninners: [{name: x, low: -1}, {name: y}]\nany: !inner {high: +7}\n",
           out),
      "");
  EXPECT_EQ(out.number, 0.5);
  EXPECT_EQ(out.maybe, -1e-3);
  EXPECT_EQ(out.whole, 1000);
  EXPECT_TRUE(out.flag);
  EXPECT_EQ(out.word, "green");
  EXPECT_EQ(out.matrix, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(out.texts, (std::vector<std::string>{"a", ""}));
  ASSERT_EQ(out.inners.size(), 2u);
  EXPECT_EQ(out.inners[0].low, -1);
  EXPECT_EQ(out.inners[1].high, 1);
  EXPECT_EQ(out.any.as<Inner>()->high, 7);
}

TEST(Reader, KeepsDefaultsOfWhatIsLeftOut) {
  Outer out;
  EXPECT_EQ(read("number: 1\nmaybe:\ninners:\nany:\n", out), "");
  EXPECT_FALSE(out.maybe.has_value());
  EXPECT_EQ(out.whole, 2);
  EXPECT_TRUE(out.inners.empty());
  EXPECT_TRUE(out.any.empty());
}

TEST(Reader, NumbersKeepEveryBit) {
  for (const double value :
       {0.1, 1.0 / 3, 4.9406564584124654e-324, 2.2250738585072014e-308, 0.99999999999999989}) {
    char text[64];
    std::snprintf(text, sizeof text, "number: %.17g\n", value);
    Outer out;
    EXPECT_EQ(read(text, out), "");
    EXPECT_EQ(out.number, value);
  }
}

TEST(Reader, Refuses) {
  EXPECT_EQ(refused("{}"), "a.yaml:1:1: 'number' is missing in outer: Number.");
  EXPECT_EQ(refused("number: 1.5"),
            "a.yaml:1:9: number: expected a number from 0 to 1, found '1.5'");
  EXPECT_EQ(refused("number: '1'"), "a.yaml:1:9: number: expected a number from 0 to 1, found '1'");
  EXPECT_EQ(refused("number: .inf"), "a.yaml:1:9: number: expected a finite number, found '.inf'");
  EXPECT_EQ(refused("number: 1 m"),
            "a.yaml:1:9: number: expected a number from 0 to 1, found '1 m'");
  EXPECT_EQ(refused("number: 1\nwhole: 0.5"),
            "a.yaml:2:8: whole: expected a whole number, found '0.5'");
  EXPECT_EQ(refused("number: 1\nwhole: 1e17"),
            "a.yaml:2:8: whole: expected a whole number, found '1e17'");
  EXPECT_EQ(refused("number: 1\nflag: yes"),
            "a.yaml:2:7: flag: expected true or false, found 'yes'");
  EXPECT_EQ(refused("number: 1\nword: read"),
            "a.yaml:2:7: word: 'read' is not a choice (did you mean 'red'?)");
  EXPECT_EQ(refused("number: 1\nmatrix: [1, 2, 3]"),
            "a.yaml:2:9: matrix: expected a list of 2 or 4 numbers, found 3");
  EXPECT_EQ(refused("number: 1\nany: {low: 1}"),
            "a.yaml:2:6: any: expected a tag that names the kind, e.g. !inner (one of: inner)");
  EXPECT_EQ(refused("number: !inner 1"),
            "a.yaml:1:9: number: expected no tag here, found '!inner'");
  EXPECT_EQ(refused("number: 1\ninners: [{name: x, low: 5}]"),
            "a.yaml:2:10: inners[0].high: must be above low");
  EXPECT_EQ(refused("number: 1\ninners: [{high: 0}]"),
            "a.yaml:2:17: inners[0].high: expected a number above 0 and at most 10, found '0'");
}

TEST(Reader, CollectsEveryProblem) {
  const std::string text =
      refused("number: x\nwhole: y\ninners: [{nam: a}, {name: b}, {name: b}]\nother: 3\n");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n') + 1, 5) << text;
}

TEST(Reader, SourceMapFallsBackToTheNearestParent) {
  SourceMap locations;
  locations.set("", {"a.yaml", 1, 1});
  locations.set("a.b", {"a.yaml", 3, 5});
  EXPECT_EQ(locations.location("a.b[2].c").line, 3);
  EXPECT_EQ(locations.location("x.y").line, 1);
}

}  // namespace reader_test
}  // namespace hadal::scenario
