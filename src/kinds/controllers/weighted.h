// `!weighted`: heading, speed and depth control of a small vehicle with two horizontal thrusters and a vertical
// one, by a weighted sum of proportional controllers (DeMarco, West & Howard, "A simulator for
// underwater human-robot interaction scenarios", eqs. 5-9):
//
//   e_h = wrap(heading* - heading),  e_s = speed* - speed,  e_d = depth* - depth
//   port      = w_h K_h e_h + w_s K_s e_s
//   starboard = -w_h K_h e_h + w_s K_s e_s,   vertical = +-K_d e_d
//
// each limited to the range of the thruster input (-150..150 on a VideoRay, dimensionless). Heading
// grows to starboard, so a positive heading error drives the port thruster forward. The controller
// has no memory. By hand the sticks are fractions of the input limit, together within it; a heading or
// depth to hold gives its part by the same gains, the depth with a slow trim (an integrator of
// kTrimTime_s) so that a vehicle that is a little too light or heavy keeps its depth. Live gains:
// kWeightedGainCount doubles {K_h, K_s, K_d, w_h, w_s}.
#pragma once
#include <string>
#include <vector>

#include "hadal/extension/controller.h"

namespace hadal::inline kinds {

using extension::ControlMode;
using extension::Gain;

constexpr size_t kWeightedGainCount = 5;

struct WeightedController : extension::ControllerConfig {
  WeightedController() { rate_hz = 10; }
  double heading_gain = 100;  // thruster input per rad
  double speed_gain = 300;    // thruster input per m/s
  double depth_gain = 200;    // thruster input per m
  double heading_weight = 0.5;
  double speed_weight = 0.5;
  double input_limit = 150;  // inputs run from -input_limit to input_limit
  std::string port, starboard, vertical;
  bool vertical_input_up = true;  // where a positive vertical input pushes upwards

  static constexpr ControlMode kModes[] = {ControlMode::kCourse};
  static const StructSchema& schema();
  void bind(const extension::ActuatorNames& names);
  std::vector<Gain> gains();
  void update(const extension::SetPoint& wanted, const extension::ControlContext& now) const;
  void manual(const extension::ManualInput& input, const extension::ControlContext& now) const;

 private:
  int port_ = -1, starboard_ = -1, vertical_ = -1;
};

struct WeightedSetPoint {
  double heading_rad = 0;
  double speed_m_s = 0;
  double depth_m = 0;
};

// Thruster inputs, dimensionless.
struct WeightedInputs {
  double port = 0;
  double starboard = 0;
  double vertical = 0;
};

WeightedInputs weighted_update(const WeightedController& controller,
                               std::span<const double, kWeightedGainCount> gains,
                               const WeightedSetPoint& wanted, const WeightedSetPoint& measured);

constexpr double kTrimTime_s = 10;

struct WeightedSticks {
  double surge = 0;
  double heave = 0;  // down
  double yaw = 0;    // to starboard
};
struct WeightedHold {
  bool heading = false;
  double heading_rad = 0;
  bool depth = false;
  double depth_m = 0;
  bool trimmed = false;  // the trim stays while the stick moves away from the depth held
};
// trim: input of the vertical thruster, downward; state of the caller.
WeightedInputs weighted_by_hand(const WeightedController& controller,
                                std::span<const double, kWeightedGainCount> gains,
                                const WeightedSticks& sticks, const WeightedHold& hold,
                                const WeightedSetPoint& measured, double dt_s, double& trim);

}  // namespace hadal::kinds
