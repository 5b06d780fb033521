#include "geometry/wing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "geometry/mass_properties.h"
#include "geometry/tessellation.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
using Vec2 = Eigen::Vector2d;

struct Naca4 {
  double camber = 0, camber_place = 0, thickness = 0;

  double half_thickness(double x) const {
    return 5 * thickness *
           (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 - 0.1036 * x))));
  }
  // Height and slope of the camber line.
  Vec2 camber_line(double x) const {
    const double p = camber_place;
    if (camber == 0) return {0, 0};
    if (x < p) return camber / (p * p) * Vec2(2 * p * x - x * x, 2 * (p - x));
    return camber / ((1 - p) * (1 - p)) * Vec2(1 - 2 * p + 2 * p * x - x * x, 2 * (p - x));
  }
  // Upper (side +1) or lower (-1) surface.
  Vec2 surface(double x, int side, double thickness_factor) const {
    const Vec2 line = camber_line(x);
    const Vec2 normal = Vec2(-line[1], 1).normalized();
    return Vec2(x, line[0]) + side * thickness_factor * half_thickness(x) * normal;
  }
};

// Simpson's rule in the angle a of x = from + (to - from) (1 - cos a) / 2, which tames the root at
// the leading edge.
double band_area(const Naca4& section, double from, double to) {
  constexpr int kIntervals = 2000;
  double sum = 0;
  for (int i = 0; i <= kIntervals; ++i) {
    const double a = pi * i / kIntervals;
    const double x = from + (to - from) * (1 - std::cos(a)) / 2;
    const double weight = i == 0 || i == kIntervals ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * 2 * section.half_thickness(x) * std::hypot(1.0, section.camber_line(x)[1]) *
           (to - from) / 2 * std::sin(a);
  }
  return sum * pi / kIntervals / 3;
}

// The camber line has a kink in its second derivative at its highest place: integrate up to it and
// from it on.
double section_area(const Naca4& section) {
  return band_area(section, 0, section.camber_place) + band_area(section, section.camber_place, 1);
}

Naca4 parse(std::string_view code, Problems& problems) {
  const bool digits = code.size() == 4 && std::all_of(code.begin(), code.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) {
    problems.add("NACA code '" + std::string(code) + "': expected four digits, e.g. 0012 or 2412");
    return {};
  }
  const Naca4 section{(code[0] - '0') / 100.0, (code[1] - '0') / 10.0,
                      ((code[2] - '0') * 10 + (code[3] - '0')) / 100.0};
  if (section.thickness < 0.01 || section.thickness > 0.40)
    problems.add("NACA code '" + std::string(code) +
                 "': the last two digits are the thickness in percent; expected 01 to 40");
  if (section.camber > 0 && section.camber_place == 0)
    problems.add("NACA code '" + std::string(code) +
                 "': has camber but its position, the second digit, is 0");
  return section;
}

// Closed loop: upper side from trailing to leading edge, then lower side back. 2 n points.
std::vector<Vec2> section_loop(const Naca4& section, int n, double thickness_factor) {
  std::vector<Vec2> loop;
  const auto x_at = [&](int i) { return (1 - std::cos(pi * i / n)) / 2; };
  loop.push_back(Vec2(1, 0));
  for (int i = n - 1; i > 0; --i) loop.push_back(section.surface(x_at(i), 1, thickness_factor));
  loop.push_back(Vec2(0, 0));
  for (int i = 1; i < n; ++i) loop.push_back(section.surface(x_at(i), -1, thickness_factor));
  return loop;
}

double loop_area(const std::vector<Vec2>& loop) {
  double doubled = 0;
  for (size_t i = 0; i < loop.size(); ++i) {
    const Vec2 &a = loop[i], &b = loop[(i + 1) % loop.size()];
    doubled += a.x() * b.y() - a.y() * b.x();
  }
  return std::abs(doubled) / 2;
}

// The area is linear in the thickness: what the upper side gains by the camber, the lower loses.
std::vector<Vec2> exact_loop(const Naca4& section, int n) {
  return section_loop(section, n, section_area(section) / loop_area(section_loop(section, n, 1)));
}

struct WingGrid {
  int chordwise = 6, spanwise = 1;
  int64_t faces() const { return 4 * int64_t{chordwise} * spanwise + 4 * chordwise - 4; }
};

WingGrid grid_at(const WingShape& shape, double step_m) {
  return {pieces((shape.chord_root_m + shape.chord_tip_m) / 2, step_m, 6),
          pieces(shape.span_m, step_m)};
}

void add_ring(TriangleMesh& mesh, const std::vector<Vec2>& loop, const WingShape& shape,
              double fraction) {
  const double chord = shape.chord_root_m + fraction * (shape.chord_tip_m - shape.chord_root_m);
  const double y = fraction * shape.span_m;
  for (const Vec2& point : loop)
    mesh.vertices.push_back({chord * (0.25 - point.x()) - y * std::tan(shape.sweep_rad), y,
                             -chord * point.y() - y * std::tan(shape.dihedral_rad)});
}

void add_skin(TriangleMesh& mesh, uint32_t ring, uint32_t n) {
  for (uint32_t k = 0; k < n; ++k) {
    const uint32_t a = ring + k, b = ring + (k + 1) % n;
    mesh.triangles.push_back({a, b, b + n});
    mesh.triangles.push_back({a, b + n, a + n});
  }
}

// Joins upper and lower points of equal place from the trailing edge to the leading edge.
void add_cap(TriangleMesh& mesh, uint32_t ring, uint32_t n, bool tip) {
  const size_t first = mesh.triangles.size();
  for (uint32_t k = 0; k + 1 <= n / 2; ++k) {
    const uint32_t upper = ring + k, lower = ring + (n - k) % n;
    if (k > 0) mesh.triangles.push_back({upper, lower, upper + 1});
    if (k + 1 < n / 2) mesh.triangles.push_back({lower, ring + n - k - 1, upper + 1});
  }
  if (tip)
    for (size_t i = first; i < mesh.triangles.size(); ++i)
      std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
}

void check_shape(const WingShape& shape, Problems& problems) {
  constexpr double kSteepest = 80 * pi / 180;
  for (const auto& [name, size] : {std::pair{"root chord", shape.chord_root_m},
                                   {"tip chord", shape.chord_tip_m},
                                   {"span", shape.span_m}})
    if (!std::isfinite(size) || size <= 0)
      problems.add("wing: the " + std::string(name) + " is " + std::to_string(size) +
                   " m; expected more than 0");
  for (const auto& [name, angle] :
       {std::pair{"sweep", shape.sweep_rad}, {"dihedral", shape.dihedral_rad}})
    if (!(std::abs(angle) <= kSteepest))
      problems.add("wing: the " + std::string(name) + " is " + std::to_string(angle * 180 / pi) +
                   " degrees; expected -80 to 80");
}

}  // namespace

Result<double> naca_section_area(std::string_view code) {
  Problems problems;
  const Naca4 section = parse(code, problems);
  if (!problems.empty()) return problems;
  return section_area(section);
}

Result<TriangleMesh> naca_wing(std::string_view code, const WingShape& shape, int target_faces) {
  Problems problems;
  const Naca4 section = parse(code, problems);
  check_shape(shape, problems);
  if (!problems.empty()) return problems;
  const double size_m = std::max({shape.chord_root_m, shape.chord_tip_m, shape.span_m});
  const double step_m =
      step_for_faces(size_m, target_faces, [&](double h) { return grid_at(shape, h).faces(); });
  const WingGrid grid = grid_at(shape, step_m);
  const std::vector<Vec2> loop = exact_loop(section, grid.chordwise);
  const auto n = static_cast<uint32_t>(loop.size());
  TriangleMesh mesh;
  for (int i = 0; i <= grid.spanwise; ++i)
    add_ring(mesh, loop, shape, static_cast<double>(i) / grid.spanwise);
  for (int i = 0; i < grid.spanwise; ++i) add_skin(mesh, i * n, n);
  add_cap(mesh, 0, n, false);
  add_cap(mesh, grid.spanwise * n, n, true);
  if (signed_volume(mesh) < 0) turn_inside_out(mesh);
  return mesh;
}

}  // namespace hadal::geometry
