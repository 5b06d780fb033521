#include "raytrace/smooth.h"

#include <algorithm>
#include <cmath>

namespace hadal::raytrace {
namespace {

struct FaceAtCorner {
  uint32_t face;
  Vec3 weighted;  // unit normal times the angle
};

double angle_at(const geometry::TriangleMesh& mesh, size_t face, int corner) {
  const Vec3 p = mesh.corner(face, corner);
  const Vec3 a = mesh.corner(face, (corner + 1) % 3) - p,
             b = mesh.corner(face, (corner + 2) % 3) - p;
  const double sizes = a.norm() * b.norm();
  return sizes > 0 ? std::acos(std::clamp(a.dot(b) / sizes, -1.0, 1.0)) : 0;
}

Vec3 face_normal(const geometry::TriangleMesh& mesh, size_t face) {
  const Vec3 p = mesh.corner(face, 0);
  const Vec3 n = (mesh.corner(face, 1) - p).cross(mesh.corner(face, 2) - p);
  return n.norm() > 0 ? Vec3(n.normalized()) : Vec3(0, 0, 0);
}

void put(const Vec3& v, float* to) {
  for (int axis = 0; axis < 3; ++axis) to[axis] = static_cast<float>(v[axis]);
}

// Of a face without area the first corner has all.
void set_fractions(const geometry::TriangleMesh& mesh, size_t face, SmoothFace& out) {
  const Vec3 a = mesh.corner(face, 0), ab = mesh.corner(face, 1) - a, ac = mesh.corner(face, 2) - a;
  const double bb = ab.dot(ab), bc = ab.dot(ac), cc = ac.dot(ac), det = bb * cc - bc * bc;
  const double per = det > 0 ? 1 / det : 0;
  put(a, out.corner);
  put((cc * ab - bc * ac) * per, out.to_second);
  put((bb * ac - bc * ab) * per, out.to_third);
}

float slope(const HeightField& field, int i, int j, bool along_x) {
  const int last = (along_x ? field.rows() : field.columns()) - 1, at = along_x ? i : j;
  const int before = std::max(at - 1, 0), after = std::min(at + 1, last);
  const float low = along_x ? field.row(before)[j] : field.row(i)[before];
  const float high = along_x ? field.row(after)[j] : field.row(i)[after];
  return (high - low) / (static_cast<float>(after - before) * static_cast<float>(field.cell_m()));
}

}  // namespace

std::vector<SmoothFace> smooth_faces(const geometry::TriangleMesh& mesh) {
  std::vector<std::vector<FaceAtCorner>> around(mesh.vertices.size());
  std::vector<Vec3> normals(mesh.triangles.size());
  for (size_t face = 0; face < mesh.triangles.size(); ++face) {
    normals[face] = face_normal(mesh, face);
    for (int corner = 0; corner < 3; ++corner)
      around[mesh.triangles[face][static_cast<size_t>(corner)]].push_back(
          {static_cast<uint32_t>(face), normals[face] * angle_at(mesh, face, corner)});
  }
  const double min = std::cos(kCrease_rad);
  std::vector<SmoothFace> out(mesh.triangles.size());
  for (size_t face = 0; face < mesh.triangles.size(); ++face) {
    set_fractions(mesh, face, out[face]);
    for (size_t corner = 0; corner < 3; ++corner) {
      Vec3 sum = Vec3::Zero();
      for (const FaceAtCorner& other : around[mesh.triangles[face][corner]])
        if (normals[other.face].dot(normals[face]) >= min) sum += other.weighted;
      put(sum.norm() > 0 ? Vec3(sum.normalized()) : normals[face], out[face].normals[corner]);
    }
  }
  return out;
}

Eigen::Vector3f corner_fractions(const SmoothFace& face, const Eigen::Vector3f& p) {
  const float x = p.x() - face.corner[0], y = p.y() - face.corner[1], z = p.z() - face.corner[2];
  const auto fraction = [&](const float* to) {
    return std::clamp(to[0] * x + to[1] * y + to[2] * z, 0.0f, 1.0f);
  };
  const float second = fraction(face.to_second), third = fraction(face.to_third);
  return {1 - second - third, second, third};
}

Eigen::Vector3f smooth_normal(const SmoothFace& face, const Eigen::Vector3f& fractions) {
  Eigen::Vector3f n;
  for (int axis = 0; axis < 3; ++axis)
    n[axis] = fractions[0] * face.normals[0][axis] + fractions[1] * face.normals[1][axis] +
              fractions[2] * face.normals[2][axis];
  return n;
}

Eigen::Vector3f smooth_normal(const HeightField& field, float x, float y) {
  const auto cell = static_cast<float>(field.cell_m());
  const float u = std::clamp(x / cell, 0.0f, static_cast<float>(field.rows() - 1));
  const float v = std::clamp(y / cell, 0.0f, static_cast<float>(field.columns() - 1));
  const int i = std::min(static_cast<int>(u), field.rows() - 2);
  const int j = std::min(static_cast<int>(v), field.columns() - 2);
  const float a = u - static_cast<float>(i), b = v - static_cast<float>(j);
  const auto between = [&](bool along_x) {
    const float low = (1 - b) * slope(field, i, j, along_x) + b * slope(field, i, j + 1, along_x);
    const float high =
        (1 - b) * slope(field, i + 1, j, along_x) + b * slope(field, i + 1, j + 1, along_x);
    return (1 - a) * low + a * high;
  };
  return {between(true), between(false), -1};
}

}  // namespace hadal::raytrace
