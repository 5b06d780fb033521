#include "base/csv.h"

#include <gtest/gtest.h>

namespace hadal::inline base {
namespace csv_test {

TEST(Csv, ReadsCommentsQuotesMarkAndLineEnds) {
  const auto result = parse_csv(
      "\xEF\xBB\xBF# a comment,,\r\n"
      "depth, \"speed, \"\"true\"\"\",note\r\n"
      "\"# a quoted comment, with a comma\",,\r\n"
      "\r\n"
      " 1.5 ,-2e-3,\"two\nlines\"\r\n"
      "2,+3,",
      "a.csv");
  ASSERT_TRUE(result.ok()) << result.problems().text();
  const CsvTable& table = result.value();
  ASSERT_TRUE(table.header.has_value());
  EXPECT_EQ(table.header->line, 2);
  EXPECT_EQ(table.header->cells[1].text, "speed, \"true\"");
  EXPECT_EQ(table.find_column("DEPTH"), 0u);
  EXPECT_EQ(table.find_column("height"), std::nullopt);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].line, 5);
  EXPECT_EQ(table.rows[0].cells[2].text, "two\nlines");
  EXPECT_EQ(table.rows[1].line, 7);  // the quoted line end counts
  EXPECT_EQ(table.rows[1].cells[2].text, "");
  Problems problems;
  EXPECT_EQ(table.number(table.rows[0], 0, problems), 1.5);
  EXPECT_EQ(table.number(table.rows[0], 1, problems), -2e-3);
  EXPECT_EQ(table.number(table.rows[1], 1, problems), 3);
  EXPECT_TRUE(problems.empty());
}

TEST(Csv, FirstRowOfNumbersIsNoHeader) {
  const auto table = parse_csv("1,2\n3,4\n", "a.csv").value();
  EXPECT_FALSE(table.header.has_value());
  EXPECT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.width(), 2u);
  EXPECT_EQ(parse_csv("", "a.csv").value().width(), 0u);
  EXPECT_EQ(parse_csv("# only this\n\n,,\n", "a.csv").value().width(), 0u);
}

TEST(Csv, EveryBadCellIsAProblemWithItsPlace) {
  const auto table = parse_csv("n,e\n1,two\nnan,4\n5,1.2.3\n0x1,inf\n", "a.csv").value();
  Problems problems;
  for (const CsvRow& row : table.rows)
    for (size_t cell = 0; cell < table.width(); ++cell) table.number(row, cell, problems);
  EXPECT_EQ(problems.text(),
            "a.csv:2:3: 'two' is not a number\n"
            "a.csv:3:1: 'nan' is not a number\n"
            "a.csv:4:3: '1.2.3' is not a number\n"
            "a.csv:5:1: '0x1' is not a number\n"
            "a.csv:5:5: 'inf' is not a number");
}

TEST(Csv, BrokenStructureIsCollected) {
  const auto result = parse_csv("1,2\n3\n4,5,6\n\"a\" b,1\n7,\"8\n9,10\n", "a.csv");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.problems().text(),
            "a.csv:2:1: 1 cells; expected 2 as in the first row\n"
            "a.csv:3:1: 3 cells; expected 2 as in the first row\n"
            "a.csv:4:5: text after the closing quote; expected a comma\n"
            "a.csv:5:3: the quote that opens here is never closed");
}

TEST(Csv, RejectsQuotesInsideCellsAndBinaryFiles) {
  EXPECT_EQ(parse_csv("1,a\"b\n", "a.csv").problems().text(),
            "a.csv:1:4: a quote inside an unquoted cell");
  EXPECT_FALSE(parse_csv(std::string_view("1,\0002\n", 5), "a.csv").ok());
}

TEST(Csv, MissingFileIsAProblem) {
  EXPECT_EQ(read_csv("/no/such/file.csv").problems().text(), "/no/such/file.csv: cannot be read");
  EXPECT_EQ(read_csv("/").problems().text(), "/: cannot be read");
}

// Every prefix of a nasty text must be read or refused, never crash.
TEST(Csv, SurvivesTruncationAnywhere) {
  const std::string text = "\xEF\xBB\xBF\"# x\",\r\n\"a\"\"b\",\"c\r\nd\"\r\n1,\"2\"\r\n,\r\r\n";
  for (size_t length = 0; length <= text.size(); ++length)
    (void)parse_csv(std::string_view(text).substr(0, length), "a.csv").ok();
}

TEST(Csv, ColumnsAreThoseOfTheFirstByte) {
  const auto table = parse_csv("a,b,c\n 1 ,\t\"2\",  3\n", "a.csv").value();
  const std::vector<CsvCell>& cells = table.rows.at(0).cells;
  EXPECT_EQ(cells[0].column, 2);
  EXPECT_EQ(cells[1].column, 6);
  EXPECT_EQ(cells[1].text, "2");
  EXPECT_EQ(cells[2].column, 12);
  EXPECT_EQ(table.place(table.rows[0], 2).line, 2);
  EXPECT_EQ(table.place(table.rows[0], 2).column, 12);
}

TEST(Csv, AMarkAtTheBeginningIsNoPartOfTheFirstColumn) {
  const auto table = parse_csv("\xEF\xBB\xBF" "depth_m,x\n1,2\n", "a.csv").value();
  EXPECT_EQ(table.find_column("depth_m"), 0u);
  EXPECT_EQ(table.header->cells[0].column, 1);
}

TEST(Csv, AHeaderHasNoNumberAtAll) {
  EXPECT_TRUE(parse_csv("a,b\n", "a.csv").value().header.has_value());
  EXPECT_FALSE(parse_csv("a,1\n", "a.csv").value().header.has_value());
  EXPECT_TRUE(parse_csv("a,\n1,2\n", "a.csv").value().header.has_value());
  const auto only = parse_csv("a,b\nc,d\n", "a.csv").value();
  EXPECT_EQ(only.rows.size(), 1u) << "the first line alone is the header";
}

TEST(Csv, NumbersAreWholeCells) {
  const struct {
    const char* text;
    double value;
  } good[] = {{"1", 1}, {"-2.5", -2.5}, {"+3", 3}, {".5", 0.5}, {"1e-3", 1e-3}, {" 7\t", 7}};
  for (const auto& row : good) EXPECT_EQ(parse_number(row.text), row.value) << row.text;
  for (const char* text : {"", " ", "+", "-", "+-1", "++1", "1 2", "1,5", "0x1", "inf", "-inf",
                           "nan", "1e400", "1e", "1m"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(Csv, QuotesKeepBlanksAndCommas) {
  const auto table = parse_csv("\" a , b \" ,c\n1,2\n", "a.csv").value();
  EXPECT_EQ(table.header->cells[0].text, " a , b ");
  EXPECT_EQ(table.header->cells[1].text, "c");
  EXPECT_EQ(table.width(), 2u);
}

TEST(Csv, TheLastLineNeedsNoEnd) {
  EXPECT_EQ(parse_csv("1,2\n3,4", "a.csv").value().rows.size(), 2u);
  EXPECT_EQ(parse_csv("1,2\r\n3,4\r", "a.csv").value().rows.size(), 2u);
  EXPECT_EQ(parse_csv("1,2\n\n\n", "a.csv").value().rows.size(), 1u);
}

TEST(Csv, OtherSeparatorsAreTold) {
  EXPECT_EQ(parse_csv("time_s;north_m\n0,5;1,5\n", "a.csv").problems().text(),
            "a.csv:1:7: cells are separated by semicolons; expected commas, and points in decimal "
            "numbers");
  EXPECT_NE(parse_csv("1\t2\n", "a.csv").problems().text().find("tabs"), std::string::npos);
}

TEST(Csv, ColumnsByName) {
  const auto table = parse_csv("b,A,b,depth_ft\n1,2,3,4\n", "a.csv").value();
  EXPECT_EQ(named_columns(table, {"a"}).value(), std::vector<size_t>{1});
  EXPECT_EQ(named_columns(table, {"b", "c"}).problems().text(),
            "a.csv:1:5: column 'b' is there twice\n"
            "a.csv:1:1: no column 'c'; the header has b, A, b, depth_ft");
  EXPECT_EQ(named_columns(parse_csv("", "a.csv").value(), {"a", "b"}).problems().text(),
            "a.csv:1:1: the file is empty; expected a header with a, b");
  Problems problems;
  EXPECT_EQ(optional_column(table, "dep", "m", problems), std::nullopt);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(optional_column(table, "depth", "m", problems), std::nullopt);
  EXPECT_EQ(problems.text(), "a.csv:1:7: column 'depth_ft': expected depth_m, in that unit");
}

TEST(Csv, WidthIsThatOfTheHeader) {
  EXPECT_EQ(parse_csv("a,b,c\n1,2\n", "a.csv").problems().text(),
            "a.csv:2:1: 2 cells; expected 3 as in the first row");
}

}  // namespace csv_test
}  // namespace hadal::base
