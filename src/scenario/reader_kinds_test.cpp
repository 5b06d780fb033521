// The strict reader, kind of field by kind of field: what is taken, what is refused, and where.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "scenario/test_reading.h"

namespace hadal::inline scenario {
namespace reader_kinds_test {

using test_reading::expect_refused;
using test_reading::read;
using test_reading::taken;

struct Place3 {
  std::string name;
  double depth_m = 4;
  std::optional<double> speed_m_s;
  static const StructSchema& schema() {
    static const StructSchema s =
        StructBuilder<Place3>("place", "A place.")
            .name("name", &Place3::name, "Name.")
            .required()
            .number("depth_m", &Place3::depth_m, "Depth.", {0, 100})
            .number("speed_m_s", &Place3::speed_m_s, "Speed.", kPositive);
    return s;
  }
};

struct Disc {
  std::string name;
  double radius_m = 1;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Disc>("disc", "A disc.")
                                      .name("name", &Disc::name, "Name.")
                                      .number("radius_m", &Disc::radius_m, "Radius.", kPositive);
    return s;
  }
};

struct Square {
  std::string name;
  double side_m = 1;
  static const StructSchema& schema() {
    static const StructSchema s = StructBuilder<Square>("square", "A square.")
                                      .name("name", &Square::name, "Name.")
                                      .number("side_m", &Square::side_m, "Side.", kPositive);
    return s;
  }
};

const std::vector<const StructSchema*>& plane_kinds() {
  static const std::vector<const StructSchema*> kinds{&Disc::schema(), &Square::schema()};
  return kinds;
}

// One field of every kind.
struct Kinds {
  double closed = 0, open = 1, low = 3, high = 0, any_number = 0;
  std::optional<double> maybe;
  int64_t whole = 1, count = 1;
  bool flag = false;
  std::string text, name, choice = "leapfrog";
  std::vector<double> numbers = {0, 0, 0}, any_numbers, matrix;
  std::vector<std::vector<double>> rows;
  std::vector<std::string> texts;
  Place3 location;
  std::optional<Place3> maybe_place;
  std::vector<Place3> locations;
  AnyConfig plane;
  std::vector<AnyConfig> planes;
  static const StructSchema& schema() {
    using C = Kinds;
    static const StructSchema s =
        StructBuilder<C>("kinds", "Every kind of field.")
            .number("closed", &C::closed, "Closed.", {-1, 2})
            .number("open", &C::open, "Open.", {0, 10, true})
            .number("low", &C::low, "At least.", kNotNegative)
            .number("high", &C::high, "At most.", {-std::numeric_limits<double>::infinity(), 5})
            .number("any_number", &C::any_number, "Any.")
            .number("maybe", &C::maybe, "Maybe.", kFraction)
            .integer("whole", &C::whole, "Whole.")
            .integer("count", &C::count, "Count.", {1, 100})
            .boolean("flag", &C::flag, "Flag.")
            .text("text", &C::text, "Text.")
            .name("name", &C::name, "Name.")
            .choice("choice", &C::choice, "Choice.", {"leapfrog", "rkmk4"})
            .numbers("numbers", &C::numbers, "Three.", {3}, {-10, 10})
            .numbers("any_numbers", &C::any_numbers, "Any.")
            .matrix("matrix", &C::matrix, "Matrix.", {3, 9})
            .rows("rows", &C::rows, "Rows.", {2, 3})
            .texts("texts", &C::texts, "Texts.")
            .object("place", &C::location, "Place.")
            .object("maybe_place", &C::maybe_place, "Maybe a place.")
            .objects("places", &C::locations, "Places.", "name")
            .tagged("plane", &C::plane, "Plane.", plane_kinds)
            .tagged_list("planes", &C::planes, "Planes.", plane_kinds, "name");
    return s;
  }
};

// --- Numbers.

TEST(ReaderNumbers, ClosedBoundsThemselvesFitAndTheNextNumberDoesNot) {
  EXPECT_EQ(taken<Kinds>("closed: -1").closed, -1);
  EXPECT_EQ(taken<Kinds>("closed: 2").closed, 2);
  expect_refused<Kinds>("closed: @@2.0000000000000004",
                        "closed: expected a number from -1 to 2, found '2.0000000000000004'");
  expect_refused<Kinds>("closed: @@-1.0000000000000002",
                        "closed: expected a number from -1 to 2, found '-1.0000000000000002'");
}

TEST(ReaderNumbers, AnOpenBoundDoesNotFitAndTheNextNumberDoes) {
  EXPECT_EQ(taken<Kinds>("open: 5e-324").open, 5e-324);
  EXPECT_EQ(taken<Kinds>("open: 10").open, 10);
  expect_refused<Kinds>("open: @@0",
                        "open: expected a number above 0 and at most 10, found '0'");
  expect_refused<Kinds>("open: @@-0.0",
                        "open: expected a number above 0 and at most 10, found '-0.0'");
}

TEST(ReaderNumbers, OneSidedBounds) {
  EXPECT_EQ(taken<Kinds>("low: 0").low, 0);
  EXPECT_EQ(taken<Kinds>("low: 1e308").low, 1e308);
  expect_refused<Kinds>("low: @@-1e-300", "low: expected a number of at least 0, found '-1e-300'");
  EXPECT_EQ(taken<Kinds>("high: -1e308").high, -1e308);
  expect_refused<Kinds>("high: @@5.5", "high: expected a number of at most 5, found '5.5'");
  expect_refused<Kinds>("place: {name: a, speed_m_s: @@0}",
                        "place.speed_m_s: expected a number above 0, found '0'");
}

TEST(ReaderNumbers, WaysToWriteOne) {
  const struct {
    const char* text;
    double value;
  } rows[] = {{"0", 0},       {"-0.5", -0.5}, {"+7", 7},       {".5", 0.5},
              {"5.", 5},      {"1e3", 1000},  {"1E+3", 1000},  {"-1.5e-3", -0.0015},
              {"007", 7},     {"+.25", 0.25}, {"1e-300", 1e-300}};
  for (const auto& row : rows)
    EXPECT_EQ(taken<Kinds>(std::string("any_number: ") + row.text).any_number, row.value)
        << row.text;
}

TEST(ReaderNumbers, WhatIsNoNumber) {
  for (const char* text : {"1 m", "1,5", "0x10", "1_000", "1e", "--1", "+-1", "-+1", "1.2.3", "one",
                           "1e400", "0b1", "1/2", "e3", "-.", "."})
    expect_refused<Kinds>("any_number: @@" + std::string(text),
                          "any_number: expected a number, found '" + std::string(text) + "'");
  expect_refused<Kinds>("any_number: @@\"1\"", "any_number: expected a number, found '1'");
  expect_refused<Kinds>("any_number: @@[1, 2]",
                        "any_number: expected a number, found a list of 2");
  expect_refused<Kinds>("any_number: @@{a: 1}", "any_number: expected a number, found a map");
  expect_refused<Kinds>("@@any_number:", "any_number: expected a number, found nothing");
  expect_refused<Kinds>(
      "any_number: @@" + std::string(50, 'x'),
      "any_number: expected a number, found '" + std::string(40, 'x') + "...'");
}

TEST(ReaderNumbers, WhatIsNotFinite) {
  for (const char* text : {".nan", ".inf", "-.inf", "+.inf", "nan", "inf", "-inf", "infinity"})
    expect_refused<Kinds>(
        "any_number: @@" + std::string(text),
        "any_number: expected a finite number, found '" + std::string(text) + "'");
  Kinds out;
  for (const char* text : {".NaN", ".Inf", ".INF", "-.Inf"})
    EXPECT_NE(read("any_number: " + std::string(text), out), "") << text;
}

TEST(ReaderNumbers, AnOptionalOneIsUnsetByNothing) {
  EXPECT_EQ(taken<Kinds>("maybe: 0.25").maybe, 0.25);
  for (const char* text : {"maybe:", "maybe: ~", "maybe: null"})
    EXPECT_FALSE(taken<Kinds>(text).maybe.has_value()) << text;
  expect_refused<Kinds>("maybe: @@1.25", "maybe: expected a number from 0 to 1, found '1.25'");
}

// --- Whole numbers.

TEST(ReaderIntegers, AreTakenExactly) {
  EXPECT_EQ(taken<Kinds>("whole: -3").whole, -3);
  EXPECT_EQ(taken<Kinds>("whole: 1e3").whole, 1000);
  EXPECT_EQ(taken<Kinds>("whole: 12.0").whole, 12);
  EXPECT_EQ(taken<Kinds>("whole: 9007199254740991").whole, 9007199254740991);
  EXPECT_EQ(taken<Kinds>("whole: -9007199254740992").whole, -9007199254740992);
}

TEST(ReaderIntegers, FractionsAndWhatIsTooLargeAreRefused) {
  for (const char* text : {"0.5", "-1.000001", "1e-1", "1e17", "9223372036854775808", "-1e300"})
    expect_refused<Kinds>("whole: @@" + std::string(text),
                          "whole: expected a whole number, found '" + std::string(text) + "'");
}

// 2^53 + 1 is no double: it would be read as 2^53.
TEST(ReaderIntegers, NoneIsRounded) {
  for (const char* text : {"9007199254740993", "-9007199254740993"})
    expect_refused<Kinds>("whole: @@" + std::string(text),
                          "whole: expected a whole number, found '" + std::string(text) + "'");
}

TEST(ReaderIntegers, HaveBounds) {
  EXPECT_EQ(taken<Kinds>("count: 100").count, 100);
  expect_refused<Kinds>("count: @@0", "count: expected a number from 1 to 100, found '0'");
  expect_refused<Kinds>("count: @@101", "count: expected a number from 1 to 100, found '101'");
  expect_refused<Kinds>("count: @@.nan", "count: expected a finite number, found '.nan'");
}

// --- Words.

TEST(ReaderWords, BooleansAreTrueOrFalseAlone) {
  EXPECT_TRUE(taken<Kinds>("flag: true").flag);
  EXPECT_FALSE(taken<Kinds>("flag: false").flag);
  for (const char* text : {"True", "FALSE", "yes", "no", "on", "1", "0", "y"})
    expect_refused<Kinds>("flag: @@" + std::string(text),
                          "flag: expected true or false, found '" + std::string(text) + "'");
  expect_refused<Kinds>("flag: @@\"true\"", "flag: expected true or false, found 'true'");
  expect_refused<Kinds>("@@flag:", "flag: expected true or false, found nothing");
}

TEST(ReaderWords, TextMayBeAnyScalar) {
  EXPECT_EQ(taken<Kinds>("text: 5").text, "5");
  EXPECT_EQ(taken<Kinds>("text: \"\"").text, "");
  EXPECT_EQ(taken<Kinds>("text: 'it''s'").text, "it's");
  EXPECT_EQ(taken<Kinds>("text: |\n  two\n  lines\n").text, "two\nlines\n");
  EXPECT_EQ(taken<Kinds>("text: Tiefe \xC3\xBC\xE2\x82\xAC").text, "Tiefe \xC3\xBC\xE2\x82\xAC");
  expect_refused<Kinds>("text: @@[a]", "text: expected text, found a list of 1");
  expect_refused<Kinds>("@@text: ~", "text: expected text, found nothing");
}

TEST(ReaderWords, NamesAreIdentifiers) {
  const std::string longest(64, 'n');
  EXPECT_EQ(taken<Kinds>("name: " + longest).name, longest);
  EXPECT_EQ(taken<Kinds>("name: Rov-2_b").name, "Rov-2_b");
  for (const std::string& text : {std::string("a b"), std::string("a/b"), std::string("a.b"),
                                  std::string("r\xC3\xBC"), std::string("a:b")})
    expect_refused<Kinds>(
        "name: @@" + text,
        "name: expected a name of letters, digits, '_' and '-', found '" + text + "'");
  expect_refused<Kinds>("name: @@\"\"",
                        "name: expected a name of letters, digits, '_' and '-', found ''");
  expect_refused<Kinds>("name: @@" + longest + "n",
                        "name: expected a name of letters, digits, '_' and '-', found '" +
                            std::string(40, 'n') + "...'");
}

TEST(ReaderWords, ChoicesHintAtTheNearest) {
  EXPECT_EQ(taken<Kinds>("choice: rkmk4").choice, "rkmk4");
  expect_refused<Kinds>("choice: @@rkm4",
                        "choice: 'rkm4' is not a choice (did you mean 'rkmk4'?)");
  expect_refused<Kinds>("choice: @@laepfrog",
                        "choice: 'laepfrog' is not a choice (did you mean 'leapfrog'?)");
  expect_refused<Kinds>("choice: @@Leapfrog",
                        "choice: 'Leapfrog' is not a choice (did you mean 'leapfrog'?)");
  expect_refused<Kinds>("choice: @@euler",
                        "choice: 'euler' is not a choice (one of: leapfrog, rkmk4)");
  expect_refused<Kinds>("@@choice:", "choice: expected text, found nothing");
}

// --- Lists.

TEST(ReaderLists, HaveTheirLengths) {
  EXPECT_EQ(taken<Kinds>("numbers: [1, -2, 3]").numbers, (std::vector<double>{1, -2, 3}));
  EXPECT_EQ(taken<Kinds>("numbers:\n- 1\n- 2\n- 3\n").numbers, (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(taken<Kinds>("any_numbers: []").any_numbers.empty());
  EXPECT_EQ(taken<Kinds>("any_numbers: [5]").any_numbers, std::vector<double>{5});
  expect_refused<Kinds>("numbers: @@[]", "numbers: expected a list of 3 numbers, found 0");
  expect_refused<Kinds>("numbers: @@[1, 2]", "numbers: expected a list of 3 numbers, found 2");
  expect_refused<Kinds>("numbers: @@[1, 2, 3, 4]",
                        "numbers: expected a list of 3 numbers, found 4");
  expect_refused<Kinds>("numbers: @@3", "numbers: expected a list of 3 numbers, found '3'");
  expect_refused<Kinds>("any_numbers: @@{a: 1}",
                        "any_numbers: expected a list of numbers, found a map");
}

TEST(ReaderLists, EachNumberIsNamedByItsIndex) {
  expect_refused<Kinds>("numbers: [1, @@10.5, 3]",
                        "numbers[1]: expected a number from -10 to 10, found '10.5'");
  expect_refused<Kinds>("numbers: [1, 2, @@three]",
                        "numbers[2]: expected a number from -10 to 10, found 'three'");
  expect_refused<Kinds>("numbers: [1, @@[2], 3]",
                        "numbers[1]: expected a number from -10 to 10, found a list of 1");
  expect_refused<Kinds>("numbers:\n- 1\n- @@.inf\n- 3\n",
                        "numbers[1]: expected a finite number, found '.inf'");
}

TEST(ReaderLists, AMatrixIsFlatOrRows) {
  const std::vector<double> nine{1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(taken<Kinds>("matrix: [1, 2, 3]").matrix, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(taken<Kinds>("matrix: [1, 2, 3, 4, 5, 6, 7, 8, 9]").matrix, nine);
  EXPECT_EQ(taken<Kinds>("matrix: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]").matrix, nine);
  EXPECT_EQ(taken<Kinds>("matrix:\n- [1, 2, 3]\n- [4, 5, 6]\n- [7, 8, 9]\n").matrix, nine);
  expect_refused<Kinds>("matrix: @@[1, 2, 3, 4]",
                        "matrix: expected a list of 3 or 9 numbers, found 4");
  expect_refused<Kinds>("matrix: @@[[1, 2], [3, 4]]",
                        "matrix: expected a list of 3 or 9 numbers, found 4");
  expect_refused<Kinds>("matrix: [[1, 2, 3], @@[4, 5], [7, 8, 9]]",
                        "matrix[1]: expected a row of 3 numbers, found a list of 2");
  expect_refused<Kinds>("matrix: [[1, 2, 3], [4, 5, 6], @@7]",
                        "matrix[2]: expected a row of 3 numbers, found '7'");
  expect_refused<Kinds>("matrix: [1, @@[2], 3]",
                        "matrix[1]: expected a number, found a list of 1");
  expect_refused<Kinds>("matrix: @@5", "matrix: expected a list of 3 or 9 numbers, found '5'");
}

TEST(ReaderLists, ANumberInARowOfAMatrixIsNamedByRowAndColumn) {
  expect_refused<Kinds>("matrix:\n- [1, 2, 3]\n- [4, 5, @@x]\n- [7, 8, 9]\n",
                        "matrix[1][2]: expected a number, found 'x'");
}

TEST(ReaderLists, RowsHaveTheirLengths) {
  const auto rows = taken<Kinds>("rows: [[1, 2], [3, 4, 5]]").rows;
  EXPECT_EQ(rows, (std::vector<std::vector<double>>{{1, 2}, {3, 4, 5}}));
  EXPECT_TRUE(taken<Kinds>("rows: []").rows.empty());
  expect_refused<Kinds>("rows: [[1, 2], @@[3]]",
                        "rows[1]: expected a list of 2 or 3 numbers, found 1");
  expect_refused<Kinds>("rows: [[1, 2], @@3]",
                        "rows[1]: expected a list of 2 or 3 numbers, found '3'");
  expect_refused<Kinds>("rows: [[1, @@b]]", "rows[0][1]: expected a number, found 'b'");
  expect_refused<Kinds>("rows: @@{a: 1}", "rows: expected a list of rows of numbers, found a map");
}

TEST(ReaderLists, TextsAreScalars) {
  EXPECT_EQ(taken<Kinds>("texts: [a, 2, \"\"]").texts, (std::vector<std::string>{"a", "2", ""}));
  expect_refused<Kinds>("texts: @@a", "texts: expected a list of texts, found 'a'");
  expect_refused<Kinds>("texts: [a, @@[b]]", "texts[1]: expected text, found a list of 1");
}

// --- Structs.

TEST(ReaderStructs, AreReadKeyByKey) {
  const Kinds out = taken<Kinds>("place: {name: a}\nmaybe_place: {name: b, depth_m: 7}");
  EXPECT_EQ(out.location.depth_m, 4);
  EXPECT_EQ(out.maybe_place->depth_m, 7);
  EXPECT_FALSE(taken<Kinds>("maybe_place:").maybe_place.has_value());
  expect_refused<Kinds>("place: @@5", "place: expected a map with the keys of place, found '5'");
  expect_refused<Kinds>("place: @@[1]",
                        "place: expected a map with the keys of place, found a list of 1");
  expect_refused<Kinds>("place: @@{depth_m: 1}", "place: 'name' is missing in place: Name.");
  expect_refused<Kinds>("place: {name: a, @@depth: 1}",
                        "place.depth: unknown key in place (did you mean 'depth_m'?)");
  expect_refused<Kinds>(
      "place: {name: a, @@colour: 1}",
      "place.colour: unknown key in place (one of: name, depth_m, speed_m_s)");
}

TEST(ReaderStructs, ListsOfThemHaveUniqueNames) {
  EXPECT_EQ(taken<Kinds>("places: [{name: a}, {name: b}]").locations.size(), 2u);
  EXPECT_TRUE(taken<Kinds>("places:").locations.empty());
  expect_refused<Kinds>("places:\n- {name: a}\n- {name: b}\n- {name: @@a}\n",
                        "places[2].name: 'a' is used twice; expected a unique name");
  expect_refused<Kinds>("places: @@{name: a}", "places: expected a list, found a map");
  expect_refused<Kinds>("places: [@@5]",
                        "places[0]: expected a map with the keys of place, found '5'");
  expect_refused<Kinds>("places: [{name: a}, {name: b, depth_m: @@101}]",
                        "places[1].depth_m: expected a number from 0 to 100, found '101'");
}

// --- Kinds by tag.

TEST(ReaderTags, ChooseTheKind) {
  const Kinds out = taken<Kinds>("plane: !square {side_m: 3}\nplanes: [!disc {radius_m: 2}, !square]");
  EXPECT_EQ(out.plane.as<Square>()->side_m, 3);
  EXPECT_EQ(out.plane.as<Disc>(), nullptr);
  EXPECT_EQ(out.planes[0].as<Disc>()->radius_m, 2);
  EXPECT_EQ(out.planes[1].as<Square>()->side_m, 1);
  EXPECT_TRUE(taken<Kinds>("plane:\nplanes:\n").plane.empty());
}

TEST(ReaderTags, UnknownOnesAreRefused) {
  expect_refused<Kinds>("plane: @@!sqare {}",
                        "plane: unknown kind '!sqare' (did you mean 'square'?)");
  expect_refused<Kinds>("plane: @@!ellipse {}",
                        "plane: unknown kind '!ellipse' (one of: disc, square)");
  expect_refused<Kinds>("planes: [!disc {}, @@!dics {}]",
                        "planes[1]: unknown kind '!dics' (did you mean 'disc'?)");
  expect_refused<Kinds>(
      "plane: @@{side_m: 3}",
      "plane: expected a tag that names the kind, e.g. !disc (one of: disc, square)");
  expect_refused<Kinds>("planes: @@{radius_m: 1}",
                        "planes: expected a list of tagged items such as - !disc {...}, found a map");
  expect_refused<Kinds>("plane: !square {@@radius_m: 1}",
                        "plane.radius_m: unknown key in square (one of: name, side_m)");
  expect_refused<Kinds>("plane: @@!square 5",
                        "plane: expected a map with the keys of square, found '5'");
}

TEST(ReaderTags, NamesAreUniqueAmongAllKinds) {
  EXPECT_EQ(taken<Kinds>("planes: [!disc {name: a}, !square {name: b}, !disc, !disc]").planes.size(), 4u);
  expect_refused<Kinds>("planes: [!disc {name: a}, !square {name: @@a}]",
                        "planes[1].name: 'a' is used twice; expected a unique name");
}

// An item that is nothing would shift the numbers of those after it.
TEST(ReaderTags, AnItemThatIsNothingIsRefused) {
  for (const char* nothing : {"~", "null"})
    expect_refused<Kinds>(
        "planes: [@@" + std::string(nothing) + ", !disc {}]",
        "planes[0]: expected a tag that names the kind, e.g. !disc (one of: disc, square)");
}

TEST(ReaderTags, WhereNothingIsChosenTheyAreRefused) {
  const auto refused = [](const std::string& text, const std::string& key) {
    expect_refused<Kinds>(text, key + ": expected no tag here, found '!disc'");
  };
  refused("any_number: @@!disc 1", "any_number");
  refused("flag: @@!disc true", "flag");
  refused("text: @@!disc a", "text");
  refused("numbers: @@!disc [1, 2, 3]", "numbers");
  refused("place: @@!disc {name: a}", "place");
  refused("places: [@@!disc {name: a}]", "places[0]");
  refused("planes: @@!disc [!disc {}]", "planes");
}

TEST(ReaderTags, OfItemsOfListsAreRefusedToo) {
  const auto refused = [](const std::string& text, const std::string& key) {
    expect_refused<Kinds>(text, key + ": expected no tag here, found '!disc'");
  };
  refused("numbers: [1, @@!disc 2, 3]", "numbers[1]");
  refused("texts: [@@!disc a]", "texts[0]");
  refused("rows: [[1, 2], @@!disc [3, 4]]", "rows[1]");
  refused("rows: [[1, @@!disc 2]]", "rows[0][1]");
  refused("matrix: [[1, 2, 3], @@!disc [4, 5, 6], [7, 8, 9]]", "matrix[1]");
}

TEST(ReaderTags, OfTheWholeFileIsRefused) {
  expect_refused<Kinds>("@@!disc {flag: true}", "expected no tag here, found '!disc'");
}

// --- Required fields and rules between fields.

struct Ruled {
  double low_m = 0, high_m = 1;
  AnyConfig plane;
  std::vector<Place3> locations;
  std::vector<AnyConfig> planes;
  static const StructSchema& schema() {
    using C = Ruled;
    static const StructSchema s =
        StructBuilder<C>("ruled", "Rules.")
            .number("low_m", &C::low_m, "Low.")
            .required()
            .number("high_m", &C::high_m, "High.")
            .tagged("plane", &C::plane, "Plane.", plane_kinds)
            .required()
            .objects("places", &C::locations, "Places.")
            .required()
            .tagged_list("planes", &C::planes, "Planes.", plane_kinds)
            .required()
            .check([](const C& c, CheckReport& r) {
              if (c.low_m >= c.high_m) r.fail("high_m", "must be above low_m");
            })
            .check([](const C& c, CheckReport& r) {
              if (!c.locations.empty() && c.locations[0].depth_m > 50)
                r.fail("places[0].depth_m", "too deep for this test");
            });
    return s;
  }
};

const std::string kRest = "plane: !disc {}\nplaces: []\nplanes: []\n";

TEST(ReaderRules, EveryMissingFieldIsNamed) {
  Ruled out;
  EXPECT_EQ(read("high_m: 2", out),
            "a.yaml:1:1: 'low_m' is missing in ruled: Low.\n"
            "a.yaml:1:1: 'plane' is missing in ruled: Plane.\n"
            "a.yaml:1:1: 'places' is missing in ruled: Places.\n"
            "a.yaml:1:1: 'planes' is missing in ruled: Planes.");
}

TEST(ReaderRules, ARequiredFieldThatIsNothingIsMissing) {
  expect_refused<Ruled>("@@low_m: 0\nplane:\nplaces: []\nplanes: []\n",
                        "'plane' is missing in ruled: Plane.");
  expect_refused<Ruled>("@@low_m: 0\nplane: !disc {}\nplaces: ~\nplanes: []\n",
                        "'places' is missing in ruled: Places.");
  expect_refused<Ruled>("@@low_m: 0\nplane: !disc {}\nplaces: []\nplanes: null\n",
                        "'planes' is missing in ruled: Planes.");
}

// The key that is given is named; else the struct.
TEST(ReaderRules, RulesNameTheKey) {
  expect_refused<Ruled>("low_m: 3\n@@high_m: 2\n" + kRest, "high_m: must be above low_m");
  expect_refused<Ruled>("@@low_m: 3\n" + kRest, "high_m: must be above low_m");
  expect_refused<Ruled>(
      "low_m: 0\nplane: !disc {}\nplanes: []\nplaces:\n- {name: a, @@depth_m: 60}\n",
      "places[0].depth_m: too deep for this test");
}

// A rule over fields that could not be read would complain about defaults.
TEST(ReaderRules, RunOnlyWhenEveryFieldCouldBeRead) {
  expect_refused<Ruled>("low_m: 3\nhigh_m: @@x\n" + kRest, "high_m: expected a number, found 'x'");
}

TEST(ReaderRules, SeveralProblemsStandInTheOrderOfTheFile) {
  Kinds out;
  EXPECT_EQ(read("flag: 1\nclosed: 7\nplaces: [{nam: a}]\nopen: 0\n", out),
            "a.yaml:1:7: flag: expected true or false, found '1'\n"
            "a.yaml:2:9: closed: expected a number from -1 to 2, found '7'\n"
            "a.yaml:3:11: places[0].nam: unknown key in place (did you mean 'name'?)\n"
            "a.yaml:3:10: places[0]: 'name' is missing in place: Name.\n"
            "a.yaml:4:7: open: expected a number above 0 and at most 10, found '0'");
}

TEST(ReaderRules, AFileOfProblemsEndsAtTwoHundred) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "key_" + std::to_string(i) + ": 1\n";
  Kinds out;
  SourceMap locations;
  Problems problems;
  read_struct(parse_yaml(text, "a.yaml").value(), Kinds::schema(), &out, "", locations, problems);
  EXPECT_EQ(problems.size(), 201u);
  EXPECT_EQ(to_string(problems.list().back()),
            "a.yaml: more than 200 problems; the rest is left out");
  EXPECT_EQ(problems.list()[199].location.line, 200);
}

TEST(ReaderRules, LongKeysAreCutInMessages) {
  Kinds out;
  const std::string text = read(std::string(1000, 'k') + ": 1", out);
  EXPECT_EQ(text.substr(0, 12), "a.yaml:1:1: ");
  EXPECT_EQ(text.substr(12, 204), std::string(200, 'k') + "...:");
}

TEST(ReaderRules, TheRootMustBeAMap) {
  expect_refused<Kinds>("@@[1, 2]", "expected a map with the keys of kinds, found a list of 2");
  expect_refused<Kinds>("@@just words",
                        "expected a map with the keys of kinds, found 'just words'");
  EXPECT_EQ(taken<Kinds>("").closed, 0);
}

// --- Where later problems point.

TEST(ReaderPlaces, EveryKeyThatWasReadHasItsPlace) {
  const std::string text =
      "place: {name: a, depth_m: 1}\n"
      "places:\n"
      "  - name: b\n"
      "  - name: c\n"
      "    speed_m_s: 2\n"
      "rows:\n"
      "  - [1, 2]\n"
      "plane: !disc\n"
      "  radius_m: 2\n";
  SourceMap locations;
  Problems problems;
  Kinds out;
  read_struct(parse_yaml(text, "a.yaml").value(), Kinds::schema(), &out, "", locations, problems);
  ASSERT_TRUE(problems.empty()) << problems.text();
  const auto at = [&](const char* key) {
    const SourceLocation location = locations.location(key);
    return std::to_string(location.line) + ":" + std::to_string(location.column);
  };
  EXPECT_EQ(at("place.depth_m"), "1:18");
  EXPECT_EQ(at("places[0].name"), "3:5");
  EXPECT_EQ(at("places[1].speed_m_s"), "5:5");
  EXPECT_EQ(at("places[1].depth_m"), "4:5") << "left out: its struct";
  EXPECT_EQ(at("rows[0]"), "7:5");
  EXPECT_EQ(at("plane.radius_m"), "9:3");
  EXPECT_EQ(at("plane.name"), "8:8") << "left out: its struct";
  EXPECT_EQ(at("nothing.of[3].this"), "1:1");
}

}  // namespace reader_kinds_test
}  // namespace hadal::scenario
