#include "runner/case.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/csv.h"

namespace hadal::validation {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& key, const std::string& why) {
  Problems problems;
  problems.add(SourceLocation{file}, key, why);
  throw InvalidInput(std::move(problems));
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Numbers multiplied with '*' behind a label that begins a word: "K=0.5*1028*3".
std::optional<double> product_behind(const std::string& text, const std::string& label) {
  for (size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + 1)) {
    if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_'))
      continue;
    const char* rest = text.c_str() + at + label.size();
    char* end = nullptr;
    double product = std::strtod(rest, &end);
    if (end == rest) continue;
    while (*end == '*') {
      rest = end + 1;
      const double factor = std::strtod(rest, &end);
      if (end == rest) break;
      product *= factor;
    }
    return product;
  }
  return std::nullopt;
}

}  // namespace

Table::Table(const std::string& path) : path_(path) {
  const Result<CsvTable> read = read_csv(path);
  if (!read) throw InvalidInput(read.problems());
  const CsvTable& table = read.value();
  if (!table.header) refuse(path, "", "expected a header line");
  rows_ = table.rows.size();
  if (rows_ == 0) refuse(path, "", "expected at least one row of numbers");
  for (size_t c = 0; c < table.width(); ++c) {
    std::vector<double> column;
    bool numeric = true;
    for (const CsvRow& row : table.rows) {
      const std::optional<double> number = parse_number(row.cells[c].text);
      numeric &= number.has_value() || row.cells[c].text.empty();
      column.push_back(number.value_or(std::nan("")));
    }
    if (numeric) columns_[table.header->cells[c].text] = std::move(column);
  }
}

const std::vector<double>& Table::operator[](const std::string& column) const {
  const auto found = columns_.find(column);
  if (found == columns_.end()) refuse(path_, "", "expected a column of numbers '" + column + "'");
  return found->second;
}

const std::vector<double>& Table::any(std::initializer_list<const char*> names) const {
  for (const char* name : names)
    if (has(name)) return (*this)[name];
  return (*this)[*names.begin()];
}

std::vector<std::string> first_column(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> names;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line))
    if (!line.empty()) names.push_back(line.substr(0, line.find(',')));
  return names;
}

std::vector<double> value_at(const Schedule& schedule, double time_s) {
  std::vector<double> value(schedule.empty() ? 1 : schedule.front().values.size(), 0.0);
  for (const ScheduleRow& row : schedule)
    if (row.time_s <= time_s) value = row.values;
  return value;
}

Schedule side_by_side(const std::vector<Schedule>& schedules) {
  std::set<double> times{0.0};
  for (const Schedule& schedule : schedules)
    for (const ScheduleRow& row : schedule) times.insert(row.time_s);
  Schedule out;
  for (const double t : times) {
    ScheduleRow row{t, {}};
    for (const Schedule& schedule : schedules) {
      const std::vector<double> value = value_at(schedule, t);
      row.values.insert(row.values.end(), value.begin(), value.end());
    }
    out.push_back(std::move(row));
  }
  return out;
}

Case::Case(const std::string& folder) : folder_(folder) {
  namespace fs = std::filesystem;
  fs::path clean = fs::path(folder).lexically_normal();
  if (clean.filename().empty()) clean = clean.parent_path();
  name_ = fs::absolute(clean).filename().string();
  const std::string file = path("case.json");
  if (!fs::is_regular_file(file)) refuse(file, "", "no such file");
  try {
    data_ = std::make_shared<const Json>(Json::parse(text_of(file)));
  } catch (const Json::exception& error) {
    refuse(file, "", error.what());
  }
  if (!data_->is_object()) refuse(file, "", "expected an object");
  for (const char* section : {"inputs", "params", "expected", "tolerances"})
    if (data_->contains(section) && !(*data_)[section].is_object())
      refuse(file, section, "expected an object");
  readme_ = text_of(path("README.md"));
}

bool Case::has_file(const std::string& file) const {
  return std::filesystem::is_regular_file(path(file));
}

void Case::fail(const std::string& key, const std::string& why) const {
  refuse(path("case.json"), key, why);
}

const Json* Case::find(const std::string& key) const {
  const auto section = [](const Json& in, const char* name) -> const Json* {
    const auto at = in.find(name);
    return at != in.end() && at->is_object() ? &*at : nullptr;
  };
  const Json* inputs = section(*data_, "inputs");
  const Json* const places[] = {inputs, section(*data_, "params"),
                                inputs ? section(*inputs, "params") : nullptr,
                                inputs ? section(*inputs, "control") : nullptr, data_.get()};
  for (const Json* place : places)
    if (place && place->contains(key)) return &(*place)[key];
  return nullptr;
}

std::optional<double> Case::optional_number(const std::string& key) const {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (!value->is_number() || !std::isfinite(value->get<double>()))
    fail(key, "expected a finite number");
  return value->get<double>();
}

double Case::number(const std::string& key) const {
  const std::optional<double> value = optional_number(key);
  if (!value) fail(key, "missing; expected a number");
  return *value;
}

double Case::number(const std::string& key, const std::string& label, double of_kind) const {
  const std::optional<double> value = optional_number(key);
  return value ? *value : product_behind(readme_, label).value_or(of_kind);
}

std::vector<double> Case::flatten(const Json& value, const std::string& key) const {
  if (value.is_number()) return {value.get<double>()};
  if (!value.is_array()) fail(key, "expected numbers");
  std::vector<double> out;
  for (const Json& item : value) {
    const std::vector<double> inner = flatten(item, key);
    out.insert(out.end(), inner.begin(), inner.end());
  }
  return out;
}

std::vector<double> Case::numbers(const std::string& key) const {
  const Json* value = find(key);
  if (!value) fail(key, "missing; expected a list of numbers");
  return flatten(*value, key);
}

std::vector<double> Case::numbers(const std::string& key, std::vector<double> otherwise) const {
  return has(key) ? numbers(key) : std::move(otherwise);
}

std::vector<std::vector<double>> Case::rows(const std::string& key) const {
  const Json* value = find(key);
  if (!value || !value->is_array()) fail(key, "expected a list of rows of numbers");
  std::vector<std::vector<double>> out;
  for (const Json& row : *value) out.push_back(flatten(row, key));
  return out;
}

Schedule Case::schedule(const std::string& key) const {
  const Json* value = find(key);
  if (!value) return {};
  if (value->is_number()) return {{0, {value->get<double>()}}};
  if (!value->is_array()) fail(key, "expected rows [time, value]");
  Schedule out;
  for (const Json& row : *value) {
    const std::vector<double> flat = flatten(row, key);
    if (flat.size() < 2) fail(key, "expected rows [time, value]");
    if (!out.empty() &&
        (flat.size() != out.back().values.size() + 1 || flat[0] <= out.back().time_s))
      fail(key, "times must rise and rows must be alike");
    out.push_back({flat[0], {flat.begin() + 1, flat.end()}});
  }
  return out;
}

const Json* Case::follow(const char* section, const std::string& path) const {
  if (!data_->contains(section)) return nullptr;
  const Json* at = &(*data_)[section];
  std::stringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    if (!at->is_object() || !at->contains(part)) return nullptr;
    at = &(*at)[part];
  }
  return at;
}

double Case::tolerance(const std::string& path) const {
  const Json* value = follow("tolerances", path);
  if (!value || !value->is_number()) fail("tolerances." + path, "missing; expected a number");
  return value->get<double>();
}

std::optional<double> Case::expected_number(const std::string& path) const {
  const Json* value = expected(path);
  if (!value || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

std::vector<double> Case::expected_numbers(const std::string& path) const {
  const Json* value = expected(path);
  return value ? flatten(*value, "expected." + path) : std::vector<double>{};
}

}  // namespace hadal::validation
