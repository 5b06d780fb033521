// Events of the scenario and inputs from outside: both change the state between two steps.
#include <algorithm>
#include <cmath>

#include "simulation/simulation.h"

namespace hadal::simulation {

void Simulation::apply_events() {
  int64_t& next = state_.next_event[0];
  for (; next < static_cast<int64_t>(world_->events.size()) &&
         world_->events[next].tick <= state_.tick;
       ++next)
    apply_event(world_->events[next]);
  for (const Event& event : world_->events) {
    const auto* wrench = event.config.as<WrenchEventConfig>();
    if (wrench && event.end_tick == state_.tick && event.tick < event.end_tick)
      Eigen::Map<Vec6>(&state_.external_wrench[6 * static_cast<size_t>(event.target)]) -=
          Eigen::Map<const Vec6>(wrench->wrench.data());
  }
}

void Simulation::apply_event(const Event& event) {
  if (const auto* health = event.config.as<ThrusterHealthEventConfig>()) {
    state_.thruster_health[event.target] = health->health;
    if (health->known) state_.thruster_health_known[event.target] = health->health;
  } else if (const auto* current = event.config.as<CurrentEventConfig>()) {
    environment::CurrentField::scale(event.target, current->factor, state_.current_live);
    environment::CurrentField::add_uniform(
        event.target, Vec3(current->add_north_m_s, current->add_east_m_s, current->add_down_m_s),
        state_.current_live);
  } else if (const auto* waves = event.config.as<WavesEventConfig>()) {
    state_.wave_factor[0] = waves->factor;
  } else if (const auto* wind = event.config.as<WindEventConfig>()) {
    state_.wind_factor[0] = wind->factor;
  } else if (const auto* turbidity = event.config.as<TurbidityEventConfig>()) {
    state_.turbidity_ntu[0] = turbidity->turbidity_ntu;
  } else if (const auto* lamp = event.config.as<LampEventConfig>()) {
    state_.lamp_level[static_cast<size_t>(event.target)] = lamp->level;
  } else if (const auto* wrench = event.config.as<WrenchEventConfig>()) {
    Eigen::Map<Vec6>(&state_.external_wrench[6 * static_cast<size_t>(event.target)]) +=
        Eigen::Map<const Vec6>(wrench->wrench.data());
  }
}

namespace {

Problems refuse(const Input& input, const std::string& why) {
  Problems problems;
  problems.add({}, input.target + "." + input.key, why);
  return problems;
}

// Copies the values into a part of the state if their number fits.
Problems assign(const Input& input, std::span<double> target) {
  if (input.values.size() != target.size())
    return refuse(input, "expected " + std::to_string(target.size()) + " values, found " +
                             std::to_string(input.values.size()));
  std::copy(input.values.begin(), input.values.end(), target.begin());
  return {};
}

// The modem at a path vehicle/sensor; none when there is no such modem.
const DeviceModel* modem_at(const World& world, const std::string& path) {
  for (const int s : world.network.devices)
    if (world.sensors[s].path == path) {
      const auto& device = std::get<DeviceModel>(world.sensors[s].config.model);
      return packets_of(device) ? &device : nullptr;
    }
  return nullptr;
}

}  // namespace

// Values: the device it is for, -1 for all, then the bytes.
Problems Simulation::apply_send(const Input& input) {
  const DeviceModel* modem = modem_at(*world_, input.target);
  if (!modem) return refuse(input, "no modem of this name, expected vehicle/modem");
  if (input.values.empty()) return refuse(input, "expected the receiver and the bytes");
  const double to = input.values[0];
  const bool known = to == std::floor(to) && to >= -1 && to < static_cast<double>(network_.count());
  if (!known) return refuse(input, "no receiver of this number");
  const auto most = static_cast<size_t>(packets_of(*modem)->max_bytes);
  if (input.values.size() - 1 > most)
    return refuse(input, "a packet holds at most " + std::to_string(most) + " bytes, found " +
                             std::to_string(input.values.size() - 1));
  std::vector<uint8_t> bytes;
  for (size_t i = 1; i < input.values.size(); ++i) {
    const double byte = input.values[i];
    if (byte != std::floor(byte) || byte < 0 || byte > 255)
      return refuse(input, "expected bytes, 0 to 255");
    bytes.push_back(static_cast<uint8_t>(byte));
  }
  network_.send(*world_, state_, modem->number, static_cast<int>(to), bytes);
  return {};
}

Problems Simulation::apply(const Input& input) {
  for (const double value : input.values)
    if (!std::isfinite(value)) return refuse(input, "values must be finite");
  for (size_t i = 0; i < world_->currents.size(); ++i) {
    if (world_->currents[i].name != input.target) continue;
    if (input.key == "factor" && input.values.size() == 1)
      environment::CurrentField::scale(i, input.values[0], state_.current_live);
    else if (input.key == "add" && input.values.size() == 3)
      environment::CurrentField::add_uniform(
          i, Vec3(input.values[0], input.values[1], input.values[2]), state_.current_live);
    else if (input.key == "set" && input.values.size() == 3)
      environment::CurrentField::set_uniform(
          i, Vec3(input.values[0], input.values[1], input.values[2]), state_.current_live);
    else
      return refuse(input, "expected factor (1 value), add (3 values) or set (3 values)");
    return {};
  }
  if (input.target == "waves" || input.target == "wind") {
    if (input.key != "factor" || input.values.size() != 1 || input.values[0] < 0)
      return refuse(input, "expected factor, one value that is not negative");
    (input.target == "waves" ? state_.wave_factor : state_.wind_factor)[0] = input.values[0];
    return {};
  }
  if (input.target == "optics") {
    if (input.key != "turbidity_ntu" || input.values.size() != 1 || input.values[0] < 0)
      return refuse(input, "expected turbidity_ntu, one value that is not negative");
    state_.turbidity_ntu[0] = input.values[0];
    return {};
  }
  for (size_t i = 0; i < world_->lamps.size(); ++i) {
    if (world_->lamps[i].path != input.target) continue;
    if (input.key != "level" || input.values.size() != 1 || input.values[0] < 0 ||
        input.values[0] > 1)
      return refuse(input, "expected level, one value from 0 to 1");
    state_.lamp_level[i] = input.values[0];
    return {};
  }
  if (input.key == "send") return apply_send(input);
  const int v = world_->find_vehicle(input.target);
  if (v < 0) return refuse(input, "no vehicle, lamp, current, waves, wind or optics of this name");
  const Vehicle& vehicle = world_->vehicles[v];
  const auto part = [](std::vector<double>& values, IndexRange range) {
    return std::span(values).subspan(range.begin, range.count);
  };
  const auto set =
      std::span(state_.set_point).subspan(v * control::kSetPointSize, control::kSetPointSize);
  const auto take_over = [&](Problems problems) {
    if (problems.empty())
      state_.mission_status[v] = static_cast<int64_t>(control::MissionStatus::kOutside);
    return problems;
  };
  if (input.key == "thrusters") {
    Problems problems = take_over(assign(input, part(state_.thruster_command, vehicle.thrusters)));
    if (problems.empty()) set[control::kSetActive] = 0;  // or the controller would overwrite them
    return problems;
  }
  if (input.key == "fins")
    return take_over(assign(input, part(state_.fin_command_rad, vehicle.fins)));
  if (input.key == "set_point") return take_over(assign(input, set));
  if (input.key == "health") return assign(input, part(state_.thruster_health, vehicle.thrusters));
  if (input.key == "gains") return assign(input, pilot_.gains(v, state_));
  if (input.key == "wrench")
    return assign(
        input,
        std::span(state_.external_wrench).subspan(6 * static_cast<size_t>(vehicle.links.begin), 6));
  return refuse(input, "expected thrusters, fins, set_point, health, gains or wrench");
}

}  // namespace hadal::simulation
