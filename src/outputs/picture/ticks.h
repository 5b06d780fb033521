// Where the axes of a picture are labelled: at round numbers.
#pragma once
#include <string>
#include <vector>

namespace hadal::outputs {

// Round numbers within [low, high]: multiples of 1, 2 or 5 times a power of ten, at most `max`.
struct Ticks {
  double step = 1;
  std::vector<double> values;
};
Ticks nice_ticks(double low, double high, int max);
// For angles in degrees: 15, 30, 45, 90, 180 and turns beyond the tens.
Ticks nice_angle_ticks(double low, double high, int max);

// The shortest text that tells neighbouring ticks apart: "0.25", "-5", "2e6".
std::string tick_label(double value, double step);

}  // namespace hadal::outputs
