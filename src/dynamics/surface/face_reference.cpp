#include "dynamics/surface/face_reference.h"

#include <cmath>

namespace hadal::dynamics {
namespace {

struct Coefficients {
  double linear = 0, quadratic = 0;
};

void add_drag(const FaceIntegrals& part, const Vec3& n, double speed_extra,
              const ReferenceFlow& flow, const Coefficients& c, Vec6& drag, Mat6& damping) {
  if (!(part.area > 0)) return;
  const Vec3 center = part.first_moment / part.area;
  const double m = n.dot(flow.linear + flow.gradient * center) + speed_extra;
  if (!(m < 0)) return;
  const double fading = c.linear * std::exp(-m * m / 2);
  Vec6 s;
  s << n, center.cross(n);
  drag += part.area * m * (fading - c.quadratic * m) * s;
  const double slope = std::fmax(0, fading * (1 - m * m) - 2 * c.quadratic * m);
  damping += part.area * slope * s * s.transpose();
}

}  // namespace

ClippedFace clip_face(const std::array<Vec3, 3>& corner, const std::array<double, 3>& head) {
  ClippedFace out;
  const auto add = [&out](const Vec3& p, double h) {
    out.corner[out.corners] = p;
    out.head[out.corners++] = h;
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (head[i] > 0) add(corner[i], head[i]);
    if ((head[i] > 0) != (head[j] > 0)) {
      const double t = head[i] / (head[i] - head[j]);
      add(corner[i] + t * (corner[j] - corner[i]), 0);
    }
  }
  return out;
}

FaceIntegrals integrate(const ClippedFace& face) {
  FaceIntegrals out;
  for (int i = 1; i + 1 < face.corners; ++i) {
    const Vec3 &a = face.corner[0], &b = face.corner[i], &c = face.corner[i + 1];
    const double ha = face.head[0], hb = face.head[i], hc = face.head[i + 1], h = ha + hb + hc;
    const double area = (b - a).cross(c - a).norm() / 2;
    const Vec3 sum = a + b + c;
    out.area += area;
    out.head += area * h / 3;
    out.head_moment += area / 12 * ((ha + h) * a + (hb + h) * b + (hc + h) * c);
    out.first_moment += area / 3 * sum;
    out.second_moment +=
        area / 12 *
        (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  return out;
}

ReferenceSums reference_sums(const geometry::TriangleMesh& mesh, const ReferenceTask& task) {
  ReferenceSums sums;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    if (!(doubled.norm() > 0)) continue;
    const Vec3 n = doubled.normalized();
    const auto& v = mesh.triangles[t];
    const std::array<Vec3, 3> corner{mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
    const std::array<double, 3> head{task.head[v[0]], task.head[v[1]], task.head[v[2]]};
    const FaceIntegrals wet = integrate(clip_face(corner, head));
    const FaceIntegrals dry = wet.area > 0
                                  ? integrate(clip_face(corner, {-head[0], -head[1], -head[2]}))
                                  : integrate(clip_face(corner, {1, 1, 1}));
    sums.pressure.head<3>() += wet.head * n;
    sums.pressure.tail<3>() += wet.head_moment.cross(n);
    sums.wet_area_m2 += wet.area;
    const Vec3 n2 = n.cwiseProduct(n);
    add_drag(wet, n, task.extra_normal_speed.empty() ? 0 : task.extra_normal_speed[t], task.water,
             {task.drag_linear.dot(n2), task.drag_quadratic.dot(n2)}, sums.drag, sums.damping);
    add_drag(dry, n, 0, task.air, {0, task.air_quadratic}, sums.air, sums.damping);
  }
  return sums;
}

}  // namespace hadal::dynamics
