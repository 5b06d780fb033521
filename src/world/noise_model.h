// The noise stack every sensor shares. Plain data in the unit of the channel.
#pragma once
#include <limits>

namespace hadal::inline world {

enum class BiasKind { kNone, kRandomWalk, kGaussMarkov };

// The errors of one group of channels, in the order they act. "unit" is the unit of the channel.
struct NoiseModel {
  double misalignment_std_rad = 0;  // small rotation about each axis; groups of three only
  double scale_factor_std = 0;      // relative
  double bias = 0;                  // unit, known, equal on every channel
  double turn_on_bias_std = 0;      // unit, drawn once per run
  BiasKind bias_kind = BiasKind::kNone;
  double bias_random_walk = 0;         // K, unit/s/sqrt(Hz) = unit/sqrt(s); random walk only
  double bias_std = 0;                 // unit, stationary; Gauss-Markov only
  double bias_correlation_time_s = 1;  // Gauss-Markov only
  double white_density = 0;            // N, unit/sqrt(Hz): sample std N/sqrt(dt)
  double white_std = 0;                // unit, per sample, added in quadrature
  double quantum = 0;                  // unit, 0 for none
  double minimum = -std::numeric_limits<double>::infinity();  // unit, saturation
  double maximum = std::numeric_limits<double>::infinity();
};

}  // namespace hadal::world
