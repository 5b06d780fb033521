// Bessel functions of integer order by backward recurrence (Miller; Abramowitz and Stegun 9.12 and
// 9.8), all orders 0..n-1 at once, to about 1e-14.
#pragma once
#include <span>

namespace hadal::environment {

// J_m(x) for any x.
void bessel_j(double x, std::span<double> orders);

// e^{-x} I_m(x) for x >= 0.
void bessel_i_scaled(double x, std::span<double> orders);

}  // namespace hadal::environment
