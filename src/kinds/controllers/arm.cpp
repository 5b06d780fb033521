#include "kinds/controllers/arm.h"

namespace hadal::inline kinds {

const StructSchema& ArmJointControl::schema() {
  using C = ArmJointControl;
  static const StructSchema s =
      StructBuilder<C>("joint control", "Gains and limits of one joint of an arm.")
          .text("joint", &C::joint, "The joint, by the name of its link.")
          .required()
          .object("position", &C::position,
                  "Position loop: rad or m to rad/s or m/s (cascaded) or to effort (parallel). All "
                  "gains zero or left out: from the inertia.")
          .object("velocity", &C::velocity, "Velocity loop: to N m, N or V.")
          .number("velocity_limit", &C::velocity_limit,
                  "Largest velocity, rad/s or m/s; that of the arm if left out.", kPositive)
          .number("acceleration_limit", &C::acceleration_limit,
                  "Of trajectories, rad/s^2 or m/s^2; that of the arm if left out.", kPositive)
          .number("posture", &C::posture,
                  "Position that it tends to while the tool leaves it free, rad or m; the middle of "
                  "its range if left out.");
  return s;
}

const StructSchema& ArmController::schema() {
  using C = ArmController;
  static const StructSchema s =
      StructBuilder<C>("arm controller", "Control of the joints and the tool of an arm.")
          .number("rate_hz", &C::rate_hz, "Control rate.", {0.1, 10000})
          .choice("structure", &C::structure,
                  "Position loop feeds the velocity loop, or both give effort.",
                  {{"cascaded", ControlStructure::kCascaded},
                   {"parallel", ControlStructure::kParallel}})
          .choice("anti_windup", &C::anti_windup, "What stops the integrators at a limit.",
                  {{"back_calculation", AntiWindup::kBackCalculation},
                   {"clamping", AntiWindup::kClamping},
                   {"none", AntiWindup::kNone}})
          .number("tracking_time_s", &C::tracking_time_s,
                  "Of the back-calculation; 0 = from the gains.", kNotNegative)
          .number("bandwidth_rad_s", &C::bandwidth_rad_s,
                  "Of the velocity loops whose gains follow from the inertia.", {0.1, 1000})
          .number("velocity_limit", &C::velocity_limit, "Of every joint, rad/s or m/s.", kPositive)
          .number("acceleration_limit", &C::acceleration_limit,
                  "Of every joint in trajectories, rad/s^2 or m/s^2.", kPositive)
          .boolean("compensation", &C::compensation,
                   "Efforts carry weight and buoyancy of the links.")
          .number("posture_gain", &C::posture_gain,
                  "Fraction of the way to the posture that joints go in one update, as far as the "
                  "tool leaves them free.",
                  kFraction)
          .number("radian_m", &C::radian_m,
                  "Metres of error that a radian of error weighs, where not both can be had.",
                  kPositive)
          .objects("joints", &C::joints, "What is not as for all joints.", "joint");
  return s;
}

const ArmJointControl* ArmController::find(const std::string& joint) const {
  for (const ArmJointControl& one : joints)
    if (one.joint == joint) return &one;
  return nullptr;
}

std::vector<Gain> arm_gains(const std::vector<ArmJointFacts>& joints, ControlStructure structure) {
  using Units = std::array<const char*, 3>;
  constexpr Units kToVelocity{"1/s", "1/s^2", ""};
  constexpr Units kMoment{"N m/rad", "N m/(rad s)", "N m s/rad"};
  constexpr Units kForce{"N/m", "N/(m s)", "N s/m"};
  constexpr Units kMomentByVelocity{"N m s/rad", "N m/rad", "N m s^2/rad"};
  constexpr Units kForceByVelocity{"N s/m", "N/m", "N s^2/m"};
  std::vector<Gain> list;
  PidGains unused;
  for (const ArmJointFacts& joint : joints) {
    const Units& effort = joint.slides ? kForce : kMoment;
    add_gains(joint.name + "/position_",
              structure == ControlStructure::kCascaded ? kToVelocity : effort, unused, list);
    add_gains(joint.name + "/velocity_", joint.slides ? kForceByVelocity : kMomentByVelocity, unused,
              list);
  }
  for (Gain& gain : list) gain.value = nullptr;
  return list;
}

}  // namespace hadal::kinds
