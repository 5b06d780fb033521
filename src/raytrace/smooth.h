// Normals of smooth surfaces, for shading: as if faces were curved between their corners.
//
// Meshes: at a corner of a face the mean of the normals of the faces around it, weighted by their
// angle there (Thuermer & Wuethrich, "Computing vertex normals from polygonal facets", 1998), of
// those only that lean less than kCrease against the face, so that edges of boxes stay edges.
// Between the corners linear. Height fields: slopes at the nodes by central differences, between
// them bilinear.
#pragma once
#include <vector>

#include "geometry/triangle_mesh.h"
#include "raytrace/height_field.h"

namespace hadal::raytrace {

constexpr double kCrease_rad = 0.7;  // 40 degrees

// A face ready for shading. The fraction of the second corner at a place p is to_second.(p -
// corner), that of the third likewise; the first has the rest.
struct SmoothFace {
  float corner[3], to_second[3], to_third[3];
  float normals[3][3];  // unit normals at the corners
};
std::vector<SmoothFace> smooth_faces(const geometry::TriangleMesh& mesh);

// Shares of the corners at a place of the face (barycentric, 0..1); p in the frame of the mesh.
Eigen::Vector3f corner_fractions(const SmoothFace& face, const Eigen::Vector3f& p);
// Normal there, not of unit length.
Eigen::Vector3f smooth_normal(const SmoothFace& face, const Eigen::Vector3f& fractions);
// Normal of a field at a place (x, y), up (-z), not of unit length.
Eigen::Vector3f smooth_normal(const HeightField& field, float x, float y);

}  // namespace hadal::raytrace
