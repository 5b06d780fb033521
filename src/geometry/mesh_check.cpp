#include "geometry/mesh_check.h"

#include <cmath>
#include <cstdio>
#include <tuple>

#include "geometry/edges.h"
#include "geometry/face_repair.h"
#include "geometry/overlap.h"
#include "geometry/parts.h"
#include "geometry/weld.h"

namespace hadal::geometry {
namespace {

constexpr double kWeldTolerance = 1e-6;  // of the size
constexpr double kMinArea = 1e-14;     // of the size squared
constexpr double kSliverAspect = 1000;
constexpr double kThinnestFace = 1e-9;  // mean thickness over size of what encloses a volume
constexpr double kLikelyMin = 0.005, kLikelyMax = 600;  // m

std::string location_text(const Vec3& p) {
  char text[80];
  std::snprintf(text, sizeof text, "(%.4g, %.4g, %.4g) m", p.x(), p.y(), p.z());
  return text;
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// Nothing of a mesh with coordinates that are not numbers can be checked.
bool all_finite(const TriangleMesh& mesh) {
  for (const Vec3& vertex : mesh.vertices)
    if (!vertex.allFinite()) return false;
  return true;
}

void turn(std::array<uint32_t, 3>& triangle) {
  std::swap(triangle[1], triangle[2]);
}

void count_edges(const TriangleMesh& mesh, MeshReport& report) {
  const std::vector<EdgeUse> edges = sorted_edges(mesh);
  std::vector<std::array<uint32_t, 3>> open;
  for_each_edge(edges, [&](const EdgeUse* first, const EdgeUse* last) {
    const auto uses = last - first;
    if (uses == 1) open.push_back({first->low, first->high, first->low});
    if (uses <= 2) return;
    ++report.non_manifold_edges;
    if (edge_balance(first, last) != 0) ++report.unbalanced_edges;
    if (!report.non_manifold_place)
      report.non_manifold_place = 0.5 * (mesh.vertices[first->low] + mesh.vertices[first->high]);
  });
  report.open_edges = open.size();
  report.holes = connected_groups(mesh, open);
}

size_t count_slivers(const TriangleMesh& mesh) {
  size_t slivers = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    double longest = 0;
    for (int k = 0; k < 3; ++k)
      longest = std::max(longest, (mesh.corner(t, k) - mesh.corner(t, (k + 1) % 3)).squaredNorm());
    if (longest > kSliverAspect * mesh.area_vector_doubled(t).norm()) ++slivers;
  }
  return slivers;
}

std::vector<MeshPart> make_parts(const TriangleMesh& mesh, const Orientation& orientation) {
  std::vector<MeshPart> parts;
  for (const auto& faces : orientation.parts) {
    MeshPart part{extracted(mesh, faces), {}, false, 0};
    part.bounds = bounding_box(part.mesh);
    part.closed = is_closed(part.mesh);
    part.volume_m3 = signed_volume(part.mesh);
    parts.push_back(std::move(part));
  }
  return parts;
}

bool bounds_cavity(const std::vector<MeshPart>& parts, size_t i) {
  for (size_t j = 0; j < parts.size(); ++j)
    if (i != j && parts[j].closed && is_inside(parts[i], parts[j])) return true;
  return false;
}

void turn_part(MeshPart& part) {
  turn_inside_out(part.mesh);
  part.volume_m3 = -part.volume_m3;
}

// A part of negative volume inside another bounds a cavity of it; else it is inside out.
void turn_parts(TriangleMesh& mesh, const Orientation& orientation, std::vector<MeshPart>& parts,
                MeshReport& report) {
  std::vector<bool> turned(parts.size(), false);
  double volume_m3 = 0;
  for (const MeshPart& part : parts) volume_m3 += part.closed ? part.volume_m3 : 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].closed) continue;
    if (volume_m3 < 0) {
      turn_part(parts[i]);
      turned[i] = true;
    }
    if (parts[i].volume_m3 >= 0) continue;
    if (bounds_cavity(parts, i)) {
      ++report.cavities;
      continue;
    }
    turn_part(parts[i]);
    turned[i] = !turned[i];
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!turned[i]) continue;
    ++report.turned_parts;
    for (uint32_t face : orientation.parts[i]) turn(mesh.triangles[face]);
  }
}

void orient(TriangleMesh& mesh, MeshReport& report) {
  const Orientation orientation = find_orientation(mesh);
  report.orientable = orientation.orientable;
  report.parts = orientation.parts.size();
  std::vector<std::array<uint32_t, 3>> turned;
  for (size_t face = 0; face < mesh.triangles.size(); ++face)
    if (orientation.turned[face]) {
      turn(mesh.triangles[face]);
      turned.push_back(mesh.triangles[face]);
    }
  report.turned_faces = turned.size();
  report.turned = connected_groups(mesh, turned);
  std::vector<MeshPart> parts = make_parts(mesh, orientation);
  turn_parts(mesh, orientation, parts, report);
  const OverlapCount overlaps = count_overlaps(parts);
  report.overlapping_pairs = overlaps.pairs;
  report.overlaps_searched = overlaps.complete;
}

// Millimetres, centimetres and inches taken for metres make a thing too large; kilometres too
// small.
void suggest_unit(MeshReport& report) {
  if (report.size_m >= kLikelyMin && report.size_m <= kLikelyMax) return;
  std::string text = "size is " + number_text(report.size_m) + " m";
  for (const auto& [key, value, unit_m] :
       {std::tuple{"unit", "mm", 0.001}, {"unit", "cm", 0.01}, {"unit", "inch", 0.0254},
        {"scale", "1000", 1000.0}}) {
    const double size_m = unit_m * report.size_m;
    if (size_m < kLikelyMin || size_m > kLikelyMax) continue;
    report.suggested_unit_m = unit_m;
    text += std::string("; with ") + key + ": " + value + " (--" + key + " " + value +
            ") it would be " + number_text(size_m) + " m";
    break;
  }
  report.warnings.push_back(text);
}

void say_repairs(MeshReport& report) {
  const auto say = [&](size_t count, const char* what) {
    if (count > 0) report.repairs.push_back(std::to_string(count) + " " + what);
  };
  say(report.welded_vertices, "coincident vertices joined");
  say(report.degenerate_faces, "faces without area taken out");
  say(report.duplicate_faces, "duplicate faces taken out");
  say(report.folded_faces, "faces of folds without volume taken out");
  if (report.turned_faces > 0)
    report.repairs.push_back(std::to_string(report.turned_faces) +
                             " faces turned to agree with their neighbours: " +
                             group_list(report.turned, "face"));
  say(report.turned_parts, "parts that were inside out turned");
}

void say_warnings(MeshReport& report) {
  const auto say = [&](size_t count, const char* what) {
    if (count > 0) report.warnings.push_back(std::to_string(count) + " " + what);
  };
  say(report.overlapping_pairs,
      "pairs of parts overlap: their common volume counts twice; unite them in a modelling "
      "program");
  if (report.non_manifold_edges > report.unbalanced_edges)
    say(report.non_manifold_edges - report.unbalanced_edges, "edges where parts touch");
  say(report.cavities, "closed cavities: no water reaches them");
  say(report.slivers, "faces are more than 1000 times longer than wide");
  if (!report.overlaps_searched)
    report.warnings.push_back("too many parts to search for all overlaps");
}

void say_errors(MeshReport& report) {
  if (report.faces == 0) report.errors.push_back("no faces");
  if (report.open_edges > 0)
    report.errors.push_back("not watertight: " + std::to_string(report.open_edges) +
                            " open edges around " + std::to_string(report.holes.size()) +
                            (report.holes.size() == 1 ? " hole: " : " holes: ") +
                            group_list(report.holes, "edge") +
                            "; close them in a modelling program");
  if (report.unbalanced_edges > 0)
    report.errors.push_back(std::to_string(report.unbalanced_edges) +
                            " edges where faces meet that do not come in pairs; edges of more than "
                            "two faces, one at " +
                            location_text(*report.non_manifold_place));
  if (!report.orientable)
    report.errors.push_back("the surface has no inside: going around it, outside becomes inside");
}

}  // namespace

std::string MeshReport::text() const {
  std::string text;
  for (const auto& [kind, lines] :
       {std::pair{"repaired: ", &repairs}, {"warning: ", &warnings}, {"error: ", &errors}})
    for (const std::string& line : *lines) text += kind + line + "\n";
  return text;
}

TriangleMesh repaired(const TriangleMesh& mesh, MeshReport& report) {
  report = {};
  if (!all_finite(mesh)) {
    report.errors.push_back("has vertices that are not finite numbers");
    return {};
  }
  const double size_m = bounding_box(mesh).diagonal();
  const std::vector<uint32_t> map = weld_map(mesh, kWeldTolerance * size_m);
  for (size_t i = 0; i < map.size(); ++i) report.welded_vertices += map[i] != i;
  TriangleMesh result = welded(mesh, kWeldTolerance * size_m);
  result.corner_uv.clear();
  report.degenerate_faces = mesh.triangles.size() - result.triangles.size();
  report.degenerate_faces += drop_degenerate_faces(result, kMinArea * size_m * size_m);
  const DuplicateFaces duplicates = drop_duplicate_faces(result);
  report.duplicate_faces = duplicates.duplicates;
  report.folded_faces = duplicates.folds;
  drop_unused_vertices(result);
  orient(result, report);
  count_edges(result, report);
  report.slivers = count_slivers(result);
  report.faces = result.triangles.size();
  report.vertices = result.vertices.size();
  report.size_m = bounding_box(result).diagonal();
  say_repairs(report);
  if (report.faces > 0) suggest_unit(report);
  say_warnings(report);
  say_errors(report);
  return result;
}

MeshReport check_mesh(const TriangleMesh& mesh) {
  MeshReport report;
  (void)repaired(mesh, report);
  return report;
}

Result<TriangleMesh> prepare_closed(const TriangleMesh& mesh, MeshReport& report) {
  TriangleMesh result = repaired(mesh, report);
  Problems problems;
  if (!is_closed(result) || !report.orientable) {
    for (const std::string& error : report.errors) problems.add("mesh: " + error);
    for (const std::string& repair : report.repairs) problems.add("mesh, also found: " + repair);
    return problems;
  }
  if (!(signed_volume(result) > kThinnestFace * report.size_m * surface_area(result))) {
    problems.add("mesh: encloses no volume; a sheet needs a thickness");
    return problems;
  }
  return result;
}

}  // namespace hadal::geometry
