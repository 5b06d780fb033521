// What commands every vehicle: mission step -> guidance -> set-point -> controller -> actuator
// commands.
//
// Steps are kinds (kinds/steps/). Those of one track (one per vehicle, one per arm: control/arm/)
// follow each other; when the last is done the vehicle keeps its last set-point. A step may wait for
// a condition; until then the last set-point stays. Timed steps end by the tick; others end on
// arrival, or fail the mission at their timeout (the vehicle then holds). Steps that command
// actuators themselves act at every tick, controllers at their own rate. A vehicle under outside
// control (API, bridge, a person's sticks) ignores its mission; the clock of its step stands still,
// so that resume() goes on where it left.
//
// Controllers are kinds (kinds/controllers/); this is their only caller. In manual mode sticks are
// fractions of what the actuators can give; a heading or depth hold (stick_hold.h) keeps those two
// by the controller's own loops while the rest stays manual.
//
// All that changes lies in State: control_memory and control_gains (live) are cut up per vehicle as
// ControllerSetup says.
#pragma once
#include <vector>

#include "control/arm/arm_control.h"
#include "control/controller_setup.h"
#include "control/modes.h"
#include "control/set_point.h"
#include "control/mission/track.h"
#include "environment/sea.h"
#include "kinds/controllers/body.h"

namespace hadal::control {

class VehicleControl {
 public:
  VehicleControl(const World& world, const environment::Sea& sea);

  void start(const World& world, State& state) const;
  // Missions and controllers that are due at state.tick. Writes commands and set-points.
  void update(const World& world, State& state, const StepConditions* conditions = nullptr) const;

  // Live gains of a vehicle, in the order its controller declares (gain_names.h).
  std::span<double> gains(int vehicle, State& state) const;
  std::span<const double> gains(int vehicle, const State& state) const;

  const ArmControl& arms() const { return arms_; }

  // outside_control.cpp. All but resume() end the mission's say.
  // The new mode asks for what the vehicle does now: this place, this course, no velocity, no
  // effort, neutral sticks. The mode must be one the vehicle offers (modes.h).
  void switch_mode(const World& world, State& state, int vehicle, ControlMode mode) const;
  // Sticks of a vehicle that offers manual mode; within -1..1.
  void take_sticks(const World& world, State& state, int vehicle, const Sticks& sticks) const;
  // A vehicle that somebody outside commands ignores its mission.
  void interrupt_mission(const World& world, State& state, int vehicle) const;
  // After outside control: the mission goes on at the step it left. False when there is none or it
  // has ended.
  bool resume(const World& world, State& state, int vehicle) const;
  // The vehicle was put elsewhere: holds and set-points that keep a place keep the new one.
  void moved(const World& world, State& state, int vehicle) const;

 private:
  template <size_t N>
  static std::span<double, N> part(std::vector<double>& memory, size_t begin) {
    return std::span<double, N>(memory.data() + begin, N);
  }

  BodyMeasurement measure(const World& world, const State& state, int vehicle) const;

  // mission_tracks.cpp: which step of the mission it is, and what that asks for now.
  void follow_mission(const World& world, State& state, int vehicle,
                      const BodyMeasurement& measured) const;
  // Commands of a step that gives them itself; false for every other.
  bool play_commands(const World& world, State& state, int vehicle) const;
  void end_timed_step(const World& world, State& state, int vehicle,
                      const StepConditions* conditions) const;
  void finish_step(const World& world, State& state, int vehicle) const;

  // run_controller.cpp: how the actuators bring it about.
  void control(const World& world, State& state, int vehicle,
               const BodyMeasurement& measured) const;
  void move_kinematic(State& state, int vehicle, const BodyMeasurement& measured) const;
  extension::ManualInput manual_input(State& state, int vehicle,
                                      const BodyMeasurement& measured) const;
  void forget_sticks(State& state, int vehicle) const;

  // outside_control.cpp
  void rest(const World& world, State& state, int vehicle) const;
  // Position and course modes ask for the pose and speed of the moment.
  void keep(ControlMode mode, const BodyMeasurement& now, double* set) const;

  const environment::Sea& sea_;
  double density_kg_m3_;  // of the water in which thrusts are commanded
  std::vector<ControllerSetup> setups_;
  ArmControl arms_;
  size_t memory_size_ = 0;
  size_t gain_size_ = 0;
};

}  // namespace hadal::control
