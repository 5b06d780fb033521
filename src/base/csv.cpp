#include "base/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/check.h"

namespace hadal::inline base {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// Splits a text into rows of cells, keeping count of lines and columns.
class Splitter {
 public:
  Splitter(std::string_view text, const std::string& file, Problems& problems)
      : text_(text), file_(file), problems_(problems) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.substr(0, 3) == kByteOrderMark) text_.remove_prefix(3);
  }
  bool at_end() const { return next_ >= text_.size(); }

  CsvRow take_row() {
    CsvRow row;
    row.line = line_;
    do {
      row.cells.push_back(take_cell());
    } while (take(','));
    end_line();
    return row;
  }

 private:
  char peek() const { return at_end() ? '\n' : text_[next_]; }
  int column() const { return static_cast<int>(next_ - line_start_) + 1; }
  bool at_line_end() const {
    return peek() == '\n' ||
           (peek() == '\r' && (next_ + 1 == text_.size() || text_[next_ + 1] == '\n'));
  }
  bool take(char c) {
    if (at_end() || text_[next_] != c) return false;
    advance();
    return true;
  }
  void advance() {
    if (text_[next_++] == '\n') {
      ++line_;
      line_start_ = next_;
    }
  }
  void end_line() {
    take('\r');
    take('\n');
  }
  void problem(int line, int at, std::string message) {
    problems_.add({file_, line, at}, "", std::move(message));
  }

  CsvCell take_cell() {
    while (is_blank(peek())) advance();
    CsvCell cell{{}, column()};
    if (peek() == '"') {
      take_quoted(cell);
      return cell;
    }
    const size_t start = next_;
    while (!at_line_end() && peek() != ',') {
      if (peek() == '"') problem(line_, column(), "a quote inside an unquoted cell");
      if (peek() == '\0') problem(line_, column(), "a zero byte: this is not a text file");
      advance();
    }
    cell.text = trimmed(text_.substr(start, next_ - start));
    return cell;
  }

  void take_quoted(CsvCell& cell) {
    const int line = line_;
    advance();
    while (!at_end()) {
      if (take('"')) {
        if (!take('"')) return finish_quoted();
        cell.text += '"';
      } else {
        cell.text += peek();
        advance();
      }
    }
    problem(line, cell.column, "the quote that opens here is never closed");
  }

  void finish_quoted() {
    while (is_blank(peek())) advance();
    if (at_line_end() || peek() == ',') return;
    problem(line_, column(), "text after the closing quote; expected a comma");
    while (!at_line_end() && peek() != ',') advance();
  }

  std::string_view text_;
  const std::string& file_;
  Problems& problems_;
  size_t next_ = 0, line_start_ = 0;
  int line_ = 1;
};

bool is_comment(const CsvRow& row) {
  if (row.cells.front().text.starts_with('#')) return true;
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [](const CsvCell& cell) { return cell.text.empty(); });
}

bool is_header(const CsvRow& row) {
  return std::none_of(row.cells.begin(), row.cells.end(),
                      [](const CsvCell& cell) { return parse_number(cell.text).has_value(); });
}

// A semicolon or tab between the cells of the first row, which is then a single one.
Problems separator_problem(const CsvTable& table) {
  const CsvRow* row = table.header ? &*table.header
                      : table.rows.empty() ? nullptr
                                           : &table.rows.front();
  if (!row || row->cells.size() != 1) return {};
  const std::string& text = row->cells.front().text;
  const size_t at = text.find_first_of(";\t");
  if (at == std::string::npos) return {};
  Problems problems;
  problems.add({table.file, row->line, row->cells.front().column + static_cast<int>(at)}, "",
               std::string("cells are separated by ") + (text[at] == ';' ? "semicolons" : "tabs") +
                   "; expected commas, and points in decimal numbers");
  return problems;
}

void check_width(const CsvTable& table, const CsvRow& row, Problems& problems) {
  if (row.cells.size() == table.width()) return;
  problems.add({table.file, row.line, 1}, "",
               std::to_string(row.cells.size()) + " cells; expected " +
                   std::to_string(table.width()) + " as in the first row");
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

size_t CsvTable::width() const {
  if (header) return header->cells.size();
  return rows.empty() ? 0 : rows.front().cells.size();
}

std::optional<size_t> CsvTable::find_column(std::string_view name) const {
  if (!header) return std::nullopt;
  for (size_t i = 0; i < header->cells.size(); ++i)
    if (same_ignoring_case(header->cells[i].text, name)) return i;
  return std::nullopt;
}

SourceLocation CsvTable::place(const CsvRow& row, size_t cell) const {
  return {file, row.line, row.cells[cell].column};
}

double CsvTable::number(const CsvRow& row, size_t cell, Problems& problems) const {
  HADAL_CHECK(cell < row.cells.size());
  const std::string& text = row.cells[cell].text;
  if (const auto value = parse_number(text)) return *value;
  problems.add(place(row, cell), "", "'" + text + "' is not a number");
  return 0;
}

Result<CsvTable> parse_csv(std::string_view text, const std::string& file_name) {
  CsvTable table;
  table.file = file_name;
  Problems problems;
  Splitter splitter(text, file_name, problems);
  while (!splitter.at_end()) {
    CsvRow row = splitter.take_row();
    if (is_comment(row)) continue;
    if (!table.header && table.rows.empty() && is_header(row)) {
      table.header = std::move(row);
    } else {
      table.rows.push_back(std::move(row));
      check_width(table, table.rows.back(), problems);
    }
  }
  if (Problems separator = separator_problem(table); !separator.empty()) return separator;
  if (!problems.empty()) return problems;
  return table;
}

Result<CsvTable> read_csv(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  const bool readable = file && !std::filesystem::is_directory(path);
  if (readable) text << file.rdbuf();
  if (!readable || file.bad()) {
    Problems problems;
    problems.add({path, 0, 0}, "", "cannot be read");
    return problems;
  }
  return parse_csv(text.view(), path);
}

Result<std::vector<size_t>> named_columns(const CsvTable& csv,
                                          const std::vector<std::string>& names) {
  Problems problems;
  std::string wanted, found;
  for (const std::string& name : names) wanted += (wanted.empty() ? "" : ", ") + name;
  if (csv.header)
    for (const CsvCell& cell : csv.header->cells) found += (found.empty() ? "" : ", ") + cell.text;
  std::vector<size_t> columns;
  for (const std::string& name : names) {
    if (const auto column = csv.find_column(name)) {
      columns.push_back(*column);
      const auto& cells = csv.header->cells;
      for (size_t other = *column + 1; other < cells.size(); ++other)
        if (same_ignoring_case(cells[other].text, name))
          problems.add(csv.place(*csv.header, other), "", "column '" + name + "' is there twice");
    } else if (csv.header) {
      problems.add({csv.file, csv.header->line, 1}, "",
                   "no column '" + name + "'; the header has " + found);
    }
  }
  if (!csv.header)
    problems.add({csv.file, 1, 1}, "",
                 std::string(csv.rows.empty() ? "the file is empty; " : "") +
                     "expected a header with " + wanted);
  if (!problems.empty()) return problems;
  return columns;
}

std::optional<size_t> optional_column(const CsvTable& csv, const std::string& stem,
                                      const std::string& unit, Problems& problems) {
  const std::string name = stem + "_" + unit;
  if (const auto column = csv.find_column(name)) return column;
  if (!csv.header) return std::nullopt;
  const std::vector<CsvCell>& cells = csv.header->cells;
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string_view text = cells[i].text;
    const bool same_stem = same_ignoring_case(text.substr(0, stem.size()), stem) &&
                           (text.size() == stem.size() || text[stem.size()] == '_');
    if (same_stem)
      problems.add(csv.place(*csv.header, i), "",
                   "column '" + cells[i].text + "': expected " + name + ", in that unit");
  }
  return std::nullopt;
}

Result<std::vector<std::vector<double>>> rising_rows(const CsvTable& csv,
                                                     const std::vector<size_t>& columns,
                                                     const char* rule) {
  Problems problems;
  std::vector<std::vector<double>> rows;
  for (const CsvRow& row : csv.rows) {
    const size_t before = problems.size();
    std::vector<double> numbers;
    for (size_t column : columns) numbers.push_back(csv.number(row, column, problems));
    if (problems.size() != before) continue;
    if (!rows.empty() && numbers[0] <= rows.back()[0])
      problems.add(csv.place(row, columns[0]), "", rule);
    rows.push_back(std::move(numbers));
  }
  if (csv.rows.empty()) problems.add({csv.file, 1, 1}, "", "expected at least one row of numbers");
  if (!problems.empty()) return problems;
  return rows;
}

}  // namespace hadal::base
