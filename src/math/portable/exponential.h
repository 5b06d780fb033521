// What exponentials and logarithms share.
#pragma once
#include "math/portable/pair.h"

namespace hadal::portable {

// log(x) to 66 bits, for finite x > 0.
Pair log_pair(double x);
// log(1 + x), for -1 < x, |x| at least 2^-200 or 0, and at most 2^100.
Pair log1p_pair(const Pair& x);
// exp(x) = value 2^exponent to 60 bits, for |x| below 800; value between 1/2 and 2.
struct Power {
  Pair value;
  int exponent = 0;
};
Power exp_pair(const Pair& x);
// x 2^exponent, rounded once, also to subnormal numbers.
double scaled(const Pair& x, int exponent);

}  // namespace hadal::portable
