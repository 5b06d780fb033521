// Acceleration of the water that the currents carry along,
//   DU_c/Dt = dU_c/dt + (U . grad) U_c,   U the whole velocity of the water, waves included.
// Both parts are central differences: in time over one step, so that what a body follows over the
// steps adds up to what the water does (for a Gauss-Markov process, which has no derivative, this
// is its increment over the step), and along the path over the length of the body, which sees a
// jump of the field (the edge of a pipe, a layer) as soon as its bow does. Exact where the field is
// linear.
//
// A current that is changed while the run goes on (State::current_live) is another sea from then
// on, not water that accelerates: nobody is thrown.
#pragma once
#include <span>
#include <vector>

#include "environment/sea.h"

namespace hadal::environment {

// The random processes of the currents as they are, and as they were before the last step: the two
// halves of State::current_process.
std::span<const double> current_processes(const Sea& sea, const State& state);
std::span<const double> current_processes_before(const Sea& sea, const State& state);

class CurrentAcceleration {
 public:
  CurrentAcceleration(const Sea& sea, const World& world);  // the sea must outlive it

  // The currents are steady and the same everywhere: at() is zero and need not be asked.
  bool none() const { return steady_ && uniform_; }
  void set_time(double time_s, const State& state);
  //   now: the sea at the same time.  water_N: velocity of the water at p_N.
  Vec3 at(const SeaInstant& now, const Vec3& p_N, const Vec3& water_N, double length_m) const;

 private:
  Vec3 in_time(const Vec3& p_N) const;

  const Sea& sea_;
  double step_s_;
  bool steady_ = true, uniform_ = true;  // in time, in space
  bool level_ = true;                    // depends on the depth alone
  std::vector<double> before_, after_;  // half a step away, as CurrentField::prepare makes them
};

}  // namespace hadal::environment
