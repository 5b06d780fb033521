#include "sensors/noise/allan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hadal::sensors {

namespace {

double deviation(std::span<const double> sums, size_t m) {
  if (sums.size() <= 2 * m) return std::numeric_limits<double>::quiet_NaN();
  const size_t terms = sums.size() - 2 * m;
  double total = 0;
  for (size_t j = 0; j < terms; ++j) {
    const double difference = sums[j + 2 * m] - 2 * sums[j + m] + sums[j];
    total += difference * difference;
  }
  const auto width = static_cast<double>(m);
  return std::sqrt(total / (2 * width * width * static_cast<double>(terms)));
}

}  // namespace

std::vector<double> allan_deviation(std::span<const double> samples, double dt_s,
                                    std::span<const double> averaging_times_s) {
  std::vector<double> sums(samples.size() + 1, 0.0);
  for (size_t i = 0; i < samples.size(); ++i) sums[i + 1] = sums[i] + samples[i];
  std::vector<double> result;
  result.reserve(averaging_times_s.size());
  for (double tau : averaging_times_s)
    result.push_back(deviation(sums, static_cast<size_t>(std::max(1ll, std::llround(tau / dt_s)))));
  return result;
}

}  // namespace hadal::sensors
