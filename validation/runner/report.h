// What came of the cases, and how it is shown.
#pragma once
#include <cmath>
#include <iosfwd>
#include <string>
#include <vector>

#include "hadal/validate.h"

namespace hadal::validation {

struct Check {
  std::string name;
  double error = 0;
  double tolerance = 0;
  bool passed() const { return std::isfinite(error) && error <= tolerance; }
};

struct CaseReport {
  std::string name;
  std::vector<Check> checks;
  std::vector<std::string> notes;  // why a case was not run, or what of it was left out
  std::vector<std::string> problems;
  bool ran = true;

  void check(std::string what, double error, double tolerance) {
    checks.push_back({std::move(what), error, tolerance});
  }
  bool passed() const;
};

void print(const std::vector<CaseReport>& reports, ValidateFormat format, std::ostream& out);

// Largest difference of a run from its reference. A difference that is not a number stays one.
class Worst {
 public:
  void add(double difference) {
    if (!(std::abs(difference) <= value_)) value_ = std::abs(difference);
  }
  // Relative to the reference, or to `floor` where that is larger.
  void add_relative(double value, double reference, double floor = 0) {
    const double scale = std::fmax(std::abs(reference), floor);
    if (scale > 0)
      add((value - reference) / scale);
    else
      add(value - reference);
  }
  double value() const { return value_; }

 private:
  double value_ = 0;
};

}  // namespace hadal::validation
