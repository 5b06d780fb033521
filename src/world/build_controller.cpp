#include "math/units.h"
#include "world/build.h"

namespace hadal::build {
namespace {

PidGains gains(const PidConfig& c) {
  return {c.p, c.i, c.d};
}

AxisParameters axis(const AxisGainsConfig& c) {
  return {gains(c.position), gains(c.velocity), c.velocity_limit};
}

BodyControllerParameters body(const BodyControllerConfig& c) {
  BodyControllerParameters out;
  out.structure =
      c.structure == "parallel" ? ControlStructure::kParallel : ControlStructure::kCascaded;
  out.anti_windup = c.anti_windup == "none"       ? AntiWindup::kNone
                    : c.anti_windup == "clamping" ? AntiWindup::kClamping
                                                  : AntiWindup::kBackCalculation;
  out.tracking_time_s = c.tracking_time_s;
  out.axes = {axis(c.surge), axis(c.sway), axis(c.heave), axis(c.roll), axis(c.pitch), axis(c.yaw)};
  out.feed_forward.restoring = c.restoring_feed_forward;
  out.feed_forward.damping = c.damping_feed_forward;
  return out;
}

// Looks up actuators of a vehicle by name.
class Names {
 public:
  Names(const Context& context, const std::string& key) : context_(context), key_(key) {}

  int find(IndexRange range, const std::string& name, const std::string& field) const {
    const int found = actuator_named(context_, range, name, key_ + "." + field,
                                     "no '" + name + "' on this vehicle");
    return found < 0 ? range.begin : found;
  }

 private:
  const Context& context_;
  std::string key_;
};

std::vector<SignedIndex> signed_fins(const Names& names, const Vehicle& vehicle,
                                     const std::vector<std::string>& list, const char* field) {
  std::vector<SignedIndex> out;
  for (size_t i = 0; i < list.size(); ++i) {
    const bool reversed = list[i].starts_with('-');
    const std::string name = reversed ? list[i].substr(1) : list[i];
    out.push_back({names.find(vehicle.fins, name, field + ("[" + std::to_string(i) + "]")),
                   reversed ? -1.0 : 1.0});
  }
  return out;
}

void autopilot(const Names& names, const Vehicle& vehicle, const AutopilotConfig& c,
               Controller& out) {
  out.kind = ControllerKind::kAutopilot;
  out.rate_hz = c.rate_hz;
  out.autopilot = {gains(c.heading),
                   gains(c.depth),
                   gains(c.pitch),
                   gains(c.speed),
                   c.rudder_limit_deg * kDegree,
                   c.elevator_limit_deg * kDegree,
                   c.pitch_limit_deg * kDegree,
                   c.propeller_min,
                   c.propeller_max,
                   c.propeller_per_m_s};
  out.rudders = signed_fins(names, vehicle, c.rudders, "rudders");
  out.elevators = signed_fins(names, vehicle, c.elevators, "elevators");
  for (size_t i = 0; i < c.propellers.size(); ++i)
    out.propellers.push_back(
        names.find(vehicle.thrusters, c.propellers[i], "propellers[" + std::to_string(i) + "]"));
}

}  // namespace

Controller controller(const Context& context, const Vehicle& vehicle, const AnyConfig& config,
                      const std::string& key) {
  Controller out;
  if (config.empty()) return out;
  out.config = config;
  const Names names(context, key);
  const auto thruster = [&](const std::string& name, const char* field) {
    return names.find(vehicle.thrusters, name, field);
  };
  if (const auto* c = config.as<BodyControllerConfig>()) {
    out.kind = ControllerKind::kBody;
    out.rate_hz = c->rate_hz;
    out.body = body(*c);
    out.allocation.saturation = c->saturation == "clip" ? Saturation::kClip : Saturation::kScale;
    out.allocation.reallocate = c->reallocate;
  } else if (const auto* a = config.as<AutopilotConfig>()) {
    autopilot(names, vehicle, *a, out);
  } else if (const auto* d = config.as<DifferentialConfig>()) {
    out.kind = ControllerKind::kDifferential;
    out.rate_hz = d->rate_hz;
    out.differential.heading = gains(d->heading);
    out.differential.speed = gains(d->speed);
    out.differential.drag_per_m_s = d->drag_per_m_s;
    out.port = thruster(d->port, "port");
    out.starboard = thruster(d->starboard, "starboard");
  } else if (const auto* w = config.as<WeightedConfig>()) {
    out.kind = ControllerKind::kWeighted;
    out.rate_hz = w->rate_hz;
    out.weighted = {w->heading_gain, w->speed_gain,  w->depth_gain,       w->heading_weight,
                    w->speed_weight, w->input_limit, w->vertical_input_up};
    out.port = thruster(w->port, "port");
    out.starboard = thruster(w->starboard, "starboard");
    out.vertical = thruster(w->vertical, "vertical");
  }
  return out;
}

}  // namespace hadal::build
