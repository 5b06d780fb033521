#include "simulation/inputs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/check.h"
#include "base/text.h"
#include "kinds/quantities.h"

namespace hadal::simulation {
namespace {

using Values = std::span<const double>;

// Check of inputs that set `count` values of a quantity.
template <const Quantity& kQuantity, size_t kNumber>
std::string check_all(const InputTargets&, int, Values values) {
  return check_values(values, kNumber, kQuantity);
}

void set_current_factor(const InputTargets& t, int current, Values v) {
  environment::CurrentField::scale(static_cast<size_t>(current), v[0], t.state.current_live);
}
void set_current_addition(const InputTargets& t, int current, Values v) {
  environment::CurrentField::add_uniform(static_cast<size_t>(current), Vec3(v[0], v[1], v[2]),
                                         t.state.current_live);
}
void set_current(const InputTargets& t, int current, Values v) {
  environment::CurrentField::set_uniform(static_cast<size_t>(current), Vec3(v[0], v[1], v[2]),
                                         t.state.current_live);
}

// One number of the surroundings.
template <std::vector<double> State::* kPlace>
void set_number(const InputTargets& t, int index, Values v) {
  (t.state.*kPlace)[static_cast<size_t>(index)] = v[0];
}

const DeviceModel& device_of(const World& world, int number) {
  const auto sensor = static_cast<size_t>(world.network.devices[static_cast<size_t>(number)]);
  return *world.sensors[sensor].device;
}

// Values: the device it is for, -1 for all, then the bytes.
std::string check_send(const InputTargets& t, int device, Values v) {
  if (v.empty()) return "expected the receiver and the bytes";
  const bool known =
      v[0] == std::floor(v[0]) && v[0] >= -1 && v[0] < static_cast<double>(t.network.count());
  if (!known) return "no receiver of this number";
  const auto max_bytes = static_cast<size_t>(packets_of(device_of(t.world, device))->max_bytes);
  if (v.size() - 1 > max_bytes)
    return "a packet holds at most " + std::to_string(max_bytes) + " bytes, found " +
           std::to_string(v.size() - 1);
  for (const double byte : v.subspan(1))
    if (byte != std::floor(byte) || byte < 0 || byte > 255) return "expected bytes, 0 to 255";
  return {};
}
void send_packet(const InputTargets& t, int device, Values v) {
  const std::vector<uint8_t> bytes(v.begin() + 1, v.end());
  t.network.send(t.world, t.state, device, static_cast<int>(v[0]), bytes);
}

const Actuator& actuator_at(const World& world, int actuator) {
  return world.actuators[static_cast<size_t>(actuator)];
}

std::string check_command(const InputTargets& t, int actuator, Values v) {
  return check_values(v, 1, actuator_at(t.world, actuator).quantity());
}
// Thrusters and fins are the controller's; it rests, or it would overwrite their commands.
void command_actuator(const InputTargets& t, int actuator, Values v) {
  release_joint(t, actuator);
  t.state.actuator_command[static_cast<size_t>(actuator)] = v[0];
  const int vehicle = actuator_at(t.world, actuator).vehicle;
  const Vehicle& owner = t.world.vehicles[static_cast<size_t>(vehicle)];
  if (owner.thrusters.contains(actuator) || owner.fins.contains(actuator))
    take_over(t, vehicle);
}

std::string check_actuator_health(const InputTargets&, int, Values v) {
  if (std::string wrong = check_count(v, 2); !wrong.empty()) return wrong;
  if (std::string wrong = range_problem(quantity::kHealth, v[0]); !wrong.empty()) return wrong;
  return v[1] == 0 || v[1] == 1 ? "" : "known: expected 0 or 1, found " + shortest_text(v[1]);
}
void set_actuator_health(const InputTargets& t, int actuator, Values v) {
  t.state.actuator_health[static_cast<size_t>(actuator)] = v[0];
  if (v[1] != 0) t.state.actuator_health_known[static_cast<size_t>(actuator)] = v[0];
}

std::string check_joint_fault(const InputTargets& t, int actuator, Values v) {
  if (std::string wrong = check_count(v, 1); !wrong.empty()) return wrong;
  if (!actuator_at(t.world, actuator).is(JointDrive::schema())) return "is not a joint";
  const bool known = v[0] == 0 || v[0] == 1 || v[0] == 2;
  return known ? "" : "expected 0 (none), 1 (free) or 2 (stuck), found " + shortest_text(v[0]);
}
void set_joint_fault(const InputTargets& t, int actuator, Values v) {
  t.state.actuator_health[static_cast<size_t>(actuator)] =
      v[0] == 0 ? 1 : v[0] == 1 ? 0 : kJointStuck;
}

void add_wrench(const InputTargets& t, int link, Values v) {
  Eigen::Map<Vec6>(&t.state.external_wrench[6 * static_cast<size_t>(link)]) +=
      Eigen::Map<const Vec6>(v.data());
}

std::string check_engaged(const InputTargets&, int, Values v) {
  if (std::string wrong = check_count(v, 1); !wrong.empty()) return wrong;
  return v[0] == 0 || v[0] == 1 ? "" : "expected 0 or 1, found " + shortest_text(v[0]);
}

namespace q = quantity;
constexpr InputRow kRows[] = {
    {"factor", check_all<q::kCurrentFactor, 1>, set_current_factor},
    {"add", check_all<q::kCurrentVelocity, 3>, set_current_addition},
    {"set", check_all<q::kCurrentVelocity, 3>, set_current},
    {"factor", check_all<q::kWaveFactor, 1>, set_number<&State::wave_factor>},
    {"factor", check_all<q::kWindFactor, 1>, set_number<&State::wind_factor>},
    {"turbidity_ntu", check_all<q::kTurbidity, 1>, set_number<&State::turbidity_ntu>},
    {"offset_s", check_all<q::kSkyOffset, 1>, set_number<&State::day_offset_s>},
    {"level", check_all<q::kLampLevel, 1>, set_number<&State::lamp_level>},
    {"send", check_send, send_packet},
    {"command", check_command, command_actuator},
    {"health", check_actuator_health, set_actuator_health},
    {"fault", check_joint_fault, set_joint_fault},
    {"add_wrench", check_all<q::kWrench, 6>, add_wrench},
    {"engaged", check_engaged, set_number<&State::coupling_engaged>},
};
static_assert(std::size(kRows) == static_cast<size_t>(InputKey::kThrusters));

const InputRow& row_of(InputKey key) {
  if (key < InputKey::kThrusters) return kRows[static_cast<size_t>(key)];
  return key < InputKey::kArmPositions ? vehicle_input_row(key) : arm_input_row(key);
}

// What of the surroundings is called so.
constexpr std::pair<const char*, InputKey> kSurroundings[] = {{"waves", InputKey::kWaveFactor},
                                                              {"wind", InputKey::kWindFactor},
                                                              {"optics", InputKey::kTurbidity},
                                                              {"sky", InputKey::kSkyOffset}};

// The number of the modem at a path vehicle/sensor.
std::optional<int> modem_at(const World& world, const std::string& path) {
  for (const int s : world.network.devices)
    if (world.sensors[static_cast<size_t>(s)].path == path) {
      const DeviceModel& device = *world.sensors[static_cast<size_t>(s)].device;
      if (packets_of(device)) return device.number;
    }
  return std::nullopt;
}

// Index of the element with this path; -1 for none.
template <class List>
int index_of(const List& list, const std::string& path) {
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].path == path) return static_cast<int>(i);
  return -1;
}

// Parts of vehicles by their path; the key tells apart those of one name.
std::optional<InputAddress> find_part(const World& world, const std::string& target,
                                      const std::string& key) {
  const auto found = [](InputKey kind, int index) -> std::optional<InputAddress> {
    if (index < 0) return std::nullopt;
    return InputAddress{kind, index};
  };
  if (key == "level") return found(InputKey::kLampLevel, index_of(world.lamps, target));
  if (key == "engaged") {
    for (size_t i = 0; i < world.couplings.size(); ++i)
      if (world.couplings[i].name == target)
        return found(InputKey::kEngaged, static_cast<int>(i));
    return std::nullopt;
  }
  if (key == "add_wrench") return found(InputKey::kLinkWrench, index_of(world.links, target));
  if (key == "command") return found(InputKey::kCommand, index_of(world.actuators, target));
  if (key == "health") return found(InputKey::kActuatorHealth, index_of(world.actuators, target));
  if (key == "fault") return found(InputKey::kJointFault, index_of(world.actuators, target));
  if (key == "send") return found(InputKey::kSend, modem_at(world, target).value_or(-1));
  return std::nullopt;
}

// The key among those from `begin` to before `end`; kCount and what was expected otherwise.
InputKey key_named(const std::string& name, InputKey begin, InputKey end, std::string& expected) {
  for (int i = static_cast<int>(begin); i < static_cast<int>(end); ++i) {
    const char* known = input_key(static_cast<InputKey>(i));
    if (name == known) return static_cast<InputKey>(i);
    expected += std::string(expected.empty() ? "" : ", ") + known;
  }
  return InputKey::kCount;
}

Problems refuse(const std::string& target, const std::string& key, const std::string& why) {
  Problems problems;
  problems.add({}, target + "." + key, why);
  return problems;
}

}  // namespace

const char* input_key(InputKey key) {
  return row_of(key).key;
}

std::string input_target(const World& world, InputAddress address) {
  const auto index = static_cast<size_t>(address.index);
  for (const auto& [name, key] : kSurroundings)
    if (key == address.key) return name;
  switch (address.key) {
    case InputKey::kCurrentFactor:
    case InputKey::kCurrentAdd:
    case InputKey::kCurrentSet:
      return world.currents[index].name;
    case InputKey::kLampLevel:
      return world.lamps[index].path;
    case InputKey::kSend:
      return world.sensors[static_cast<size_t>(world.network.devices[index])].path;
    case InputKey::kCommand:
    case InputKey::kActuatorHealth:
    case InputKey::kJointFault:
      return world.actuators[index].path;
    case InputKey::kEngaged:
      return world.couplings[index].name;
    case InputKey::kLinkWrench:
      return world.links[index].path;
    default:
      return address.key < InputKey::kArmPositions ? world.vehicles[index].name
                                                   : world.arms[index].path;
  }
}

std::string check_count(std::span<const double> values, size_t count) {
  if (values.size() == count) return {};
  return "expected " + std::to_string(count) + (count == 1 ? " value" : " values") + ", found " +
         std::to_string(values.size());
}

std::string check_values(std::span<const double> values, size_t count, const Quantity& quantity) {
  if (std::string wrong = check_count(values, count); !wrong.empty()) return wrong;
  for (const double value : values)
    if (std::string wrong = range_problem(quantity, value); !wrong.empty()) return wrong;
  return {};
}

Result<InputAddress> find_input(const World& world, const std::string& target,
                                const std::string& key) {
  std::string expected;
  const auto keyed = [&](InputKey begin, InputKey end, int index) -> Result<InputAddress> {
    const InputKey found = key_named(key, begin, end, expected);
    if (found == InputKey::kCount)
      return refuse(target, key, "no such key, expected one of " + expected);
    return InputAddress{found, index};
  };
  for (size_t i = 0; i < world.currents.size(); ++i)
    if (world.currents[i].name == target)
      return keyed(InputKey::kCurrentFactor, InputKey::kWaveFactor, static_cast<int>(i));
  for (const auto& [name, only] : kSurroundings)
    if (target == name) {
      if (key != input_key(only))
        return refuse(target, key, std::string("expected ") + input_key(only));
      return InputAddress{only, 0};
    }
  if (const int arm = index_of(world.arms, target); arm >= 0)
    return keyed(InputKey::kArmPositions, InputKey::kCount, arm);
  if (const auto part = find_part(world, target, key)) return *part;
  const int vehicle = world.find_vehicle(target);
  if (vehicle >= 0) return keyed(InputKey::kThrusters, InputKey::kArmPositions, vehicle);
  if (key == "send") return refuse(target, key, "no modem of this name, expected vehicle/modem");
  return refuse(target, key,
                "no vehicle, object, arm, actuator, link, lamp, current, waves, wind, optics or sky of "
                "this name");
}

std::string check_input(const InputTargets& t, InputAddress address,
                        std::span<const double> values) {
  for (const double value : values)
    if (!std::isfinite(value)) return "values must be finite";
  return row_of(address.key).check(t, address.index, values);
}

void apply_input(const InputTargets& t, InputAddress address, std::span<const double> values) {
  row_of(address.key).apply(t, address.index, values);
}

Problems Simulation::apply(const Input& input) {
  const Result<InputAddress> address = find_input(*world_, input.target, input.key);
  return address ? apply(address.value(), input.values) : address.problems();
}

Problems Simulation::apply(InputAddress address, std::span<const double> values) {
  const InputTargets targets{*world_, *sea_, control_, suite_, network_, bodies_, state_};
  const std::string wrong = check_input(targets, address, values);
  if (!wrong.empty()) return refuse(input_target(*world_, address), input_key(address.key), wrong);
  apply_input(targets, address, values);
  return {};
}

}  // namespace hadal::simulation
