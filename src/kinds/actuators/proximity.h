// What the ground and walls near a thruster add to its thrust, at the same power. R is the radius of the
// propeller, z the distance from it along the jet to the seabed or to a collision shape of another
// vehicle or object, whichever is nearer.
//
//   jet onto the ground     T / T0 = 1 / (1 - (R / 4z)^2)          Cheeseman & Bennett 1955, ARC R&M 3021
//   ground ahead of inflow  T / T0 = g^(2/3),  g = (1 + sqrt(1 + (R / z)^2 / 8)) / 2
//                           momentum theory, Hsiao & Chirarattananon 2019, IEEE/ASME Trans. Mechatronics 24(5)
//
// The second: water that comes in between wall and propeller draws the wall with rho A (v R / 4z)^2, v the
// speed through the propeller; with T = rho A (2 g v)^2 / 2 and P = T v, g is the root of that balance.
//
// Both laws are for ground square to the jet and z > R / 2, and are held at their value there (1.33 and
// 1.07). On inclined ground we measure z along the jet, which makes them fade as it turns away; no source
// is known for that; a body is taken as a wall of any size. Beyond 4 diameters, where they add 0.1 and 0.03 %, nothing is looked for.
#pragma once
#include "hadal/extension/actuator.h"
#include "math/types.h"

namespace hadal::inline kinds {

double jet_on_ground_factor(double distance_m, double radius_m);
double inflow_at_ground_factor(double distance_m, double radius_m);

// Along a unit vector, found in steps of a quarter of the range; infinite if nothing is within it.
// From below the ground: 0 downward, infinite upward.
double seabed_distance(const extension::Sea& sea, const Vec3& p_N, const Vec3& direction_N,
                       double range_m);

// Product of both, for a propeller at p_B whose thrust points along the unit vector `thrust_B`. 1 above
// the surface of the water.
double proximity_factor(const extension::ActuatorSurroundings& surroundings, const Vec3& p_B,
                        const Vec3& thrust_B, double diameter_m);

}  // namespace hadal::kinds
