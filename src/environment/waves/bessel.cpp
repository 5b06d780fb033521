#include "environment/waves/bessel.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace hadal::environment {
namespace {

constexpr double kLarge = 1e200;  // intermediate values are scaled down beyond it
constexpr double kTiny = 1e-60;   // arguments below it count as zero

// b[m-1] = (2m/x) b[m] + sign b[m+1] from far above down to 0; `weight` of order m in the sum that
// is known to be 1.
template <class Weight>
void miller(double x, double sign, int start, Weight weight, std::span<double> orders) {
  double above = 0, here = 1, total = 0;
  std::fill(orders.begin(), orders.end(), 0.0);
  for (int m = start; m >= 0; --m) {
    if (m < static_cast<int>(orders.size())) orders[m] = here;
    total += weight(m) * here;
    const double below = 2 * m / x * here + sign * above;
    above = here;
    here = below;
    if (std::fabs(here) > kLarge) {
      here /= kLarge;
      above /= kLarge;
      total /= kLarge;
      for (double& value : orders) value /= kLarge;
    }
  }
  for (double& value : orders) value /= total;
}

void at_zero(std::span<double> orders) {
  std::fill(orders.begin(), orders.end(), 0.0);
  orders[0] = 1;
}

}  // namespace

void bessel_j(double x, std::span<double> orders) {
  const double size = std::fabs(x);
  if (size < kTiny) return at_zero(orders);
  const int start = static_cast<int>(std::fmax(static_cast<double>(orders.size()), size) + 30 +
                                     6 * std::cbrt(size));
  miller(
      size, -1, start, [](int m) { return m == 0  ? 1.0
                                          : m % 2 ? 0.0
                                                  : 2.0; }, orders);
  if (x < 0)
    for (size_t m = 1; m < orders.size(); m += 2) orders[m] = -orders[m];
}

void bessel_i_scaled(double x, std::span<double> orders) {
  HADAL_CHECK(x >= 0);
  if (x < kTiny) return at_zero(orders);
  const int start = static_cast<int>(static_cast<double>(orders.size()) + 30 + 9 * std::sqrt(x));
  miller(
      x, 1, start, [](int m) { return m == 0 ? 1.0 : 2.0; }, orders);
}

}  // namespace hadal::environment
