// The waves of a sea: a sum of linear (Airy) components, the one list that lifts hulls, moves the
// water around bodies, shows in pressure readings and is drawn. Constant after load and a pure
// function of time, so that any moment can be asked for in any order.
//
//   elevation  zeta = sum a cos(theta),  theta = k (x cos b + y sin b) - w t + phase
//   w^2 = g k tanh(k h)
//   horizontal velocity  a w cosh k(h-d)/sinh kh cos theta along b, vertical by sin theta,
//   dynamic pressure  rho g a cosh k(h-d)/cosh kh cos theta,  d depth below mean sea level.
// Directions b are headings the waves travel TO, radians. Valid below the surface; between trough
// and crest the caller uses WavePatch (stretched to the real surface).
//
// Phases are reduced to one turn in double precision, so the error does not grow with time: below
// 1e-9 of the amplitude after a year. `factor` scales all amplitudes, for a sea that is raised or
// calmed while the run goes on.
#pragma once
#include <memory>
#include <vector>

#include "math/types.h"

namespace hadal::environment {

struct WaveComponent {
  double amplitude_m = 0;
  double wave_number_rad_m = 0;
  double frequency_rad_s = 0;
  double toward_rad = 0;
  double phase_rad = 0;
};

struct WaveMotion {
  double elevation_m = 0;              // of the surface above the point, up
  Vec3 velocity_N = Vec3::Zero();      // orbital
  Vec3 acceleration_N = Vec3::Zero();  // local derivative of it
  double pressure_pa = 0;              // dynamic part only
};

struct WaveTables;

class WaveField {
 public:
  WaveField() = default;  // calm
  // depth_m: of the water, infinity for a deep sea.
  WaveField(std::vector<WaveComponent> components, double depth_m, double gravity_m_s2,
            double density_kg_m3);

  bool calm() const { return components_.empty(); }
  const std::vector<WaveComponent>& components() const { return components_; }
  double depth_m() const { return depth_m_; }
  double shortest_wave_m() const;                      // infinity if calm
  double variance_m2() const { return variance_m2_; }  // of the elevation

  double elevation(double time_s, double north_m, double east_m, double factor = 1) const;
  // Depths above the mean sea level are evaluated at it: no growth of exp(k z) in crests.
  WaveMotion motion(double time_s, const Vec3& p_N, double factor = 1) const;

  // The components as the kernels take them, padded with zeros to a multiple of eight. Phases count
  // turns: north x + east y - rate t + phase.
  struct Columns {
    std::vector<double> north_turns, east_turns, rate_turns, phase_turns;
    std::vector<double> amplitude_m, wave_number_rad_m, frequency_rad_s;
    std::vector<double> velocity_north, velocity_east, velocity;  // a w / (1 - e^{-2kh}), along b
    std::vector<double> head;                                     // a / (1 + e^{-2kh})
  };
  const Columns& columns() const { return columns_; }

  // Tables for WavePatch, made once for each class of sizes and shared by all its patches. Not for
  // the inside of a step: may allocate.
  std::shared_ptr<const WaveTables> tables(double reach_m) const;

 private:
  struct TableCache;

  std::vector<WaveComponent> components_;
  Columns columns_;
  double depth_m_ = 0;
  double gravity_m_s2_ = 9.81;
  double density_kg_m3_ = 1025;
  double variance_m2_ = 0;
  std::shared_ptr<TableCache> cache_;
};

}  // namespace hadal::environment
