#include "geometry/parts/building_blocks.h"

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "base/check.h"
#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace {

TriangleMesh outward(TriangleMesh mesh) {
  if (signed_volume(mesh) < 0)
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

// Joins two rings of n vertices that begin at a and b.
void add_band(TriangleMesh& mesh, uint32_t a, uint32_t b, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t j = (i + 1) % n;
    mesh.triangles.push_back({a + i, a + j, b + j});
    mesh.triangles.push_back({a + i, b + j, b + i});
  }
}

// Joins the ring of n vertices that begins at a with one vertex; `last` closes the other end.
void add_fan(TriangleMesh& mesh, uint32_t a, uint32_t n, const Vec3& pole, bool last) {
  const auto p = static_cast<uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(pole);
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t j = (i + 1) % n;
    mesh.triangles.push_back(last ? std::array{a + i, a + j, p} : std::array{a + j, a + i, p});
  }
}

}  // namespace

TriangleMesh turned(std::span<const ProfilePoint> profile, bool loop, int sectors) {
  HADAL_CHECK(profile.size() >= 3 && sectors >= 3);
  const auto n = static_cast<uint32_t>(sectors);
  TriangleMesh mesh;
  const size_t first = loop ? 0 : 1, end = loop ? profile.size() : profile.size() - 1;
  for (size_t ring = first; ring < end; ++ring)
    for (uint32_t i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      mesh.vertices.emplace_back(profile[ring].radius_m * std::cos(angle),
                                 profile[ring].radius_m * std::sin(angle), profile[ring].z_m);
    }
  const auto rings = static_cast<uint32_t>(end - first);
  for (uint32_t ring = 0; ring + 1 < rings; ++ring) add_band(mesh, ring * n, (ring + 1) * n, n);
  if (loop) {
    add_band(mesh, (rings - 1) * n, 0, n);
  } else {
    add_fan(mesh, 0, n, {0, 0, profile.front().z_m}, false);
    add_fan(mesh, (rings - 1) * n, n, {0, 0, profile.back().z_m}, true);
  }
  return outward(std::move(mesh));
}

TriangleMesh cell_surface(const std::array<int, 3>& cells, const CellFilled& filled,
                          const CellVertex& vertex) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, uint32_t> known;
  const auto at = [&](const std::array<int, 3>& p) {
    const auto [place, fresh] = known.try_emplace(p, mesh.vertices.size());
    if (fresh) mesh.vertices.push_back(vertex(p[0], p[1], p[2]));
    return place->second;
  };
  const auto is_filled = [&](const std::array<int, 3>& c) {
    for (size_t k = 0; k < 3; ++k)
      if (c[k] < 0 || c[k] >= cells[k]) return false;
    return filled(c[0], c[1], c[2]);
  };
  const auto add_side = [&](const std::array<int, 3>& cell, size_t axis, bool high) {
    const size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<uint32_t, 4> corner{};
    for (size_t i = 0; i < 4; ++i) {
      std::array<int, 3> p = cell;
      p[axis] += high;
      p[u] += i == 1 || i == 2;
      p[v] += i >= 2;
      corner[i] = at(p);
    }
    if (!high) std::swap(corner[1], corner[3]);
    mesh.triangles.push_back({corner[0], corner[1], corner[2]});
    mesh.triangles.push_back({corner[0], corner[2], corner[3]});
  };
  std::array<int, 3> c{};
  for (c[0] = 0; c[0] < cells[0]; ++c[0])
    for (c[1] = 0; c[1] < cells[1]; ++c[1])
      for (c[2] = 0; c[2] < cells[2]; ++c[2]) {
        if (!is_filled(c)) continue;
        for (size_t axis = 0; axis < 3; ++axis)
          for (const bool high : {false, true}) {
            std::array<int, 3> next = c;
            next[axis] += high ? 1 : -1;
            if (!is_filled(next)) add_side(c, axis, high);
          }
      }
  return mesh;
}

TriangleMesh rod(const Vec3& from, const Vec3& to, double radius_m, int sides) {
  const double length_m = (to - from).norm();
  const ProfilePoint profile[] = {{0, 0}, {radius_m, 0}, {radius_m, length_m}, {0, length_m}};
  return stood_along(turned(profile, false, sides), from, to - from);
}

TriangleMesh lofted(std::span<const std::vector<Vec3>> sections) {
  HADAL_CHECK(sections.size() >= 2);
  TriangleMesh mesh;
  const auto n = static_cast<uint32_t>(sections.front().size());
  for (const std::vector<Vec3>& section : sections)
    mesh.vertices.insert(mesh.vertices.end(), section.begin(), section.end());
  const auto rings = static_cast<uint32_t>(sections.size());
  for (uint32_t ring = 0; ring + 1 < rings; ++ring) add_band(mesh, ring * n, (ring + 1) * n, n);
  const auto mean = [n](const std::vector<Vec3>& points) {
    return Vec3(std::accumulate(points.begin(), points.end(), Vec3(Vec3::Zero())) / n);
  };
  add_fan(mesh, 0, n, mean(sections.front()), false);
  add_fan(mesh, (rings - 1) * n, n, mean(sections.back()), true);
  return outward(std::move(mesh));
}

TriangleMesh stood_along(const TriangleMesh& mesh, const Vec3& p, const Vec3& direction) {
  return transformed(mesh, {p, Quat::FromTwoVectors(Vec3::UnitZ(), direction)});
}

}  // namespace hadal::geometry
