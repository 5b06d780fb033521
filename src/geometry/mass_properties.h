// Area, volume, centroid and inertia of the body inside a closed mesh, exact for the polyhedron.
//
// The body is summed from signed tetrahedra (o, a, b, c) over the faces. With D = a . (b x c) and
// s = a + b + c, measured from o,
//   V = sum D / 6,   Int x dV = sum D s / 24,   Int x x^T dV = sum D (s s^T + a a^T + b b^T + c
//   c^T) / 120, I = tr(P) 1 - P  for the covariance P about the centroid.
// o is the middle of the bounding box, so that a body far from its frame's origin loses no digits.
// The sums mean something only for a closed, outward oriented mesh; parts that overlap count twice.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct MassProperties {
  double area_m2 = 0;
  double volume_m3 = 0;  // negative for a mesh that is inside out
  double mass_kg = 0;
  Vec3 centroid = Vec3::Zero();
  Mat3 inertia_kg_m2 = Mat3::Zero();  // about the centroid, along the axes of the mesh's frame
};

MassProperties mass_properties(const TriangleMesh& mesh, double density_kg_m3);

double surface_area(const TriangleMesh& mesh);
double signed_volume(const TriangleMesh& mesh);

struct Bounds {
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();

  Vec3 middle() const { return 0.5 * (lower + upper); }
  Vec3 size() const { return upper - lower; }
  double diagonal() const { return size().norm(); }
  bool overlaps(const Bounds& other) const {
    return (lower.array() <= other.upper.array()).all() &&
           (other.lower.array() <= upper.array()).all();
  }
};

// Of all vertices, whether a face uses them or not; zero for a mesh without vertices.
Bounds bounding_box(const TriangleMesh& mesh);

// Whether the faces have no boundary: each edge is passed as often one way as the other. Edges
// where more than two faces meet are allowed. False for a mesh without faces.
bool is_closed(const TriangleMesh& mesh);

// Swaps the side that counts as outside.
void turn_inside_out(TriangleMesh& mesh);

}  // namespace hadal::geometry
