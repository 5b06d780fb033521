#include "geometry/hull/outer_parts.h"

#include <algorithm>
#include <string>

#include "geometry/mass_properties.h"
#include "geometry/parts.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

constexpr size_t kSamples = 16;  // vertices of a part that are looked at

// Evenly over the list of vertices.
std::vector<Vec3> samples(const TriangleMesh& part) {
  std::vector<Vec3> out;
  const size_t count = std::min(kSamples, part.vertices.size());
  for (size_t i = 0; i < count; ++i) out.push_back(part.vertices[i * part.vertices.size() / count]);
  return out;
}

struct Part {
  TriangleMesh mesh;
  Bounds bounds;
};

// How many of the samples lie inside another part.
size_t count_inside(const std::vector<Part>& parts, size_t own, const std::vector<Vec3>& points) {
  size_t inside = 0;
  for (const Vec3& x : points) {
    int winding = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i == own || !parts[i].bounds.overlaps({x, x})) continue;
      winding = std::max(winding, winding_number(parts[i].mesh, x));
    }
    if (winding > 0) ++inside;
  }
  return inside;
}

std::string overlap_message(size_t part, size_t inside, size_t looked_at) {
  return "part " + std::to_string(part + 1) + " of the mesh lies partly inside another part (" +
         std::to_string(inside) + " of " + std::to_string(looked_at) +
         " vertices looked at). Unite the parts into one outer surface, or ask for a fitted "
         "ellipsoid";
}

}  // namespace

Result<OuterParts> outer_parts(const TriangleMesh& mesh) {
  Problems problems;
  const TriangleMesh joined = welded(mesh, 0);
  if (!is_closed(joined)) {
    problems.add(
        "the mesh is not closed: some edges have a face on one side only. Close its holes");
    return problems;
  }
  OuterParts out;
  std::vector<Part> parts;
  for (const auto& faces : find_orientation(joined).parts) {
    Part part{extracted(joined, faces), {}};
    part.bounds = bounding_box(part.mesh);
    if (signed_volume(part.mesh) < 0) {
      turn_inside_out(part.mesh);
      ++out.turned;
    }
    parts.push_back(std::move(part));
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::vector<Vec3> points =
        parts.size() > 1 ? samples(parts[i].mesh) : std::vector<Vec3>{};
    const size_t inside = count_inside(parts, i, points);
    if (inside > 0 && inside < points.size())
      problems.add(overlap_message(i, inside, points.size()));
    if (inside > 0) {
      ++out.inside;
      continue;
    }
    append(out.mesh, parts[i].mesh);
    ++out.kept;
  }
  if (!problems.empty()) return problems;
  return out;
}

}  // namespace hadal::geometry
