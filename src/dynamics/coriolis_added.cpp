#include "dynamics/coriolis_added.h"

namespace hadal::dynamics {
namespace {

void clear(Mat6& C, int row, int column, bool transpose) {
  C(row, column) = 0;
  if (transpose) C(column, row) = 0;
}

void leave_out(Mat6& C, MunkTerms terms) {
  if (terms == MunkTerms::all) return;
  const bool transpose = terms == MunkTerms::no_pitch_yaw || terms == MunkTerms::no_yaw;
  clear(C, 5, 0, transpose);
  clear(C, 5, 1, transpose);
  if (terms == MunkTerms::no_pitch_yaw) {
    clear(C, 4, 0, transpose);
    clear(C, 4, 2, transpose);
  }
  if (terms == MunkTerms::no_pitch_yaw_rows) {
    clear(C, 4, 0, transpose);
    clear(C, 4, 3, transpose);
  }
}

}  // namespace

Mat6 added_mass_coriolis(const Mat6& added_mass, const Vec6& nu_r_B, MunkTerms terms) {
  const Vec6 momentum =
      0.5 * (added_mass.lazyProduct(nu_r_B) + added_mass.transpose().lazyProduct(nu_r_B));
  const Mat3 S_a = skew(momentum.head<3>()), S_b = skew(momentum.tail<3>());
  Mat6 C;
  C << Mat3::Zero(), -S_a, -S_a, -S_b;
  leave_out(C, terms);
  return C;
}

Vec6 added_mass_coriolis_wrench(const Mat6& added_mass, const Vec6& nu_r_B, MunkTerms terms) {
  return -(added_mass_coriolis(added_mass, nu_r_B, terms) * nu_r_B);
}

}  // namespace hadal::dynamics
