// Tables of numbers: linear interpolation with clamped ends, and piecewise constant schedules.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "base/check.h"

namespace hadal {

// y(x) by linear interpolation between strictly rising x; the end values hold outside.
class LinearTable {
 public:
  LinearTable() = default;
  LinearTable(std::vector<double> x, std::vector<double> y) : x_(std::move(x)), y_(std::move(y)) {
    HADAL_CHECK(x_.size() == y_.size() && !x_.empty());
    HADAL_CHECK(std::is_sorted(x_.begin(), x_.end(), std::less_equal<>{}), "x must rise strictly");
  }
  bool empty() const { return x_.empty(); }
  double operator()(double x) const {
    if (x <= x_.front()) return y_.front();
    if (x >= x_.back()) return y_.back();
    const size_t i = std::upper_bound(x_.begin(), x_.end(), x) - x_.begin();
    const double fraction = (x - x_[i - 1]) / (x_[i] - x_[i - 1]);
    return y_[i - 1] + fraction * (y_[i] - y_[i - 1]);
  }
  std::span<const double> x() const { return x_; }
  std::span<const double> y() const { return y_; }

 private:
  std::vector<double> x_, y_;
};

// Index of the last entry of rising times that is <= t, or -1 before the first.
inline int last_at_or_before(std::span<const double> times, double t) {
  return static_cast<int>(std::upper_bound(times.begin(), times.end(), t) - times.begin()) - 1;
}

}  // namespace hadal
