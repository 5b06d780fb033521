// What kinds of sensors, actuators, forces and controllers may ask of the sea, and the plain types in
// which they do. World N is north-east-down with z = 0 at mean sea level, body B forward-right-down;
// 6-vectors are linear first. SI units and radians.
#pragma once
#include <array>

#include "hadal/export.h"

namespace hadal HADAL_API {
namespace extension {

using Vector3 = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  // w, x, y, z
using Twist = std::array<double, 6>;
using Wrench = std::array<double, 6>;

// Origin and axes of a frame in another: X_BS of S in B.
struct Placement {
  Vector3 p{};
  Quaternion q{1, 0, 0, 0};
};

// Motion of a body B in N.
struct Motion {
  Vector3 p_NB_N{};
  Quaternion q_NB{1, 0, 0, 0};
  Twist nu_B{};
  Vector3 a_NB_N{};      // of the origin, mean over the last step
  Vector3 alpha_NB_B{};  // angular
};

// The sea at one moment. Depth is down from z = 0; above it the still water has the values of its
// surface but for the pressure, which is that of the air. Any thread may ask.
class Sea {
 public:
  virtual ~Sea() = default;
  virtual double gravity_m_s2() const = 0;            // at the origin of the world
  virtual Vector3 magnetic_field_N_t() const = 0;     // likewise
  virtual double declination_rad() const = 0;         // of that field, east positive
  virtual double atmospheric_pressure_pa() const = 0;
  // Still water.
  virtual double density_kg_m3(double depth_m) const = 0;
  virtual double temperature_degc(double depth_m) const = 0;
  virtual double salinity_psu(double depth_m) const = 0;
  virtual double sound_speed_m_s(double depth_m) const = 0;
  // Mean along a straight path between two depths: its length over the travel time.
  virtual double mean_sound_speed_m_s(double depth_a_m, double depth_b_m) const = 0;
  virtual double pressure_pa(double depth_m) const = 0;  // absolute
  // Moving water: current and waves.
  virtual Vector3 current_N(const Vector3& p_N) const = 0;
  virtual Vector3 water_velocity_N(const Vector3& p_N) const = 0;  // with the orbital motion of waves
  virtual double surface_elevation_m(double north_m, double east_m) const = 0;  // up from z = 0
  // What the waves add at a point to the pressure of still water, below a surface that is at
  // surface_elevation_m().
  virtual double wave_pressure_pa(const Vector3& p_N, double surface_elevation_m) const = 0;
  virtual Vector3 wind_N(double elevation_m) const = 0;
  virtual double seabed_depth_m(double north_m, double east_m) const = 0;  // infinite without one
  // Latitude and longitude in degrees, elevation in m.
  virtual Vector3 geodetic(const Vector3& p_N) const = 0;
};

}  // namespace extension
}  // namespace hadal HADAL_API
