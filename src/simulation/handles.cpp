// Reads and commands through handles. Every command is one input.
#include "hadal/handles.h"

#include <algorithm>

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

const Link& link_of_joint(const World& world, int joint) {
  return world.links[static_cast<size_t>(world.joints[static_cast<size_t>(joint)])];
}

const Actuator& actuator_at(const SimulatorParts& parts, int index) {
  return parts.world().actuators[static_cast<size_t>(index)];
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
  return actuator_at(*parts_, index_).name;
}
const std::string& ActuatorHandle::kind() const {
  return actuator_at(*parts_, index_).config.kind();
}
const std::string& ActuatorHandle::unit() const {
  return actuator_at(*parts_, index_).command.unit;
}
std::array<double, 2> ActuatorHandle::range() const {
  const extension::ActuatorCommand& command = actuator_at(*parts_, index_).command;
  return {command.min, command.max};
}
double ActuatorHandle::command() const {
  return parts_->state().actuator_command[index_];
}
void ActuatorHandle::set_command(double command) const {
  parts_->apply(InputKey::kCommand, index_, {&command, 1});
}
double ActuatorHandle::value() const {
  const Actuator& actuator = actuator_at(*parts_, index_);
  const Link& link = parts_->world().links[static_cast<size_t>(actuator.link)];
  if (link.actuator == index_) return parts_->state().position[link.position_address];
  return value_of(actuator, parts_->state());
}
int ActuatorHandle::size() const {
  return static_cast<int>(actuator_at(*parts_, index_).columns.size());
}
const std::string& ActuatorHandle::column_name(int column) const {
  if (column < 0 || column >= size())
    throw Error("no column " + std::to_string(column) + " of '" + name() + "'");
  return actuator_at(*parts_, index_).columns[static_cast<size_t>(column)].name;
}
std::span<const double> ActuatorHandle::state() const {
  return state_of(actuator_at(*parts_, index_), parts_->state());
}
double ActuatorHandle::power_w() const {
  return parts_->state().actuator_power_w[index_];
}
double ActuatorHandle::health() const {
  return parts_->state().actuator_health[index_];
}
void ActuatorHandle::set_health(double health, bool known) const {
  parts_->apply(InputKey::kActuatorHealth, index_, std::array{health, known ? 1.0 : 0.0});
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
  const Link& link = link_of_joint(parts_->world(), index_);
  if (link.joint_drive.plain()) return parts_->state().actuator_command[link.actuator];
  return joint_effort(parts_->world(), parts_->state(),
                      parts_->world().joints[static_cast<size_t>(index_)]);
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
  return parts_->world().frame_sensors[index_].config.kind();
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
