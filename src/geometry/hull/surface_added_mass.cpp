#include "geometry/hull/surface_added_mass.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <span>

#include "geometry/bytes.h"
#include "geometry/hull/lamb.h"
#include "geometry/hull/panel.h"
#include "geometry/hull/remesh.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_cache.h"
#include "geometry/mesh_hash.h"

namespace hadal::geometry {
namespace {

// Vertices this close to the surface are on it, so that no slivers are cut.
constexpr double kNear = 3e-4;  // of the height
// Nodes upright, beside that of the floating draught, which takes the place of one as close as
// kSameNode; and in the other attitudes.
constexpr std::array kFractions = {0.15, 0.4, 0.7};
constexpr std::array kCoarseFractions = {0.3, 0.7};
constexpr double kSameNode = 0.08;
// A hull that floats deeper than this has no node of its own there: from one so close to the deep
// hull the added mass would rise like a wall.
constexpr double kDeepestFloat = 0.92;
// Panels under water of those of the deep hull, upright and in the other attitudes.
constexpr size_t kUprightPart = 2, kOtherPart = 4;
constexpr size_t kFewestPanels = 200;

// Level axes with the given plumb line, in M.
Mat3 level_axes_of(const Vec3& down) {
  const Vec3 right =
      (std::abs(down.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY()).cross(down).normalized();
  Mat3 R_ML;
  R_ML << right.cross(down), right, down;
  return R_ML;
}

// The lowest and highest point along the plumb line.
std::pair<double, double> extent_along(const TriangleMesh& mesh, const Vec3& down) {
  double lowest = -std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const Vec3& v : mesh.vertices) {
    lowest = std::max(lowest, down.dot(v));
    highest = std::min(highest, down.dot(v));
  }
  return {lowest, highest};
}

// A wetted vertex for each of the mesh, and one for each edge that is cut.
class Clipper {
 public:
  Clipper(const TriangleMesh& mesh, const WaterSurface& surface)
      : mesh_(mesh), surface_(surface), R_LM_(level_axes_of(surface.down).transpose()) {
    const auto [lowest, highest] = extent_along(mesh, surface.down);
    near_m_ = kNear * (lowest - highest);
  }

  TriangleMesh clipped() {
    for (const auto& t : mesh_.triangles) {
      std::array<uint32_t, 4> wet;
      int count = 0;
      for (int k = 0; k < 3; ++k) {
        const uint32_t a = t[k], b = t[(k + 1) % 3];
        if (head(a) > 0) wet[count++] = vertex(a, a);
        if ((head(a) > 0) != (head(b) > 0)) wet[count++] = vertex(std::min(a, b), std::max(a, b));
      }
      for (int k = 2; k < count; ++k) add(wet[0], wet[k - 1], wet[k]);
    }
    return std::move(out_);
  }

 private:
  double head(uint32_t v) const {
    const double head = surface_.head(mesh_.vertices[v]);
    return std::abs(head) < near_m_ ? 0 : head;
  }

  void add(uint32_t a, uint32_t b, uint32_t c) {
    out_.triangles.push_back({a, b, c});
    if (!(out_.area_vector_doubled(out_.triangles.size() - 1).norm() > 0))
      out_.triangles.pop_back();
  }

  // Of the edge from a to b where it is cut, or of the vertex a = b. An edge that ends on the surface
  // is cut at its end, so that nothing is left between two cuts in one place.
  uint32_t vertex(uint32_t a, uint32_t b) {
    if (head(a) == 0) b = a;
    if (head(b) == 0) a = b;
    const auto [entry, is_new] =
        numbers_.try_emplace({a, b}, static_cast<uint32_t>(out_.vertices.size()));
    if (is_new) {
      const Vec3& from = mesh_.vertices[a];
      const double t = a == b ? 0 : head(a) / (head(a) - head(b));
      Vec3 at = R_LM_ * (from + t * (mesh_.vertices[b] - from));
      at.z() = a == b ? head(a) : 0;
      out_.vertices.push_back(at);
    }
    return entry->second;
  }

  const TriangleMesh& mesh_;
  const WaterSurface& surface_;
  Mat3 R_LM_;
  double near_m_ = 0;
  TriangleMesh out_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers_;
};

Mat6 positive_part(const Mat6& m) {
  const Eigen::SelfAdjointEigenSolver<Mat6> solver(m);
  const Mat6& V = solver.eigenvectors();
  return V * solver.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose();
}

struct Node {
  double fraction;
  WaterSurface surface;
};

// Where to solve in one attitude.
std::vector<Node> nodes(const TriangleMesh& mesh, const Vec3& down,
                        std::span<const double> fractions, std::optional<double> floating) {
  std::vector<double> all(fractions.begin(), fractions.end());
  if (floating) {
    std::erase_if(all, [&](double f) { return std::abs(f - *floating) < kSameNode; });
    all.push_back(*floating);
  }
  std::ranges::sort(all);
  const double volume = signed_volume(mesh);
  std::vector<Node> out;
  for (const double f : all)
    out.push_back({f, {down, floating_depth(mesh, down, f * volume)}});
  return out;
}

// About M along its axes.
Result<Mat6> solve_at(const TriangleMesh& panels, const WaterSurface& surface, size_t count,
                      ThreadArena& arena) {
  const TriangleMesh wet = bisected(wet_part(panels, surface), count);
  const Mat3 R_LM = level_axes_of(surface.down).transpose();
  const Vec3 origin(0, 0, surface.origin_depth_m);
  const auto solved = panel_added_mass_at_surface(wet, origin, arena);
  if (!solved) return solved.problems();
  Pose X_ML;
  X_ML.q = Quat(Mat3(R_LM.transpose()));
  return positive_part(added_mass_in_frame(solved.value().added_mass, X_ML));
}

Result<SurfaceAddedMass::Attitude> attitude(const TriangleMesh& panels, const Mat6& deep,
                                            std::span<const Node> at, size_t count,
                                            ThreadArena& arena) {
  SurfaceAddedMass::Attitude out;
  out.fraction.push_back(0);
  out.added_mass.push_back(Mat6::Zero());
  for (const Node& node : at) {
    const Result<Mat6> solved = solve_at(panels, node.surface, count, arena);
    if (!solved) return solved.problems();
    out.fraction.push_back(node.fraction);
    out.added_mass.push_back(solved.value());
  }
  out.fraction.push_back(1);
  out.added_mass.push_back(deep);
  out.find_rising();
  return out;
}

struct Interpolated {
  Mat6 value, slope;
  size_t segment;
};

Interpolated interpolated(const SurfaceAddedMass::Attitude& table, double f) {
  const auto& x = table.fraction;
  const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, f);
  const size_t i = static_cast<size_t>(above - x.begin()) - 1;
  const Mat6 slope = (table.added_mass[i + 1] - table.added_mass[i]) / (x[i + 1] - x[i]);
  return {table.added_mass[i] + (f - x[i]) * slope, slope, i};
}

}  // namespace

TriangleMesh wet_part(const TriangleMesh& mesh, const WaterSurface& surface) {
  return Clipper(mesh, surface).clipped();
}

void SurfaceAddedMass::Attitude::find_rising() {
  rising.clear();
  for (size_t i = 0; i + 1 < fraction.size(); ++i)
    rising.push_back(positive_part((added_mass[i + 1] - added_mass[i]) /
                                   (fraction[i + 1] - fraction[i])));
}

SurfaceAddedMass::Value SurfaceAddedMass::at(double from, double to, const Vec3& down_M) const {
  const Vec3 d = R_MF.transpose() * down_M;
  Value out;
  for (int axis = 0; axis < 3; ++axis) {
    const double weight = d[axis] * d[axis];
    const Attitude& table = attitudes[static_cast<size_t>(d[axis] > 0 ? axis : axis + 3)];
    const Interpolated a = interpolated(table, from);
    Mat6 value = a.value, slope = a.slope;
    Mat6 rising = table.rising[a.segment];
    if (from != to) {
      const Interpolated b = interpolated(table, to);
      value = 0.5 * (a.value + b.value);
      slope = (b.value - a.value) / (to - from);
      rising = 0.5 * (rising + table.rising[b.segment]);
    }
    out.added_mass += weight * value;
    out.slope += weight * slope;
    out.rising += weight * rising;
    out.along_axis[static_cast<size_t>(axis)] = value;
  }
  return out;
}

namespace {

// Change the version with the method.
std::string table_key(const TriangleMesh& mesh, const Loading& loading, int panels) {
  const Vec3& g = loading.center_of_gravity_m;
  char key[192];
  std::snprintf(key, sizeof key, "surface_added_mass v2 %016llx %d %a %a %a %a %a",
                static_cast<unsigned long long>(mesh_hash(mesh)), panels, loading.mass_kg,
                loading.density_kg_m3, g.x(), g.y(), g.z());
  return key;
}

std::vector<std::byte> table_bytes(const SurfaceAddedMass& table) {
  ByteWriter writer;
  writer.put_raw(table.R_MF.data(), 9 * sizeof(double));
  for (const SurfaceAddedMass::Attitude& a : table.attitudes) {
    writer.put(static_cast<uint64_t>(a.fraction.size()));
    writer.put_raw(a.fraction.data(), a.fraction.size() * sizeof(double));
    for (const Mat6& m : a.added_mass) writer.put_raw(m.data(), 36 * sizeof(double));
  }
  return std::move(writer.bytes);
}

std::optional<SurfaceAddedMass> table_from_bytes(const std::vector<std::byte>& bytes) {
  constexpr uint64_t kMostNodes = 64;
  ByteReader reader(bytes);
  SurfaceAddedMass table;
  if (!reader.take(table.R_MF.data(), 9 * sizeof(double))) return std::nullopt;
  for (SurfaceAddedMass::Attitude& a : table.attitudes) {
    const auto count = reader.number<uint64_t>();
    if (!count || *count < 2 || *count > kMostNodes) return std::nullopt;
    a.fraction.resize(*count);
    if (!reader.take(a.fraction.data(), *count * sizeof(double))) return std::nullopt;
    a.added_mass.resize(*count);
    for (Mat6& m : a.added_mass)
      if (!reader.take(m.data(), 36 * sizeof(double))) return std::nullopt;
    a.find_rising();
  }
  return table;
}

}  // namespace

Result<SurfaceAddedMass> cached_surface_added_mass(const TriangleMesh& mesh, const Mat6& deep,
                                                   const Loading& loading, int panels,
                                                   ThreadArena& arena) {
  const std::string key = table_key(mesh, loading, panels);
  if (const auto bytes = cache_load(key))
    if (auto cached = table_from_bytes(*bytes)) return *cached;
  Result<SurfaceAddedMass> computed = surface_added_mass(mesh, deep, loading, panels, arena);
  if (computed) cache_store(key, table_bytes(computed.value()));
  return computed;
}

Result<SurfaceAddedMass> surface_added_mass(const TriangleMesh& mesh, const Mat6& deep,
                                            const Loading& loading, int panels,
                                            ThreadArena& arena) {
  const size_t many = std::max(kFewestPanels, static_cast<size_t>(panels) / kUprightPart);
  const size_t few = std::max(kFewestPanels, static_cast<size_t>(panels) / kOtherPart);
  const Result<PanelMesh> fine = panel_mesh(mesh, many);
  if (!fine) return fine.problems();
  const Result<PanelMesh> coarse = panel_mesh(mesh, few);
  if (!coarse) return coarse.problems();
  SurfaceAddedMass out;
  std::optional<double> floating;
  const FloatingPosition position = float_at_heel(mesh, loading, 0);
  if (position.floats && position.settled) {
    out.R_MF = level_axes(0, position.trim_rad);
    const double fraction = loading.mass_kg / loading.density_kg_m3 / signed_volume(mesh);
    if (fraction < kDeepestFloat) floating = fraction;
  }
  for (int i = 0; i < 6; ++i) {
    const bool upright = i == 2;
    const Vec3 down = (i < 3 ? 1 : -1) * out.R_MF.col(i % 3);
    const TriangleMesh& shape = (upright ? fine : coarse).value().mesh;
    const std::vector<Node> at =
        upright ? nodes(shape, down, kFractions, floating)
                : nodes(shape, down, kCoarseFractions, std::nullopt);
    auto solved = attitude(shape, deep, at, (upright ? many : few) / 2, arena);
    if (!solved) return solved.problems();
    out.attitudes[static_cast<size_t>(i)] = std::move(solved.value());
  }
  return out;
}

}  // namespace hadal::geometry
