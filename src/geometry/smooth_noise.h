// Smooth random functions of space: sums of plane waves with random directions and phases,
//   f(p) = sqrt(2 / n) sum cos(k_i . p + phase_i),   |k_i| = 2 pi / wavelength.
// Zero mean and unit variance over space, |f| <= sqrt(2 n), slope at most |k| sqrt(2 n). A pure
// function of the random stream and the place.
#pragma once
#include <array>
#include <vector>

#include "base/rng.h"
#include "math/types.h"

namespace hadal::geometry {

class SmoothNoise {
 public:
  static constexpr int kWaves = 12;

  // `layer` tells functions of one stream apart.
  SmoothNoise(const RandomStream& random, int layer, double wavelength_m);
  double operator()(const Vec3& p) const;

 private:
  std::array<Vec3, kWaves> k_;
  std::array<double, kWaves> phase_;
};

// Octaves of the above, each of half the wavelength and half the amplitude of the one before; unit
// variance.
class FractalNoise {
 public:
  FractalNoise(const RandomStream& random, int octaves, double wavelength_m);
  double operator()(const Vec3& p) const;

 private:
  std::vector<SmoothNoise> octaves_;
  double scale_ = 1;
};

// A direction drawn evenly from the sphere.
Vec3 random_direction(const RandomStream& random, int64_t tick);

// Carries the real line smoothly to (-1, 1); about x where x is small.
double squashed(double x);

}  // namespace hadal::geometry
