// A small strict reader of comma-separated tables.
//   - UTF-8, with or without a byte order mark; lines end with LF or CRLF.
//   - A cell may stand in double quotes ("" inside means one quote) and then hold commas and line
//     ends. Blanks around an unquoted cell are dropped.
//   - Lines without text (empty, or commas only) and lines whose first cell starts with # (quoted
//     or not) are comments.
//   - The first line that is left is the header when none of its cells is a number.
//   - Every line has the same number of cells. Other separators are told from a file of one column.
// All problems of a file are collected, each with file:line:column.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hadal::inline base {

struct CsvCell {
  std::string text;
  int column = 0;  // of its first byte in the line, from 1
};

struct CsvRow {
  int line = 0;  // from 1
  std::vector<CsvCell> cells;
};

struct CsvTable {
  std::string file;
  std::optional<CsvRow> header;
  std::vector<CsvRow> rows;

  // Cells per row; 0 when there is nothing but comments.
  size_t width() const;
  // Index of the header cell with this name, ignoring case; nothing without a header.
  std::optional<size_t> find_column(std::string_view name) const;
  SourceLocation place(const CsvRow& row, size_t cell) const;
  // The finite number in a cell. Anything else is a problem (and gives 0).
  double number(const CsvRow& row, size_t cell, Problems& problems) const;
};

Result<CsvTable> parse_csv(std::string_view text, const std::string& file_name);
Result<CsvTable> read_csv(const std::string& path);

// The columns with these names; a problem for each that is missing, or there twice.
Result<std::vector<size_t>> named_columns(const CsvTable& csv,
                                          const std::vector<std::string>& names);

// The column STEM_UNIT of a table with a header, if it has one. One of the same stem with another
// unit is a problem.
std::optional<size_t> optional_column(const CsvTable& csv, const std::string& stem,
                                      const std::string& unit, Problems& problems);

// Rows of numbers from the given columns of a table, at least one. The first of them must rise from
// row to row; `rule` says so.
Result<std::vector<std::vector<double>>> rising_rows(const CsvTable& csv,
                                                     const std::vector<size_t>& columns,
                                                     const char* rule);

// A whole text as a finite decimal number, independent of the locale.
std::optional<double> parse_number(std::string_view text);

}  // namespace hadal::base
