#include "simulation/run.h"

#include <algorithm>

#include "base/check.h"
#include "outputs/messages/sha256.h"
#include "simulation/inputs.h"
#include "simulation/recording.h"

namespace hadal::simulation {
namespace {

constexpr std::chrono::duration<double> kFarBehind{0.25};

}  // namespace

void Pace::anchor(double time_s) {
  anchor_wall_ = Wall::now();
  anchor_s_ = time_s;
}

std::chrono::duration<double> Pace::wait(double time_s) {
  using Seconds = std::chrono::duration<double>;
  if (!(speed_ > 0)) return Seconds{0};
  const Seconds ahead =
      Seconds{(time_s - anchor_s_) / speed_} - Seconds(Wall::now() - anchor_wall_);
  if (ahead < -kFarBehind) anchor(time_s);
  return std::max(ahead, Seconds{0});
}

Result<std::unique_ptr<Run>> Run::create(const LoadedScenario& loaded,
                                         const SimulationOptions& options) {
  Result<std::shared_ptr<const SharedWorld>> shared = SharedWorld::load(loaded);
  if (!shared) return shared.problems();
  return create(std::move(shared).value(), options);
}

Result<std::unique_ptr<Run>> Run::create(std::shared_ptr<const SharedWorld> shared,
                                         const SimulationOptions& options) {
  Result<std::unique_ptr<Simulation>> created = Simulation::create(std::move(shared), options);
  if (!created) return created.problems();
  return std::unique_ptr<Run>(new Run(std::move(created).value()));
}

Run::Run(std::unique_ptr<Simulation> simulation)
    : simulation_(std::move(simulation)), tracking_(world()) {
  tracking_.restart(world(), state());
}

std::string Run::id() const {
  return outputs::sha256_hex(std::to_string(state().run_seed[0]) + "\n" + scenario_yaml())
      .substr(0, 16);
}

Problems Run::open_log(const std::string& path) {
  log_.reset();
  const std::vector<std::byte> snapshot =
      as_loaded_ ? std::vector<std::byte>{} : simulation_->save();
  Result<std::unique_ptr<outputs::RunLog>> opened =
      outputs::RunLog::open(path, world(), recorder_sources(*simulation_),
                            scenario_yaml(), snapshot, id());
  if (!opened) return opened.problems();
  log_ = std::move(opened).value();
  log_->record(world(), state());
  return {};
}

Problems Run::close_log() {
  if (!log_) return {};
  const Problems problems = log_->close() ? Problems{} : log_->problems();
  closed_log_bytes_ = log_->bytes();
  log_.reset();
  return problems;
}

StepReport Run::step() {
  as_loaded_ = false;
  StepReport report = simulation_->step();
  if (!report.ok) return report;
  tracking_.sample(world(), state());
  if (!log_) return report;
  log_->record(world(), state());
  if (log_->failed()) return {false, log_->problems().text()};
  return report;
}

Problems Run::apply(const Input& input) {
  const Result<InputAddress> address = find_input(world(), input.target, input.key);
  return address ? apply(address.value(), input.values) : address.problems();
}

Problems Run::apply(InputAddress address, std::span<const double> values) {
  Problems problems = simulation_->apply(address, values);
  if (!problems.empty()) return problems;
  as_loaded_ = false;
  if (log_)
    log_->recorder().record_input(world(), state().tick, input_target(world(), address),
                                  input_key(address.key), {values.begin(), values.end()});
  return problems;
}

void Run::reset(uint64_t seed) {
  HADAL_CHECK(!log_, "a log goes forward in time");
  simulation_->reset(seed);
  tracking_.restart(world(), state());
  as_loaded_ = true;
}

bool Run::restore(std::span<const std::byte> snapshot) {
  HADAL_CHECK(!log_, "a log goes forward in time");
  as_loaded_ = false;
  if (!simulation_->restore(snapshot)) return false;
  tracking_.restart(world(), state());
  return true;
}

}  // namespace hadal::simulation
