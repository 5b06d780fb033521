// Light by wavelength: 61 samples from 400 to 700 nm, every 5 nm. Integrals are sums times the
// step.
//
//   observer      CIE 1931, 2 degrees, by the analytic fit of Wyman, Sloan & Shirley, "Simple
//                 analytic approximations to the CIE XYZ color matching functions", J. Computer
//                 Graphics Techniques 2(2), 2013 (the fit of several lobes; within 1 % of the
//                 peaks).
//   linear sRGB   IEC 61966-2-1 primaries. The tristimulus values are scaled per axis, by less than
//                 1 %, so that daylight of 6504 K of luminance Y gives exactly (Y, Y, Y) on this
//                 grid.
//   daylight      CIE D series (CIE 15, components S0, S1, S2), 4000 to 25000 K.
//   black body    Planck, for lamps by their colour temperature.
//   reflectance   Jakob & Hanika, "A low-dimensional function space for efficient spectral
//                 upsampling", Computer Graphics Forum 38(2), 2019: a sigmoid of a quadratic,
//                 smooth and within 0..1 whatever the colour.
//   camera        sensitivities as Gaussians with a wider red side, chosen by eye; typical of a
//                 CMOS sensor with an infrared filter. (Blue, green and red of the cameras of
//                 Jiang, Liu, Gu & Suesstrunk, "What is the space of spectral sensitivity functions
//                 for digital color cameras?", 2013, peak near 475, 525 and 600 nm.)
//
// Spectral radiance is W/(m^2 sr nm), spectral irradiance W/(m^2 nm); luminance cd/m^2 and lux.
#pragma once
#include <array>
#include <cstddef>
#include <span>

namespace hadal::environment::optics {

constexpr size_t kSamples = 61;
constexpr double kFirst_nm = 400, kStep_nm = 5, kLast_nm = 700;
constexpr double kLumensPerWatt = 683;

constexpr double wavelength_nm(size_t sample) {
  return kFirst_nm + kStep_nm * static_cast<double>(sample);
}

struct Spectrum {
  std::array<double, kSamples> values{};

  double& operator[](size_t i) { return values[i]; }
  double operator[](size_t i) const { return values[i]; }
  Spectrum& operator+=(const Spectrum& other) {
    for (size_t i = 0; i < kSamples; ++i) values[i] += other[i];
    return *this;
  }
  Spectrum& operator*=(const Spectrum& other) {
    for (size_t i = 0; i < kSamples; ++i) values[i] *= other[i];
    return *this;
  }
  Spectrum& operator*=(double factor) {
    for (double& v : values) v *= factor;
    return *this;
  }
  friend Spectrum operator+(Spectrum a, const Spectrum& b) { return a += b; }
  friend Spectrum operator*(Spectrum a, const Spectrum& b) { return a *= b; }
  friend Spectrum operator*(double factor, Spectrum a) { return a *= factor; }
};

using Rgb = std::array<double, 3>;
using Xyz = std::array<double, 3>;

// A spectrum from a function of the wavelength in nm.
template <class Function>
Spectrum sampled(const Function& of_nm) {
  Spectrum out;
  for (size_t i = 0; i < kSamples; ++i) out[i] = of_nm(wavelength_nm(i));
  return out;
}
inline Spectrum constant_spectrum(double value) {
  return sampled([=](double) { return value; });
}
// Values every `step_nm` from 400 nm on, up to 700 nm at least, interpolated linearly.
Spectrum sampled_table(std::span<const double> values, double step_nm);
// Linear between samples; the end values hold outside.
double at_wavelength(const Spectrum& spectrum, double nm);
double integral(const Spectrum& spectrum);

// The three matching functions of the observer.
Xyz matching_functions(double nm);
// 683 times the integral against the observer: Y is the luminance or illuminance.
Xyz tristimulus(const Spectrum& light);
double luminance(const Spectrum& light);
Rgb linear_srgb(const Spectrum& light);
Rgb linear_srgb(const Xyz& xyz);
// Colour of a surface in daylight of 6504 K; white is (1, 1, 1).
Rgb reflectance_srgb(const Spectrum& reflectance);

// Planck's law, W/(m^2 sr nm).
Spectrum black_body(double temperature_k);
// Relative, 100 at 560 nm. Temperatures outside 4000..25000 K are held at the ends.
Spectrum daylight(double temperature_k);
// The components of daylight, and the luminance of each: S0 + M1 S1 + M2 S2.
struct DaylightBasis {
  std::array<Spectrum, 3> components;
  std::array<double, 3> luminances;
};
const DaylightBasis& daylight_basis();
// Weights 1, M1, M2 of a chromaticity in the neighbourhood of the daylight locus (Wyszecki &
// Stiles, "Color Science", 1982, 3.3.4).
std::array<double, 3> daylight_weights(double x, double y);
// Chromaticity of daylight of a temperature.
std::array<double, 2> daylight_chromaticity(double temperature_k);
// The light scaled to a luminance.
Spectrum with_luminance(const Spectrum& light, double luminance);

// Sensitivity of the red, green and blue pixels of a camera.
struct CameraResponse {
  Rgb centre_nm{600, 535, 460};
  Rgb short_side_nm{32, 36, 30};  // standard deviations below and above the centre
  Rgb long_side_nm{42, 36, 30};
};
std::array<Spectrum, 3> sensitivities(const CameraResponse& camera);
// What its pixels see of a light, balanced so that daylight of 6504 K of luminance Y gives (Y, Y,
// Y).
Rgb camera_rgb(const Spectrum& light, const CameraResponse& camera = {});

// r(nm) = 1/2 + q / (2 sqrt(1 + q^2)), q = c0 + c1 u + c2 u^2, u = (nm - 550) / 150.
struct ReflectanceCurve {
  std::array<double, 3> c{};
  double operator()(double nm) const;
};
// The curve whose colour in daylight is that of the albedo (linear sRGB, each clamped to
// 0.0005..0.9995); to 1e-3 within the gamut. Some tens of microseconds: once per material, not per
// pixel.
ReflectanceCurve fit_reflectance(const Rgb& albedo);
inline Spectrum upsampled(const Rgb& albedo) {
  return sampled(fit_reflectance(albedo));
}

}  // namespace hadal::environment::optics
