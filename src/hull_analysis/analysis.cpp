#include "hull_analysis/analysis.h"

#include <cmath>
#include <cstdio>

#include "geometry/hull/collapse.h"
#include "geometry/hull/outer_parts.h"
#include "geometry/import.h"
#include "geometry/mesh_cache.h"
#include "geometry/mesh_check.h"
#include "geometry/mesh_hash.h"

namespace hadal::hull_analysis {
namespace {

using geometry::TriangleMesh;

constexpr int kHeels = 37;  // every 5 degrees
constexpr size_t kFacesOfCurve =
    8000;  // for the righting curve, which cuts the mesh a thousand times

Result<geometry::ImportOptions> checked_options(const MeshOptions& options) {
  Result<geometry::ImportOptions> out =
      geometry::import_options(options.unit, options.up, options.forward, options.scale);
  if (!options.mass_kg || !options.density_kg_m3) return out;
  Problems problems = out ? Problems() : out.problems();
  problems.add("give the mass or the density of the body, not both");
  return problems;
}

// The mesh that displaces water; the whole one where parts overlap.
TriangleMesh outer_surface(HullAnalysis& out) {
  Result<geometry::OuterParts> outer = geometry::outer_parts(out.mesh);
  if (!outer) return out.mesh;
  if (outer.value().inside > 0)
    out.notes.push_back(std::to_string(outer.value().inside) +
                        (outer.value().inside == 1 ? " part lies" : " parts lie") +
                        " inside another: no water touches it, it displaces none of its own");
  return std::move(outer.value().mesh);
}

// Few enough faces to be cut a thousand times; kept in the cache.
TriangleMesh simplified(const TriangleMesh& mesh, bool use_cache) {
  if (mesh.triangles.size() <= kFacesOfCurve) return mesh;
  char key[80];
  std::snprintf(key, sizeof key, "hull_simplified v1 %016llx %zu",
                static_cast<unsigned long long>(geometry::mesh_hash(mesh)), kFacesOfCurve);
  if (use_cache)
    if (auto cached = geometry::cache_load_mesh(key)) return std::move(cached->mesh);
  TriangleMesh out = geometry::collapsed(mesh, kFacesOfCurve, 1e30);
  const geometry::MassProperties before = geometry::mass_properties(mesh, 1),
                                 after = geometry::mass_properties(out, 1);
  const double scale = std::cbrt(before.volume_m3 / after.volume_m3);
  for (Vec3& x : out.vertices) x = before.centroid + scale * (x - after.centroid);
  if (use_cache) geometry::cache_store_mesh(key, {out, {}});
  return out;
}

void weigh(const MeshOptions& options, HullAnalysis& out) {
  const geometry::MassProperties even = geometry::mass_properties(out.mesh, 1);
  out.mass_given = options.mass_kg || options.density_kg_m3;
  out.mass_kg = options.mass_kg         ? *options.mass_kg
                : options.density_kg_m3 ? *options.density_kg_m3 * even.volume_m3
                                        : options.water_density_kg_m3 * out.volume_m3;
  out.even_body = !options.center_of_gravity_m;
  out.center_of_gravity = even.centroid;
  if (const auto& given = options.center_of_gravity_m)
    out.center_of_gravity = {(*given)[0], (*given)[1], (*given)[2]};
  out.inertia_kg_m2 = even.inertia_kg_m2 * (out.mass_kg / even.volume_m3);
}

void move_water(const TriangleMesh& outer, const MeshOptions& options, ThreadArena& arena,
                HullAnalysis& out) {
  const double density = options.water_density_kg_m3;
  out.ellipsoid = geometry::fit_ellipsoid(outer);
  out.cylinder = geometry::fit_cylinder(outer);
  out.added_mass_ellipsoid = density * geometry::added_mass(out.ellipsoid);
  out.added_mass_cylinder = density * geometry::added_mass(out.cylinder);
  const Result<geometry::HullHydrodynamics> panels = geometry::hull_hydrodynamics(
      outer, {geometry::AddedMassSource::kPanels, options.panels, options.use_cache}, arena);
  if (!panels) {
    out.warnings.push_back("no added mass by panels: " + panels.problems().text());
    return;
  }
  out.has_panels = true;
  out.panels = panels.value();
  out.added_mass_panels = density * out.panels.added_mass;
  out.warnings.insert(out.warnings.end(), out.panels.warnings.begin(), out.panels.warnings.end());
}

void float_body(const TriangleMesh& outer, const MeshOptions& options, ThreadArena& arena,
                HullAnalysis& out) {
  const TriangleMesh light = simplified(outer, options.use_cache);
  if (light.triangles.size() != outer.triangles.size())
    out.notes.push_back("righting curve from a mesh simplified to " +
                        std::to_string(light.triangles.size()) + " faces of the same volume");
  const geometry::Loading loading{out.mass_kg, out.center_of_gravity, out.water_density_kg_m3};
  out.upright = geometry::float_at_heel(outer, loading, 0);
  out.metacentric_by_slope_m = geometry::metacentric_by_slope(outer, loading, out.upright);
  out.righting = geometry::righting_curve(light, loading, kHeels, arena);
  out.resting_heels_rad = geometry::resting_heels_rad(out.righting);
}

}  // namespace

Result<HullAnalysis> analyse_hull(const std::string& path, const MeshOptions& options,
                                  ThreadArena& arena) {
  const Result<geometry::ImportOptions> how = checked_options(options);
  if (!how) return how.problems();
  const Result<geometry::ImportedMesh> imported = geometry::load_mesh(path, how.value());
  if (!imported) return imported.problems();
  geometry::MeshReport report;
  Result<TriangleMesh> closed = geometry::prepare_closed(imported.value().mesh, report);
  if (!closed) {
    Problems problems;
    for (const Problem& p : closed.problems().list()) problems.add({path, 0, 0}, p.key, p.message);
    return problems;
  }
  HullAnalysis out;
  out.path = path;
  out.unit = options.unit;
  out.up = options.up;
  out.forward = options.forward;
  out.notes = imported.value().notes;
  out.notes.insert(out.notes.end(), report.repairs.begin(), report.repairs.end());
  out.warnings = report.warnings;
  out.mesh = std::move(closed.value());
  out.parts = report.parts;
  out.bounds = geometry::bounding_box(out.mesh);
  out.water_density_kg_m3 = options.water_density_kg_m3;
  const TriangleMesh outer = outer_surface(out);
  const geometry::MassProperties water = geometry::mass_properties(outer, 1);
  out.area_m2 = water.area_m2;
  out.volume_m3 = water.volume_m3;
  out.center_of_buoyancy = water.centroid;
  weigh(options, out);
  move_water(outer, options, arena, out);
  out.drag = geometry::estimate_drag(outer, {});
  float_body(outer, options, arena, out);
  return out;
}

}  // namespace hadal::hull_analysis
