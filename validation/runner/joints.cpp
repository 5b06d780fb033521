// Drives and friction of one hinge on a base too heavy to be moved.
#include <algorithm>
#include <cmath>
#include <complex>

#include "kinds/actuators/joint.h"
#include "kinds/events/wrench.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr double kHeavy = 1e9;              // kg and kg m^2 of the base
constexpr double kJointStep_s = 0.001;      // at most
constexpr double kStepsPerTimeConstant = 100;
constexpr double kSettled = 30;             // time constants until nothing changes any more
constexpr double kSagGravity = 9.81;
constexpr double kLightLever = 0.01;        // of the inertia, what the lever of the weight adds

struct HingeParts {
  LinkConfig link;
  std::vector<double> command;  // constant
  double duration_s = 0;
  double step_s = kJointStep_s;
  double load_nm = 0;           // from outside, about the hinge
};

// A link that turns about z (or y) and has the rigid and added inertia about it.
LinkConfig turning(const Case& c, int axis) {
  LinkConfig link = hinged("link", "base", {0, 0, 0}, 0);
  link.joint->axis = {0, 0, 0};
  link.joint->axis[static_cast<size_t>(axis)] = 1;
  const double inertia = c.number("I");
  link.mass_kg = kTinyMass_kg;
  link.inertia_kg_m2 = {inertia, inertia, inertia};
  link.added_mass.assign(6, 0.0);
  link.added_mass[static_cast<size_t>(3 + axis)] = c.number("A");
  link.joint->damping = c.optional_number("b").value_or(0);
  return link;
}

class HingeTank {
 public:
  HingeTank(const HingeParts& parts, const Case& c, const Settings& settings)
      : tank_(scenario(parts), c, settings), link_(tank_.simulation().world().links[1]) {
    now_ = read();
    was_ = now_;
  }

  struct Reading {
    double time_s = 0, angle = 0, rate = 0, current_a = 0;
  };

  void start(double rate) {
    tank_.change([&](State& state) { state.velocity[address(link_.velocity_address)] = rate; });
    now_ = was_ = read();
  }
  void stick() {
    tank_.change([&](State& state) { state.actuator_health[address(link_.actuator)] = kJointStuck; });
  }
  const Reading& step() {
    was_ = now_;
    tank_.step();
    return now_ = read();
  }
  // Between two steps the mean with weights.
  Reading at(double time_s) {
    while (now_.time_s < time_s - 1e-9) step();
    const double span = now_.time_s - was_.time_s;
    if (span <= 0 || time_s >= now_.time_s) return now_;
    const double w = (now_.time_s - time_s) / span;
    const auto mean = [w](double now, double was) { return now + w * (was - now); };
    return {time_s, mean(now_.angle, was_.angle), mean(now_.rate, was_.rate),
            mean(now_.current_a, was_.current_a)};
  }

 private:
  static size_t address(int index) { return static_cast<size_t>(index); }
  static Scenario scenario(const HingeParts& parts) {
    Scenario scenario = still_water({1000, kSagGravity}, parts.step_s, parts.duration_s);
    scenario.integrator = "leapfrog";
    LinkConfig base = body(kHeavy, {kHeavy, kHeavy, kHeavy});
    base.name = "base";
    base.volume_m3 = kHeavy / 1000;
    VehicleModelConfig model;
    model.kind = "body";
    model.links = {base, parts.link};
    Start start;
    start.p_N.z() = kDeep_m;
    add_vehicle(scenario, model, start);
    if (!parts.command.empty()) add_commands(scenario, {"link"}, {{0, parts.command}});
    if (parts.load_nm != 0) {
      WrenchEvent event;
      event.vehicle = scenario.vehicles.front().name;
      event.link = "link";
      for (size_t k = 0; k < 3; ++k) event.wrench[3 + k] = parts.load_nm * parts.link.joint->axis[k];
      scenario.events.push_back(AnyConfig::of(event));
    }
    return scenario;
  }
  Reading read() const {
    const State& state = tank_.state();
    Reading out{tank_.time_s(), state.position[address(link_.position_address)],
                state.velocity[address(link_.velocity_address)], 0};
    const Actuator& actuator = tank_.simulation().world().actuators[address(link_.actuator)];
    for (size_t k = 0; k < actuator.columns.size(); ++k)
      if (actuator.columns[k].name == "current_a") out.current_a = state_of(actuator, state)[k];
    return out;
  }

  Tank tank_;
  const Link& link_;
  Reading now_, was_;
};

// A whole number of microseconds, of which a millisecond has a whole number.
double step_for(double time_constant_s) {
  const double wanted_s = time_constant_s / kStepsPerTimeConstant;
  for (const double us : {1000, 500, 200, 100, 50, 20, 10, 5, 2})
    if (us * 1e-6 <= wanted_s) return us * 1e-6;
  return 1e-6;
}

// Angles and rates of a table against a tank.
struct HingeErrors {
  Worst angle, rate;
};
HingeErrors compare_hinge(HingeTank& tank, const Table& table) {
  const auto &t = table["t_s"], &angle = table.any({"theta_rad", "angle_rad"}),
             &rate = table["rate_radps"];
  HingeErrors out;
  for (size_t i = 0; i < t.size(); ++i) {
    const HingeTank::Reading now = tank.at(t[i]);
    out.angle.add(now.angle - angle[i]);
    out.rate.add(now.rate - rate[i]);
  }
  return out;
}

// Slowest of the two time constants of x' = M x.
double slowest_s(double m11, double m12, double m21, double m22) {
  const double mean = 0.5 * (m11 + m22);
  const std::complex<double> root = std::sqrt(
      std::complex<double>(0.25 * (m11 - m22) * (m11 - m22) + m12 * m21, 0));
  return 1 / std::min(std::abs((mean + root).real()), std::abs((mean - root).real()));
}

ServoDrive servo_of(const Case& c) {
  ServoDrive servo;
  servo.kp = c.number("Kp");
  servo.kd = c.number("Kd");
  return servo;
}

}  // namespace

void run_joint_servo(const Case& c, const Settings& settings, CaseReport& report) {
  const double J = c.number("I") + c.number("A"), b = c.number("b");
  const ServoDrive servo = servo_of(c);
  const double fastest_s =
      std::min(std::sqrt(J / servo.kp), J / std::max(b + servo.kd, 1e-12));
  const auto with_servo = [&](int axis, double command, double duration_s) {
    HingeParts parts;
    parts.link = turning(c, axis);
    parts.link.joint->drive = AnyConfig::of(servo);
    parts.command = {command};
    parts.duration_s = duration_s;
    parts.step_s = step_for(fastest_s);
    return parts;
  };
  const auto check = [&](const char* name, const HingeErrors& errors, double command,
                         const Table& table) {
    report.check(std::string(name) + ": angle, of the command", errors.angle.value() / std::abs(command),
                 c.tolerance("angle_abs_of_step"));
    report.check(std::string(name) + ": rate, of the largest",
                 errors.rate.value() / largest(table["rate_radps"]), c.tolerance("rate_abs_of_max"));
  };

  const Table table = c.table("step.csv");
  const double command = c.number("theta_step");
  HingeTank tank(with_servo(2, command, table["t_s"].back()), c, settings);
  check("step", compare_hinge(tank, table), command, table);
  if (const auto overshoot = c.expected_number("overshoot"); overshoot && *overshoot > 0) {
    HingeTank again(with_servo(2, command, table["t_s"].back()), c, settings);
    double highest = 0;
    for (HingeTank::Reading now; now.time_s < table["t_s"].back();) {
      now = again.step();
      highest = std::max(highest, now.angle / command);
    }
    report.check("overshoot", std::abs(highest - 1 - *overshoot), c.tolerance("overshoot_abs"));
  }

  if (c.has("theta_sag_command")) {
    const double G = c.number("weight_moment");
    HingeParts parts = with_servo(1, c.number("theta_sag_command"),
                                  kSettled * std::max(J / std::max(b + servo.kd, 1e-12),
                                                      (b + servo.kd) / servo.kp));
    // A lever so short that its inertia is a small part of that of the link.
    const double mass = G * G / (kSagGravity * kSagGravity * kLightLever * c.number("I"));
    const double lever = G / (mass * kSagGravity), rest = c.number("I") - mass * lever * lever;
    parts.link.mass_kg = mass;
    parts.link.inertia_kg_m2 = {rest, rest, rest};
    parts.link.center_of_mass_m = {lever, 0, 0};
    HingeTank sagging(parts, c, settings);
    report.check("sag, rad",
                 std::abs(sagging.at(parts.duration_s).angle - c.expected_number("theta_sag").value()),
                 c.tolerance("sag_abs_rad"));
  }

  if (c.has_file("limited.csv")) {
    const Table limited = c.table("limited.csv");
    HingeParts parts = with_servo(2, c.number("theta_limited"), limited["t_s"].back());
    parts.link.joint->effort_limit = c.number("effort_limit");
    HingeTank cut(parts, c, settings);
    check("limited", compare_hinge(cut, limited), c.number("theta_limited"), limited);
  }
}

void run_dc_motor_step(const Case& c, const Settings& settings, CaseReport& report) {
  MotorDrive motor;
  motor.resistance_ohm = c.number("R");
  motor.inductance_h = c.number("L");
  motor.torque_constant_nm_a = c.number("Kt");
  motor.back_emf_v_s_rad = c.number("Ke");
  motor.gear_ratio = c.number("N");
  motor.rotor_inertia_kg_m2 = c.number("Jr");
  const double J = c.number("I") + c.number("A") + motor.armature(), b = c.number("b"),
               torque = motor.gear_ratio * motor.torque_constant_nm_a;
  const double slowest = slowest_s(-motor.resistance_ohm / motor.inductance_h,
                                   -motor.back_emf() * motor.gear_ratio / motor.inductance_h,
                                   torque / J, -b / J);
  const Table table = c.table("motor.csv");
  const auto with_motor = [&](double voltage, double duration_s) {
    HingeParts parts;
    parts.link = turning(c, 2);
    parts.link.joint->drive = AnyConfig::of(motor);
    parts.command = {voltage};
    parts.duration_s = duration_s;
    parts.step_s = step_for(motor.inductance_h / motor.resistance_ohm * 10);
    parts.load_nm = -c.optional_number("tau_load").value_or(0);
    return parts;
  };
  const auto &t = table["t_s"], &current = table["current_A"], &rate = table["rate_radps"],
             &angle = table["angle_rad"];
  HingeTank tank(with_motor(c.number("V"), t.back()), c, settings);
  Worst current_error, rate_error, angle_error;
  for (size_t i = 0; i < t.size(); ++i) {
    const HingeTank::Reading now = tank.at(t[i]);
    current_error.add((now.current_a - current[i]) / largest(current));
    rate_error.add((now.rate - rate[i]) / largest(rate));
    angle_error.add((now.angle - angle[i]) / largest(angle));
  }
  const double tolerance = c.tolerance("of_largest");
  report.check("current, of the largest", current_error.value(), tolerance);
  report.check("rate, of the largest", rate_error.value(), tolerance);
  report.check("angle, of the largest", angle_error.value(), tolerance);

  const double steady_s = kSettled * slowest;
  HingeTank steady(with_motor(c.number("V"), steady_s), c, settings);
  const HingeTank::Reading end = steady.at(steady_s);
  if (const auto expected = c.expected_number("steady_current"))
    report.check("steady current, relative", std::abs(end.current_a / *expected - 1),
                 c.tolerance("steady_rel"));
  if (const auto expected = c.expected_number("steady_rate"))
    report.check("steady rate, relative", std::abs(end.rate / *expected - 1),
                 c.tolerance("steady_rel"));

  if (!table.has("locked_A")) return;
  const auto& locked = table["locked_A"];
  HingeTank held(with_motor(c.number("V_locked"), t.back()), c, settings);
  held.stick();
  Worst locked_error;
  for (size_t i = 0; i < t.size(); ++i)
    locked_error.add((held.at(t[i]).current_a - locked[i]) / largest(locked));
  report.check("current with the joint held, of the largest", locked_error.value(), tolerance);
}

void run_joint_friction(const Case& c, const Settings& settings, CaseReport& report) {
  const double J = c.number("I") + c.number("A"), b = c.number("b"), tau_c = c.number("tau_c");
  const auto with_friction = [&](double effort, double duration_s) {
    HingeParts parts;
    parts.link = turning(c, 2);
    parts.link.joint->friction = tau_c;
    parts.command = {effort};
    parts.duration_s = duration_s;
    parts.step_s = step_for(J / b);
    return parts;
  };
  const Table coast = c.table("coast.csv"), drive = c.table("drive.csv"), stick = c.table("stick.csv");
  const double still = 1e-3 * tau_c / b;
  const auto check = [&](const char* name, const HingeErrors& errors, const Table& table) {
    report.check(std::string(name) + ": angle, of the largest",
                 errors.angle.value() / largest(table["angle_rad"]), c.tolerance("of_largest"));
    report.check(std::string(name) + ": rate, of the largest",
                 errors.rate.value() / largest(table["rate_radps"]), c.tolerance("of_largest"));
  };

  const double coast_s = coast["t_s"].back();
  HingeTank coasting(with_friction(0, coast_s), c, settings);
  coasting.start(c.number("w0"));
  check("coast", compare_hinge(coasting, coast), coast);
  HingeTank stopping(with_friction(0, coast_s), c, settings);
  stopping.start(c.number("w0"));
  double stop_s = NAN, stop_angle = NAN;
  HingeTank::Reading now;
  while (now.time_s < coast_s - 1e-9) {
    now = stopping.step();
    if (std::isfinite(stop_s) || std::abs(now.rate) > still) continue;
    stop_s = now.time_s;
    stop_angle = now.angle;
  }
  if (const auto expected = c.expected_number("stop_s"))
    report.check("time of the stop, relative", std::abs(stop_s / *expected - 1),
                 c.tolerance("stop_rel"));
  report.check("drift after the stop, rad", std::abs(now.angle - stop_angle),
               c.tolerance("drift_rad"));

  HingeTank driven(with_friction(c.number("drive"), drive["t_s"].back()), c, settings);
  check("drive", compare_hinge(driven, drive), drive);

  Worst final_rate;
  const auto &factor = stick["factor"], &expected = stick["final_rate_radps"];
  for (size_t i = 0; i < factor.size(); ++i) {
    const double duration_s = 10 * J / b;
    HingeTank sticking(with_friction(factor[i] * tau_c, duration_s), c, settings);
    const double rate = sticking.at(duration_s).rate;
    // Sliding joints have come within exp(-10) of their final rate.
    final_rate.add((rate - expected[i]) / (expected[i] == 0 ? still / c.tolerance("of_largest")
                                                            : largest(expected)));
  }
  report.check("final rates under constant torques, of the largest", final_rate.value(),
               c.tolerance("of_largest"));
}

}  // namespace hadal::validation
