// What is held where it is touched, without a socket: the weld that stands for a firm grasp, a suction
// cup and a magnet. Held at once with all six degrees of freedom, in the pose at which it is caught.
//
// | kind | free -> fixed | fixed -> free |
// |---|---|---|
// | grasp_weld | every finger has pressed with press_n for hold_s | one presses less than release_n |
// | suction, magnet | touches for hold_s, engaged | not engaged, or drawn with max_force_n |
// All of them: the cool-down must be over, and what is not engaged is free.
#pragma once
#include "kinds/couplings/coupling.h"

namespace hadal::inline kinds {

struct Holding : CouplingConfig {
  PortConfig holder;
  std::vector<std::string> objects;
  double hold_s = 0.2;

 protected:
  CouplingPorts ports_of(const std::vector<std::string>& fingers) const;
  // Free -> fixed after hold_s of `touches`; fixed -> free when `lost`.
  void advance_held(const CouplingSample& sample, bool touches, bool lost, double step_s,
                    CouplingMemory& memory) const;
};

struct GraspWeld : Holding {
  std::vector<std::string> fingers;
  double press_n = 8;
  double release_n = 2;

  static const StructSchema& schema();
  CouplingPorts ports() const { return ports_of(fingers); }
  void advance(const CouplingSample& sample, double step_s, CouplingMemory& memory) const;
};

// By what it pulls with.
struct Suction : Holding {
  double area_m2 = 0.002;
  double pressure_difference_pa = 50000;

  static const StructSchema& schema();
  CouplingPorts ports() const { return ports_of({}); }
  double max_force_n() const { return area_m2 * pressure_difference_pa; }
  void advance(const CouplingSample& sample, double step_s, CouplingMemory& memory) const;
};

struct Magnet : Holding {
  double max_force_n = 100;

  static const StructSchema& schema();
  CouplingPorts ports() const { return ports_of({}); }
  void advance(const CouplingSample& sample, double step_s, CouplingMemory& memory) const;
};

}  // namespace hadal::kinds
