// The window between a camera in air and the water. The camera's centre of projection is the origin
// of C; a pixel's ray leaves it through air, glass and water and bends at each face by Snell's law,
// n sin(angle to the normal) = const.
//
// flat: two parallel planes. Rays in water do not meet in one point: seen along the normal, the ray
//   at the angle a in air seems to come from a point behind the outer face at the distance
//   (d tan a + t tan g) / tan w, which grows with a (Treibitz, Schechner, Kunz & Singh, "Flat
//   refractive geometry", 2012). The field of view shrinks to 2 asin(n_air / n_water sin(view /
//   2)).
// dome: two concentric spheres. Rays from their centre pass straight; a camera off the centre sees
//   them bent, symmetric about the line from its own centre to that of the dome.
//
// The inverse, from a point in the water to the ray in air, solves one monotonic equation: the ray
// lies in the plane of the point, the camera and the normal (or the centre of the dome). Relative
// error of the direction below 1e-11, so below 1e-9 px for a focal length of some hundred pixels.
// No reflection, no colour dependence of the indices.
#pragma once
#include <optional>
#include <variant>

#include "base/problem.h"
#include "math/types.h"

namespace hadal::sensors::camera {

struct RefractiveIndices {
  double air = 1.0, glass = 1.49, water = 1.333;  // fresh; cameras take that of their water
};

struct FlatPort {
  double distance_m = 0.02;       // from the camera to the inner face, along the normal
  double thickness_m = 0.005;     // of the glass
  Vec3 normal_C = Vec3::UnitZ();  // unit, towards the water; tilted against z for a tilted port
  RefractiveIndices index;
};

struct DomePort {
  double inner_radius_m = 0.05;
  double thickness_m = 0.005;
  Vec3 centre_C = Vec3::Zero();
  RefractiveIndices index;
};

// Nothing between camera and water, or all of it inside the lens.
struct NoPort {};
using Port = std::variant<NoPort, FlatPort, DomePort>;

struct WaterRay {
  Vec3 origin_C;     // on the outer face
  Vec3 direction_C;  // unit
};

// What is wrong with a port: faces behind the camera, lengths or indices out of range.
Problems check_port(const Port& port);

// The ray in water of a unit direction in air; nothing where it does not pass.
std::optional<WaterRay> ray_in_water(const FlatPort& port, const Vec3& direction_air_C);
std::optional<WaterRay> ray_in_water(const DomePort& port, const Vec3& direction_air_C);
std::optional<WaterRay> ray_in_water(const Port& port, const Vec3& direction_air_C);

// The unit direction in air under which a point beyond the outer face is seen; nothing where it is
// not.
std::optional<Vec3> direction_in_air(const FlatPort& port, const Vec3& p_C);
std::optional<Vec3> direction_in_air(const DomePort& port, const Vec3& p_C);
std::optional<Vec3> direction_in_air(const Port& port, const Vec3& p_C);

// 2 asin(n_air / n_water sin(view / 2)): the effective field of view behind a thin flat port
// (Drones 2019, 3, 1, eq. 26).
double view_in_water_rad(double view_in_air_rad, const RefractiveIndices& index);
// Its inverse; nothing beyond the critical angle.
std::optional<double> view_in_air_rad(double view_in_water_rad, const RefractiveIndices& index);
// The small-angle form 2 atan(n_air / n_water tan(view / 2)), for comparison.
double view_in_water_paraxial_rad(double view_in_air_rad, const RefractiveIndices& index);

}  // namespace hadal::sensors::camera
