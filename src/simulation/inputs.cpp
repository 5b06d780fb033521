#include "simulation/inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace hadal::simulation {
namespace {

constexpr double kMostOffset_s = 10 * 365.25 * 86400;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// The modem at a path vehicle/sensor; none when there is no such modem.
const DeviceModel* modem_at(const World& world, const std::string& path) {
  for (const int s : world.network.devices)
    if (world.sensors[s].path == path) {
      const auto& device = std::get<DeviceModel>(world.sensors[s].config.model);
      return packets_of(device) ? &device : nullptr;
    }
  return nullptr;
}

// Values: the device it is for, -1 for all, then the bytes.
Problems apply_send(const InputTargets& t, const Input& input) {
  const DeviceModel* modem = modem_at(t.world, input.target);
  if (!modem) return refuse(input, "no modem of this name, expected vehicle/modem");
  if (input.values.empty()) return refuse(input, "expected the receiver and the bytes");
  const double to = input.values[0];
  const bool known =
      to == std::floor(to) && to >= -1 && to < static_cast<double>(t.network.count());
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
  t.network.send(t.world, t.state, modem->number, static_cast<int>(to), bytes);
  return {};
}

Problems apply_to_current(const InputTargets& t, const Input& input, size_t current) {
  using environment::CurrentField;
  const std::vector<double>& v = input.values;
  if (input.key == "factor" && v.size() == 1)
    CurrentField::scale(current, v[0], t.state.current_live);
  else if (input.key == "add" && v.size() == 3)
    CurrentField::add_uniform(current, Vec3(v[0], v[1], v[2]), t.state.current_live);
  else if (input.key == "set" && v.size() == 3)
    CurrentField::set_uniform(current, Vec3(v[0], v[1], v[2]), t.state.current_live);
  else
    return refuse(input, "expected factor (1 value), add (3 values) or set (3 values)");
  return {};
}

// One number of the surroundings that may be set live.
struct Dial {
  const char* target;
  const char* key;
  double least, most;
  std::vector<double> State::*place;
};
const Dial kDials[] = {
    {"waves", "factor", 0, kUnbounded, &State::wave_factor},
    {"wind", "factor", 0, kUnbounded, &State::wind_factor},
    {"optics", "turbidity_ntu", 0, kUnbounded, &State::turbidity_ntu},
    {"sky", "offset_s", -kMostOffset_s, kMostOffset_s, &State::day_offset_s},
};

Problems turn(const Dial& dial, const InputTargets& t, const Input& input) {
  if (input.key != dial.key) return refuse(input, std::string("expected ") + dial.key);
  Problems problems = check_one(input, dial.least, dial.most);
  if (problems.empty()) (t.state.*dial.place)[0] = input.values[0];
  return problems;
}

Problems dim_lamp(const InputTargets& t, const Input& input, size_t lamp) {
  if (input.key != "level") return refuse(input, "expected level");
  Problems problems = check_one(input, 0, 1);
  if (problems.empty()) t.state.lamp_level[lamp] = input.values[0];
  return problems;
}

}  // namespace

Problems refuse(const Input& input, const std::string& why) {
  Problems problems;
  problems.add({}, input.target + "." + input.key, why);
  return problems;
}

Problems check_one(const Input& input, double least, double most) {
  const bool fits = input.values.size() == 1 && input.values[0] >= least && input.values[0] <= most;
  if (fits) return {};
  const std::string range = most == kUnbounded
                                ? "that is at least " + shortest_text(least)
                                : "from " + shortest_text(least) + " to " + shortest_text(most);
  return refuse(input,
                "expected one value " + range + ", found " +
                    (input.values.size() == 1 ? shortest_text(input.values[0])
                                              : std::to_string(input.values.size()) + " values"));
}

Problems apply_input(const InputTargets& t, const Input& input) {
  for (const double value : input.values)
    if (!std::isfinite(value)) return refuse(input, "values must be finite");
  for (size_t i = 0; i < t.world.currents.size(); ++i)
    if (t.world.currents[i].name == input.target) return apply_to_current(t, input, i);
  for (const Dial& dial : kDials)
    if (input.target == dial.target) return turn(dial, t, input);
  for (size_t i = 0; i < t.world.lamps.size(); ++i)
    if (t.world.lamps[i].path == input.target) return dim_lamp(t, input, i);
  if (input.key == "send") return apply_send(t, input);
  const int vehicle = t.world.find_vehicle(input.target);
  if (vehicle < 0)
    return refuse(input,
                  "no vehicle, object, lamp, current, waves, wind, optics or sky of this name");
  return apply_to_vehicle(t, input, vehicle);
}

Problems Simulation::apply(const Input& input) {
  return apply_input({*world_, *sea_, pilot_, suite_, network_, bodies_, state_}, input);
}

}  // namespace hadal::simulation
