// The plain version of face_kernel.h: double precision, face after face, by clipping polygons. The
// oracle of the fast kernel, and what rare questions are answered with.
#pragma once
#include <array>
#include <span>

#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::dynamics {

// The part of a triangle where the head is positive (or, with negated heads, negative).
struct ClippedFace {
  std::array<Vec3, 4> corner;
  std::array<double, 4> head{};
  int corners = 0;  // 0, 3 or 4
};
ClippedFace clip_face(const std::array<Vec3, 3>& corner, const std::array<double, 3>& head);

// Integrals over a clipped face.
struct FaceIntegrals {
  double area = 0;
  double head = 0;                    // Int h dA
  Vec3 head_moment = Vec3::Zero();    // Int h r dA
  Vec3 first_moment = Vec3::Zero();   // Int r dA
  Mat3 second_moment = Mat3::Zero();  // Int r r^T dA
};
FaceIntegrals integrate(const ClippedFace& face);

// v = linear + gradient r, relative to the body, r from the origin of the mesh's frame.
struct ReferenceFlow {
  Vec3 linear = Vec3::Zero();
  Mat3 gradient = Mat3::Zero();
};

struct ReferenceTask {
  std::span<const double> head;  // by vertex of the mesh
  ReferenceFlow water, air;
  Vec3 drag_linear = Vec3::Zero(), drag_quadratic = Vec3::Zero();
  double air_quadratic = 0;                      // times density of air over that of water
  std::span<const double> extra_normal_speed{};  // by triangle, or empty
};

// The sums of FaceSums, about the origin of the mesh's frame.
struct ReferenceSums {
  Vec6 pressure = Vec6::Zero(), drag = Vec6::Zero(), air = Vec6::Zero();
  Mat6 damping = Mat6::Zero();
  double wet_area_m2 = 0;
};
ReferenceSums reference_sums(const geometry::TriangleMesh& mesh, const ReferenceTask& task);

}  // namespace hadal::dynamics
