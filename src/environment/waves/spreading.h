// Spread of the directions of a random sea about its mean, D(theta) with integral 1:
//   cos_2s       C(s) cos^2s(theta / 2) over the whole circle, C = Gamma(s+1) / (2 sqrt(pi)
//                Gamma(s+1/2))  (Longuet-Higgins, Cartwright and Smith 1963); mean cosine s/(s+1)
//   cos_squared  (2/pi) cos^2(theta) within 90 degrees  (ITTC)
//   none         all waves go one way
#pragma once
#include <vector>

#include "scenario/waves_config.h"

namespace hadal::environment {

// C(s) of cos_2s.
double spreading_normaliser(double exponent);

// Density per radian; for `none` there is none.
double spreading_density(SpreadingShape shape, double exponent, double theta_rad);

// The angle below which a given fraction of the energy lies, to 1e-6 rad.
class SpreadingQuantile {
 public:
  SpreadingQuantile(SpreadingShape shape, double exponent);
  double operator()(double fraction) const;

 private:
  double end_rad_ = 0;              // the angles run from -end to end
  std::vector<double> cumulative_;  // at evenly spaced angles; empty: always zero
};

}  // namespace hadal::environment
