// How a surface under water scatters light: Lambert below a GGX gloss.
//
//   f = c_d / pi (1 - C(n.l)) (1 - C(n.v)) / (1 - C_mean)  +  D V F
//   D = a^2 / (pi ((n.h)^2 (a^2 - 1) + 1)^2),  a = roughness^2          (Walter et al. 2007, GGX)
//   V = 1/2 / (n.l s(n.v) + n.v s(n.l)),  s(c) = sqrt(a^2 + (1 - a^2) c^2)
//                                           (Smith, height-correlated; Heitz 2014)
//   F = F0 + (1 - F0) (1 - l.h)^5                                        (Schlick 1994)
//
// In water the reflectance at normal incidence is that of the interface to water, n_w = 1.34:
//   F0 = ((n - n_w) / (n + n_w))^2,  n = (1 + sqrt F0_air) / (1 - sqrt F0_air)
// A plastic of n = 1.5 falls from 0.040 in air to 0.0032, which is why wet things look dull under
// water. Metals take their albedo as F0; their change in water is below a tenth and left out.
//
// The gloss takes its light from the diffuse part. C bounds the directional albedo of the gloss,
//   C(m) = F0 + (1 - F0) K (1 - m)^3 ((1 - t) (1 - m)^2 + t),
//   K = min(1, 0.045 + 1.2 (1 - roughness)^2),  t = min(roughness / 0.3, 1),
// so that no direction returns more than it got; C_mean is its cosine mean. f is symmetric in l, v.
// Light scattered more than once between facets is left out: a white metal of roughness 1 returns
// 0.31 of what falls on it straight, one of roughness 0.5 0.92.
#if defined(HADAL_SENSORS_OPTICAL_RENDER_BRDF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HADAL_SENSORS_OPTICAL_RENDER_BRDF_INL_H_
#undef HADAL_SENSORS_OPTICAL_RENDER_BRDF_INL_H_
#else
#define HADAL_SENSORS_OPTICAL_RENDER_BRDF_INL_H_
#endif

#include <numbers>

#include "sensors/relief/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {

constexpr float kDielectricF0InWater = 0.0031740f;  // of n = 1.5 in n_w = 1.34
constexpr float kMinRoughness = 0.08f;            // lamps and the sun are points here

HWY_INLINE V fifth_power(V x) {
  return square(square(x)) * x;
}
HWY_INLINE V ggx_density(V cosine_nh, V a2) {
  const V d = cosine_nh * cosine_nh * (a2 - all(1)) + all(1);
  return a2 * all(std::numbers::inv_pi_v<float>) / (d * d);
}
HWY_INLINE V smith_visibility(V cosine_nl, V cosine_nv, V a2) {
  const V rest = all(1) - a2;
  const V l = cosine_nv * hn::Sqrt(a2 + rest * cosine_nl * cosine_nl);
  const V v = cosine_nl * hn::Sqrt(a2 + rest * cosine_nv * cosine_nv);
  return all(0.5f) / hn::Max(l + v, all(1e-7f));
}

// A surface seen from one direction, ready for light from several.
struct Gloss {
  V3 n, to_eye;
  V3 diffuse;  // albedo of the part below the gloss, with what does not depend on the light
  V3 f0;
  V nv, a2;
  V dull, slope, fraction;  // C(m) = dull + slope (1 - m)^3 (share + (1 - share)(1 - m)^2)
};
HWY_INLINE V coupling(const Gloss& g, V cosine) {
  const V m = unit(all(1) - cosine), m2 = m * m;
  return g.dull + g.slope * (m2 * m) * (g.fraction + (all(1) - g.fraction) * m2);
}
// n, to_eye: unit vectors, n.to_eye > 0 (smaller values are taken as 0.02).
HWY_INLINE Gloss gloss_of(V3 n, V3 to_eye, V3 albedo, V roughness, V metallic) {
  const V rough = hn::Max(roughness, all(kMinRoughness)), left = all(1) - metallic;
  const V dielectric = left * all(kDielectricF0InWater);
  Gloss g;
  g.n = n;
  g.to_eye = to_eye;
  g.f0 = albedo * metallic + V3{dielectric, dielectric, dielectric};
  g.nv = hn::Max(dot(n, to_eye), all(0.02f));
  g.a2 = square(square(rough));
  const V f0 = all(kDielectricF0InWater);
  g.dull = f0;
  g.slope = (all(1) - f0) * hn::Min(all(0.045f) + all(1.2f) * square(all(1) - rough), all(1));
  g.fraction = hn::Min(rough * all(1 / 0.3f), all(1));
  const V mean = f0 + g.slope * (all(1.0f / 21) + g.fraction * all(1.0f / 10 - 1.0f / 21));
  g.diffuse = albedo * (left * all(std::numbers::inv_pi_v<float>) * (all(1) - coupling(g, g.nv)) /
                        (all(1) - mean));
  return g;
}

// f n.l for light from the unit direction to_light; 0 from behind.
HWY_INLINE V3 reflected(const Gloss& g, V3 to_light) {
  const V cosine = dot(g.n, to_light), nl = unit(cosine);
  const V3 h = normalised(to_light + g.to_eye);
  const V nh = unit(dot(g.n, h)), lh = unit(dot(to_light, h));
  const V peak = ggx_density(nh, g.a2) * smith_visibility(nl, g.nv, g.a2) * nl;
  const V grazing = fifth_power(all(1) - lh), below = nl * (all(1) - coupling(g, nl));
  const V plain = peak * (all(1) - grazing), rim = peak * grazing;
  return {g.diffuse.x * below + g.f0.x * plain + rim, g.diffuse.y * below + g.f0.y * plain + rim,
          g.diffuse.z * below + g.f0.z * plain + rim};
}
// A leaf sends the fraction `transmission` of its diffuse light to the other side.
HWY_INLINE V3 reflected_by_leaf(const Gloss& g, V transmission, V3 to_light) {
  const V behind = hn::Max(zero() - dot(g.n, to_light), zero());
  const V3 front =
      reflected(g, to_light) - g.diffuse * (transmission * unit(dot(g.n, to_light)) *
                                            (all(1) - coupling(g, unit(dot(g.n, to_light)))));
  return front + g.diffuse * (transmission * behind);
}
// Diffuse light E from all around (irradiance): radiance, by the diffuse part and f0 only.
HWY_INLINE V3 reflected_ambient(const Gloss& g, V3 irradiance) {
  const V3 f = {g.diffuse.x + g.f0.x * all(std::numbers::inv_pi_v<float>),
                g.diffuse.y + g.f0.y * all(std::numbers::inv_pi_v<float>),
                g.diffuse.z + g.f0.z * all(std::numbers::inv_pi_v<float>)};
  return {f.x * irradiance.x, f.y * irradiance.y, f.z * irradiance.z};
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
