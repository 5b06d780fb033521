#include "environment/acoustic/acoustic_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "environment/acoustic/absorption.h"
#include "environment/acoustic/ambient_noise.h"
#include "environment/acoustic/reflection.h"
#include "environment/acoustic/scattering.h"
#include "math/units.h"

namespace hadal::environment {

AcousticField::AcousticField(const Sea& sea, const AcousticConfig& parameters,
                             const MaterialTable& materials)
    : sea_(&sea), parameters_(parameters), profile_(sea.water()) {
  for (const Material& m : materials.materials)
    materials_.push_back({m.density_kg_m3, m.sound_speed_m_s, m.sound_attenuation_db_per_wavelength,
                          m.scattering_strength_db});
}

double AcousticField::mean_sound_speed(double depth_a_m, double depth_b_m) const {
  const double a = std::clamp(depth_a_m, profile_.top(), profile_.bottom()),
               b = std::clamp(depth_b_m, profile_.top(), profile_.bottom());
  return a == b ? sound_speed(a) : std::abs(b - a) / profile_.vertical_time(a, b);
}

double AcousticField::absorption_db_per_m(double frequency_hz, double depth_m) const {
  const WaterColumn& water = sea_->water();
  return environment::absorption_db_per_m(parameters_.absorption, frequency_hz,
                                          {water.temperature(depth_m), water.salinity(depth_m),
                                           std::max(depth_m, 0.0), parameters_.ph});
}

double AcousticField::noise_db(double frequency_hz, double wind_speed_m_s) const {
  return ambient_noise(frequency_hz, parameters_.shipping, wind_speed_m_s).total_db() +
         parameters_.extra_noise_db;
}

double AcousticField::scattering_db(int material, double grazing_rad, double) const {
  return lambert_db(materials_[material].scattering_db, grazing_rad);
}

std::complex<double> AcousticField::reflection(int material, double grazing_rad,
                                               double depth_m) const {
  const AcousticMaterial& m = materials_[material];
  const double depth = std::max(depth_m, 0.0);
  return bottom_reflection(
      bottom_contrast(m.density_kg_m3, m.sound_speed_m_s, m.attenuation_db_per_wavelength,
                      sea_->water().density(depth), sound_speed(depth)),
      grazing_rad);
}

double AcousticField::reflection_loss_db(int material, double grazing_rad, double,
                                         double depth_m) const {
  return environment::reflection_loss_db(reflection(material, grazing_rad, depth_m));
}

double AcousticField::surface_loss_db(double grazing_rad, double frequency_hz,
                                      double wind_speed_m_s) const {
  return bubble_loss_db(grazing_rad, frequency_hz, wind_speed_m_s);
}

double AcousticField::straight_bound_m(double c, double g) const {
  if (g == 0) return kInfinity;
  const double by_angle = 2 * c * parameters_.straight_angle_error_rad / g;
  const double by_time = std::cbrt(24 * parameters_.straight_time_error_s / (g * g)) * c;
  return std::min(by_angle, by_time);
}

// Layers are taken in outward, nearest first; within each ring the largest gradient so far bounds
// the range.
double AcousticField::straight_range_m(double depth_m) const {
  const double depth = std::clamp(depth_m, profile_.top(), profile_.bottom());
  const double c = sound_speed(depth);
  int up = profile_.layer_above(depth), down = profile_.layer_below(depth);
  double reached = 0, steepest = profile_.steepest(depth, depth);
  while (true) {
    const double bound = straight_bound_m(c, steepest);
    const double above = up >= 0 ? depth - profile_.node_depth(up) : kInfinity,
                 below =
                     down < profile_.layers() ? profile_.node_depth(down + 1) - depth : kInfinity;
    if (bound <= std::min(above, below)) return std::max(bound, reached);
    reached = std::min(above, below);
    const int next = above <= below ? --up : ++down;
    if (next >= 0 && next < profile_.layers())
      steepest = std::max(steepest, std::abs(profile_.gradient(next)));
  }
}

}  // namespace hadal::environment
