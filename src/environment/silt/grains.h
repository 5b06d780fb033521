// Mineral grains in the water: how fast they settle, and what they do to light and sound.
// Quartz, 2650 kg/m^3, one diameter d; radius a = d / 2. Flocs are not modelled.
//
// Settling (Soulsby, "Dynamics of Marine Sands", 1997, eq. 102), from Stokes' law for silt to gravel:
//   w = nu / d (sqrt(10.36^2 + 1.049 D^3) - 10.36),  D = d (g (s - 1) / nu^2)^(1/3).
//
// Light: grains are large against the wavelength, extinction twice their section (van de Hulst,
// "Light Scattering by Small Particles", 1957): b = 3 / (density d) per kg/m^3. They absorb
//   a / b = 0.08 exp(-0.0123 (wavelength - 443 nm))   (Babin et al., JGR 108, 2003),
// which makes clouds brown.
//
// Sound (Thorne & Meral, "Formulations for the scattering properties of suspended sandy sediments",
// Continental Shelf Research 28, 2008), x = k a, k the wave number:
//   f = x^2 (1 - 0.35 exp(-((x - 1.5) / 0.7)^2)) (1 + 0.5 exp(-((x - 1.8) / 2.2)^2)) / (1 + 0.9 x^2)
//   chi = 0.29 x^4 / (0.95 + 1.28 x^2 + 0.25 x^4)
//   backscattering per volume  s_v = 3 f^2 / (16 pi a density) per kg/m^3, 1/m
//   attenuation of power       3 chi / (2 a density) per kg/m^3, Np/m
// and the friction of grains that do not follow the water (Urick, JASA 20, 1948):
//   phi k (s - 1)^2 g / (g^2 + (s + h)^2),  g = 9 / (4 b a) (1 + 1 / (b a)),  h = (1 + 9 / (2 b a)) / 2,
// phi the fraction of the volume, b = sqrt(omega / (2 nu)). Valid for clouds so thin that grains do
// not hide each other, up to some kg/m^3.
#pragma once

namespace hadal::environment {

constexpr double kGrainDensity_kg_m3 = 2650;

double settling_speed_m_s(double grain_m, double water_density_kg_m3, double viscosity_m2_s,
                          double gravity_m_s2);

// m^2/kg.
inline double grain_scattering_m2_kg(double grain_m) {
  return 3 / (kGrainDensity_kg_m3 * grain_m);
}
// a / b.
double grain_absorption_ratio(double wavelength_nm);

// Per kg/m^3.
struct GrainSound {
  double backscattering_per_m = 0;  // s_v
  double attenuation_per_m = 0;     // of power, one way
};
GrainSound grain_sound(double grain_m, double frequency_hz, double sound_speed_m_s);

}  // namespace hadal::environment
