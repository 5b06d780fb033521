// Currents as functions of depth: pure formulae, each for one place. Depth is positive down from
// the mean surface, altitude positive up from the seabed, both in metres; speeds in m/s.
#pragma once
#include <limits>
#include <vector>

#include "world/environment.h"

namespace hadal::environment {

// Stands for "no seabed known here".
constexpr double kNoSeabed = std::numeric_limits<double>::infinity();

// A velocity over depth, linear between strictly rising depths and constant beyond the ends.
class VelocityTable {
 public:
  VelocityTable(const std::vector<double>& depth_m, const std::vector<Vec3>& velocity_N_m_s);
  Vec3 operator()(double depth_m) const;

 private:
  std::vector<double> depth_m_;
  std::vector<Vec3> value_, slope_;  // slope per metre towards the next depth, zero for the last
};

// The factor of a periodic table, t seconds after the start of the simulation.
double periodic_factor(const PeriodicFactor& factor, double time_s);

// Law of the wall, u = (u*/kappa) ln(altitude / z0) with kappa = 0.4 (von Karman). Zero below z0;
// above the layer's thickness the speed at its top holds; zero where neither the altitude nor the
// thickness is finite. Roughness z0 is 1e-4 m (mud) to 1e-2 m (ripples, gravel).
double log_layer_speed(const LogLayerCurrent& layer, double altitude_m);

// u = u_surface ((H - depth) / H)^n for a seabed at H, n = 1/7 by default; the surface speed above
// the surface or without a seabed, zero below the seabed.
double power_law_speed(const PowerLawCurrent& current, double depth_m, double seabed_depth_m);

// Ekman 1905, infinitely deep sea: with a = -pi depth / D, along the wind V0 e^a sin(pi/4 + a), to
// the right of it (north) or left (south) V0 e^a cos(pi/4 + a). At the surface 45 degrees off.
Vec3 ekman_velocity_N(const EkmanCurrent& ekman, double depth_m);

// The spiral of a wind of speed U10 at 10 m: V0 = 0.0127 U10 / sqrt(sin |lat|) and
// D = 7.6 U10 / sqrt(sin |lat|) (Ekman's empirical relations). There is no spiral at the equator:
// latitudes within 10 degrees of it count as 10 degrees.
EkmanCurrent ekman_of_wind(double wind_speed_m_s, double wind_toward_rad, double latitude_rad);

}  // namespace hadal::environment
