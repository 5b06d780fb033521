#include "runner/waterplane.h"

#include <array>

#include "dynamics/surface/face_reference.h"

namespace hadal::validation {

Waterplane waterplane(const geometry::TriangleMesh& mesh) {
  Waterplane out;
  Vec3 first = Vec3::Zero(), volume_moment = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    if (!(doubled.norm() > 0)) continue;
    const std::array<Vec3, 3> corner{mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
    const dynamics::FaceIntegrals wet = dynamics::integrate(
        dynamics::clip_face(corner, {corner[0].z(), corner[1].z(), corner[2].z()}));
    const double n_z = doubled.normalized().z();
    out.area_m2 += wet.area * n_z;
    first += wet.first_moment * n_z;
    second += wet.second_moment * n_z;
    out.volume_m3 += wet.head * n_z;
    // Int (x, y, z) dV = Int (x z, y z, z^2 / 2) n_z dA, and z is the head.
    volume_moment +=
        n_z * Vec3(wet.second_moment(0, 2), wet.second_moment(1, 2), wet.second_moment(2, 2) / 2);
  }
  if (out.volume_m3 > 0) out.buoyancy_center_N = volume_moment / out.volume_m3;
  if (out.area_m2 > 0) {
    out.center_N << first.head<2>() / out.area_m2, 0;
    second -= out.area_m2 * out.center_N * out.center_N.transpose();
    out.second_moment.topLeftCorner<2, 2>() = second.topLeftCorner<2, 2>();
  }
  return out;
}

Mat3 Waterplane::stiffness(const Vec3& point_N, double density_kg_m3, double gravity_m_s2) const {
  const Vec3 arm = center_N - point_N;
  const double xx = second_moment(0, 0) + area_m2 * arm.x() * arm.x(),
               yy = second_moment(1, 1) + area_m2 * arm.y() * arm.y(),
               xy = second_moment(0, 1) + area_m2 * arm.x() * arm.y(),
               restoring = volume_m3 * (buoyancy_center_N.z() - point_N.z());
  Mat3 K;
  K << area_m2, area_m2 * arm.y(), -area_m2 * arm.x(),  //
      area_m2 * arm.y(), yy - restoring, -xy,           //
      -area_m2 * arm.x(), -xy, xx - restoring;
  return density_kg_m3 * gravity_m_s2 * K;
}

double Waterplane::metacentric_height_m(const Vec3& gravity_center_N) const {
  return second_moment(1, 1) / volume_m3 - (buoyancy_center_N.z() - gravity_center_N.z());
}

}  // namespace hadal::validation
