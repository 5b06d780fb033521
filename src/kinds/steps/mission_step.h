// A kind of mission step: what a vehicle is asked to do until the step ends. It is a struct with
// its parameters and what computes from them,
//
//   struct SpiralStep : StepConfig {
//     double radius_m = 10;
//     double duration_s = 60;
//     static const StructSchema& schema();  // step_schema<SpiralStep>("spiral", "...").number(...)
//     void prepare(const StepSetting& setting);  // refuses a vehicle that cannot do it
//     bool guide(const StepMoment& now, extension::SetPoint& wanted) const;
//     std::string text() const;                  // "spiral of 10 m for 60 s", for people
//   };
//
// and one line in list.cpp. Strict YAML, `describe`, the order of steps, control from outside and
// the way back, log, snapshot and replay follow from it.
//
// guide() is called at the rate of the controller and changes what is asked of it; it returns
// whether the step has arrived at its end. A step with the member duration_s ends after that time,
// whatever guide() says; one with timeout_s that has not ended by then fails the mission.
//
// In place of guide() a step may have command(elapsed_s, commands), which is called in every step
// of the simulation and writes commands of actuators itself, by their numbers on the vehicle. The
// controller rests meanwhile, and thrusters become neutral at the end.
//
// A step of an arm derives from ArmStepConfig and has guide_arm() in place of guide(): it is done, goes
// on, or cannot be done, which fails the mission of the arm. Arms have missions of their own beside
// that of their vehicle.
//
// One with the member force_sensor, a number of StepSetting::tool_force_sensor(), is given its reading.
//
// A step with the key wait_for begins when that condition holds; until then its vehicle or arm is
// asked for what it was asked for before.
//
// A step with a table in a CSV file has TableFile table_file(), which the reader takes in before
// prepare().
//
// Not part of hadal/extension: a step leans on the guidance of this folder and on the types of
// math/. Frames: N north-east-down, B forward-right-down. SI units and radians.
#pragma once
#include <span>
#include <string>
#include <type_traits>

#include "hadal/extension/actuator.h"
#include "hadal/extension/controller.h"
#include "kinds/controllers/arm_types.h"
#include "kinds/table_file.h"
#include "math/types.h"

namespace hadal::inline kinds {

using extension::ControlMode;

// The keys that every step has. Steps of one vehicle follow each other, vehicles run side by side.
struct StepConfig {
  std::string vehicle;
  std::string wait_for;
};

// Those of a step that an arm does. Steps of one arm follow each other, arms and their vehicles run
// side by side.
struct ArmStepConfig : StepConfig {
  std::string arm;
};

template <class T>
StructBuilder<T> step_schema(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("vehicle", &T::vehicle, "The vehicle that does it.")
      .required()
      .text("wait_for", &T::wait_for,
            "Begins when this holds, an expression as in `expect`; at once if left out.");
}
template <class T>
StructBuilder<T> arm_step_schema(const char* kind, const char* doc) {
  return step_schema<T>(kind, doc).text(
      "arm", &T::arm, "The arm of the vehicle that does it; may be left out where it has one.");
}

// An actuator by its name: its number and what its commands mean; null when there is none.
struct NamedActuator {
  int number = -1;
  const extension::ActuatorCommand* command = nullptr;
  Bounds saturation;  // of its commands, where it is known
};

// What a step may know of its vehicle at load, and where it tells what it lacks. A problem stands
// at a field of the step, or at the step itself for an empty name.
class StepSetting {
 public:
  virtual ~StepSetting() = default;
  virtual const std::string& vehicle() const = 0;
  virtual bool kinematic() const = 0;
  virtual const extension::ControllerKind* controller() const = 0;  // null: none
  virtual bool has_seabed() const = 0;
  virtual const ArmFacts* arm() const { return nullptr; }  // of a step of an arm
  // Number on the vehicle; an unknown name is a problem at the field.
  virtual NamedActuator actuator(const std::string& name, const std::string& field) const = 0;
  // Number of a force/torque sensor of the vehicle that moves with the tool of the arm, in
  // World::sensors; -1 and a problem at the field for anything else.
  virtual int tool_force_sensor(const std::string& /*name*/, const std::string& /*field*/) const {
    return -1;
  }
  virtual void fail(const std::string& field, const std::string& message) const = 0;
  // What is legal and hardly meant.
  virtual void note(const std::string& field, const std::string& message) const = 0;
};

// Refuses a vehicle without a controller; with a mode, one whose controller does not offer it.
bool require_controller(const StepSetting& setting, const StructSchema& step);
void require_mode(const StepSetting& setting, const StructSchema& step, ControlMode mode);

// The depth at which the vehicle is a distance above the seabed.
class AltitudeHold {
 public:
  virtual ~AltitudeHold() = default;
  // lookahead_m: as far along the course the shallowest seabed counts, without an altimeter.
  virtual double depth_m(double altitude_m, double course_rad, double lookahead_m) const = 0;
};

constexpr size_t kStepStateSize = 14;

// One update of a vehicle that is at this step.
struct StepMoment {
  double elapsed_s = 0;    // since the step began
  double dt_s = 0;         // between two updates
  Pose pose_NB;            // as the vehicle navigates
  bool keeps_pose = true;  // it can be asked for a pose; otherwise for heading, depth and speed
  std::span<double, kStepStateSize> state;  // what the step remembers, zero at its beginning
  const AltitudeHold& altitude;
};

constexpr size_t kArmStepStateSize = 24;

// The reading of a force/torque sensor that moves with the tool.
struct ToolForce {
  Vec3 force_T = Vec3::Zero();  // that the arm exerts on what is beyond the sensor, tool axes, N
  bool valid = false;
  double age_s = 0;  // since it was taken
};

// What a step that presses says of itself, State::arm_press.
enum PressReport : size_t {
  kPressForce_N,     // along the normal, by the sensor
  kPressDistance_m,  // along its path
  kPressSquares,     // sum over the updates on the path and after it of (force - set-point)^2, N^2
  kPressUpdates,
  kPressSize,
};

// One update of an arm that is at this step.
struct ArmMoment {
  double elapsed_s = 0;  // since the step began
  double dt_s = 0;       // between two updates
  const ArmFacts& facts;
  ArmValues position{};         // measured
  ArmValues velocity{};
  ArmValues wanted_position{};  // what the joints are asked for
  ArmValues finger_position{};
  ArmValues finger_velocity{};
  std::array<Pose, kArmFrames> tool;         // measured, in N, B, P
  std::array<Pose, kArmFrames> wanted_tool;  // where the joints asked for would have it
  double residual_m = 0;    // of the last pose asked for, that no position of the joints gives
  double residual_rad = 0;
  std::span<double, kArmStepStateSize> state;  // what the step remembers, zero at its beginning
  ToolForce tool_force;     // of a step with force_sensor
  std::span<double> press;  // of a step with force_sensor: kPressSize
};

enum class ArmStepResult { kGoesOn, kDone, kUnreachable, kSensorLost };

// Asks for a pose that moves with a velocity.
void ask_pose(extension::SetPoint& wanted, const Pose& pose_NB, const Vec3& velocity_B);
void ask_course(extension::SetPoint& wanted, double heading_rad, double depth_m, double speed_m_s);

// Everything there is to know of a kind; made by mission_step_kind<T>().
struct MissionStepKind {
  const StructSchema& (*schema)() = nullptr;
  void (*prepare)(void* config, const StepSetting&) = nullptr;
  double (*duration_s)(const void* config) = nullptr;  // null: it ends on arrival
  double (*timeout_s)(const void* config) = nullptr;   // null: none
  bool (*guide)(const void* config, const StepMoment&, extension::SetPoint&) = nullptr;
  void (*command)(const void* config, double elapsed_s, std::span<double> commands) = nullptr;
  ArmStepResult (*guide_arm)(const void* config, const ArmMoment&, ArmSetPoint&) = nullptr;
  int (*force_sensor)(const void* config) = nullptr;  // null: it needs none
  std::string (*text)(const void* config) = nullptr;
  TableFile (*table_file)(void* config) = nullptr;  // null: it has none
};

template <class T>
constexpr MissionStepKind mission_step_kind() {
  static_assert(std::is_base_of_v<StepConfig, T>, "a mission step derives from StepConfig first");
  MissionStepKind kind;
  kind.schema = &T::schema;
  kind.prepare = [](void* c, const StepSetting& s) { static_cast<T*>(c)->prepare(s); };
  if constexpr (requires(const T t) { t.duration_s; })
    kind.duration_s = [](const void* c) { return static_cast<const T*>(c)->duration_s; };
  if constexpr (requires(const T t) { t.timeout_s; })
    kind.timeout_s = [](const void* c) { return static_cast<const T*>(c)->timeout_s; };
  if constexpr (requires(const T t, std::span<double> s) { t.command(0.0, s); })
    kind.command = [](const void* c, double elapsed_s, std::span<double> commands) {
      static_cast<const T*>(c)->command(elapsed_s, commands);
    };
  else if constexpr (std::is_base_of_v<ArmStepConfig, T>)
    kind.guide_arm = [](const void* c, const ArmMoment& now, ArmSetPoint& wanted) {
      return static_cast<const T*>(c)->guide_arm(now, wanted);
    };
  else
    kind.guide = [](const void* c, const StepMoment& now, extension::SetPoint& wanted) {
      return static_cast<const T*>(c)->guide(now, wanted);
    };
  if constexpr (requires(const T t) { t.force_sensor; })
    kind.force_sensor = [](const void* c) { return static_cast<const T*>(c)->force_sensor; };
  kind.text = [](const void* c) { return static_cast<const T*>(c)->text(); };
  if constexpr (requires(T t) { t.table_file(); })
    kind.table_file = [](void* c) { return static_cast<T*>(c)->table_file(); };
  return kind;
}

}  // namespace hadal::kinds
