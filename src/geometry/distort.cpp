#include "geometry/distort.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "geometry/mass_properties.h"
#include "geometry/refine.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace {

constexpr double kFinestEdge = 0.04;  // of the size
constexpr int kDents = 14;
// of the greatest move
constexpr double kDentFraction = 0.78, kBendFraction = 0.2, kFineFraction = 0.02;
constexpr double kDentSteepness = 1.0 / 3;           // greatest depth over radius
constexpr double kBendWave = 1.6, kFineWave = 0.12;  // of the size
constexpr double kFineOverThickness = 0.1;

// The middle one of the sides of the bounding box: a pipe's width, a plate's breadth.
double middle_side(const TriangleMesh& mesh) {
  const Vec3 size = bounding_box(mesh).size();
  std::array<double, 3> sides = {size.x(), size.y(), size.z()};
  std::sort(sides.begin(), sides.end());
  return sides[1];
}

struct Dent {
  Vec3 place, push;  // m
  double radius_m = 1;
};

// Places are drawn evenly over the surface.
class SurfacePositions {
 public:
  explicit SurfacePositions(const TriangleMesh& mesh) {
    double sum = 0;
    for (size_t t = 0; t < mesh.triangles.size(); ++t)
      upto_.push_back(sum += mesh.area_vector_doubled(t).norm());
  }
  size_t draw(double uniform) const {
    const auto place = std::upper_bound(upto_.begin(), upto_.end(), uniform * upto_.back());
    return std::min<size_t>(static_cast<size_t>(place - upto_.begin()), upto_.size() - 1);
  }

 private:
  std::vector<double> upto_;
};

std::vector<Dent> draw_dents(const TriangleMesh& mesh, const RandomStream& random, double size_m,
                             double deepest_m) {
  const SurfacePositions places(mesh);
  std::vector<Dent> dents;
  for (int i = 0; i < kDents; ++i) {
    const size_t face = places.draw(random.uniform(i, 0));
    const Vec3 inwards = -mesh.area_vector_doubled(face).normalized();
    const double depth_m = deepest_m * (0.3 + 0.7 * random.uniform(i, 1));
    const double radius_m =
        std::max(depth_m / kDentSteepness, size_m * (0.2 + 0.3 * random.uniform(i, 2)));
    dents.push_back({(mesh.corner(face, 0) + mesh.corner(face, 1) + mesh.corner(face, 2)) / 3,
                     depth_m * inwards, radius_m});
  }
  return dents;
}

// One dent after the other, each on what the ones before left.
Vec3 dented(const std::vector<Dent>& dents, Vec3 p) {
  for (const Dent& dent : dents) {
    const double fraction = (p - dent.place).squaredNorm() / (dent.radius_m * dent.radius_m);
    if (fraction < 1) p += (1 - fraction) * (1 - fraction) * dent.push;
  }
  return p;
}

Vec3 at_most(const Vec3& v, double length_m) {
  const double length = v.norm();
  return length > length_m ? Vec3(v * (length_m / length)) : v;
}

// Fine unevenness must not push one side of a wall through the other.
double fine_limit(const TriangleMesh& mesh, double max_m) {
  if (!is_closed(mesh)) return kFineFraction * max_m;
  const double thickness_m = 2 * std::abs(signed_volume(mesh)) / surface_area(mesh);
  return std::min(kFineFraction * max_m, kFineOverThickness * thickness_m);
}

class Bend {
 public:
  Bend(const RandomStream& random, double wavelength_m)
      : x_(random, 0, wavelength_m), y_(random, 1, wavelength_m), z_(random, 2, wavelength_m) {}
  // Each component within (-1, 1) over sqrt 3.
  Vec3 operator()(const Vec3& p) const {
    return Vec3(squashed(x_(p)), squashed(y_(p)), squashed(z_(p))) / std::sqrt(3.0);
  }

 private:
  SmoothNoise x_, y_, z_;
};

// Level of the noise above which the wanted fraction of the surface lies.
double patch_level(const TriangleMesh& mesh, const std::vector<double>& noise, double coverage) {
  std::vector<double> area(mesh.vertices.size(), 0);
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (uint32_t vertex : mesh.triangles[t]) area[vertex] += mesh.area_vector_doubled(t).norm();
  std::vector<size_t> order(noise.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return noise[a] != noise[b] ? noise[a] > noise[b] : a < b; });
  const double wanted = coverage * std::accumulate(area.begin(), area.end(), 0.0);
  double sum = 0;
  for (size_t i : order) {
    sum += area[i];
    if (sum >= wanted) return noise[i];
  }
  return noise[order.back()] - 1;
}

}  // namespace

TriangleMesh distorted(const TriangleMesh& mesh, double extent, uint64_t seed, size_t max_faces) {
  HADAL_CHECK(std::isfinite(extent));
  extent = std::clamp(extent, 0.0, 1.0);
  const double size_m = middle_side(mesh), max_m = extent * kMaxDistortion * size_m;
  if (max_m == 0 || mesh.empty()) return mesh;
  TriangleMesh result = refined(mesh, kFinestEdge * size_m, max_faces);
  const std::vector<Vec3> normals = vertex_normals(result);
  const std::vector<Dent> dents =
      draw_dents(mesh, {seed, "distort", "dents"}, size_m, kDentFraction * max_m);
  const Bend bend({seed, "distort", "bend"}, kBendWave * size_m);
  const FractalNoise fine({seed, "distort", "fine"}, 2, kFineWave * size_m);
  const double fine_m = fine_limit(mesh, max_m);
  for (size_t i = 0; i < result.vertices.size(); ++i) {
    const Vec3 p = result.vertices[i];
    const Vec3 coarse =
        at_most(dented(dents, p) - p, kDentFraction * max_m) + kBendFraction * max_m * bend(p);
    result.vertices[i] += coarse + fine_m * squashed(fine(p)) * normals[i];
  }
  return result;
}

FouledMesh grow_fouling(const TriangleMesh& mesh, double coverage, double thickness_m,
                        uint64_t seed, size_t max_faces) {
  HADAL_CHECK(std::isfinite(coverage) && std::isfinite(thickness_m) && thickness_m >= 0);
  coverage = std::clamp(coverage, 0.0, 1.0);
  FouledMesh result{mesh, std::vector<double>(mesh.vertices.size(), 0.0)};
  const double size_m = middle_side(mesh);
  if (coverage == 0 || thickness_m == 0 || size_m == 0 || mesh.empty()) return result;
  result.mesh = refined(mesh, kFinestEdge * size_m, max_faces);
  const FractalNoise patches({seed, "fouling", "patches"}, 3, 0.5 * size_m);
  const FractalNoise lumps({seed, "fouling", "lumps"}, 3, 0.1 * size_m);
  std::vector<double> noise;
  for (const Vec3& p : result.mesh.vertices) noise.push_back(patches(p));
  const double level = patch_level(result.mesh, noise, coverage);
  const std::vector<Vec3> normals = vertex_normals(result.mesh);
  result.growth_m.assign(noise.size(), 0.0);
  for (size_t i = 0; i < noise.size(); ++i) {
    if (noise[i] <= level) continue;
    const double rim = squashed(4 * (noise[i] - level));  // thin at the rim of a patch
    const double lumpy = 0.6 + 0.4 * squashed(lumps(result.mesh.vertices[i]));
    result.growth_m[i] = thickness_m * rim * lumpy;
    result.mesh.vertices[i] += result.growth_m[i] * normals[i];
  }
  return result;
}

}  // namespace hadal::geometry
