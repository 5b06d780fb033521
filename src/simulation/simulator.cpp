#include "hadal/simulator.h"

#include <algorithm>
#include <cmath>

#include "hadal/catalog.h"
#include "kinds/extensions/extension_kinds.h"
#include "simulation/load.h"
#include "simulation/simulator_parts.h"

namespace hadal {

using detail::index_named;
using detail::SimulatorParts;
using simulation::need;

namespace {

constexpr double kHour_s = 3600, kDay_s = 86400;

RunOptions run_options(const SimulatorOptions& options) {
  RunOptions out;
  out.settings = options.settings;
  out.model_folders = options.model_folders.empty() ? share_folders() : options.model_folders;
  out.duration_s = options.duration_s;
  out.seed = options.seed;
  out.threads = options.threads;
  return out;
}

std::unique_ptr<SimulatorParts> make_parts(
    const std::shared_ptr<const simulation::SharedWorld>& shared, const SimulatorOptions& options) {
  simulation::SimulationOptions run = simulation::simulation_options(run_options(options));
  for (const auto& [key, value] : options.patches) run.patches.push_back({key, value});
  auto parts = std::make_unique<SimulatorParts>();
  parts->run = need(simulation::Run::create(shared, run));
  parts->thrust_n.resize(parts->world().actuators.size());
  parts->load_percent.resize(parts->world().actuators.size());
  if (!options.log_path.empty()) simulation::require(parts->run->open_log(options.log_path));
  return parts;
}

template <size_t N>
std::span<const double, N> part(const double* values) {
  return std::span<const double, N>(values, N);
}

}  // namespace

Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

SharedScenario::SharedScenario(std::shared_ptr<const simulation::SharedWorld> world)
    : world_(std::move(world)) {}
SharedScenario SharedScenario::load(const std::string& name_or_path,
                                    const SimulatorOptions& options) {
  return SharedScenario(need(simulation::SharedWorld::load(
      need(simulation::load_for_run(scenario_path(name_or_path), run_options(options))))));
}
SharedScenario SharedScenario::load_text(const std::string& yaml, const SimulatorOptions& options) {
  return SharedScenario(need(simulation::SharedWorld::load(
      need(simulation::load_text_for_run(yaml, "scenario", run_options(options))))));
}

Simulator::Simulator(const SharedScenario& scenario, const SimulatorOptions& options)
    : parts_(make_parts(scenario.world_, options)) {}
Simulator Simulator::load(const std::string& name_or_path, const SimulatorOptions& options) {
  return Simulator(SharedScenario::load(name_or_path, options), options);
}
Simulator Simulator::load_text(const std::string& yaml, const SimulatorOptions& options) {
  return Simulator(SharedScenario::load_text(yaml, options), options);
}

void Simulator::step(int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    if (const simulation::StepReport report = parts_->run->step(); !report.ok)
      throw Error(report.message);
}

bool Simulator::finished() const {
  return parts_->simulation().finished();
}
int64_t Simulator::tick() const {
  return parts_->state().tick;
}
double Simulator::time_s() const {
  return parts_->run->time_s();
}
double Simulator::step_s() const {
  return parts_->world().clock.step_s();
}
uint64_t Simulator::state_hash() const {
  return hadal::state_hash(parts_->state());
}

std::vector<VehicleHandle> Simulator::vehicles() const {
  std::vector<VehicleHandle> out;
  for (size_t i = 0; i < parts_->world().vehicles.size(); ++i)
    out.push_back(VehicleHandle(parts_.get(), static_cast<int>(i)));
  return out;
}
std::vector<CurrentHandle> Simulator::currents() const {
  std::vector<CurrentHandle> out;
  for (size_t i = 0; i < parts_->world().currents.size(); ++i)
    out.push_back(CurrentHandle(parts_.get(), static_cast<int>(i)));
  return out;
}
std::vector<ModemHandle> Simulator::modems() const {
  std::vector<ModemHandle> out;
  for (const int sensor : parts_->world().network.devices) {
    const DeviceModel& device = *parts_->world().sensors[static_cast<size_t>(sensor)].device;
    if (packets_of(device)) out.push_back(ModemHandle(parts_.get(), device.number));
  }
  return out;
}

VehicleHandle Simulator::vehicle(std::string_view name) const {
  const auto& all = parts_->world().vehicles;
  return {parts_.get(), index_named(all, {0, static_cast<int>(all.size())}, name, "vehicle")};
}
CurrentHandle Simulator::current(std::string_view name) const {
  const auto& all = parts_->world().currents;
  return {parts_.get(), index_named(all, {0, static_cast<int>(all.size())}, name, "current")};
}
ModemHandle Simulator::modem(std::string_view path) const {
  for (const ModemHandle& modem : modems())
    if (modem.path() == path) return modem;
  throw Error("no modem '" + std::string(path) + "'; expected vehicle/modem");
}

int Simulator::contact_count() const {
  return static_cast<int>(parts_->state().contact_count[0]);
}
Contact Simulator::contact(int index) const {
  if (index < 0 || index >= contact_count())
    throw Error("no contact " + std::to_string(index) + " of " + std::to_string(contact_count()));
  const auto i = static_cast<size_t>(index);
  const int64_t* links = &parts_->state().contact_links[2 * i];
  const double* values = &parts_->state().contact_values[kContactValues * i];
  Contact out{LinkHandle(parts_.get(), static_cast<int>(links[0])),
              std::nullopt,
              part<3>(values),
              part<3>(values + 3),
              part<3>(values + 6),
              values[9]};
  if (links[1] >= 0) out.b = LinkHandle(parts_.get(), static_cast<int>(links[1]));
  return out;
}

int Simulator::expectation_count() const {
  return static_cast<int>(parts_->world().expectations.size());
}
ExpectationState Simulator::expectation(int index) const {
  if (index < 0 || index >= expectation_count())
    throw Error("no expectation " + std::to_string(index) + " of " +
                std::to_string(expectation_count()));
  const auto i = static_cast<size_t>(index);
  return {parts_->world().expectations[i].text,
          static_cast<ExpectationVerdict>(parts_->state().expectation_status[i])};
}

void Simulator::set_waves_factor(double factor) {
  parts_->apply(InputKey::kWaveFactor, 0, {&factor, 1});
}
void Simulator::set_wind_factor(double factor) {
  parts_->apply(InputKey::kWindFactor, 0, {&factor, 1});
}
void Simulator::set_turbidity(double turbidity_ntu) {
  parts_->apply(InputKey::kTurbidity, 0, {&turbidity_ntu, 1});
}

// The light moves within the day of the clock.
void Simulator::set_time_of_day_h(double utc_hours) {
  if (!(utc_hours >= 0 && utc_hours <= 24)) throw Error("a time of day is from 0 to 24 hours");
  const auto start_s = static_cast<double>(parts_->world().start_unix_ns / 1'000'000'000);
  const double since_midnight_s = std::fmod(std::fmod(start_s, kDay_s) + time_s(), kDay_s);
  const double offset_s = utc_hours * kHour_s - since_midnight_s;
  parts_->apply(InputKey::kSkyOffset, 0, {&offset_s, 1});
}

std::array<double, 3> Simulator::current_at(double north_m, double east_m, double depth_m) const {
  environment::SeaInstant instant(parts_->simulation().sea());
  instant.set_time(time_s(), parts_->state());
  const Vec3 v = instant.current_N(Vec3(north_m, east_m, depth_m));
  return {v.x(), v.y(), v.z()};
}

void Simulator::reset(uint64_t seed) {
  if (parts_->run->has_log()) throw Error("a run with a log does not go back in time");
  try {
    parts_->run->reset(seed);
  } catch (const extension::KindError& error) {
    throw Error(failure_text(error));
  }
}
uint64_t Simulator::seed() const {
  return static_cast<uint64_t>(parts_->state().run_seed[0]);
}

std::vector<std::byte> Simulator::snapshot() const {
  return parts_->simulation().save();
}
bool Simulator::restore(std::span<const std::byte> snapshot) {
  return !parts_->run->has_log() && parts_->run->restore(snapshot);
}

}  // namespace hadal
