// The pilot of every vehicle: mission step -> guidance -> controller -> actuator commands.
//
// Steps of one track (one per vehicle) follow each other; when the last is done the vehicle keeps
// its last set-point. Timed steps end by the tick; go_to and follow end on arrival, or fail the
// mission at their timeout (the vehicle then holds). Commands steps act at every tick, controllers
// at their own rate. A vehicle under outside control (API, bridge, a person's sticks) ignores its
// mission; the clock of its step stands still, so that resume() goes on where it left.
//
// Manual mode (pilot_manual.cpp): sticks are shares of what the actuators can give. A heading or
// depth hold (stick_hold.h) keeps those two by the controller's own loops while the rest stays
// manual. Vehicles with thrusters but without a controller get an allocation and loops of their own
// for this, made from the inertia of the hull.
//
// Steps with an altitude are guided in the plane; their depth follows the seabed (altitude.h).
//
// All that changes lies in State: control_memory and control_gains (live) are cut up per vehicle as
// Layout says.
#pragma once
#include <array>
#include <vector>

#include "control/allocation.h"
#include "control/altitude.h"
#include "control/body_controller.h"
#include "control/guidance.h"
#include "control/modes.h"
#include "control/set_point.h"
#include "control/stick_hold.h"
#include "environment/sea.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::control {

enum class MissionStatus : int64_t {
  kRunning = 0,
  kDone = 1,
  kFailed = 2,
  kNone = 3,
  kOutside = 4
};

inline const char* mission_status_name(int64_t status) {
  constexpr const char* kNames[] = {"running", "done", "failed", "none", "outside"};
  return kNames[status];
}

class Pilot {
 public:
  Pilot(const World& world, const environment::Sea& sea);

  void start(const World& world, State& state) const;
  // Missions and controllers that are due at state.tick. Writes commands and set-points.
  void update(const World& world, State& state);

  // Live gains of a vehicle, in the order its controller declares (gain_names.h).
  std::span<double> gains(int vehicle, State& state) const;
  std::span<const double> gains(int vehicle, const State& state) const;

  // pilot_modes.cpp: control from outside. All but resume() end the mission's say.
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
  // Where a vehicle's part of control_memory and control_gains lies.
  struct Layout {
    size_t guidance = 0;  // kWaypointStateSize
    size_t hold = 0;      // kHoldStateSize
    size_t altitude = 0;  // kAltitudeStateSize
    size_t manual = 0;    // kManualStateSize
    size_t controller = 0;
    size_t allocation = 0;
    size_t gains = 0;
    size_t gain_count = 0;
  };
  struct Helm {  // what a vehicle's controller needs beside the world
    Layout layout;
    Rate rate;
    double dt_s = 0;
    AllocationParameters allocation;
    BodyControllerParameters body;
    // Of a vehicle without a controller, for its holds; live gains of the others are State.
    std::array<double, kBodyGainCount> own_gains{};
    Vec6 stick_most = Vec6::Zero();  // effort of a full stick where the thrusters have no limit
    AuvAutopilotParameters autopilot;
    UsvAutopilotParameters differential;
    std::vector<std::vector<Waypoint>> waypoints;  // per step of the vehicle's track
    int altimeter = -1;                            // into World::sensors
    std::vector<double> force_n;
    std::vector<std::uint8_t> saturated;
  };

  template <size_t N>
  static std::span<double, N> part(std::vector<double>& memory, size_t begin) {
    return std::span<double, N>(memory.data() + begin, N);
  }

  // pilot_helms.cpp: once, at load and start.
  Helm make_helm(const World& world, const Vehicle& vehicle);
  // What a controller may know of its vehicle at load.
  void know_the_hull(const Link& hull, BodyFeedForward& knowledge) const;
  void know_the_thrusters(const World& world, const Vehicle& vehicle,
                          AllocationParameters& allocation) const;
  void prepare_for_sticks(const World& world, const Vehicle& vehicle, Helm& helm) const;
  Layout lay_out(ControllerKind kind, int thrusters);
  void start_controller(const Vehicle& vehicle, const Helm& helm, State& state) const;

  // pilot.cpp: which step of the mission it is.
  BodyMeasurement measure(const World& world, const State& state, int vehicle) const;
  void follow_mission(const World& world, State& state, int vehicle,
                      const BodyMeasurement& measured);
  void play_commands(const World& world, State& state, int track) const;
  void end_timed_step(const World& world, State& state, int vehicle);
  void finish_step(const World& world, State& state, int vehicle);

  // pilot_guidance.cpp: what the step asks for now.
  void guide_body(const World& world, State& state, int vehicle, const AnyConfig& step,
                  const BodyMeasurement& measured);
  const std::vector<Waypoint>& waypoints_of_step(const World& world, const State& state,
                                                 int vehicle) const;
  void guide_along_route(const World& world, State& state, int vehicle, const AnyConfig& step,
                         const BodyMeasurement& measured);
  void guide_course(const World& world, State& state, int vehicle, const AnyConfig& step,
                    const BodyMeasurement& measured);
  // Where the vehicle goes and how fast, over ground.
  struct Course {
    double toward_rad = 0;
    double speed_m_s = 0;
  };
  // The depth a step asks for here: its altitude above the seabed, otherwise the depth given.
  double depth_of(const World& world, State& state, int vehicle, const AnyConfig& step,
                  double depth_m, Course course, const BodyMeasurement& measured) const;

  // pilot_control.cpp: how the actuators bring it about.
  void control(const World& world, State& state, int vehicle, const BodyMeasurement& measured);
  // Body controller and allocation.
  WrenchReach reach_of(const World& world, State& state, int vehicle) const;
  void drive_body(const World& world, State& state, int vehicle, const BodySetPoint& wanted,
                  const BodyMeasurement& measured);
  void control_autopilot(const World& world, State& state, int vehicle,
                         const BodyMeasurement& measured);
  void control_differential(const World& world, State& state, int vehicle,
                            const BodyMeasurement& measured);
  void control_weighted(const World& world, State& state, int vehicle,
                        const BodyMeasurement& measured);
  void command_thrust(const World& world, State& state, int thruster, double thrust_n) const;
  void rest(const World& world, State& state, int vehicle) const;

  // pilot_manual.cpp
  struct Holds {
    StickHoldAnswer heading, depth;
  };
  Holds follow_holds(State& state, int vehicle, const Sticks& sticks, double vertical_stick,
                     const BodyMeasurement& measured) const;
  void control_manual(const World& world, State& state, int vehicle,
                      const BodyMeasurement& measured);
  void manual_body(const World& world, State& state, int vehicle, const Sticks& sticks,
                   const BodyMeasurement& measured);
  void manual_autopilot(const World& world, State& state, int vehicle, const Sticks& sticks,
                        const BodyMeasurement& measured);
  void manual_differential(const World& world, State& state, int vehicle, const Sticks& sticks,
                           const BodyMeasurement& measured);
  void manual_weighted(const World& world, State& state, int vehicle, const Sticks& sticks,
                       const BodyMeasurement& measured);
  void manual_kinematic(State& state, int vehicle, const Sticks& sticks);
  void command_fins(const Controller& controller, State& state, double rudder_rad,
                    double elevator_rad) const;
  void command_propeller(const World& world, const Controller& controller, State& state,
                         int propeller, double share) const;
  void forget_sticks(State& state, int vehicle) const;

  // pilot_modes.cpp: position and course modes ask for the pose and speed of the moment.
  void keep(ControlMode mode, const BodyMeasurement& now, double* set) const;

  const environment::Sea& sea_;
  std::vector<Helm> helms_;
  size_t memory_size_ = 0;
  size_t gain_size_ = 0;
};

// Memory of manual mode: heading hold, depth hold, trim of the vertical thruster.
constexpr size_t kManualStateSize = 2 * kStickHoldStateSize + 1;

}  // namespace hadal::control
