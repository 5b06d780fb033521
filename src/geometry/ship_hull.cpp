#include "geometry/ship_hull.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "geometry/mass_properties.h"
#include "geometry/tessellation.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

struct HullGrid {
  int along = 4, girth = 3, deck = 1;  // pieces from stern to bow, deck edge to keel, half deck
  int ring() const { return 2 * girth + 2 * deck; }
  int64_t faces() const { return 2 * int64_t{along} * ring() + ring(); }
};

HullGrid grid_at(const ShipHull& hull, double step_m) {
  return {2 * pieces(hull.length_m / 2, step_m, 3),
          pieces(hull.depth_m + hull.beam_m / 4, step_m, 3), pieces(hull.beam_m / 2, step_m)};
}

double waterline(const ShipHull& hull, double X) {
  if (X > 0) return 1 - std::pow(X, hull.bow_power);
  return 1 - (1 - hull.transom) * std::pow(-X, hull.stern_power);
}

// Closer together towards bow and keel, where the surface bends.
double eased(double fraction) {
  return std::sin(std::numbers::pi / 2 * fraction);
}

Vec3 side_point(const ShipHull& hull, double X, double Z, double side) {
  const double deck_z = -hull.depth_m / 2 - hull.sheer_m * X * X;
  const double half_breadth = hull.beam_m / 2 * waterline(hull, X);
  return {hull.length_m / 2 * X, side * half_breadth * (1 - std::pow(Z, hull.section_power)),
          deck_z + Z * (hull.depth_m / 2 - deck_z)};
}

// One station: down the right side, up the left, back over the deck.
void add_station(TriangleMesh& mesh, const ShipHull& hull, const HullGrid& grid, double X) {
  for (int i = 0; i < grid.girth; ++i)
    mesh.vertices.push_back(side_point(hull, X, eased(static_cast<double>(i) / grid.girth), 1));
  mesh.vertices.push_back(side_point(hull, X, 1, 0));
  for (int i = grid.girth - 1; i >= 0; --i)
    mesh.vertices.push_back(side_point(hull, X, eased(static_cast<double>(i) / grid.girth), -1));
  for (int i = 1; i < 2 * grid.deck; ++i)
    mesh.vertices.push_back(side_point(hull, X, 0, static_cast<double>(i - grid.deck) / grid.deck));
}

// The skin between two stations. Left mirrors right, and the bow half the stern half. Diagonals run
// from the upper corner amidships to the lower one at the end: where the hull ends in a line, the
// other diagonal would put a face of the right side upon one of the left, a fold without volume.
void add_skin(TriangleMesh& mesh, int station, const HullGrid& grid) {
  const auto n = static_cast<uint32_t>(grid.ring()), keel = static_cast<uint32_t>(grid.girth);
  const uint32_t ring = station * n;
  const bool bow = 2 * station >= grid.along;
  for (uint32_t k = 0; k < n; ++k) {
    const uint32_t a = ring + k, b = ring + (k + 1) % n;
    std::array<uint32_t, 4> c = {a, b, b + n, a + n};
    if ((k >= keel) == bow) c = {c[1], c[2], c[3], c[0]};
    mesh.triangles.push_back({c[0], c[1], c[2]});
    mesh.triangles.push_back({c[0], c[2], c[3]});
  }
}

// The station at the stern is flat and convex: a fan from its middle.
void add_transom(TriangleMesh& mesh, const ShipHull& hull, uint32_t n) {
  const auto middle = static_cast<uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(side_point(hull, -1, 0.4, 0));
  for (uint32_t k = 0; k < n; ++k) mesh.triangles.push_back({middle, (k + 1) % n, k});
}

void check(const ShipHull& hull, Problems& problems) {
  const auto within = [&](const char* name, double value, double low, double high) {
    if (!(value >= low && value <= high))
      problems.add("ship hull: " + std::string(name) + " is " + std::to_string(value) +
                   "; expected " + std::to_string(low) + " to " + std::to_string(high));
  };
  constexpr double kMin = 1e-3, kMax = 1e4;
  within("length_m", hull.length_m, kMin, kMax);
  within("beam_m", hull.beam_m, kMin, kMax);
  within("depth_m", hull.depth_m, kMin, kMax);
  within("section_power", hull.section_power, 1, 20);
  within("bow_power", hull.bow_power, 1, 20);
  within("stern_power", hull.stern_power, 1, 20);
  within("transom", hull.transom, 0, 1);
  within("sheer_m", hull.sheer_m, 0, kMax);
}

}  // namespace

double ship_hull_volume(const ShipHull& hull) {
  const double e = 1 - hull.transom, f = hull.bow_power, a = hull.stern_power;
  const double lengths = 2 - 1 / (f + 1) - e / (a + 1);
  const double sheers = 2.0 / 3 - 1 / (f + 3) - e / (a + 3);
  return hull.beam_m * hull.length_m / 2 * hull.section_power / (hull.section_power + 1) *
         (hull.depth_m * lengths + hull.sheer_m * sheers);
}

Result<TriangleMesh> ship_hull(const ShipHull& hull, int target_faces) {
  Problems problems;
  check(hull, problems);
  if (!problems.empty()) return problems;
  const double size_m = std::max({hull.length_m, hull.beam_m, hull.depth_m});
  const double step_m =
      step_for_faces(size_m, target_faces, [&](double h) { return grid_at(hull, h).faces(); });
  const HullGrid grid = grid_at(hull, step_m);
  TriangleMesh mesh;
  for (int i = 0; i <= grid.along; ++i)
    add_station(mesh, hull, grid, i == grid.along ? 1 : -1 + 2.0 * i / grid.along);
  for (int i = 0; i < grid.along; ++i) add_skin(mesh, i, grid);
  if (hull.transom > 0) add_transom(mesh, hull, grid.ring());
  mesh = welded(mesh, 0);
  if (signed_volume(mesh) < 0) turn_inside_out(mesh);
  const double factor = ship_hull_volume(hull) / signed_volume(mesh);
  for (Vec3& vertex : mesh.vertices) vertex.y() *= factor;
  return mesh;
}

}  // namespace hadal::geometry
