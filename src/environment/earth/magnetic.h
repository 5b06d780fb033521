// The Earth's magnetic field, at a place given in the Earth-centred frame E.
//
// World Magnetic Model 2025: the main field to degree 12 with its secular variation,
//   B = -grad V,  V = a sum_n (a/r)^(n+1) sum_m (g cos m lon + h sin m lon) P_n^m(sin lat'),
// g and h linear in time, summed by GeographicLib. Valid from 2025.0 to 2030.0; other years have
// the field of the nearer end. The real field has a standard deviation of some 0.13 uT about it in
// each component, 0.3 to 0.45 degrees in declination where the horizontal field is above 15 uT
// (WMM2025 report, section 3); crust and magnetic storms are not in it.
//
// The dipole: a centred tilted dipole with the first-degree coefficients of IGRF-13 at 2020.0,
// B(r) = (a/r)^3 (3 (m . r^) r^ - m), m = (g11, h11, g10), a = 6371.2 km. Its strength is within
// about 30 % of the real field, its declination within some tens of degrees. For comparisons with
// other simulators.
#pragma once
#include "environment/earth/geodesy.h"
#include "scenario/environment_config.h"

namespace hadal::environment {

// Tesla, expressed in E.
Vec3 magnetic_dipole_E_t(const Vec3& p_E);
// Of the decimal year.
Vec3 world_magnetic_model_E_t(const Vec3& p_E, double year);
Vec3 magnetic_field_E_t(MagneticModel model, const Vec3& p_E, double year);

// Tesla, north-east-down at the place itself.
Vec3 magnetic_field_ned_t(MagneticModel model, const Geodetic& place, double year);

// Whether the World Magnetic Model covers the year.
bool magnetic_model_covers(double year);

}  // namespace hadal::environment
