// Tables of numbers: linear interpolation with clamped ends, and piecewise constant schedules.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "base/check.h"

namespace hadal::inline math {

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
    const size_t i = first_above(x);
    const double fraction = (x - x_[i - 1]) / (x_[i] - x_[i - 1]);
    return y_[i - 1] + fraction * (y_[i] - y_[i - 1]);
  }
  std::span<const double> x() const { return x_; }
  std::span<const double> y() const { return y_; }

 private:
  // Index of the first x_ above x, which lies between the ends. Tables are short and spaced evenly
  // or nearly so: from the place in an even table it is a step or two, a third of a binary search.
  size_t first_above(double x) const {
    const double place = (x - x_.front()) / (x_.back() - x_.front());
    const size_t last = x_.size() - 1;
    const int even = static_cast<int>(place * static_cast<double>(last));
    size_t i = std::min(last, 1 + static_cast<size_t>(even));
    while (x_[i] <= x) ++i;
    while (x < x_[i - 1]) --i;
    return i;
  }
  std::vector<double> x_, y_;
};

// Index of the last entry of rising times that is <= t, or -1 before the first.
inline int last_at_or_before(std::span<const double> times, double t) {
  return static_cast<int>(std::upper_bound(times.begin(), times.end(), t) - times.begin()) - 1;
}

}  // namespace hadal::math
