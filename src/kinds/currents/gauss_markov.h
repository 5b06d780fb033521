// First-order Gauss-Markov (Ornstein-Uhlenbeck) process, dV/dt = -(V - mean)/T + w, by its exact
// discretisation V' = mean + a (V - mean) + sigma sqrt(1 - a^2) xi, a = exp(-dt/T), xi standard
// normal. The stationary standard deviation is sigma and the correlation at a lag t is exp(-t/T),
// whatever the step.
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

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

// A current of such processes: along a direction about a mean, or north and east alike about zero.
struct GaussMarkovCurrent : CurrentConfig {
  double mean_m_s = 0;
  double std_m_s = 0.05;
  double correlation_time_s = 60;
  std::optional<double> toward_rad;  // along this direction only; otherwise north and east alike
  static const StructSchema& schema();

  // The velocity along, right of and down from the direction.
  static constexpr size_t kProcessSize = 3;
  void start_process(const double* xi, double* process) const;
  void step_process(double dt_s, const double* xi, double* process) const;
  Vec3 velocity_everywhere_N(double time_s, const double* process) const;

 private:
  GaussMarkov component(size_t axis) const;
};

}  // namespace hadal::kinds
