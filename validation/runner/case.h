// One reference case as read from its directory. Values are looked up by key in case.json, first in
// "inputs", then in "params" (also inside "inputs"), in "control" inside "inputs", then at the top
// level. A few kinds state a
// constant of their model in the README only; those are read from there ("rho=1026"), and the value
// that defines the kind is used where a README is missing.
// Everything wrong with a case throws InvalidInput with the file and the reason.
#pragma once
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.h"

namespace hadal::validation {

using Json = nlohmann::json;

// A CSV file by columns. Columns of text are left out; an empty cell is not a number.
class Table {
 public:
  Table(const std::string& path);
  const std::vector<double>& operator[](const std::string& column) const;
  bool has(const std::string& column) const { return columns_.count(column) > 0; }
  // The first of several names of the same column that is there.
  const std::vector<double>& any(std::initializer_list<const char*> names) const;
  size_t rows() const { return rows_; }

 private:
  std::string path_;
  std::map<std::string, std::vector<double>> columns_;
  size_t rows_ = 0;
};

// The first column of a CSV file as text, without its title.
std::vector<std::string> first_column(const std::string& path);

// Piecewise constant: [time, values] from each row to the next.
struct ScheduleRow {
  double time_s = 0;
  std::vector<double> values;
};
using Schedule = std::vector<ScheduleRow>;

// The value at a time; zeros before the first row.
std::vector<double> value_at(const Schedule& schedule, double time_s);
// Several schedules side by side, with a row wherever one of them changes.
Schedule side_by_side(const std::vector<Schedule>& schedules);

class Case {
 public:
  explicit Case(const std::string& folder);

  const std::string& name() const { return name_; }
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  bool has_file(const std::string& file) const;
  Table table(const std::string& file) const { return Table(path(file)); }

  const Json* find(const std::string& key) const;
  bool has(const std::string& key) const { return find(key) != nullptr; }
  double number(const std::string& key) const;
  std::optional<double> optional_number(const std::string& key) const;
  // By key, else behind `label` in the README, else what defines the kind.
  double number(const std::string& key, const std::string& label, double of_kind) const;
  // A matrix comes row after row.
  std::vector<double> numbers(const std::string& key) const;
  std::vector<double> numbers(const std::string& key, std::vector<double> otherwise) const;
  std::vector<std::vector<double>> rows(const std::string& key) const;
  Schedule schedule(const std::string& key) const;

  // "same_model.pos_abs_m" looks inside the nested object.
  double tolerance(const std::string& path) const;
  bool has_tolerance(const std::string& path) const {
    return follow("tolerances", path) != nullptr;
  }
  const Json* expected(const std::string& path) const { return follow("expected", path); }
  std::optional<double> expected_number(const std::string& path) const;
  std::vector<double> expected_numbers(const std::string& path) const;
  const Json& data() const { return *data_; }

  [[noreturn]] void fail(const std::string& key, const std::string& why) const;

 private:
  const Json* follow(const char* section, const std::string& path) const;
  std::vector<double> flatten(const Json& value, const std::string& key) const;

  std::string folder_, name_, readme_;
  std::shared_ptr<const Json> data_;
};

}  // namespace hadal::validation
