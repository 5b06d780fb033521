// Thruster allocation: from the wrench asked of the vehicle to one force per thruster.
//
//   f* = T^+ tau*,   tau = T sat(f*)            (clip)
//                    tau = T s f*,  s = min(1, min_i f_i^max / f_i*)   (uniform scaling)
//
// (Kermorgant 2014, SIMPAR, eqs. 4 and 5.) T^+ is the weighted Moore-Penrose pseudo-inverse: of all
// forces that give tau it has the least sum of cost_i f_i^2 (Fossen 2021, ch. 11). Clipping gets
// the most out of the thrusters but turns the wrench; scaling keeps its direction, so that one
// thruster that is asked to reverse and cannot stops them all: clip where thrusters push one way
// only. Limits may differ between forward and reverse.
//
// Controllable directions: with P = T T^+ the projection on what the thrusters reach (moments
// scaled by the longest lever), a body axis counts as controllable when at least half of its unit
// wrench lies in that space; a moment needs more than half, so that of an inseparable force and
// moment the force is kept. The rows of the other axes are left out of T before inversion: the
// controller does not spend force on what it cannot steer, and side effects there are accepted.
//
// Health: one number per thruster, 0 failed to 1 whole; it scales the limits, and a failed thruster
// is left out of T. The inverse is computed again only when health changes. With `reallocate` off
// (the failure is unknown on board) health is ignored and the failed thruster is asked for its
// share.
//
// Forces in N; wrenches at the body origin, in B, linear first. Nothing allocates after load.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"

namespace hadal::inline kinds {

enum class Saturation { kClip, kScale };

// Thrusters as the allocation sees them: one entry per thruster in every list.
struct AllocationParameters {
  std::vector<Vec6> wrench_per_newton_B;  // columns of the allocation matrix
  std::vector<double> force_min_n;        // reverse, <= 0
  std::vector<double> force_max_n;        // forward, >= 0
  std::vector<double> cost;               // > 0: a dear thruster is used less; empty: all 1
  Saturation saturation = Saturation::kScale;
  bool reallocate = true;  // the rest takes over from a thruster known to have failed
};

// Column of the allocation matrix of a thruster at p_BT_B that pushes along the unit axis_B.
Vec6 thruster_column(const Vec3& p_BT_B, const Vec3& axis_B);

// What the thrusters can do along each body axis alone, with the wrench of the other axes zero.
struct WrenchReach {
  std::array<bool, 6> controllable{};
  Vec6 min = Vec6::Zero();  // <= 0, N and N m
  Vec6 max = Vec6::Zero();  // >= 0
};

// Doubles of state for `thrusters` thrusters: pseudo-inverse, reach, and the health they belong to.
constexpr size_t allocation_state_size(size_t thrusters) {
  return 7 * thrusters + 18;
}

// Fills the state for the given health (one entry per thruster).
void allocation_reset(const AllocationParameters& parameters, std::span<const double> health,
                      std::span<double> state);

// Follows a change of health; cheap when there is none. True when the inverse was computed again.
bool allocation_follow_health(const AllocationParameters& parameters,
                              std::span<const double> health, std::span<double> state);

WrenchReach allocation_reach(const AllocationParameters& parameters, std::span<const double> state);

struct AllocationResult {
  Vec6 wrench_B = Vec6::Zero();  // T f, all six rows
  double scale = 1;  // of the uniform scaling; 1 when nothing saturates or when clipping
  bool saturated = false;
};

// Writes force_n and, per thruster, whether its limit was met (nothing into an empty span). Follows
// health first.
AllocationResult allocate(const AllocationParameters& parameters, const Vec6& wrench_asked_B,
                          std::span<const double> health, std::span<double> state,
                          std::span<double> force_n, std::span<std::uint8_t> saturated = {});

// Force in percent of the limit on its side, 0..100 (more when the limit is exceeded).
double thruster_load_percent(double force_n, double force_min_n, double force_max_n);

}  // namespace hadal::kinds
