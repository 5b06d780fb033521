// Overlapping Allan deviation (IEEE Std 952, annex C). With theta_j the sum of the samples times dt
// and tau = m dt,
//   sigma^2(tau) = sum_j (theta_{j+2m} - 2 theta_{j+m} + theta_j)^2 / (2 tau^2 (n + 1 - 2m)).
// The relative error of the estimate is about 1/sqrt(2 (n/m - 1)).
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace hadal::validation {

// One deviation per averaging time, in the unit of the samples. Each time is rounded to a whole
// number of intervals, at least one; NaN where the sequence is shorter than two averaging times.
inline std::vector<double> allan_deviation(std::span<const double> samples, double dt_s,
                                           std::span<const double> averaging_times_s) {
  std::vector<double> sums(samples.size() + 1, 0.0), result;
  for (size_t i = 0; i < samples.size(); ++i) sums[i + 1] = sums[i] + samples[i];
  for (const double tau : averaging_times_s) {
    const auto m = static_cast<size_t>(std::max(1ll, std::llround(tau / dt_s)));
    double total = 0, terms = 0;
    for (size_t j = 0; j + 2 * m < sums.size(); ++j, ++terms) {
      const double difference = sums[j + 2 * m] - 2 * sums[j + m] + sums[j];
      total += difference * difference;
    }
    const auto width = static_cast<double>(m);
    result.push_back(terms > 0 ? std::sqrt(total / (2 * width * width * terms))
                               : std::numeric_limits<double>::quiet_NaN());
  }
  return result;
}

}  // namespace hadal::validation
