#include "kinds/checks.h"

#include <cmath>

namespace hadal::inline kinds {

double length(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x * x;
  return std::sqrt(sum);
}

void check_rising(const std::vector<std::vector<double>>& rows, const char* field,
                  CheckReport& report) {
  for (size_t i = 1; i < rows.size(); ++i)
    if (rows[i][0] <= rows[i - 1][0]) {
      report.fail(std::string(field) + "[" + std::to_string(i) + "]",
                  "the first column must rise from row to row");
      return;
    }
}

}  // namespace hadal::kinds
