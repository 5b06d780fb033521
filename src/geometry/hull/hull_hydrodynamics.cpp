#include "geometry/hull/hull_hydrodynamics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "geometry/bytes.h"
#include "geometry/hull/fit.h"
#include "geometry/hull/outer_parts.h"
#include "geometry/hull/panel.h"
#include "geometry/hull/remesh.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_cache.h"
#include "geometry/mesh_hash.h"

namespace hadal::geometry {
namespace {

constexpr double kCoarse = 5e-3;  // asymmetry above which the panels are too few

// Change the version with the method.
std::string cache_key(const TriangleMesh& mesh, const HullOptions& options) {
  char key[96];
  std::snprintf(key, sizeof key, "hull_added_mass v3 %016llx %d %d",
                static_cast<unsigned long long>(mesh_hash(mesh)),
                static_cast<int>(options.added_mass_from),
                options.added_mass_from == AddedMassSource::kPanels ? options.panels : 0);
  return key;
}

std::vector<std::byte> to_bytes(const HullHydrodynamics& hull) {
  ByteWriter writer;
  writer.put_raw(hull.added_mass.data(), 36 * sizeof(double));
  writer.put(hull.relative_error);
  writer.put(static_cast<int64_t>(hull.panels));
  writer.put(static_cast<uint64_t>(hull.warnings.size()));
  for (const std::string& warning : hull.warnings) writer.put(std::string_view(warning));
  return std::move(writer.bytes);
}

std::optional<HullHydrodynamics> from_bytes(const std::vector<std::byte>& bytes) {
  ByteReader reader(bytes);
  HullHydrodynamics hull;
  if (!reader.take(hull.added_mass.data(), 36 * sizeof(double))) return std::nullopt;
  const auto error = reader.number<double>();
  const auto panels = reader.number<int64_t>();
  const auto warnings = reader.number<uint64_t>();
  if (!error || !panels || !warnings) return std::nullopt;
  hull.relative_error = *error;
  hull.panels = static_cast<int>(*panels);
  for (uint64_t i = 0; i < *warnings; ++i) {
    const auto text = reader.text();
    if (!text) return std::nullopt;
    hull.warnings.emplace_back(*text);
  }
  return hull;
}

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * fraction);
  return text;
}

// The error of a solution from one with half the panels: it falls at least as 1/sqrt(panels)
// (edges; smooth bodies: 1/panels), so that it is at most 1/(sqrt(2) - 1) of what the two differ by.
// The panels of the two are laid out anew, and values that cross by chance say little: kIrregular is
// the least that is claimed. Without a coarser solution the two formulations bound it.
double error_bound(const TriangleMesh& mesh, int panels, const PanelSolution& fine,
                   ThreadArena& arena) {
  constexpr double kIrregular = 0.005;
  const double factor = 1 / (std::sqrt(2.0) - 1);
  const Result<PanelMesh> coarse = panel_mesh(mesh, static_cast<size_t>(panels / 2));
  if (!coarse || coarse.value().mesh.triangles.size() > 0.7 * fine.panels) return fine.difference;
  const Result<PanelSolution> solved = panel_added_mass(coarse.value().mesh, fine.point, arena);
  if (!solved) return fine.difference;
  return std::max(kIrregular,
                  factor * relative_difference(solved.value().added_mass, fine.added_mass, fine));
}

Result<HullHydrodynamics> by_panels(const TriangleMesh& mesh, int panels, ThreadArena& arena) {
  const Result<PanelMesh> panelled = panel_mesh(mesh, static_cast<size_t>(panels));
  if (!panelled) return panelled.problems();
  const Result<PanelSolution> solved = panel_added_mass(panelled.value().mesh, Vec3::Zero(), arena);
  if (!solved) return solved.problems();
  const PanelSolution& s = solved.value();
  HullHydrodynamics out{s.added_mass, error_bound(mesh, panels, s, arena),
                        static_cast<int>(s.panels), {}};
  for (const std::string& note : panelled.value().notes)
    if (note.find("left out") != std::string::npos) out.warnings.push_back(note);
  if (s.form == PanelForm::kDirect)
    out.warnings.push_back(
        "the body is thin against its panels; the direct formulation was used, " +
        percent(s.difference) + " from the other. More panels would help");
  if (s.asymmetry > kCoarse)
    out.warnings.push_back("the matrix was asymmetric by " + percent(s.asymmetry) +
                           ": the panels are too coarse for this shape. Ask for more");
  return out;
}

Result<HullHydrodynamics> compute(const TriangleMesh& mesh, const HullOptions& options,
                                  ThreadArena& arena) {
  if (options.added_mass_from == AddedMassSource::kPanels)
    return by_panels(mesh, options.panels, arena);
  Problems problems;
  if (!is_closed(mesh)) problems.add("the mesh is not closed, so it has no volume to fit");
  if (!(signed_volume(mesh) > 0)) problems.add("the mesh encloses no volume, or is inside out");
  if (!problems.empty()) return problems;
  HullHydrodynamics out;
  out.added_mass = options.added_mass_from == AddedMassSource::kEllipsoid
                       ? added_mass(fit_ellipsoid(mesh))
                       : added_mass(fit_cylinder(mesh));
  return out;
}

}  // namespace

Result<HullHydrodynamics> hull_hydrodynamics(const TriangleMesh& mesh, const HullOptions& options,
                                             ThreadArena& arena) {
  const std::string key = cache_key(mesh, options);
  if (options.use_cache)
    if (const auto bytes = cache_load(key))
      if (auto cached = from_bytes(*bytes)) return *cached;
  Result<HullHydrodynamics> computed = compute(mesh, options, arena);
  if (computed && options.use_cache) cache_store(key, to_bytes(computed.value()));
  return computed;
}

Result<HullHydrodynamics> hull_hydrodynamics(const TriangleMesh& mesh, const HullOptions& options) {
  ThreadArena arena(1);
  return hull_hydrodynamics(mesh, options, arena);
}

}  // namespace hadal::geometry
