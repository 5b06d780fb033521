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

  void check(std::string what, double error, double tolerance);
  bool passed() const;
};

void print(const std::vector<CaseReport>& reports, ValidateFormat format, std::ostream& out);

constexpr double kRelativeFloor = 1e-3;  // of the largest value, below which errors are absolute

inline double largest(const std::vector<double>& values) {
  double out = 0;
  for (const double v : values) out = std::fmax(out, std::abs(v));
  return out;
}

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
