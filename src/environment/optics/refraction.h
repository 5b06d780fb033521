// Light at the boundary of two clear media.
//
//   index      sea water, Quan & Fry, "Empirical equation for the index of refraction of seawater",
//              Applied Optics 34 (1995): 0..30 degC, 0..35 psu, 400..700 nm, 1.5e-5; at the surface
//              (1e-5 per bar of pressure is left out).
//   direction  Snell; the incident side is that from which the ray comes.
//   Fresnel    exact, per polarisation and their mean; 1 beyond the critical angle.
//   radiance   of a ray that passes grows by the square of the ratio of indices, as its cone
//              narrows: L2 = L1 (1 - R) (n2/n1)^2.
//
// A "ratio" is n of the side the ray comes from over n of the side it goes to. Cosines are with the
// normal and not negative. Templates over the scalar type: see scalar.h.
#pragma once
#include "environment/optics/scalar.h"
#include "math/types.h"

namespace hadal::environment::optics {

constexpr double kIndexOfAir = 1;
constexpr double kIndexOfSeaWater = 1.34;  // 35 psu, 15 degC, middle of the visible

double sea_water_index(double wavelength_nm, double temperature_degc, double salinity_psu);

// Cosine behind the boundary; 0 where no ray passes.
template <class T>
T refracted_cosine(T cosine, T ratio) {
  using std::sqrt;
  return sqrt(at_least_zero(T(1) - ratio * ratio * (T(1) - cosine * cosine)));
}

template <class T>
struct FresnelReflectance {
  T s, p;  // polarised across and in the plane of incidence
  T mean() const { return (s + p) * T(0.5); }
};

// With n1 = ratio and n2 = 1: only their ratio matters.
template <class T>
FresnelReflectance<T> fresnel(T cosine, T ratio) {
  const T passed = refracted_cosine(cosine, ratio);
  const T s = (ratio * cosine - passed) / (ratio * cosine + passed);
  const T p = (cosine - ratio * passed) / (cosine + ratio * passed);
  // At the critical angle and beyond, passed is 0 and both are 1. Along the surface s and p are -1
  // by themselves unless passed is 0 as well.
  const auto none = (passed <= T(0));
  return {select(none, T(1), s * s), select(none, T(1), p * p)};
}

template <class T>
T fresnel_reflectance(T cosine, T ratio) {
  return fresnel(cosine, ratio).mean();
}

template <class T>
T radiance_factor(T ratio) {
  return T(1) / (ratio * ratio);
}

// The unit direction behind the boundary. The normal is a unit vector towards the side the ray
// comes from. False where it is reflected as a whole; `out` is then the reflected direction.
bool refract(const Vec3& direction, const Vec3& normal, double ratio, Vec3& out);
Vec3 reflected(const Vec3& direction, const Vec3& normal);

// Largest angle of incidence at which light passes from the denser side, rad.
double critical_angle(double dense_index, double thin_index);

// Mean reflectance of a flat boundary in light that comes equally from all directions (weighted by
// the cosine): about 0.067 from air onto sea water, 0.48 from below.
double diffuse_reflectance(double ratio);

}  // namespace hadal::environment::optics
