#include "geometry/hull/panel.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "geometry/hull/gmres.h"
#include "geometry/hull/lamb.h"
#include "geometry/hull/panel_influence.h"

namespace hadal::geometry {
namespace {

constexpr double kSwitch = 0.015;  // relative excess of the source form that shows it broken
constexpr double kFourPi = 4 * std::numbers::pi;
constexpr size_t kPanelRowsPerTask = 16;

// The panels of a body, and behind them, panel by panel, their mirror images in the surface of the
// water, if there is one: what flows into an image comes out of its panel, and the potential at the
// surface is 0.
struct Body {
  Body(const TriangleMesh& with_images, bool mirrored)
      : set(with_images), panels(mirrored ? set.size() / 2 : set.size()) {}
  bool mirrored() const { return panels < set.size(); }
  PanelSet set;
  size_t panels;
};

// Everything that follows from one pass over all pairs of panels.
struct Equations {
  explicit Equations(size_t n)
      : source(n), direct(n), potential(n), direct_side(kSystems * n), winding(n), own_image(n) {}
  DenseMatrix source, direct, potential;
  SixColumns direct_side;         // -S q
  std::vector<double> winding;    // of the body around each centroid: 1/2 on a sound surface
  std::vector<double> own_image;  // what the image of each panel adds to its self term
};

// q of every panel, six columns.
SixColumns boundary_velocity(const Body& body, const Vec3& point) {
  const PanelSet& set = body.set;
  const size_t n = body.panels;
  SixColumns q(kSystems * n);
  for (size_t i = 0; i < n; ++i) {
    const Panel& p = set.panels[i];
    const Vec3 turning = (p.centroid - point).cross(p.normal);
    for (int k = 0; k < 3; ++k) {
      q[static_cast<size_t>(k) * n + i] = p.normal[k];
      q[static_cast<size_t>(k + 3) * n + i] = turning[k];
    }
  }
  return q;
}

// Takes the images away from the panels that they belong to, and returns what both add up to.
void subtract_images(const Body& body, InfluenceRow& row, std::vector<double>& flux) {
  const size_t n = body.panels;
  for (size_t j = 0; j < n; ++j) {
    flux[j] = row.normal_velocity[j];
    if (!body.mirrored()) continue;
    flux[j] += row.normal_velocity[n + j];
    row.normal_velocity[j] -= row.normal_velocity[n + j];
    row.solid_angle[j] -= row.solid_angle[n + j];
    row.potential[j] -= row.potential[n + j];
  }
}

// flux: what a panel of unit strength and its image, of the same sign, send out through panel i;
// by symmetry what the panel sends out through i and its image.
void fill_row(const Body& body, const SixColumns& q, size_t i, InfluenceRow& row,
              std::vector<double>& flux, Equations& out) {
  const size_t n = body.panels;
  influence_row(body.set, i, row);
  double angle = 0;
  for (const double part : row.solid_angle) angle += part;
  out.winding[i] = angle / kFourPi;
  subtract_images(body, row, flux);
  out.own_image[i] = row.normal_velocity[i] / kFourPi;
  for (size_t j = 0; j < n; ++j) {
    out.source.row(i)[j] = static_cast<float>(row.normal_velocity[j] / kFourPi);
    out.direct.row(i)[j] = static_cast<float>(row.solid_angle[j] / kFourPi);
    out.potential.row(i)[j] = static_cast<float>(row.potential[j] / kFourPi);
  }
  out.direct.row(i)[i] += 0.5f;
  for (size_t c = 0; c < kSystems; ++c) {
    double sum = 0;
    for (size_t j = 0; j < n; ++j) sum += row.potential[j] * q[c * n + j];
    out.direct_side[c * n + i] = -sum / kFourPi;
  }
}

// Sets the self terms of the source form so that a panel of unit strength sends A_j out of the
// body.
void fix_flux(const Body& body, const DenseMatrix& flux_of, Equations& equations) {
  const size_t n = body.panels;
  const std::vector<double>& area = body.set.area;
  std::vector<double> flux(n, 0.0);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) flux[j] += area[i] * static_cast<double>(flux_of.row(i)[j]);
  for (size_t j = 0; j < n; ++j)
    equations.source.row(j)[j] =
        static_cast<float>((-area[j] - flux[j]) / area[j] + equations.own_image[j]);
}

Equations assemble(const Body& body, const SixColumns& q, ThreadArena& arena) {
  const size_t n = body.panels;
  Equations out(n);
  DenseMatrix flux_of(n);
  arena.for_each((n + kPanelRowsPerTask - 1) / kPanelRowsPerTask, [&](size_t task) {
    InfluenceRow row(body.set.size());
    std::vector<double> flux(n);
    for (size_t i = task * kPanelRowsPerTask; i < std::min(n, (task + 1) * kPanelRowsPerTask);
         ++i) {
      fill_row(body, q, i, row, flux, out);
      for (size_t j = 0; j < n; ++j) flux_of.row(i)[j] = static_cast<float>(flux[j] / kFourPi);
    }
  });
  fix_flux(body, flux_of, out);
  return out;
}

// A_ij = -sum phi_j q_i A.
Mat6 integrate(const Body& body, const SixColumns& phi, const SixColumns& q) {
  const PanelSet& set = body.set;
  const size_t n = body.panels;
  Mat6 out = Mat6::Zero();
  for (size_t a = 0; a < kSystems; ++a)
    for (size_t b = 0; b < kSystems; ++b)
      for (size_t i = 0; i < n; ++i)
        out(static_cast<int>(a), static_cast<int>(b)) -=
            phi[b * n + i] * q[a * n + i] * set.area[i];
  return out;
}

// The body seen from its panels: their mean position, and the mean square distance from it.
struct Extent {
  Vec3 center = Vec3::Zero();
  double length_squared = 0;
};
Extent extent(const Body& body) {
  const std::span<const Panel> panels(body.set.panels.data(), body.panels);
  Extent out;
  double area = 0;
  for (const Panel& p : panels) {
    out.center += p.area * p.centroid;
    area += p.area;
  }
  out.center /= area;
  for (const Panel& p : panels)
    out.length_squared += p.area / area * (p.centroid - out.center).squaredNorm();
  return out;
}

// The scale of each motion: its own term, but at least a tenth of what a body of this size has, so
// that a term that is small or zero does not decide.
Vec6 scales(const Mat6& added_mass, double length_squared) {
  constexpr double kFloor = 0.1;
  const double mean = added_mass.diagonal().head<3>().mean();
  Vec6 out = added_mass.diagonal();
  for (int i = 0; i < 6; ++i)
    out[i] = std::max(out[i], kFloor * mean * (i < 3 ? 1 : length_squared));
  return out;
}

Mat6 symmetric(const Mat6& a) {
  return 0.5 * (a + a.transpose());
}

// The largest |a_ij - b_ij| / sqrt(s_i s_j).
double difference(const Mat6& a, const Mat6& b, const Vec6& s) {
  double worst = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      worst = std::max(worst, std::abs(a(i, j) - b(i, j)) / std::sqrt(s[i] * s[j]));
  return worst;
}

Problems unusable(const TriangleMesh& mesh) {
  Problems problems;
  if (mesh.triangles.size() < 4) problems.add("a closed body needs at least four faces");
  if (mesh.triangles.size() > kMaxPanels)
    problems.add("found " + std::to_string(mesh.triangles.size()) + " panels, expected at most " +
                 std::to_string(kMaxPanels) + "; simplify the mesh");
  size_t flat = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    if (!(mesh.area_vector_doubled(t).norm() > 0)) ++flat;
  if (flat > 0) problems.add(std::to_string(flat) + " panels have no area");
  return problems;
}

Problems inside_panels(const std::vector<double>& winding) {
  constexpr double kWindingTolerance = 0.25;
  const auto inside = std::count_if(winding.begin(), winding.end(), [](double w) {
    return !(std::abs(w - 0.5) < kWindingTolerance);
  });
  Problems problems;
  if (inside > 0)
    problems.add(std::to_string(inside) + " of " + std::to_string(winding.size()) +
                 " panels lie inside or against another part of the body: parts overlap or touch. "
                 "Unite them into one outer surface, or ask for a fitted ellipsoid");
  return problems;
}

}  // namespace

double relative_difference(const Mat6& a, const Mat6& b, const PanelSolution& of) {
  Pose X_CP;  // the point, seen from the centre
  X_CP.p = of.point - of.center;
  return difference(added_mass_in_frame(a, X_CP), added_mass_in_frame(b, X_CP), of.scale);
}

namespace {

Result<PanelSolution> solve(const Body& body, const Vec3& point, ThreadArena& arena) {
  const Extent size = extent(body);
  const SixColumns q = boundary_velocity(body, size.center);
  const Equations equations = assemble(body, q, arena);
  if (Problems problems = inside_panels(equations.winding); !problems.empty()) return problems;
  const SixSolutions strength = solve_six(equations.source, q, arena);
  const SixSolutions potential = solve_six(equations.direct, equations.direct_side, arena);
  SixColumns source_potential;
  multiply(equations.potential, strength.x, source_potential, arena);
  const Mat6 source = integrate(body, source_potential, q);
  const Mat6 direct = integrate(body, potential.x, q);
  const Vec6 scale = scales(direct, size.length_squared);

  PanelSolution out;
  out.panels = body.panels;
  out.point = point;
  out.center = size.center;
  out.scale = scale;
  out.iterations_source = strength.iterations;
  out.iterations_direct = potential.iterations;
  out.by_lu = strength.by_lu || potential.by_lu;
  const Vec6 excess = (source - direct).diagonal().cwiseQuotient(scale);
  out.form = excess.maxCoeff() > kSwitch ? PanelForm::kDirect : PanelForm::kSource;
  const Mat6& chosen = out.form == PanelForm::kSource ? source : direct;
  out.asymmetry = difference(chosen, chosen.transpose(), scale);
  out.difference = difference(symmetric(source), symmetric(direct), scale);
  Pose X_PC;  // the centre of the panels, seen from the point asked for
  X_PC.p = size.center - point;
  out.source = added_mass_in_frame(symmetric(source), X_PC);
  out.direct = added_mass_in_frame(symmetric(direct), X_PC);
  out.added_mass = out.form == PanelForm::kSource ? out.source : out.direct;
  return out;
}

}  // namespace

Result<PanelSolution> panel_added_mass(const TriangleMesh& mesh, const Vec3& point,
                                       ThreadArena& arena) {
  if (Problems problems = unusable(mesh); !problems.empty()) return problems;
  return solve(Body(mesh, false), point, arena);
}

Result<PanelSolution> panel_added_mass_at_surface(const TriangleMesh& wet, const Vec3& point,
                                                  ThreadArena& arena) {
  if (Problems problems = unusable(wet); !problems.empty()) return problems;
  TriangleMesh both = wet;
  const auto first = static_cast<uint32_t>(wet.vertices.size());
  for (const Vec3& v : wet.vertices) both.vertices.emplace_back(v.x(), v.y(), -v.z());
  for (const auto& t : wet.triangles)
    both.triangles.push_back({first + t[0], first + t[2], first + t[1]});
  return solve(Body(both, true), point, arena);
}

}  // namespace hadal::geometry
