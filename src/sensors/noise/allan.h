// Overlapping Allan deviation (IEEE Std 952, annex C). With theta_j the sum of the samples times dt
// and tau = m dt,
//   sigma^2(tau) = sum_j (theta_{j+2m} - 2 theta_{j+m} + theta_j)^2 / (2 tau^2 (n + 1 - 2m)).
// The relative error of the estimate is about 1/sqrt(2 (n/m - 1)).
#pragma once
#include <span>
#include <vector>

namespace hadal::sensors {

// One deviation per averaging time, in the unit of the samples. Each time is rounded to a whole
// number of intervals, at least one; NaN where the sequence is shorter than two averaging times.
std::vector<double> allan_deviation(std::span<const double> samples, double dt_s,
                                    std::span<const double> averaging_times_s);

}  // namespace hadal::sensors
