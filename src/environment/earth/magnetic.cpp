#include "environment/earth/magnetic.h"

namespace hadal::environment {

Vec3 magnetic_dipole_E_t(const Vec3& p_E) {
  constexpr double kReferenceRadius = 6371.2e3, kNanotesla = 1e-9;
  static const Vec3 moment = kNanotesla * Vec3(-1450.9, 4652.5, -29404.8);  // g11, h11, g10
  const double distance = p_E.norm(), ratio = kReferenceRadius / distance;
  const Vec3 up = p_E / distance;
  return ratio * ratio * ratio * (3 * moment.dot(up) * up - moment);
}

Vec3 magnetic_field_ned_t(const Geodetic& place) {
  return R_E_ned_at(place).transpose() * magnetic_dipole_E_t(ecef_from_geodetic(place));
}

Vec3 magnetic_field_N_t(const LocalFrame& frame, const Vec3& p_N) {
  const Vec3 p_E = ecef_from_geodetic(frame.origin()) + frame.R_EN() * p_N;
  return frame.R_EN().transpose() * magnetic_dipole_E_t(p_E);
}

}  // namespace hadal::environment
