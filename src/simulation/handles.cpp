// Reads and commands through handles. Every command is one input.
#include "hadal/handles.h"

#include <algorithm>

#include "control/actuator_commands.h"
#include "simulation/simulator_parts.h"

namespace hadal {
namespace {

using detail::SimulatorParts;

template <size_t N, class Vector>
std::span<const double, N> span_of(const Vector& vector) {
  static_assert(Vector::SizeAtCompileTime == N);
  return std::span<const double, N>(vector.data(), N);
}

std::array<double, 4> wxyz(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

// The order of ActuatorType is that of the world's kinds.
ActuatorKind kind_of(ActuatorType type) {
  return static_cast<ActuatorKind>(type);
}
static_assert(static_cast<int>(ActuatorType::kThruster) ==
              static_cast<int>(ActuatorKind::kThruster));
static_assert(static_cast<int>(ActuatorType::kJoint) == static_cast<int>(ActuatorKind::kJoint));

InputKey input_of(ActuatorType type) {
  return static_cast<InputKey>(static_cast<int>(InputKey::kThrusters) + static_cast<int>(type));
}
static_assert(static_cast<int>(InputKey::kJoints) - static_cast<int>(InputKey::kThrusters) ==
              static_cast<int>(ActuatorType::kJoint));

const Link& link_of_joint(const World& world, int joint) {
  return world.links[static_cast<size_t>(world.joints[static_cast<size_t>(joint)])];
}

// The vehicle that has an actuator.
int vehicle_of(const World& world, ActuatorKind kind, int index) {
  const auto i = static_cast<size_t>(index);
  const auto on = [&](const auto& list) {
    return world.links[static_cast<size_t>(list[i].link)].vehicle;
  };
  switch (kind) {
    case ActuatorKind::kThruster:
      return on(world.thrusters);
    case ActuatorKind::kFin:
      return on(world.fins);
    case ActuatorKind::kBallast:
      return on(world.ballasts);
    case ActuatorKind::kMass:
      return on(world.masses);
    case ActuatorKind::kJoint:
      break;
  }
  return link_of_joint(world, index).vehicle;
}

}  // namespace

std::span<const std::string_view> wrench_terms() {
  static const auto names = [] {
    std::array<std::string_view, kWrenchTerms> out;
    for (int i = 0; i < kWrenchTerms; ++i) out[i] = wrench_term_name(static_cast<WrenchTerm>(i));
    return out;
  }();
  return names;
}

const std::string& LinkHandle::name() const {
  return parts_->world().links[index_].name;
}
const std::string& LinkHandle::path() const {
  return parts_->world().links[index_].path;
}
std::span<const double, 3> LinkHandle::position_m() const {
  return span_of<3>(parts_->state().p_NL_N[index_]);
}
std::array<double, 4> LinkHandle::attitude() const {
  return wxyz(parts_->state().q_NL[index_]);
}
std::span<const double, 6> LinkHandle::velocity() const {
  return span_of<6>(parts_->state().nu_L[index_]);
}
std::span<const double, 3> LinkHandle::acceleration_m_s2() const {
  return span_of<3>(parts_->state().a_NL_N[index_]);
}
std::span<const double, 3> LinkHandle::water_velocity_m_s() const {
  return span_of<3>(parts_->state().water_velocity_N[index_]);
}
std::span<const double, 6> LinkHandle::wrench(int term) const {
  if (term < 0 || term >= kWrenchTerms) throw Error("no wrench term " + std::to_string(term));
  return span_of<6>(parts_->state().wrench_L[term][index_]);
}
std::span<const double, 6> LinkHandle::external_wrench() const {
  return std::span<const double, 6>(&parts_->state().external_wrench[6 * index_], 6);
}
void LinkHandle::add_external_wrench(std::span<const double, 6> wrench) const {
  parts_->apply(InputKey::kLinkWrench, index_, wrench);
}

const std::string& ActuatorHandle::name() const {
  const World& world = parts_->world();
  switch (type_) {
    case ActuatorType::kThruster:
      return world.thrusters[index_].name;
    case ActuatorType::kFin:
      return world.fins[index_].name;
    case ActuatorType::kBallast:
      return world.ballasts[index_].name;
    case ActuatorType::kMovingMass:
      return world.masses[index_].name;
    case ActuatorType::kJoint:
      break;
  }
  return link_of_joint(world, index_).name;
}
double ActuatorHandle::command() const {
  return control::actuator_commands(parts_->state(), kind_of(type_))[index_];
}
double ActuatorHandle::value() const {
  const State& state = parts_->state();
  switch (type_) {
    case ActuatorType::kThruster:
      return state.thruster_thrust_n[index_];
    case ActuatorType::kFin:
      return state.fin_angle_rad[index_];
    case ActuatorType::kBallast:
      return state.ballast_content[index_];
    case ActuatorType::kMovingMass:
      return state.mass_offset_m[index_];
    case ActuatorType::kJoint:
      break;
  }
  return state.position[link_of_joint(parts_->world(), index_).position_address];
}
void ActuatorHandle::set_command(double command) const {
  const World& world = parts_->world();
  const int vehicle = vehicle_of(world, kind_of(type_), index_);
  const IndexRange range = control::actuators_of(world, world.vehicles[vehicle], kind_of(type_));
  const auto now =
      control::actuator_commands(parts_->state(), kind_of(type_)).subspan(range.begin, range.count);
  parts_->buffer.assign(now.begin(), now.end());
  parts_->buffer[index_ - range.begin] = command;
  parts_->apply(input_of(type_), vehicle, parts_->buffer);
}

const std::string& JointHandle::name() const {
  return link_of_joint(parts_->world(), index_).name;
}
double JointHandle::position() const {
  return parts_->state().position[link_of_joint(parts_->world(), index_).position_address];
}
double JointHandle::velocity() const {
  return parts_->state().velocity[link_of_joint(parts_->world(), index_).velocity_address];
}
double JointHandle::effort() const {
  return parts_->state().joint_effort[index_];
}
std::optional<std::array<double, 2>> JointHandle::range() const {
  return link_of_joint(parts_->world(), index_).joint_range;
}

const std::string& SensorHandle::name() const {
  return parts_->world().sensors[index_].name;
}
const std::string& SensorHandle::kind() const {
  return parts_->world().sensors[index_].config.kind();
}
int SensorHandle::size() const {
  return static_cast<int>(parts_->simulation().sensors().sensor(index_).columns().size());
}
const std::string& SensorHandle::column_name(int column) const {
  if (column < 0 || column >= size())
    throw Error("no column " + std::to_string(column) + " of '" + name() + "'");
  return parts_->simulation().sensors().sensor(index_).columns()[column].name;
}
std::span<const double> SensorHandle::values() const {
  return parts_->simulation().sensors().values(parts_->world(), parts_->state(), index_);
}
std::span<const double> SensorHandle::truth() const {
  return parts_->simulation().sensors().truth(parts_->world(), parts_->state(), index_);
}
double SensorHandle::stamp_s() const {
  const Tick stamp = parts_->state().sensor_stamp[index_];
  return stamp < 0 ? -1 : parts_->world().clock.time_s(stamp);
}
bool SensorHandle::valid() const {
  return parts_->state().sensor_valid[index_] != 0;
}
bool SensorHandle::fresh() const {
  return parts_->state().sensor_fresh[index_] != 0;
}

const std::string& FrameSensorHandle::name() const {
  return parts_->world().frame_sensors[index_].name;
}
const std::string& FrameSensorHandle::kind() const {
  return parts_->world().frame_sensors[index_].kind;
}
bool FrameSensorHandle::fresh() const {
  return parts_->state().frame_fresh[index_] != 0;
}
FrameView FrameSensorHandle::frame() const {
  const Frame& frame = parts_->simulation().frames().frame(index_);
  return FrameView(frame, frame.stamp < 0 ? -1 : parts_->world().clock.time_s(frame.stamp));
}

const std::string& LampHandle::name() const {
  return parts_->world().lamps[index_].name;
}
double LampHandle::level() const {
  return parts_->state().lamp_level[index_];
}
void LampHandle::set_level(double level) const {
  parts_->apply(InputKey::kLampLevel, index_, {&level, 1});
}

const std::string& CurrentHandle::name() const {
  return parts_->world().currents[index_].name;
}
void CurrentHandle::set(double north_m_s, double east_m_s, double down_m_s) const {
  parts_->apply(InputKey::kCurrentSet, index_, std::array{north_m_s, east_m_s, down_m_s});
}
void CurrentHandle::scale(double factor) const {
  parts_->apply(InputKey::kCurrentFactor, index_, {&factor, 1});
}

const std::string& ModemHandle::path() const {
  const World& world = parts_->world();
  return world.sensors[world.network.devices[index_]].path;
}
bool ModemHandle::send(std::span<const uint8_t> payload,
                       const std::optional<ModemHandle>& to) const {
  std::vector<double> values{to ? static_cast<double>(to->index_) : -1.0};
  values.insert(values.end(), payload.begin(), payload.end());
  const int64_t refused = parts_->state().device_header[index_].refused;
  parts_->apply(InputKey::kSend, index_, values);
  return parts_->state().device_header[index_].refused == refused;
}
bool ModemHandle::send(std::string_view text, const std::optional<ModemHandle>& to) const {
  return send(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()), to);
}

int ModemHandle::received(std::span<ReceivedPacket, kInbox> packets) const {
  static_assert(kInbox == kInboxSlots);
  const State& state = parts_->state();
  const World& world = parts_->world();
  const int64_t events = state.device_header[index_].events;
  const auto words = static_cast<size_t>(world.network.payload_words);
  int count = 0;
  for (int64_t e = std::max<int64_t>(0, events - kInboxSlots); e < events; ++e) {
    const auto slot = static_cast<size_t>(index_ * kInboxSlots + e % kInboxSlots);
    const InboxHeader& header = state.inbox_header[slot];
    const InboxValues& values = state.inbox_values[slot];
    if (header.outcome != static_cast<int64_t>(Outcome::kReceived)) continue;
    const auto* bytes = reinterpret_cast<const uint8_t*>(state.inbox_payload.data() + slot * words);
    packets[count++] = {header.number,   world.sensors[world.network.devices[header.from]].path,
                        header.to < 0,   values.sent_s,
                        values.begin_s,  values.end_s,
                        values.level_db, values.snr_db,
                        values.doppler,  {bytes, static_cast<size_t>(header.bytes)}};
  }
  return count;
}

}  // namespace hadal
