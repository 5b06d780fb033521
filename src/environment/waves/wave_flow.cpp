#include "environment/waves/wave_flow.h"

#include "environment/waves/motion_sums.h"

namespace hadal::environment {

WaveFlow wave_flow(const WaveField& field, double time_s, const Vec3& p_N, double factor) {
  if (field.calm()) return {};
  double s[kFlowSums];
  sum_motion(field, time_s, p_N, factor, s);
  WaveFlow flow{s[0], Vec3(s[2], s[3], s[4]), Vec3(s[5], s[6], s[7])};
  const double nn = s[8], ne = s[9], ee = s[10], nd = s[11], ed = s[12];
  flow.gradient_N << nn, ne, nd, ne, ee, ed, nd, ed, -(nn + ee);
  if (p_N.z() < 0) flow.gradient_N.col(2).setZero();
  return flow;
}

}  // namespace hadal::environment
