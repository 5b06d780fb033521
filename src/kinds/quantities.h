// Quantities that change while a run goes on, each with the one range it may have: in the events
// and missions of a scenario, where the reader refuses it with its place, and in inputs from
// outside.
#pragma once
#include <string>

#include "hadal/extension/actuator.h"

namespace hadal::inline kinds {

struct Quantity {
  const char* name;
  const char* unit;  // empty: a plain number
  Bounds bounds;
};

namespace quantity {

inline constexpr Quantity kCurrentFactor{"factor", "", {-100, 100}};
inline constexpr Quantity kCurrentVelocity{"velocity", "m/s", {-20, 20}};
inline constexpr Quantity kWaveFactor{"factor", "", {0, 10}};
inline constexpr Quantity kWindFactor{"factor", "", {0, 10}};
inline constexpr Quantity kTurbidity{"turbidity", "NTU", {0, 1000}};
inline constexpr Quantity kSkyOffset{"offset", "s", {-10 * 365.25 * 86400, 10 * 365.25 * 86400}};
inline constexpr Quantity kLampLevel{"level", "", kFraction};
inline constexpr Quantity kHealth{"health", "", kFraction};
inline constexpr Quantity kSwitch{"switch", "", {0, 1}};
// From outside on a link: ten meganewtons are the weight of a thousand tonnes.
inline constexpr Quantity kWrench{"wrench", "N or N m", {-1e7, 1e7}};
// What a controller is asked for.
inline constexpr Quantity kEffort{"effort", "N or N m", {-1e6, 1e6}};
inline constexpr Quantity kVelocity{"velocity", "m/s or rad/s", {-50, 50}};
inline constexpr Quantity kPlace{"place", "m from the origin", {-1e6, 1e6}};
inline constexpr Quantity kQuaternion{"quaternion", "", {-1.001, 1.001}};
inline constexpr Quantity kHeading{"heading", "deg", {-36000, 36000}};
inline constexpr Quantity kStick{"stick", "", {-1, 1}};
inline constexpr Quantity kGain{"gain", "", {0, 1e9}};
// Commands of actuators; their own limits, which saturate, are narrower.
inline constexpr Quantity kThrusterCommand{"command", "of its kind of command", {-1e6, 1e6}};
inline constexpr Quantity kFinAngle{"fin angle", "rad", {-6.3, 6.3}};
inline constexpr Quantity kBallastContent{"content", "m3 or kg", {-1e7, 1e7}};
inline constexpr Quantity kMassOffset{"offset", "m", {-1e4, 1e4}};
inline constexpr Quantity kJointEffort{"effort", "N or N m", {-1e7, 1e7}};

}  // namespace quantity

// The range of the commands of an actuator, which must outlive it.
inline Quantity quantity_of(const extension::ActuatorCommand& command) {
  return {command.quantity.c_str(), command.unit.c_str(), {command.min, command.max}};
}

// Why a value is refused; empty for one that is finite and in range.
std::string range_problem(const Quantity& quantity, double value);

}  // namespace hadal::kinds
