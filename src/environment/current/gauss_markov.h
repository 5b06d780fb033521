// First-order Gauss-Markov (Ornstein-Uhlenbeck) process, dV/dt = -(V - mean)/T + w, by its exact
// discretisation V' = mean + a (V - mean) + sigma sqrt(1 - a^2) xi, a = exp(-dt/T), xi standard
// normal. The stationary standard deviation is sigma and the correlation at a lag t is exp(-t/T),
// whatever the step.
#pragma once
#include <cmath>

namespace hadal::environment {

struct GaussMarkov {
  double mean = 0;
  double standard_deviation = 0;
  double correlation_time_s = 1;
};

inline double gauss_markov_step(const GaussMarkov& process, double value, double xi, double dt_s) {
  const double a = std::exp(-dt_s / process.correlation_time_s);
  return process.mean + a * (value - process.mean) +
         process.standard_deviation * std::sqrt(1 - a * a) * xi;
}

}  // namespace hadal::environment
