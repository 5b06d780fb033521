// Added mass of bodies in unbounded water: ellipsoids by Lamb's integrals, boxes and cylinders by
// panels, and the fitted ellipsoid as the approximation that it is.
#include <cmath>
#include <numbers>

#include "base/arena.h"
#include "geometry/hull/fit.h"
#include "geometry/hull/hull_hydrodynamics.h"
#include "geometry/hull/lamb.h"
#include "geometry/primitives.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr int kPanels = 2000;
constexpr double kTableDensity_kg_m3 = 1000;  // of the moments in the tables of boxes and cylinders
constexpr const char* kTerms[] = {"A11_kg", "A22_kg", "A33_kg", "A44_kgm2", "A55_kgm2", "A66_kgm2"};

// By the function that models use, without its cache.
Vec6 panel_diagonal(const geometry::TriangleMesh& mesh) {
  geometry::HullOptions options{geometry::AddedMassSource::kPanels, kPanels, false};
  return geometry::hull_hydrodynamics(mesh, options).value().added_mass.diagonal();
}

Vec6 ellipsoid_diagonal(const geometry::TriangleMesh& mesh) {
  return geometry::added_mass(geometry::fit_ellipsoid(mesh)).diagonal();
}

void add_panel_ellipsoids(const Table& table, double density, Worst& panels, Worst& fitted) {
  for (size_t i = 0; i < table.rows(); ++i) {
    const Vec3 axes(table["a_m"][i], table["b_m"][i], table["c_m"][i]);
    const geometry::TriangleMesh mesh = geometry::ellipsoid(axes, kPanels);
    const Vec6 by_panels = density * panel_diagonal(mesh),
               by_fit = density * ellipsoid_diagonal(mesh);
    for (int k = 0; k < 3; ++k) {
      panels.add_relative(by_panels[k], table[kTerms[k]][i]);
      fitted.add_relative(by_fit[k], table[kTerms[k]][i]);
    }
  }
}

}  // namespace

void run_lamb_ellipsoids(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("lamb.csv");
  const double density = c.number("rho", "rho=", 1025);
  Worst integrals, mass;
  for (size_t i = 0; i < table.rows(); ++i) {
    const Vec3 axes(table["a_m"][i], table["b_m"][i], table["c_m"][i]);
    const Vec3 found = geometry::lamb_integrals(axes);
    integrals.add_relative(found[0], table["alpha0"][i]);
    integrals.add_relative(found[1], table["beta0"][i]);
    integrals.add_relative(found[2], table["gamma0"][i]);
    const Vec6 A = density * geometry::ellipsoid_added_mass(axes);
    for (int k = 0; k < 6; ++k) mass.add_relative(A[k], table[kTerms[k]][i]);
  }
  report.check("Lamb's integrals, relative", integrals.value(), c.tolerance("rel"));
  report.check("added mass, relative", mass.value(), c.tolerance("rel"));
  if (!c.has_tolerance("best_fit_approx_rel")) return;
  Worst panels, fitted;
  add_panel_ellipsoids(table, density, panels, fitted);
  report.check("2000 panels, translation, relative", panels.value(),
               c.tolerance("best_fit_approx_rel"));
  report.check("fitted to a mesh, translation, relative", fitted.value(),
               c.tolerance("best_fit_approx_rel"));
}

void run_box_panels(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("box_added_mass.csv");
  const char* translations[] = {"Ca_x", "Ca_y", "Ca_z"};
  const char* rotations[] = {"A44_rho1000", "A55_rho1000", "A66_rho1000"};
  Worst translation, rotation, fitted;
  for (size_t i = 0; i < table.rows(); ++i) {
    const Vec3 size(table["Lx"][i], table["Ly"][i], table["Lz"][i]);
    const geometry::TriangleMesh mesh = geometry::box(size);
    const Vec6 A = panel_diagonal(mesh), fit = ellipsoid_diagonal(mesh);
    for (int k = 0; k < 3; ++k) {
      translation.add_relative(A[k] / size.prod(), table[translations[k]][i]);
      rotation.add_relative(kTableDensity_kg_m3 * A[3 + k], table[rotations[k]][i]);
      fitted.add_relative(fit[k] / size.prod(), table[translations[k]][i]);
    }
  }
  report.check("translation, relative", translation.value(), c.tolerance("translation_rel"));
  report.check("rotation, relative", rotation.value(), c.tolerance("rotation_rel"));
  if (c.has_tolerance("approx_models_rel"))
    report.check("fitted ellipsoid, relative", fitted.value(), c.tolerance("approx_models_rel"));
}

void run_cylinder_panels(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("cylinder_added_mass.csv");
  Worst panels, closed, across, along;
  for (size_t i = 0; i < table.rows(); ++i) {
    const double R = table["R"][i], L = table["L"][i], volume = std::numbers::pi * R * R * L;
    // Along z here, along x in the table.
    const geometry::TriangleMesh mesh = geometry::cylinder(R, L, kPanels);
    for (const bool by_panels : {true, false}) {
      const Vec6 A = by_panels ? panel_diagonal(mesh) : geometry::cylinder_added_mass(R, L);
      Worst& worst = by_panels ? panels : closed;
      worst.add_relative(A[2] / volume, table["Ca_axial"][i]);
      worst.add_relative(A[0] / volume, table["Ca_transverse"][i]);
      worst.add_relative(kTableDensity_kg_m3 * A[3], table["A55_rho1000"][i]);
    }
    const double scale = std::cbrt(1.5);  // a spheroid of the same proportions and volume
    const Vec6 fit = geometry::ellipsoid_added_mass(scale * Vec3(R, R, 0.5 * L));
    along.add_relative(fit[2] / volume, table["Ca_axial"][i]);
    across.add_relative(fit[0] / volume, table["Ca_transverse"][i]);
  }
  report.check("panels, relative", panels.value(), c.tolerance("rel"));
  report.check("strips with ends, relative", closed.value(), c.tolerance("rel"));
  if (c.has_tolerance("approx_transverse_rel"))
    report.check("spheroid of the same volume, across", across.value(),
                 c.tolerance("approx_transverse_rel"));
  if (c.has_tolerance("approx_axial_rel"))
    report.check("spheroid of the same volume, along", along.value(),
                 c.tolerance("approx_axial_rel"));
}

}  // namespace hadal::validation
