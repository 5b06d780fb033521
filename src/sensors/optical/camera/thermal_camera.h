// Thermal camera: the temperature a black body would need to send as much light of the band (8 to
// 14 um unless said) as the camera receives. From a surface of temperature T and emissivity e under
// surroundings of temperature T_s, seen through air that transmits t,
//   L = t (e L(T) + (1 - e) L(T_s)) + (1 - t) L(T_air),   apparent temperature = L^-1(L),
// L(T) the band radiance by the exact series of Planck's law (Chang & Rhee, "Blackbody radiation
// functions", 1984). Noise is white in L, with the standard deviation that the rated
// noise-equivalent temperature difference gives at 300 K; so cold surfaces are noisier. Water
// absorbs this band within some ten micrometres: seen from above, the sea is its own skin
// (emissivity near 0.98), and a camera below the surface sees nothing but its port, an even picture
// of the port's temperature. Ports of glass are opaque as well; germanium is not.
#pragma once
#include <span>
#include <vector>

#include "base/rng.h"
#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

// Band radiance of a black body, W m^-2 sr^-1, by series; 100 to 3000 K.
double band_radiance(double temperature_K, double min_wavelength_m, double max_wavelength_m);

struct ThermalModel {
  double min_wavelength_m = 8e-6, max_wavelength_m = 14e-6;
  double netd_K = 0.05;                      // at 300 K; 0: no noise
  double coldest_K = 150, hottest_K = 1000;  // limits of the reading
};

struct ThermalSurroundings {
  double sky_K = 260;  // what surfaces reflect
  double air_K = 288, air_transmission = 1;
  bool submerged = false;
  double port_K = 283;
};

class ThermalCamera {
 public:
  ThermalCamera(const ThermalModel& model, int width_px, int height_px);

  // One entry per pixel in each; apparent_K is written.
  void measure(std::span<const float> surface_K, std::span<const float> emissivity,
               const ThermalSurroundings& around, int64_t frame, const RandomStream& noise,
               std::span<float> apparent_K, ThreadArena& arena) const;
  // By the table that measure() uses: error below 1 mK.
  double radiance(double temperature_K) const;
  double temperature_K(double radiance) const;

 private:
  ThermalModel model_;
  int width_px_, height_px_;
  double noise_radiance_ = 0;
  std::vector<double> table_;  // of L, every kStep_K from the coldest
};

}  // namespace hadal::sensors::camera
