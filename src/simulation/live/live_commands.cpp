// Messages from outside: the sticks of a pilot, velocities, thruster commands. The sticks of a
// pilot who sends nothing, or leaves, are released.
#include <algorithm>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "control/set_point.h"
#include "math/frames.h"
#include "outputs/messages/json_message.h"
#include "simulation/live/live_session.h"

namespace hadal::simulation {
namespace {

constexpr const char *kPilot = "/pilot", *kVelocity = "/cmd_vel", *kThrusters = "/thruster_command";

template <class M>
M decoded(const std::string& encoding, std::span<const uint8_t> payload) {
  M message;
  if (encoding == "cdr") {
    if (!outputs::decode(payload, message)) throw std::runtime_error("malformed CDR message");
  } else if (encoding == "json") {
    const std::string wrong = outputs::from_json(
        nlohmann::json::parse(payload.begin(), payload.end(), nullptr, false), message);
    if (!wrong.empty()) throw std::runtime_error(wrong);
  } else {
    throw std::runtime_error("expected encoding cdr or json, found '" + encoding + "'");
  }
  return message;
}

template <class M>
LiveCommand command(const std::string& topic, const std::string& help) {
  return {topic, std::string(M::kType), outputs::schema_text(M::kType), help};
}

}  // namespace

std::vector<LiveCommand> LiveSession::commands() const {
  std::vector<LiveCommand> out;
  for (const Vehicle& vehicle : simulation_->world().vehicles) {
    if (vehicle.is_object) continue;
    const std::string root = "/" + vehicle.name;
    out.push_back(command<outputs::PilotCommand>(root + kPilot, "Sticks, each -1 to 1."));
    out.push_back(command<outputs::Twist>(root + kVelocity,
                                          "Velocity to keep: forward, left, up, m/s and rad/s."));
    out.push_back(command<outputs::Float64MultiArray>(
        root + kThrusters, "A command for every thruster, as its model takes it."));
  }
  return out;
}

void LiveSession::publish(const std::string& topic, const std::string& encoding,
                          std::vector<uint8_t> payload, uint64_t client, LiveReply reply) {
  const auto act = [this, topic, encoding, payload = std::move(payload), client, reply] {
    LiveAnswer answer{true, "{}"};
    try {
      take_message(topic, encoding, payload, client);
    } catch (const std::exception& error) {
      answer = {false, error.what()};
    }
    if (reply) reply(answer);
  };
  post(act, reply);
}

void LiveSession::take_message(const std::string& topic, const std::string& encoding,
                               std::span<const uint8_t> payload, uint64_t client) {
  const World& world = simulation_->world();
  for (int v = 0; v < static_cast<int>(world.vehicles.size()); ++v) {
    const Vehicle& vehicle = world.vehicles[static_cast<size_t>(v)];
    if (vehicle.is_object) continue;
    if (topic == "/" + vehicle.name + kPilot)
      return take_pilot(v, decoded<outputs::PilotCommand>(encoding, payload), client);
    if (topic == "/" + vehicle.name + kVelocity)
      return take_velocity(v, decoded<outputs::Twist>(encoding, payload));
    if (topic == "/" + vehicle.name + kThrusters)
      return apply({simulation_->state().tick, vehicle.name, "thrusters",
                    decoded<outputs::Float64MultiArray>(encoding, payload).data});
  }
  throw std::runtime_error("nobody takes messages on '" + topic + "'");
}

bool LiveSession::is_manual(int vehicle) const {
  const double* set =
      &simulation_->state().set_point[static_cast<size_t>(vehicle) * control::kSetPointSize];
  return set[control::kSetActive] != 0 && control::mode_of(set) == ControlMode::kManual;
}

// Neutral sticks take nothing over: a page that still holds a heading must not end the mission
// that somebody let go on, or that began anew.
void LiveSession::take_pilot(int vehicle, const outputs::PilotCommand& c, uint64_t client) {
  std::vector<double> values{c.surge, c.sway, c.heave, c.roll, c.pitch, c.yaw};
  const bool used =
      std::any_of(values.begin(), values.end(), [](double axis) { return axis != 0; });
  values.push_back(c.hold_heading ? 1 : 0);
  values.push_back(c.hold_depth ? 1 : 0);
  Sticks& sticks = sticks_[static_cast<size_t>(vehicle)];
  if (!used && sticks.used && client != sticks.client) return;  // somebody else flies it
  const bool manual = is_manual(vehicle);
  // A stick that is held still is one input, not twenty a second.
  const bool says_nothing = manual ? values == sticks.values : !used;
  if (!says_nothing)
    apply({simulation_->state().tick,
           simulation_->world().vehicles[static_cast<size_t>(vehicle)].name, "pilot", values});
  sticks = {client, Wall::now(), used, std::move(values)};
}

// The sticks as the state has them, after it was restored: nobody holds them, so they will be let
// go like those of a pilot who fell silent.
void LiveSession::recall_sticks() {
  for (size_t v = 0; v < sticks_.size(); ++v) {
    sticks_[v] = {};
    if (!is_manual(static_cast<int>(v))) continue;
    const double* pilot =
        &simulation_->state().set_point[v * control::kSetPointSize + control::kSetPilot];
    sticks_[v] = {0, Wall::now(),
                  std::any_of(pilot, pilot + 6, [](double axis) { return axis != 0; }),
                  std::vector<double>(pilot, pilot + 8)};
  }
}

void LiveSession::release_sticks(int vehicle) {
  Sticks& sticks = sticks_[static_cast<size_t>(vehicle)];
  if (!sticks.used) return;
  std::fill_n(sticks.values.begin(), 6, 0.0);
  sticks.used = false;
  if (!is_manual(vehicle)) return;  // something else steers by now
  apply({simulation_->state().tick,
         simulation_->world().vehicles[static_cast<size_t>(vehicle)].name, "pilot", sticks.values});
}

void LiveSession::release_silent_sticks() {
  const auto now = Wall::now();
  const std::chrono::duration<double> silence(options_.pilot_silence_s);
  for (size_t v = 0; v < sticks_.size(); ++v)
    if (sticks_[v].used && now - sticks_[v].last > silence) release_sticks(static_cast<int>(v));
}

void LiveSession::client_left(uint64_t client) {
  post([this, client] {
    for (size_t v = 0; v < sticks_.size(); ++v)
      if (sticks_[v].client == client) release_sticks(static_cast<int>(v));
  });
}

void LiveSession::take_velocity(int vehicle, const outputs::Twist& twist) {
  Vec6 velocity_FLU;
  velocity_FLU << twist.linear.x, twist.linear.y, twist.linear.z, twist.angular.x, twist.angular.y,
      twist.angular.z;
  apply_set_point(vehicle, velocity_set_point(*simulation_, vehicle, flu_from_frd(velocity_FLU)));
}

}  // namespace hadal::simulation
