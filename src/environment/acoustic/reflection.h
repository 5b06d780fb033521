// How much of a plane wave a boundary gives back. Grazing angles in radians, losses in dB >= 0.
//
// Bottom: reflection at a fluid half space (Rayleigh; Brekhovskikh & Lysanov, "Fundamentals of
// Ocean Acoustics", ch. 3),
//   R = (r sin th - sqrt(n^2 - cos^2 th)) / (r sin th + sqrt(n^2 - cos^2 th)),
//   n = (1 + i delta) / nu,
// r the ratio of densities, nu that of sound speeds (bottom to water), delta = attenuation in dB
// per wavelength times ln 10 / (40 pi). Time goes as exp(-i omega t). A solid's shear waves are
// ignored: rock and metal reflect a few dB too much between the critical angles of their two waves.
//
// Surface: water to air reverses the phase; what is lost goes into the bubbles that the wind makes,
//   1.26e-3 U^1.57 f^0.85 / sin th     U >= 6 m/s, f in kHz
// and below 6 m/s the loss at 6 m/s times exp(1.2 (U - 6)) (APL-UW TR 9407, "High-frequency ocean
// environmental acoustic models handbook" (1994), II-21; 10..100 kHz), at most kLargestSurfaceLoss.
// Scattering out of the specular direction by the waves themselves is not subtracted.
#pragma once
#include <complex>
#include <optional>
#include <string>

namespace hadal::environment {

// A fluid half space against the water above it.
struct BottomContrast {
  double density_ratio = 1;
  double speed_ratio = 1;
  double loss = 0;  // delta
};

BottomContrast bottom_contrast(double density_kg_m3, double sound_speed_m_s,
                               double attenuation_db_per_wavelength, double water_density_kg_m3,
                               double water_sound_speed_m_s);

std::complex<double> bottom_reflection(const BottomContrast& bottom, double grazing_rad);
// -20 log10 |R|, at most kLargestBottomLoss_db.
constexpr double kLargestBottomLoss_db = 100;
double reflection_loss_db(const std::complex<double>& coefficient);

constexpr double kLargestSurfaceLoss_db = 15;  // as in TR 9407
double bubble_loss_db(double grazing_rad, double frequency_hz, double wind_speed_m_s);

// Sediments of TR 9407, table 2, by name: rough_rock, rock, cobble, gravel, pebble, sandy_gravel,
// very_coarse_sand, coarse_sand, medium_sand, fine_sand, silty_sand, very_fine_sand, coarse_silt,
// sandy_silt, medium_silt, silt, sandy_clay, clay.
std::optional<BottomContrast> sediment(const std::string& name);
// The same by the mean grain size in phi units, -1 (sandy gravel) to 9 (clay), from the regressions
// behind the table; without the loss, for which the report gives only a table.
struct SedimentRatios {
  double density_ratio = 1, speed_ratio = 1;
};
SedimentRatios sediment_of_grain_size(double phi);

}  // namespace hadal::environment
