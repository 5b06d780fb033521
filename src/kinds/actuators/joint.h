// The drive of a hinge or slide. Its command asks for an effort, a position, a velocity or a voltage;
// what it makes of it is a JointLaw (joint_law.h), which acts inside the multibody, and what came of the
// step is kept in its columns. The parameters stand in the `joint` of a link (JointDynamics, drives
// below); docs/joints.md.
//
//   effort   tau = command, within the limits.
//   servo    tau = kp (command - q) - kd q'           position
//            tau = kd (command - q')                  velocity
//   motor    L di/dt = V - R i - Ke N q',  tau = N Kt i,  rotor N^2 Jr in the armature of the joint:
//            a DC motor behind a gear of ratio N without losses (e.g. Spong, Hutchinson & Vidyasagar 2006,
//            ch. 6). With q' held over a step of h the current follows its exponential exactly; its mean
//              i_m = i_inf + (i_0 - i_inf) w,  i_inf = (V - Ke N q') / R,  w = L/(R h) (1 - exp(-R h/L))
//            is linear in q', which is that of the step itself. The driver lowers the voltage where the
//            current would exceed its limit. Winding: C dT/dt = R i^2 - (T - T_ambient) / R_thermal.
// Units: N m, rad of a hinge; N, m of a slide (a motor then counts turns per metre: ratio in rad/m).
#pragma once
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"
#include "kinds/actuators/joint_law.h"

namespace hadal::inline kinds {

// What the command of a joint asks for: N m (N), rad (m), rad/s (m/s), V.
enum class JointCommand { kEffort, kPosition, kVelocity, kVoltage };

// Electrical power of drives that do not compute a current: idle + heat tau^2 + what they give / efficiency.
struct DrivePower {
  double idle_power_w = 0;
  double heat_w_nm2 = 0;  // W per (N m)^2 or N^2: the losses of holding
  double efficiency = 1;
  double power_w(double effort, double rate) const;
};

struct EffortDrive : DrivePower {
  static const StructSchema& schema();
};

struct ServoDrive : DrivePower {
  JointCommand command = JointCommand::kPosition;
  double kp = 0;
  double kd = 0;
  static const StructSchema& schema();
};

struct MotorDrive {
  double resistance_ohm = 0;
  double inductance_h = 0;
  double torque_constant_nm_a = 0;
  double back_emf_v_s_rad = std::numeric_limits<double>::quiet_NaN();  // as the torque constant
  double gear_ratio = 1;
  double rotor_inertia_kg_m2 = 0;
  double voltage_limit_v = 1e4;
  double current_limit_a = 1e6;
  double idle_power_w = 0;
  double thermal_resistance_k_w = 0;  // winding to surroundings; 0: temperature is not computed
  double thermal_time_constant_s = 600;
  double ambient_degc = 10;
  static const StructSchema& schema();
  double back_emf() const {
    return back_emf_v_s_rad == back_emf_v_s_rad ? back_emf_v_s_rad : torque_constant_nm_a;
  }
  double armature() const { return gear_ratio * gear_ratio * rotor_inertia_kg_m2; }
};
const std::vector<const StructSchema*>& joint_drive_schemas();

// Of one step.
struct JointStep {
  double command = 0;
  double health = 1;  // 0: free, kJointStuck: stuck, else a fraction of the effort (voltage of a motor)
  double dt_s = 0;
};
constexpr double kJointStuck = -1;

// What the joint did in it.
struct JointOutcome {
  double position = 0, velocity = 0;  // of the link, at the end
  JointAction action;
};

struct JointDrive : extension::ActuatorConfig {
  bool slides = false;
  JointCommand asks_for = JointCommand::kEffort;
  double effort_limit = 1e9;
  double velocity_limit = std::numeric_limits<double>::infinity();
  // Limits of the position, which position commands are held to.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double start_position = 0;
  double friction = 0;
  double backlash = 0;
  double gear_stiffness = 0;
  double drive_inertia = 0;  // with backlash
  std::optional<EffortDrive> effort;
  std::optional<ServoDrive> servo;
  std::optional<MotorDrive> motor;

  static const StructSchema& schema();
  extension::ActuatorCommand command() const;
  std::vector<extension::Column> columns() const;
  void start(std::span<double> state) const;
  void advance(const extension::ActuatorInput&, std::span<double>, std::span<double>) const {}
  extension::ActuatorAction act(const extension::ActuatorFlow&, const extension::ActuatorInput&,
                                std::span<const double>, std::span<double>) const {
    return {};
  }

  // Commands are plain efforts and nothing else acts: it has no columns.
  bool plain() const;
  // Where a command is held.
  double command_min() const;
  double command_max() const;
  // The law of the coming step; false: nothing acts.
  //   state: its columns.
  bool law(const JointStep& step, std::span<const double> state, JointLaw& law) const;
  // Brings its columns to the end of the step. Returns the electrical power, W.
  double finish(const JointStep& step, const JointOutcome& outcome, std::span<double> state) const;
  // Of its columns.
  double effort_of(std::span<const double> state) const { return state[kEffortColumn]; }

 private:
  enum Column : size_t { kPositionColumn, kVelocityColumn, kEffortColumn, kClampedColumn, kColumns };
  enum MotorColumn : size_t { kCurrent = kColumns, kVoltage, kTemperature, kMotorColumns };
  size_t gap_column() const { return motor ? size_t{kMotorColumns} : size_t{kColumns}; }
  double held_command(const JointStep& step) const;
  void motor_law(const JointStep& step, double voltage, double current, JointLaw& law) const;
  double finish_motor(const JointStep& step, const JointOutcome& outcome,
                      std::span<double> state) const;
};

}  // namespace hadal::kinds
