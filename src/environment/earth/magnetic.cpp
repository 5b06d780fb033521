#include "environment/earth/magnetic.h"

#include <GeographicLib/SphericalHarmonic1.hpp>
#include <algorithm>
#include <vector>

#include "environment/earth/wmm2025.h"

namespace hadal::environment {
namespace {

constexpr double kNanotesla = 1e-9;

// The coefficients in the order that GeographicLib wants: order by order, in each the degrees from
// that order on; those of the sine begin with order 1.
struct HarmonicTables {
  std::vector<double> C, S, C_rate, S_rate;

  HarmonicTables() {
    using namespace wmm2025;
    for (int m = 0; m <= kDegree; ++m)
      for (int n = m; n <= kDegree; ++n) {
        const Coefficients of =
            n == 0 ? Coefficients{} : kCoefficients[n * (n + 1) / 2 - 1 + m];
        C.push_back(of.g_nt);
        C_rate.push_back(of.g_nt_per_year);
        if (m == 0) continue;
        S.push_back(of.h_nt);
        S_rate.push_back(of.h_nt_per_year);
      }
  }
};

}  // namespace

Vec3 magnetic_dipole_E_t(const Vec3& p_E) {
  constexpr double kReferenceRadius = 6371.2e3;
  static const Vec3 moment = kNanotesla * Vec3(-1450.9, 4652.5, -29404.8);  // g11, h11, g10
  const double distance = p_E.norm(), ratio = kReferenceRadius / distance;
  const Vec3 up = p_E / distance;
  return ratio * ratio * ratio * (3 * moment.dot(up) * up - moment);
}

bool magnetic_model_covers(double year) {
  return year >= wmm2025::kEpoch_year && year <= wmm2025::kEnd_year;
}

Vec3 world_magnetic_model_E_t(const Vec3& p_E, double year) {
  using GeographicLib::SphericalHarmonic1;
  static const HarmonicTables t;
  static const SphericalHarmonic1 potential(t.C, t.S, wmm2025::kDegree, t.C_rate, t.S_rate,
                                            wmm2025::kDegree, wmm2025::kReferenceRadius_m,
                                            SphericalHarmonic1::SCHMIDT);
  const double since = std::clamp(year, wmm2025::kEpoch_year, wmm2025::kEnd_year) -
                       wmm2025::kEpoch_year;
  Vec3 gradient;  // of the sum; V is that times a
  potential(since, p_E.x(), p_E.y(), p_E.z(), gradient.x(), gradient.y(), gradient.z());
  return -kNanotesla * wmm2025::kReferenceRadius_m * gradient;
}

Vec3 magnetic_field_E_t(MagneticModel model, const Vec3& p_E, double year) {
  return model == MagneticModel::kDipole ? magnetic_dipole_E_t(p_E)
                                         : world_magnetic_model_E_t(p_E, year);
}

Vec3 magnetic_field_ned_t(MagneticModel model, const Geodetic& place, double year) {
  return R_E_ned_at(place).transpose() *
         magnetic_field_E_t(model, ecef_from_geodetic(place), year);
}

}  // namespace hadal::environment
