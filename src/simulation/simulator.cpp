#include "hadal/simulator.h"

#include <algorithm>
#include <stdexcept>

#include "hadal/catalog.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/simulator_impl.h"

namespace hadal {

using simulation::Simulation;

namespace {

std::vector<std::string> model_folders(const SimulatorOptions& options) {
  return options.model_folders.empty() ? share_folders() : options.model_folders;
}

std::vector<double> copy(std::span<const double> values) {
  return {values.begin(), values.end()};
}

// Throws what is wrong; the public API has one way to fail.
template <class T>
T need(Result<T> result) {
  if (!result) throw std::runtime_error(result.problems().text());
  return std::move(result).value();
}

}  // namespace

std::unique_ptr<Simulator::Impl> Simulator::Impl::make(const LoadedScenario& loaded,
                                                       const SimulatorOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->run = need(simulation::Run::create(loaded, {.threads = options.threads}));
  if (options.log_path.empty()) return impl;
  if (const Problems problems = impl->run->open_log(options.log_path); !problems.empty())
    throw std::runtime_error(problems.text());
  return impl;
}

Simulator::Simulator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

Simulator Simulator::load(const std::string& path, const SimulatorOptions& options) {
  return Simulator(
      Impl::make(need(load_scenario(path, {options.settings, model_folders(options)})), options));
}

Simulator Simulator::load_text(const std::string& yaml, const SimulatorOptions& options) {
  return Simulator(Impl::make(
      need(load_scenario_text(yaml, "scenario", {options.settings, model_folders(options)})),
      options));
}

void Simulator::step(int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const simulation::StepReport report = impl_->run->step();
    if (!report.ok) throw std::runtime_error(report.message);
  }
}

bool Simulator::finished() const {
  return impl_->simulation().finished();
}
int64_t Simulator::tick() const {
  return impl_->state().tick;
}
double Simulator::time_s() const {
  return impl_->world().clock.time_s(impl_->state().tick);
}
double Simulator::step_s() const {
  return impl_->world().clock.step_s();
}
uint64_t Simulator::state_hash() const {
  return hadal::state_hash(impl_->state());
}

std::vector<std::string> Simulator::vehicles() const {
  std::vector<std::string> names;
  for (const Vehicle& vehicle : impl_->world().vehicles) names.push_back(vehicle.name);
  return names;
}

VehicleState Simulator::vehicle(const std::string& name) const {
  const size_t index = impl_->vehicle(name);
  const Vehicle& vehicle = impl_->world().vehicles[index];
  const State& state = impl_->state();
  const int hull = vehicle.links.begin;
  const Vec3& p = state.p_NL_N[hull];
  const Quat& q = state.q_NL[hull];
  const EulerAngles e = euler_from(q);
  VehicleState out;
  out.north_m = p.x();
  out.east_m = p.y();
  out.depth_m = p.z();
  out.attitude = {q.w(), q.x(), q.y(), q.z()};
  out.roll_deg = e.roll / kDegree;
  out.pitch_deg = e.pitch / kDegree;
  out.heading_deg = e.yaw / kDegree + (e.yaw < 0 ? 360 : 0);
  for (int i = 0; i < 6; ++i) out.velocity[i] = state.nu_L[hull][i];
  for (int i = 0; i < 3; ++i) out.current_m_s[i] = state.water_velocity_N[hull][i];
  const IndexRange t = vehicle.thrusters;
  out.thrust_n.assign(state.thruster_thrust_n.begin() + t.begin,
                      state.thruster_thrust_n.begin() + t.end());
  out.thruster_load_percent.assign(state.thruster_load_percent.begin() + t.begin,
                                   state.thruster_load_percent.begin() + t.end());
  out.mission =
      control::mission_status_name(state.mission_status[static_cast<size_t>(vehicle.track)]);
  return out;
}

std::vector<std::string> Simulator::sensors(const std::string& vehicle) const {
  const IndexRange range = impl_->world().vehicles[impl_->vehicle(vehicle)].sensors;
  std::vector<std::string> names;
  for (int i = range.begin; i < range.end(); ++i) names.push_back(impl_->world().sensors[i].name);
  return names;
}

SensorReading Simulator::sensor(const std::string& vehicle, const std::string& sensor) const {
  const IndexRange range = impl_->world().vehicles[impl_->vehicle(vehicle)].sensors;
  for (int i = range.begin; i < range.end(); ++i) {
    if (impl_->world().sensors[i].name != sensor) continue;
    const State& state = impl_->state();
    const sensors::Suite& suite = impl_->simulation().sensors();
    SensorReading out;
    if (state.sensor_stamp[i] >= 0)
      out.stamp_s = impl_->world().clock.time_s(state.sensor_stamp[i]);
    out.valid = state.sensor_valid[i] != 0;
    out.fresh = state.sensor_fresh[i] != 0;
    for (const auto& column : suite.sensor(i).columns()) out.names.push_back(column.name);
    out.values = copy(suite.values(impl_->world(), state, i));
    out.truth = copy(suite.truth(impl_->world(), state, i));
    return out;
  }
  throw std::invalid_argument("no sensor '" + sensor + "' on '" + vehicle + "'");
}

std::vector<WrenchTermValue> Simulator::wrenches(const std::string& vehicle) const {
  const int hull = impl_->world().vehicles[impl_->vehicle(vehicle)].links.begin;
  std::vector<WrenchTermValue> out;
  for (int term = 0; term < kWrenchTerms; ++term) {
    WrenchTermValue value{std::string(wrench_term_name(static_cast<WrenchTerm>(term))), {}};
    for (int i = 0; i < 6; ++i) value.wrench[i] = impl_->state().wrench_L[term][hull][i];
    out.push_back(std::move(value));
  }
  return out;
}

bool Simulator::send(const std::string& modem, std::span<const uint8_t> payload,
                     const std::string& to) {
  const int from = impl_->modem(modem);
  const int64_t refused = impl_->state().device_header[from].refused;
  std::vector<double> values{to.empty() ? -1.0 : impl_->modem(to)};
  values.insert(values.end(), payload.begin(), payload.end());
  impl_->apply(modem, "send", std::move(values));
  return impl_->state().device_header[from].refused == refused;
}
bool Simulator::send(const std::string& modem, const std::string& text, const std::string& to) {
  return send(modem, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()), to);
}

std::vector<ReceivedPacket> Simulator::received(const std::string& modem) const {
  const int device = impl_->modem(modem);
  const State& state = impl_->state();
  const World& world = impl_->world();
  const int64_t events = state.device_header[device].events;
  const auto words = static_cast<size_t>(world.network.payload_words);
  std::vector<ReceivedPacket> out;
  for (int64_t e = std::max<int64_t>(0, events - kInboxSlots); e < events; ++e) {
    const auto slot = static_cast<size_t>(device * kInboxSlots + e % kInboxSlots);
    const InboxHeader& header = state.inbox_header[slot];
    const InboxValues& values = state.inbox_values[slot];
    if (header.outcome != static_cast<int64_t>(Outcome::kReceived)) continue;
    const auto* bytes = reinterpret_cast<const uint8_t*>(state.inbox_payload.data() + slot * words);
    out.push_back({header.number,
                   world.sensors[world.network.devices[header.from]].path,
                   header.to < 0,
                   values.sent_s,
                   values.begin_s,
                   values.end_s,
                   values.level_db,
                   values.snr_db,
                   values.doppler,
                   {bytes, bytes + header.bytes}});
  }
  return out;
}

std::array<double, 3> Simulator::current_at(double north_m, double east_m, double depth_m) const {
  environment::SeaMoment moment(impl_->simulation().sea());
  moment.set_time(time_s(), impl_->state());
  const Vec3 v = moment.current_N(Vec3(north_m, east_m, depth_m));
  return {v.x(), v.y(), v.z()};
}

std::vector<std::byte> Simulator::snapshot() const {
  return impl_->simulation().save();
}
bool Simulator::restore(std::span<const std::byte> snapshot) {
  return !impl_->run->has_log() && impl_->run->restore(snapshot);
}

}  // namespace hadal
