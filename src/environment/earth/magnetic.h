// The Earth's magnetic field as a centred tilted dipole with the first-degree coefficients of
// IGRF-13 at 2020.0: B(r) = (a/r)^3 (3 (m . r^) r^ - m), m = (g11, h11, g10), a = 6371.2 km.
// The strength is within about 30 % of the real field and the declination within some tens of
// degrees: good for a consistent compass, not for finding one's way on a real map.
#pragma once
#include "environment/earth/geodesy.h"

namespace hadal::environment {

// Tesla, expressed in the Earth-centred frame E.
Vec3 magnetic_dipole_E_t(const Vec3& p_E);

// Tesla, north-east-down at the place itself.
Vec3 magnetic_field_ned_t(const Geodetic& place);

// Tesla, expressed in the world frame N, at a place given in N.
Vec3 magnetic_field_N_t(const LocalFrame& frame, const Vec3& p_N);

}  // namespace hadal::environment
