// `!plug_socket`: a plug that is pushed into one of several sockets, locks there and is pulled out.
//
// | from | to | when |
// |---|---|---|
// | free | joined | aligned without a break for align_s, the cool-down over |
// | joined | fixed | pressed in with insertion_force_n |
// | joined | free | drawn out farther than leave_m |
// | fixed | free | drawn with extraction_force_n |
// Aligned: offset, angle and gap within their tolerances. One transition per sample at most. The clock
// of alignment counts samples, the present one included, starts anew after one that is not aligned,
// and runs during the cool-down too. A coupling that is not engaged is free.
#pragma once
#include "kinds/couplings/coupling.h"

namespace hadal::inline kinds {

struct PlugSocket : CouplingConfig {
  PortConfig plug;
  std::vector<PortConfig> sockets;
  double align_s = 2;
  double lateral_tol_m = 0.01;
  double angle_tol_rad = 0.08726646259971647;
  double gap_tol_m = 0.06;
  double leave_m = 0.12;
  double insertion_force_n = 50;
  double extraction_force_n = 190;

  static const StructSchema& schema();
  CouplingPorts ports() const;
  void advance(const CouplingSample& sample, double step_s, CouplingMemory& memory) const;

 private:
  bool aligned(const CouplingSample& sample) const;
};

}  // namespace hadal::kinds
