// The Earth: places, gravity and magnetic field.
#include <cmath>

#include "environment/earth/geodesy.h"
#include "environment/earth/gravity.h"
#include "environment/earth/magnetic.h"
#include "math/units.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr double kMagneticRadius_m = 6371.2e3;
constexpr double kNanotesla = 1e-9;

}  // namespace

void run_enu_conversion(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("geodesy.csv");
  const std::vector<double> origin = c.numbers("origin");
  if (origin.size() < 2) c.fail("origin", "expected [latitude, longitude, elevation]");
  const environment::LocalFrame frame(origin[0], origin[1]);
  const double origin_up = origin.size() > 2 ? origin[2] : 0;
  Worst ecef, enu, back;
  for (size_t i = 0; i < table.rows(); ++i) {
    const environment::Geodetic place{table["lat"][i], table["lon"][i], table["h"][i]};
    const Vec3 X = environment::ecef_from_geodetic(place), ned = frame.ned_from_geodetic(place);
    const char* axes[] = {"X", "Y", "Z"};
    for (int k = 0; k < 3; ++k) ecef.add(X[k] - table[axes[k]][i]);
    enu.add(ned.y() - table["E"][i]);
    enu.add(ned.x() - table["N"][i]);
    enu.add(-ned.z() - origin_up - table["U"][i]);
    back.add((environment::ecef_from_geodetic(frame.geodetic_from_ned(ned)) - X).norm());
  }
  report.check("ECEF, m", ecef.value(), c.tolerance("ecef_abs_m"));
  report.check("east, north, up, m", enu.value(), c.tolerance("enu_abs_m"));
  report.check("there and back, m", back.value(), c.tolerance("enu_abs_m"));
}

void run_gravity(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("gravity.csv");
  Worst error;
  for (size_t i = 0; i < table.rows(); ++i)
    error.add(environment::normal_gravity(table["lat_deg"][i] * kDegree) - table["g_wgs84"][i]);
  if (const auto g = c.expected_number("g45"))
    error.add(environment::normal_gravity(45 * kDegree) - *g);
  if (const auto g = c.expected_number("gpole"))
    error.add(environment::normal_gravity(90 * kDegree) - *g);
  report.check("gravity, m/s2", error.value(), c.tolerance("abs"));
}

void run_magnetic_dipole(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("dipole.csv");
  Worst error;
  for (size_t i = 0; i < table.rows(); ++i) {
    // Geocentric: the axes at a place on a sphere, asked with the geocentric latitude.
    const Mat3 axes = environment::R_E_ned_at({table["lat_gc"][i], table["lon"][i], 0});
    const Vec3 up_E = -axes.col(2);
    const Vec3 B =
        axes.transpose() * environment::magnetic_dipole_E_t(kMagneticRadius_m * up_E) / kNanotesla;
    error.add(B.x() - table["X_nT"][i]);
    error.add(B.y() - table["Y_nT"][i]);
    error.add(B.z() - table["Z_nT"][i]);
    error.add(B.norm() - table["F_nT"][i]);
  }
  report.check("field, nT", error.value(), c.tolerance("abs_nT"));
}

}  // namespace hadal::validation
