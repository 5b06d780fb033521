#include "outputs/scene/scene_text.h"

#include <cmath>
#include <cstdio>

namespace hadal::outputs {
namespace {

// Up to three numbers in a text.
std::string printed(const char* format, double a, double b = 0, double c = 0) {
  char out[160];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  std::snprintf(out, sizeof out, format, a, b, c);
#pragma GCC diagnostic pop
  return out;
}

std::string horizontal(double north_m, double east_m) {
  return printed("%.1f m ", std::abs(north_m)) + (north_m < 0 ? "S" : "N") +
         printed(", %.1f m ", std::abs(east_m)) + (east_m < 0 ? "W" : "E");
}

std::string level_of(const std::optional<double>& depth_m,
                     const std::optional<double>& altitude_m) {
  if (altitude_m) return printed(", %.1f m above the ground", *altitude_m);
  return depth_m ? printed(", %.1f m deep", *depth_m) : "";
}

std::string go_to_text(const GoToStepConfig& step) {
  return "go to " + horizontal(step.north_m, step.east_m) +
         level_of(step.depth_m, step.altitude_m) + printed(" at %.2g m/s", step.speed_m_s);
}

std::string follow_text(const FollowStepConfig& step) {
  std::string out = "follow " + std::to_string(step.waypoints.size()) + " waypoints";
  if (!step.waypoints.empty() && step.waypoints.back().size() >= 2)
    out += " to " + horizontal(step.waypoints.back()[0], step.waypoints.back()[1]);
  return out + level_of({}, step.altitude_m) + printed(" at %.2g m/s", step.speed_m_s);
}

std::string cruise_text(const CruiseStepConfig& step) {
  return printed("cruise heading %03.0f at %.2g m/s", step.heading_deg, step.speed_m_s) +
         level_of(step.depth_m, step.altitude_m) + printed(" for %.4g s", step.duration_s);
}

std::string six_text(const char* what, const std::vector<double>& six, const char* linear,
                     const char* angular) {
  const auto at = [&](size_t i) { return i < six.size() ? six[i] : 0; };
  return what + printed(" (%.3g, %.3g, %.3g) ", at(0), at(1), at(2)) + linear +
         printed(", (%.3g, %.3g, %.3g) ", at(3), at(4), at(5)) + angular;
}

std::string health_text(const ThrusterHealthEventConfig& event) {
  const std::string who = "thruster " + event.thruster;
  const std::string hidden = event.known ? "" : ", unknown to its controller";
  if (event.health <= 0) return who + " fails" + hidden;
  if (event.health >= 1) return who + " works again" + hidden;
  return who + printed(" drops to %.0f %% of its thrust", 100 * event.health) + hidden;
}

std::string current_text(const CurrentEventConfig& event) {
  std::string out = "current " + event.current;
  if (event.factor != 1) out += printed(" times %.3g", event.factor);
  if (event.add_north_m_s != 0 || event.add_east_m_s != 0 || event.add_down_m_s != 0)
    out += printed(" plus %.2f m/s north, %.2f m/s east, %.2f m/s down", event.add_north_m_s,
                   event.add_east_m_s, event.add_down_m_s);
  return out;
}

}  // namespace

std::string place_text(double north_m, double east_m, double depth_m) {
  return horizontal(north_m, east_m) + printed(", %.1f m deep", depth_m);
}

std::string step_text(const AnyConfig& step) {
  if (const auto* hold = step.as<HoldStepConfig>())
    return printed("hold for %.4g s", hold->duration_s);
  if (const auto* go = step.as<GoToStepConfig>()) return go_to_text(*go);
  if (const auto* follow = step.as<FollowStepConfig>()) return follow_text(*follow);
  if (const auto* cruise = step.as<CruiseStepConfig>()) return cruise_text(*cruise);
  if (const auto* speed = step.as<VelocityStepConfig>())
    return six_text("move at", speed->velocity, "m/s", "rad/s") +
           printed(" for %.4g s", speed->duration_s);
  if (const auto* effort = step.as<EffortStepConfig>())
    return six_text("push with", effort->wrench, "N", "N m") +
           printed(" for %.4g s", effort->duration_s);
  if (const auto* commands = step.as<CommandsStepConfig>())
    return "play commands of " + std::to_string(commands->actuators.size()) + " actuators" +
           printed(" for %.4g s", commands->duration_s);
  return step.empty() ? "" : step.kind();
}

std::string event_text(const AnyConfig& event) {
  if (const auto* health = event.as<ThrusterHealthEventConfig>()) return health_text(*health);
  if (const auto* current = event.as<CurrentEventConfig>()) return current_text(*current);
  if (const auto* waves = event.as<WavesEventConfig>())
    return printed("waves now %.3g times as high as at the start", waves->factor);
  if (const auto* wind = event.as<WindEventConfig>())
    return printed("wind now %.3g times as strong as at the start", wind->factor);
  if (const auto* turbidity = event.as<TurbidityEventConfig>())
    return printed("turbidity now %.3g NTU", turbidity->turbidity_ntu);
  if (const auto* lamp = event.as<LampEventConfig>())
    return "lamp " + lamp->lamp + printed(" at %.0f %%", 100 * lamp->level);
  if (const auto* command = event.as<CommandEventConfig>())
    return command->actuator + printed(" commanded %.4g", command->command);
  if (const auto* wrench = event.as<WrenchEventConfig>())
    return six_text("pushed with", wrench->wrench, "N", "N m") +
           (wrench->duration_s < 1e8 ? printed(" for %.3g s", wrench->duration_s) : "");
  return event.empty() ? "" : event.kind();
}

std::string event_subject(const AnyConfig& event) {
  if (const auto* health = event.as<ThrusterHealthEventConfig>()) return health->vehicle;
  if (const auto* lamp = event.as<LampEventConfig>()) return lamp->vehicle;
  if (const auto* command = event.as<CommandEventConfig>()) return command->vehicle;
  if (const auto* wrench = event.as<WrenchEventConfig>()) return wrench->vehicle;
  return "sea";
}

}  // namespace hadal::outputs
