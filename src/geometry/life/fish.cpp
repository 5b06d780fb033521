#include "geometry/life/fish.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "geometry/geodesic.h"
#include "geometry/life/loft.h"
#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;

// Shares of the length, along counted from the nose; heights over half the height of the body.
struct FishForm {
  double height;     // usual, of the length
  double width;      // of the height
  double deepest;    // where the body is highest
  double body_end;   // where the tail fin begins
  double peduncle;   // height there, of the height of the body
  double snout;      // bluntness: exponent of the head, 0.5 an ellipse, 1 a cone
  double tail_span;  // of the length
  double tail_fork;  // depth of the fork, of the length of the tail fin
  double dorsal_from, dorsal_to, dorsal_height;  // height of the length
  double anal_from, anal_to, anal_height;
  double eye;  // radius, of the length
};

constexpr FishForm kForms[] = {
    {0.22, 0.72, 0.36, 0.86, 0.14, 0.66, 0.26, 0.62, 0.36, 0.62, 0.060, 0.56, 0.74, 0.050, 0.016},
    {0.46, 0.36, 0.36, 0.82, 0.24, 0.72, 0.32, 0.40, 0.28, 0.78, 0.085, 0.52, 0.78, 0.080, 0.024},
    {0.24, 0.74, 0.30, 0.86, 0.24, 0.55, 0.21, 0.08, 0.28, 0.80, 0.065, 0.48, 0.80, 0.055, 0.018},
    {0.13, 0.80, 0.40, 0.87, 0.34, 0.85, 0.19, 0.55, 0.62, 0.76, 0.050, 0.62, 0.76, 0.048, 0.014}};

// Half height of the body over half its largest, 0 at the nose.
double body_profile(const FishForm& form, double along) {
  if (along <= form.deepest) {
    const double a = 1 - along / form.deepest;
    return std::pow(std::max(0.0, 1 - a * a), form.snout);
  }
  const double b = std::min(1.0, (along - form.deepest) / (form.body_end - form.deepest));
  const double c = std::cos(0.5 * pi * b);
  return form.peduncle + (1 - form.peduncle) * std::pow(c, 1.4);
}

// The belly hangs a little lower than the back stands.
double body_middle(const FishForm& form, double along) {
  return 0.08 * std::sin(pi * std::min(1.0, along / form.body_end));
}

struct FishBuilder {
  const FishForm& form;
  double length_m, half_height_m;
  FishMesh result;

  double x_at(double along) const { return length_m * (0.5 - along); }
  double back_z(double along) const {
    return half_height_m * (body_middle(form, along) - body_profile(form, along));
  }
  double belly_z(double along) const {
    return half_height_m * (body_middle(form, along) + body_profile(form, along));
  }
  void mark(FishPart part) { result.parts.resize(result.mesh.vertices.size(), part); }
};

// From the tail to the nose, along +x = y cross z; rings closer together at the head.
void add_body(FishBuilder& b, int rings, int sides) {
  std::vector<LoftRing> loft;
  for (int k = rings; k >= 1; --k) {
    const double along = b.form.body_end * std::pow(double(k) / rings, 1.35);
    const double half = b.half_height_m * body_profile(b.form, along);
    // The tail is flatter than the chest.
    const double flat = b.form.width * (1 - 0.55 * std::pow(along / b.form.body_end, 2));
    loft.push_back({{b.x_at(along), 0, b.half_height_m * body_middle(b.form, along)},
                    {0, half * flat, 0},
                    {0, 0, half}});
  }
  add_loft(b.result.mesh, loft, loft.front().centre - Vec3(0.01 * b.length_m, 0, 0),
           {b.x_at(0), 0, 0}, sides);
  b.mark(FishPart::kBody);
}

// A fin between a base line in the body and a free edge: a wedge, closed.
void add_fin(FishBuilder& b, const std::vector<Vec3>& base, const std::vector<Vec3>& edge,
             const Vec3& half_thickness) {
  TriangleMesh fin;
  const auto n = static_cast<uint32_t>(base.size());
  for (const Vec3& p : base) fin.vertices.push_back(p + half_thickness);
  for (const Vec3& p : base) fin.vertices.push_back(p - half_thickness);
  for (const Vec3& p : edge) fin.vertices.push_back(p);
  const auto quad = [&](uint32_t i, uint32_t j, uint32_t k, uint32_t l) {
    fin.triangles.push_back({i, j, k});
    fin.triangles.push_back({i, k, l});
  };
  for (uint32_t i = 0; i + 1 < n; ++i) {
    quad(i, i + 1, 2 * n + i + 1, 2 * n + i);
    quad(n + i + 1, n + i, 2 * n + i, 2 * n + i + 1);
    quad(i + 1, i, n + i, n + i + 1);
  }
  fin.triangles.push_back({0, 2 * n, n});
  fin.triangles.push_back({n - 1, 2 * n - 1, 3 * n - 1});
  if (signed_volume(fin) < 0) turn_inside_out(fin);
  append(b.result.mesh, fin);
  b.mark(FishPart::kFin);
}

// side -1: on the back, +1: under the belly. Highest at its front third, swept back.
void add_median_fin(FishBuilder& b, double from, double to, double height, double side, int n) {
  std::vector<Vec3> base, edge;
  for (int i = 0; i <= n; ++i) {
    const double s = double(i) / n, along = from + (to - from) * s;
    const double z = side < 0 ? b.back_z(along) : b.belly_z(along);
    const double rise =
        height * b.length_m * (0.08 + 0.92 * std::sin(pi * std::pow(0.05 + 0.9 * s, 0.6)));
    base.push_back({b.x_at(along), 0, z - side * 0.12 * b.half_height_m});
    edge.push_back({b.x_at(along) - 0.55 * rise, 0, z + side * rise});
  }
  add_fin(b, base, edge, {0, 0.004 * b.length_m, 0});
}

void add_tail(FishBuilder& b, int n) {
  const double root = b.form.body_end - 0.015, reach = 1 - b.form.body_end;
  const double half_root = 0.9 * b.half_height_m * b.form.peduncle;
  std::vector<Vec3> base, edge;
  for (int i = 0; i <= n; ++i) {
    const double s = 2.0 * i / n - 1;  // from the upper lobe to the lower
    const double back = 1 - b.form.tail_fork * std::pow(1 - std::abs(s), 1.3);
    base.push_back({b.x_at(root), 0, half_root * s});
    edge.push_back({b.x_at(b.form.body_end + reach * back), 0,
                    0.5 * b.form.tail_span * b.length_m * s * (0.55 + 0.45 * std::abs(s))});
  }
  add_fin(b, base, edge, {0, 0.005 * b.length_m, 0});
}

void add_pectoral_fins(FishBuilder& b, int n) {
  const double along = 0.27, size = 0.11 * b.length_m;
  const double half_width = b.half_height_m * body_profile(b.form, along) * b.form.width;
  for (const double side : {-1.0, 1.0}) {
    std::vector<Vec3> base, edge;
    for (int i = 0; i <= n; ++i) {
      const double s = double(i) / n;
      const Vec3 foot(b.x_at(along + 0.01 * s), side * 0.85 * half_width,
                      b.half_height_m * (0.12 + 0.22 * s));
      const double reach = size * (0.55 + 0.45 * std::sin(pi * (0.25 + 0.6 * s)));
      base.push_back(foot);
      edge.push_back(foot + Vec3(-0.8 * reach, side * 0.45 * reach, 0.45 * reach * (s + 0.3)));
    }
    add_fin(b, base, edge, {0.002 * b.length_m, side * 0.003 * b.length_m, 0});
  }
}

void add_eyes(FishBuilder& b, int faces_each) {
  const double along = 0.42 * b.form.deepest * 0.62;
  const double half = b.half_height_m * body_profile(b.form, along);
  const double radius = b.form.eye * b.length_m;
  const TriangleMesh ball = geodesic(faces_each);
  for (const double side : {-1.0, 1.0}) {
    // On the flank, where the section is 0.35 of its half height above the middle.
    const Vec3 centre(b.x_at(along), side * half * b.form.width * 0.92,
                      b.half_height_m * body_middle(b.form, along) - 0.35 * half);
    TriangleMesh eye = ball;
    for (Vec3& p : eye.vertices) p = centre + radius * Vec3(p.x(), 0.3 * p.y(), p.z());
    append(b.result.mesh, eye);
    b.mark(FishPart::kEye);
  }
}

struct FishDetail {
  int rings, sides, fin, eye_faces;
  int faces() const {  // four median and tail fins, two pectoral ones
    const int fins = 3 * (6 * fin + 2) + (fin > 1 ? 2 * (6 * (fin / 2) + 2) : 0);
    return loft_faces(static_cast<size_t>(rings), sides) + fins + 2 * eye_faces;
  }
};
constexpr FishDetail kFishDetails[] = {{40, 28, 16, 80}, {28, 20, 12, 80}, {20, 16, 8, 80},
                                       {14, 12, 6, 20},  {10, 8, 4, 20},   {6, 6, 2, 0},
                                       {4, 4, 1, 0}};

}  // namespace

double usual_fish_height(FishKind kind) {
  return kForms[static_cast<int>(kind)].height;
}

FishMesh fish(FishKind kind, double length_m, double height_m, int target_faces) {
  HADAL_CHECK(length_m > 0 && height_m > 0);
  FishDetail detail = kFishDetails[0];
  for (const FishDetail& candidate : kFishDetails) {
    detail = candidate;
    if (detail.faces() <= target_faces) break;
  }
  FishBuilder b{kForms[static_cast<int>(kind)], length_m, 0.5 * height_m, {}};
  add_body(b, detail.rings, detail.sides);
  add_tail(b, detail.fin);
  add_median_fin(b, b.form.dorsal_from, b.form.dorsal_to, b.form.dorsal_height, -1, detail.fin);
  add_median_fin(b, b.form.anal_from, b.form.anal_to, b.form.anal_height, 1, detail.fin);
  if (detail.fin > 1) add_pectoral_fins(b, detail.fin / 2);
  if (detail.eye_faces > 0) add_eyes(b, detail.eye_faces);
  return std::move(b.result);
}

}  // namespace hadal::geometry
