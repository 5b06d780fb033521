// What the optical kernels ask of their scalar type, so that one text serves double, float and the
// short vectors of a renderer: arithmetic, construction from double, comparison, and select, exp
// and sqrt found beside the type. The kernels have no branches.
#pragma once
#include <cmath>

namespace hadal::environment::optics {

inline double select(bool condition, double yes, double no) {
  return condition ? yes : no;
}
inline float select(bool condition, float yes, float no) {
  return condition ? yes : no;
}

template <class T>
T at_least_zero(T x) {
  return select(x > T(0), x, T(0));
}

// (1 - exp(-x)) / x for any sign of x, 1 at 0: the mean of exp(-x s) over s from 0 to 1.
template <class T>
T mean_of_exponential(T x) {
  using std::exp;
  // Near 0 the difference of like numbers loses digits; the series is good to 1e-8 there.
  constexpr double kSmall = 1e-2;
  const T series =
      T(1) -
      x * T(1.0 / 2) * (T(1) - x * T(1.0 / 3) * (T(1) - x * T(1.0 / 4) * (T(1) - x * T(1.0 / 5))));
  const auto small = (x < T(kSmall)) & (x > T(-kSmall));
  const T divisor = select(small, T(1), x);
  return select(small, series, (T(1) - exp(T(0) - divisor)) / divisor);
}

}  // namespace hadal::environment::optics
