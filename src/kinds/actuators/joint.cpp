#include "kinds/actuators/joint.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace hadal::inline kinds {
namespace {

constexpr double kLargestEffort = 1e7, kLargestPosition = 1e4, kLargestVelocity = 1e3,
                 kLargestVoltage = 1e5;

template <class T>
StructBuilder<T> with_power(StructBuilder<T> builder) {
  return std::move(builder)
      .number("idle_power_w", &T::idle_power_w, "Drawn at rest.", kNotNegative)
      .number("heat_w_nm2", &T::heat_w_nm2,
              "Losses of an effort, W per (N m)^2 or N^2: what holding costs.", kNotNegative)
      .number("efficiency", &T::efficiency, "Of what it gives; what it takes up is lost.",
              {0, 1, true});
}

// Mean over a step of a current that follows an exponential.
struct CurrentStep {
  double decay = 0;  // exp(-R h / L)
  double mean = 0;   // w
};
CurrentStep current_step(const MotorDrive& motor, double dt_s) {
  if (motor.inductance_h == 0) return {};
  const double x = motor.resistance_ohm * dt_s / motor.inductance_h;
  return {std::exp(-x), -std::expm1(-x) / x};
}

}  // namespace

double DrivePower::power_w(double effort, double rate) const {
  return idle_power_w + heat_w_nm2 * effort * effort +
         std::max(0.0, effort * rate) / efficiency;
}

bool JointDrive::plain() const {
  return !effort && !servo && !motor && friction == 0 && backlash == 0 &&
         !std::isfinite(velocity_limit);
}

double JointDrive::command_min() const {
  switch (asks_for) {
    case JointCommand::kPosition:
      return std::max(lower, -kLargestPosition);
    case JointCommand::kVelocity:
      return std::max(-velocity_limit, -kLargestVelocity);
    case JointCommand::kVoltage:
      return -motor->voltage_limit_v;
    default:
      return -std::min(effort_limit, kLargestEffort);
  }
}

double JointDrive::command_max() const {
  return asks_for == JointCommand::kPosition ? std::min(upper, kLargestPosition) : -command_min();
}

extension::ActuatorCommand JointDrive::command() const {
  switch (asks_for) {
    case JointCommand::kPosition:
      return {"position", slides ? "m" : "rad", -kLargestPosition, kLargestPosition, start_position};
    case JointCommand::kVelocity:
      return {"velocity", slides ? "m/s" : "rad/s", -kLargestVelocity, kLargestVelocity, 0};
    case JointCommand::kVoltage:
      return {"voltage", "V", -kLargestVoltage, kLargestVoltage, 0};
    default:
      return {"effort", slides ? "N" : "N m", -kLargestEffort, kLargestEffort, 0};
  }
}

std::vector<extension::Column> JointDrive::columns() const {
  if (plain()) return {};
  const auto position = [&](const std::string& what) {
    return extension::Column{what + (slides ? "_m" : "_rad"), slides ? "m" : "rad"};
  };
  const auto velocity = [&](const std::string& what) {
    return extension::Column{what + (slides ? "_m_s" : "_rad_s"), slides ? "m/s" : "rad/s"};
  };
  std::vector<extension::Column> out{position("position"), velocity("velocity"),
                                     {slides ? "effort_n" : "effort_nm", slides ? "N" : "N m"},
                                     {"clamped_steps", "1"}};
  if (motor) {
    out.push_back({"current_a", "A"});
    out.push_back({"voltage_v", "V"});
    out.push_back({"temperature_degc", "degC"});
  }
  if (backlash > 0) {
    out.push_back(position("drive_position"));
    out.push_back(velocity("drive_velocity"));
  }
  return out;
}

void JointDrive::start(std::span<double> state) const {
  if (state.empty()) return;
  state[kPositionColumn] = start_position;
  if (motor) state[kTemperature] = motor->ambient_degc;
  if (backlash > 0) state[gap_column()] = start_position;
}

double JointDrive::held_command(const JointStep& step) const {
  return std::clamp(step.command, command_min(), command_max());
}

void JointDrive::motor_law(const JointStep& step, double voltage, double current,
                           JointLaw& law) const {
  const MotorDrive& m = *motor;
  const double w = current_step(m, step.dt_s).mean, per_current = m.gear_ratio * m.torque_constant_nm_a;
  law.effort = per_current * ((1 - w) * voltage / m.resistance_ohm + w * current);
  law.damping = per_current * (1 - w) * m.back_emf() * m.gear_ratio / m.resistance_ohm;
  law.effort_limit = std::min(effort_limit, per_current * m.current_limit_a);
}

bool JointDrive::law(const JointStep& step, std::span<const double> state, JointLaw& law) const {
  law = JointLaw{};
  if (step.health == kJointStuck) {
    law.friction = kStuckEffort;
    return true;
  }
  if (plain() || step.health == 0) return false;
  law.effort_limit = effort_limit;
  law.velocity_limit = velocity_limit;
  law.friction = friction;
  const double command = held_command(step), health = step.health;
  if (servo) {
    law.stiffness = health * servo->kp;
    law.damping = health * servo->kd;
    (asks_for == JointCommand::kPosition ? law.target : law.target_rate) = command;
    law.effort_limit *= health;
  } else if (motor) {
    motor_law(step, health * command, state[kCurrent], law);
  } else {
    law.effort = health * command;
  }
  if (backlash == 0) return true;
  law.gap = backlash;
  law.gear_stiffness = gear_stiffness;
  law.drive_inertia = drive_inertia;
  law.drive_position = state[gap_column()];
  law.drive_rate = state[gap_column() + 1];
  return true;
}

double JointDrive::finish_motor(const JointStep& step, const JointOutcome& outcome,
                                std::span<double> state) const {
  const MotorDrive& m = *motor;
  const bool open = step.health == 0;
  const bool shorted = step.health == kJointStuck;
  const double before = state[kCurrent];
  const double emf = shorted ? 0 : m.back_emf() * m.gear_ratio * outcome.action.drive_rate;
  double mean = 0, after = 0;
  if (!open) {
    const double voltage = std::max(step.health, 0.0) * held_command(step);
    const CurrentStep part = current_step(m, step.dt_s);
    const double settled = ((shorted ? held_command(step) : voltage) - emf) / m.resistance_ohm;
    mean = shorted ? settled + (before - settled) * part.mean
                   : outcome.action.drive_effort / (m.gear_ratio * m.torque_constant_nm_a);
    after = settled + (before - settled) * part.decay;
    mean = std::clamp(mean, -m.current_limit_a, m.current_limit_a);
    after = std::clamp(after, -m.current_limit_a, m.current_limit_a);
  }
  const double voltage =
      open ? emf : m.resistance_ohm * mean + emf + m.inductance_h * (after - before) / step.dt_s;
  state[kCurrent] = after;
  state[kVoltage] = voltage;
  if (m.thermal_resistance_k_w > 0) {
    const double settled =
        m.ambient_degc + m.thermal_resistance_k_w * m.resistance_ohm * mean * mean;
    state[kTemperature] = settled + (state[kTemperature] - settled) *
                                        std::exp(-step.dt_s / m.thermal_time_constant_s);
  }
  return open ? 0 : m.idle_power_w + std::max(0.0, voltage * mean);
}

double JointDrive::finish(const JointStep& step, const JointOutcome& outcome,
                          std::span<double> state) const {
  if (plain()) return 0;
  const bool works = step.health > 0;
  const double effort_now = works ? outcome.action.drive_effort : 0;
  state[kPositionColumn] = outcome.position;
  state[kVelocityColumn] = outcome.velocity;
  state[kEffortColumn] = effort_now;
  if (step.command < command_min() || step.command > command_max()) state[kClampedColumn] += 1;
  if (backlash > 0) {
    const size_t column = gap_column();
    state[column] = works ? outcome.action.end_drive_position : outcome.position;
    state[column + 1] = works ? outcome.action.end_drive_rate : outcome.velocity;
  }
  if (motor) return finish_motor(step, outcome, state);
  if (!works) return 0;
  if (servo) return servo->power_w(effort_now, outcome.action.drive_rate);
  return effort ? effort->power_w(effort_now, outcome.action.drive_rate) : 0;
}

const StructSchema& JointDrive::schema() {
  static const StructSchema s =
      extension::actuator_schema<JointDrive>("joint", "The drive of a joint.")
          .boolean("slides", &JointDrive::slides, "It slides instead of turning.");
  return s;
}

const StructSchema& EffortDrive::schema() {
  static const StructSchema s = with_power(
      StructBuilder<EffortDrive>("effort", "Its command is the effort, N m or N."));
  return s;
}

const StructSchema& ServoDrive::schema() {
  using C = ServoDrive;
  static const StructSchema s =
      with_power(StructBuilder<C>("servo",
                                  "A servo on the position, effort = kp (command - position) - kd "
                                  "velocity, or on the velocity, kd (command - velocity).")
                     .choice("command", &C::command, "What its command asks for, rad (m) or rad/s (m/s).",
                             {{"position", JointCommand::kPosition},
                              {"velocity", JointCommand::kVelocity}})
                     .number("kp", &C::kp, "N m/rad or N/m; of a servo on the position.", kNotNegative)
                     .number("kd", &C::kd, "N m s/rad or N s/m.", kNotNegative))
          .check([](const C& c, CheckReport& r) {
            if (c.command == JointCommand::kPosition && c.kp == 0)
              r.fail("kp", "a servo on the position needs a kp above 0");
            if (c.command == JointCommand::kVelocity && c.kd == 0)
              r.fail("kd", "a servo on the velocity needs a kd above 0");
            if (c.command == JointCommand::kVelocity && c.kp > 0)
              r.fail("kp", "acts on positions only; a servo on the velocity has kd");
          });
  return s;
}

const StructSchema& MotorDrive::schema() {
  using C = MotorDrive;
  static const StructSchema s =
      StructBuilder<C>("motor", "A DC motor behind a gear; its command is the voltage.")
          .number("resistance_ohm", &C::resistance_ohm, "Of the winding.", kPositive)
          .required()
          .number("inductance_h", &C::inductance_h, "Of the winding.", kNotNegative)
          .number("torque_constant_nm_a", &C::torque_constant_nm_a, "Torque per current at the rotor.",
                  kPositive)
          .required()
          .number("back_emf_v_s_rad", &C::back_emf_v_s_rad,
                  "Voltage per speed of the rotor; as the torque constant if left out.", kNotNegative)
          .number("gear_ratio", &C::gear_ratio,
                  "Turns of the rotor per turn of the joint; rad per m of a slide.", kPositive)
          .number("rotor_inertia_kg_m2", &C::rotor_inertia_kg_m2,
                  "Adds its product with the ratio squared to the armature.", kNotNegative)
          .number("voltage_limit_v", &C::voltage_limit_v, "Commands are held to it.", kPositive)
          .number("current_limit_a", &C::current_limit_a, "The driver lowers the voltage there.",
                  kPositive)
          .number("idle_power_w", &C::idle_power_w, "Drawn at rest.", kNotNegative)
          .number("thermal_resistance_k_w", &C::thermal_resistance_k_w,
                  "From winding to surroundings; 0: the temperature is not computed.", kNotNegative)
          .number("thermal_time_constant_s", &C::thermal_time_constant_s, "Of the winding.", kPositive)
          .number("ambient_degc", &C::ambient_degc, "Of the surroundings and at the start.", {-50, 200});
  return s;
}

const std::vector<const StructSchema*>& joint_drive_schemas() {
  static const std::vector<const StructSchema*> list{&EffortDrive::schema(), &ServoDrive::schema(),
                                                     &MotorDrive::schema()};
  return list;
}

}  // namespace hadal::kinds
