// Lamps in the water: what they shed on things, and the cone of lit water before them.
//
//   point or spot   E = I(direction) exp(-c r) / r^2 across the beam. A spot is full within its
//   inner
//                   angle and fades smoothly (3 x^2 - 2 x^3 in the cosine) to nothing at the outer.
//   cone            the part of a line of sight inside a spot's cone, a quadratic.
//   equi-angular    samples along the line uniform in the angle seen from the lamp (Kulla &
//   Fajardo,
//                   "Importance sampling techniques for path tracing in participating media",
//                   2012), which takes out the 1/r^2: three or four suffice.
//
// Positions and directions in any one frame, metres; directions are unit vectors. `attenuation` is
// c' of underwater_light.h, as scattering nearly straight on stays in the beam.
#pragma once
#include <cmath>

#include "environment/optics/phase_function.h"
#include "environment/optics/scalar.h"
#include "math/types.h"

namespace hadal::environment::optics {

template <class T>
T lamp_irradiance(T intensity, T attenuation, T distance) {
  using std::exp;
  return intensity * exp(T(0) - attenuation * distance) / (distance * distance);
}

struct SpotLamp {
  Vec3 position = Vec3::Zero();
  Vec3 axis{1, 0, 0};
  double cos_inner = 1, cos_outer = -1;  // a point lamp: -1 and -1
};

// Fraction of the full intensity in a direction off the axis.
template <class T>
T spot_profile(T cosine, T cos_inner, T cos_outer) {
  constexpr double kSharpest = 1e-6;
  const T width = cos_inner - cos_outer, sharp = T(kSharpest);
  const T x = (cosine - cos_outer) / select(width > sharp, width, sharp);
  const T y = select(x > T(1), T(1), at_least_zero(x));
  return y * y * (T(3) - T(2) * y);
}
double spot_profile(const SpotLamp& lamp, double cosine);
// Intensity per unit of flux (lm to cd, W to W/sr): one over the solid angle, edges counted by
// half.
double intensity_per_flux(const SpotLamp& lamp);

// A part of a ray; empty when end <= begin.
struct Interval {
  double begin = 0, end = 0;
  bool empty() const { return !(end > begin); }
};
// Where origin + t direction, 0 <= t <= length, is inside the lamp's outer cone.
Interval inside_cone(const SpotLamp& lamp, const Vec3& origin, const Vec3& direction,
                     double length);

// Samples between two places of a ray, uniform in the angle seen from a point.
class EquiAngular {
 public:
  EquiAngular(const Vec3& point, const Vec3& origin, const Vec3& direction, const Interval& part);
  struct Sample {
    double t = 0;
    double density = 0;  // per metre
  };
  Sample operator()(double xi) const;

 private:
  double nearest_t_ = 0, distance_ = 0, from_angle_ = 0, to_angle_ = 0;
};

// Radiance scattered once from the lamp into the ray, over the lamp's intensity: the estimate of
// `samples` places, each in its own stratum at `offset` 0..1.
struct LampedWater {
  double scattering = 0;   // b
  double attenuation = 0;  // c'
  TwoTermPhase phase{};
};
double lamp_in_scatter(const SpotLamp& lamp, const LampedWater& water, const Vec3& origin,
                       const Vec3& direction, double length, int samples, double offset);
// The integrand of the above at one place.
double lamp_in_scatter_at(const SpotLamp& lamp, const LampedWater& water, const Vec3& origin,
                          const Vec3& direction, double t);

}  // namespace hadal::environment::optics
