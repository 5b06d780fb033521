// What the controller of a vehicle is made of at load, and where its part of the state lies.
//
// A vehicle with thrusters but without a controller can be flown by hand: it gets loops made from the
// inertia of its hull.
#pragma once
#include <memory>
#include <vector>

#include "control/altitude.h"
#include "control/stick_hold.h"
#include "environment/sea.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::control {

// Memory of manual mode: heading hold, depth hold, trim.
constexpr size_t kManualStateSize = 2 * kStickHoldStateSize + 1;

// Where a vehicle's part of State::control_memory and control_gains lies.
struct ControlLayout {
  size_t step = 0;      // kStepStateSize
  size_t altitude = 0;  // kAltitudeStateSize
  size_t manual = 0;    // kManualStateSize
  size_t controller = 0;
  size_t controller_size = 0;
  size_t gains = 0;
  size_t gain_count = 0;
};

struct ControllerSetup {
  const extension::ControllerKind* kind = nullptr;  // null: nothing to command, or kinematic
  std::shared_ptr<const void> config;               // prepared
  std::vector<double> start_gains;  // of the scenario; live ones are State, but for own loops
  bool own_loops = false;           // made here, for sticks only: their gains are not live
  extension::Twist velocity_limit{};
  Rate rate;
  double dt_s = 0;
  ControlLayout layout;
  int altimeter = -1;  // into World::sensors
};

// The layout is filled by whoever lays out the state.
ControllerSetup controller_setup(const World& world, const Vehicle& vehicle,
                                 const environment::Sea& sea);

}  // namespace hadal::control
