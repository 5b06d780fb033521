// A kind of controller: from what a vehicle is asked to do and what it measures to the commands of its
// actuators, at a rate. It is a struct with its parameters and what computes from them,
//
//   struct DepthKeeper : hadal::extension::ControllerConfig {
//     double gain_n_m = 20;
//     std::string thruster;
//     int vertical = -1;
//     static constexpr ControlMode kModes[] = {ControlMode::kCourse};
//     static const StructSchema& schema();         // controller_schema<DepthKeeper>("depth_keeper", "...")
//     void bind(const ActuatorNames& names);       // vertical = names.thruster(thruster, "thruster")
//     std::vector<Gain> gains();                   // {{"gain", "N/m", &gain_n_m}}
//     void update(const SetPoint& wanted, const ControlContext& now) const;
//   };
//
// and one line in a list of kinds, controller_kind<DepthKeeper>(). Strict YAML, `describe`, rate, modes,
// missions, gains that change while running, snapshot, hash and replay follow from it.
//
// Optional members:
//   prepare(const ControllerSetting&)   what follows from parameters, thrusters and hull, once at load
//   state_size()                        numbers that it remembers between updates (part of the state)
//   manual(const ManualInput&, now)     a person's sticks; without it there is no manual mode
//   vertical_stick(sticks)              static: which stick changes the depth; heave if left out
//   velocity_limit()                    of each body axis, for vehicles that move without dynamics
//   kDives = false                      static: it cannot change the depth
// All that changes lies in the state that it is handed; members change at load only.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "hadal/export.h"
#include "hadal/extension/kind_error.h"
#include "hadal/extension/sea.h"
#include "hadal/schema.h"

namespace hadal HADAL_API {
namespace extension {

// What a vehicle is asked to do. Manual: a person's sticks; course: heading, depth and speed; off: the
// actuators rest.
enum class ControlMode { kPosition, kVelocity, kEffort, kManual, kCourse, kOff };
constexpr int kControlModes = 6;

// The keys that every controller has.
struct ControllerConfig {
  double rate_hz = 50;
};
template <class T>
StructBuilder<T> controller_schema(const char* name, const char* doc) {
  return StructBuilder<T>(name, doc).number("rate_hz", static_cast<double T::*>(&ControllerConfig::rate_hz),
                                            "Control rate.", {0.1, 10000});
}

// A number that may be changed while running.
struct Gain {
  std::string name;  // as in the scenario, joined by '/': surge/position_p, heading/i, depth_gain
  std::string unit;  // empty: none
  double* value = nullptr;                              // in the controller's struct
  double max = std::numeric_limits<double>::infinity();  // largest value; the smallest is 0
};

// Actuators of the vehicle by name. An unknown name is a problem of the scenario at the given field;
// the load fails, and the number given is of no importance.
class ActuatorNames {
 public:
  virtual ~ActuatorNames() = default;
  virtual int thruster(const std::string& name, const std::string& field) const = 0;
  virtual int fin(const std::string& name, const std::string& field) const = 0;
};

constexpr double kUnlimitedThrust_n = 1e9;

// What a controller may know of a thruster of its vehicle.
struct ThrusterSetting {
  Vector3 p_BT_B{};
  Vector3 axis_B{1, 0, 0};  // of positive thrust
  double thrust_min_n = -kUnlimitedThrust_n;
  double thrust_max_n = kUnlimitedThrust_n;
  double command_neutral = 0;  // in the unit of its own command
  double command_min = 0;
};

// And of the hull, about the body origin.
struct HullSetting {
  double weight_n = 0;
  double buoyancy_n = 0;  // in water of the surface
  Vector3 p_BG_B{};       // centre of gravity
  Vector3 p_BC_B{};       // centre of buoyancy
  std::array<double, 6> inertia{};  // along and about each axis, with the water that moves along: kg, kg m^2
  std::array<double, 6> damping_linear{};     // N/(m/s), N m/(rad/s)
  std::array<double, 6> damping_quadratic{};  // N/(m/s)^2, N m/(rad/s)^2
};

struct ControllerSetting {
  double dt_s = 0;  // between two updates
  std::vector<ThrusterSetting> thrusters;
  HullSetting hull;
};

// Commands of the actuators of the vehicle, by their numbers on it.
class ActuatorCommands {
 public:
  virtual ~ActuatorCommands() = default;
  virtual void thrust(int thruster, double thrust_n) = 0;    // that settles at this thrust in still water
  virtual void thruster(int thruster, double command) = 0;   // in the unit of its own command
  virtual void fin(int fin, double angle_rad) = 0;
};

// What is asked for; the mode says which of it counts.
struct SetPoint {
  ControlMode mode = ControlMode::kPosition;
  Vector3 p_NB_N{};
  Quaternion q_NB{1, 0, 0, 0};
  Twist velocity_B{};  // in position mode that of a moving set-point
  Wrench effort_B{};
  double heading_rad = 0;  // course mode
  double depth_m = 0;
  double speed_m_s = 0;
};

// One update of a controller: what it measures, remembers and commands.
struct ControlContext {
  double time_s = 0;
  double dt_s = 0;
  Vector3 p_NB_N{};  // as the vehicle navigates
  Quaternion q_NB{1, 0, 0, 0};
  Twist nu_B{};
  std::span<const double> thruster_health;  // as known on board, 0 failed .. 1 whole
  std::span<const double> gains;            // in the order of gains()
  std::span<double> state;                  // state_size() numbers, zero at the start
  ActuatorCommands& commands;
};

// A heading or depth that is kept while its stick is neutral.
enum class HoldPhase { kOff, kSteered, kSettling, kHolding };
struct StickHold {
  HoldPhase phase = HoldPhase::kOff;
  double value = 0;       // to be kept while settling and holding, rad or m
  bool released = false;  // the stick came back to neutral in this update

  bool keeps() const { return phase == HoldPhase::kSettling || phase == HoldPhase::kHolding; }
};

enum StickAxis { kStickSurge, kStickSway, kStickHeave, kStickRoll, kStickPitch, kStickYaw };

// A person's sticks, -1..1: fractions of what the actuators can give. A positive heave goes down, a
// positive pitch lifts the nose, a positive yaw turns to starboard.
struct ManualInput {
  std::array<double, 6> sticks{};
  bool hold_heading = false;
  bool hold_depth = false;
  StickHold heading;
  StickHold depth;
  double& trim;  // a number that is kept as long as the sticks command, zero at their beginning
};

// Everything there is to know of a kind; made by controller_kind<T>().
struct ControllerKind {
  const StructSchema& (*schema)() = nullptr;
  bool checked = false;  // of an extension: the run stops when it gives what is not finite
  std::span<const ControlMode> modes;  // manual and off apart
  bool dives = true;
  std::shared_ptr<void> (*copy)(const void* config) = nullptr;
  void (*bind)(void* config, const ActuatorNames&) = nullptr;
  void (*prepare)(void* config, const ControllerSetting&) = nullptr;
  std::vector<Gain> (*gains)(void* config) = nullptr;
  size_t (*state_size)(const void* config) = nullptr;
  void (*update)(const void* config, const SetPoint&, const ControlContext&) = nullptr;
  void (*manual)(const void* config, const ManualInput&, const ControlContext&) = nullptr;
  double (*vertical_stick)(const std::array<double, 6>& sticks) = nullptr;
  Twist (*velocity_limit)(const void* config) = nullptr;

  bool offers(ControlMode mode) const {
    for (const ControlMode one : modes)
      if (one == mode) return true;
    return mode == ControlMode::kOff || (mode == ControlMode::kManual && manual);
  }
};

template <class T>
constexpr ControllerKind controller_kind() {
  static_assert(std::is_base_of_v<ControllerConfig, T>, "a controller derives from ControllerConfig first");
  ControllerKind kind;
  kind.schema = &T::schema;
  kind.modes = T::kModes;
  if constexpr (requires { T::kDives; }) kind.dives = T::kDives;
  kind.copy = [](const void* c) -> std::shared_ptr<void> {
    return std::make_shared<T>(*static_cast<const T*>(c));
  };
  kind.bind = [](void* c, const ActuatorNames& names) {
    return call_kind<T>([&] { static_cast<T*>(c)->bind(names); });
  };
  if constexpr (requires(T t, ControllerSetting s) { t.prepare(s); })
    kind.prepare = [](void* c, const ControllerSetting& s) {
      return call_kind<T>([&] { static_cast<T*>(c)->prepare(s); });
    };
  kind.gains = [](void* c) {
    return call_kind<T>([&] { return static_cast<T*>(c)->gains(); });
  };
  if constexpr (requires(const T t) { t.state_size(); })
    kind.state_size = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->state_size(); });
    };
  kind.update = [](const void* c, const SetPoint& wanted, const ControlContext& now) {
    return call_kind<T>([&] { static_cast<const T*>(c)->update(wanted, now); });
  };
  if constexpr (requires(const T t, const ManualInput& i, const ControlContext& now) { t.manual(i,
      now); })
    kind.manual = [](const void* c, const ManualInput& input, const ControlContext& now) {
      return call_kind<T>([&] { static_cast<const T*>(c)->manual(input, now); });
    };
  if constexpr (requires(std::array<double, 6> s) { T::vertical_stick(s); })
    kind.vertical_stick = &T::vertical_stick;
  if constexpr (requires(const T t) { t.velocity_limit(); })
    kind.velocity_limit = [](const void* c) {
      return call_kind<T>([&] { return static_cast<const T*>(c)->velocity_limit(); });
    };
  return kind;
}

}  // namespace extension
}  // namespace hadal HADAL_API
