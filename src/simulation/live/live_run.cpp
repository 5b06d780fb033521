// The loop of a live run: requests, steps, pace, what is shown.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.h"
#include "outputs/scene/scene_description.h"
#include "outputs/scene/scene_glb.h"
#include "simulation/api_error.h"
#include "simulation/live/live_session.h"
#include "simulation/load.h"
#include "simulation/recording.h"
#include "simulation/summary.h"

namespace hadal {
namespace {

using namespace std::chrono_literals;

constexpr double kSensorRate_hz = 250;  // of one topic, in wall time
constexpr auto kMinGap = 800us;       // between two looks at a running state
constexpr auto kStatePeriod = 200ms, kPerformancePeriod = 500ms, kPausedPeriod = 100ms;
constexpr auto kProgressPeriod = 100ms;
constexpr double kMinSpeed = 1e-3, kMaxSpeed = 1e6;
constexpr size_t kMaxEvents = 1000, kMaxTiles = 2000;     // that late listeners get
constexpr std::chrono::duration<double> kLongestWait{0.1};  // silent pilots are noticed

// What those who watch get: everything, as it comes; the hub thins it out.
RecordConfig config_to_watch(const World& world) {
  RecordConfig out = world.record;
  out.rate_hz = 1 / world.clock.step_s();
  out.hashes = false;
  out.wrench_terms = out.scene = true;
  if (out.frames == "none") out.frames = "images";
  out.images = "jpeg";
  out.jpeg_quality = 80;
  return out;
}

LiveDocument document_of(const char* type, std::vector<uint8_t> bytes) {
  return {type, std::make_shared<const std::vector<uint8_t>>(std::move(bytes))};
}

std::vector<uint8_t> bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}

}  // namespace

std::unique_ptr<LiveRun> LiveRun::open(const std::string& path, const LiveOptions& options) {
  using simulation::need;
  const LoadedScenario loaded = need(simulation::load_for_run(path, options.run));
  return std::make_unique<simulation::LiveSession>(
      need(simulation::Run::create(loaded, simulation::simulation_options(options.run))), options);
}

namespace simulation {

LiveSession::LiveSession(std::unique_ptr<Run> run, const LiveOptions& options)
    : options_(options),
      run_(std::move(run)),
      simulation_(&run_->simulation()),
      hub_(options.message_rate_hz, options.picture_rate_hz),
      paused_(options.paused),
      waiting_(options.wait_for_client && !options.paused),
      pace_(options.run.speed),
      start_{simulation_->save(), {}},
      sticks_(simulation_->world().vehicles.size()),
      session_(hex_text(static_cast<uint64_t>(Wall::now().time_since_epoch().count()))),
      bindings_(make_parameter_bindings(*simulation_,
                                        [this](Input input) { apply(std::move(input)); })) {
  bindings_.push_back({{"simulation/speed", pace_.speed(),
                        "Times real time; 0 as fast as possible.",
                     0, kMaxSpeed, true},
                    [this] { return pace_.speed(); },
                    [this](const LiveValue& value) {
                      const double speed = std::get<double>(value);
                      if (speed > 0 && speed < kMinSpeed)
                        throw std::runtime_error("simulation/speed: expected 0 or at least 0.001");
                      pace_.set_speed(speed);
                      anchor();
                    }});
  const World& world = simulation_->world();
  show_ = std::make_unique<outputs::Recorder>(hub_, config_to_watch(world), world,
                                              recorder_sources(*simulation_));
  for (const Sensor& sensor : world.sensors)
    for (const char* suffix : {"", "/truth"})
      for (const LiveTopic& topic : hub_.topics())
        if (topic.topic == "/" + sensor.path + suffix)
          hub_.set_rate(static_cast<uint16_t>(topic.id), kSensorRate_hz);
  for (const LiveTopic& topic : hub_.topics()) {
    if (topic.topic == "/hadal/seabed") hub_.keep(static_cast<uint16_t>(topic.id), kMaxTiles);
    if (topic.topic == "/rosout") hub_.keep(static_cast<uint16_t>(topic.id), kMaxEvents);
  }
  run_state_topic_ = outputs::add_topic<outputs::RunState>(hub_, "/hadal/run_state", true);
  performance_topic_ = outputs::add_topic<outputs::Scalars>(hub_, "/hadal/performance");
  const outputs::SceneSources& scene = *show_->scene_sources();
  scene_json_ = document_of("application/json", bytes_of(outputs::scene_description(world, scene)));
  scene_glb_ = document_of("model/gltf-binary", outputs::scene_glb(world, scene));
  open_log();
}

LiveSession::~LiveSession() = default;

std::string LiveSession::name() const {
  return run_->world().title;
}

std::string LiveSession::session() const {
  const std::lock_guard lock(mutex_);
  return session_ + "-" + std::to_string(restarts_);
}

std::optional<LiveDocument> LiveSession::document(const std::string& name) const {
  if (name == "scene.json") return scene_json_;
  if (name == "scene.glb") return scene_glb_;
  return std::nullopt;
}

std::vector<LiveParameter> LiveSession::parameters() const {
  const std::lock_guard lock(mutex_);
  std::vector<LiveParameter> out;
  for (const ParameterBinding& binding : bindings_) out.push_back(binding.parameter);
  return out;
}

void LiveSession::post(std::function<void()> act, const LiveReply& reply) {
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back({std::move(act), reply});
  }
  requested_.notify_one();
  answer_late_requests();
}

// What comes after the end of run() is answered by whoever asks.
void LiveSession::answer_late_requests() {
  std::deque<Request> late;
  {
    const std::lock_guard lock(mutex_);
    if (over_) late.swap(requests_);
  }
  for (const Request& request : late)
    if (request.reply) request.reply({false, "the run has ended"});
}

void LiveSession::stop() {
  stopping_ = true;
}

void LiveSession::carry_out_requests() {
  std::deque<Request> now;
  {
    const std::lock_guard lock(mutex_);
    now.swap(requests_);
  }
  if (now.empty()) return;
  for (const Request& request : now) request.act();
  refresh_parameters();
  publish_run_state(true);
}

void LiveSession::wait_for_requests(Wall::time_point until) {
  std::unique_lock lock(mutex_);
  requested_.wait_until(lock, until, [this] { return !requests_.empty() || stopping_; });
}

void LiveSession::set_parameter(const std::string& name, const LiveValue& value, LiveReply reply) {
  const auto act = [this, name, value, reply] {
    const auto answer = [&](bool ok, const std::string& text) {
      if (reply) reply({ok, text});
    };
    for (const ParameterBinding& binding : bindings_) {
      if (binding.parameter.name != name) continue;
      if (const std::string wrong = misfit(binding.parameter, value); !wrong.empty())
        return answer(false, wrong);
      try {
        binding.write(value);
        return answer(true, "{}");
      } catch (const std::exception& error) {
        return answer(false, error.what());
      }
    }
    answer(false, "no parameter '" + name + "'");
  };
  post(act, reply);
}

void LiveSession::apply(Input input) {
  require(run_->apply(input));
  show_->record_input(run_->world(), input.tick, input.target, input.key, input.values);
}

void LiveSession::apply_set_point(int vehicle, const SetPointValues& values) {
  apply({simulation_->state().tick,
         simulation_->world().vehicles[static_cast<size_t>(vehicle)].name,
         "set_point",
         {values.begin(), values.end()}});
}

void LiveSession::refresh_parameters() {
  std::vector<LiveParameter> changed;
  {
    const std::lock_guard lock(mutex_);
    for (ParameterBinding& binding : bindings_) {
      LiveValue value = binding.read();
      if (value == binding.parameter.value) continue;
      binding.parameter.value = std::move(value);
      changed.push_back(binding.parameter);
    }
  }
  if (!changed.empty()) hub_.parameters_changed(changed);
}

RunSummary LiveSession::run() {
  began_ = Wall::now();
  anchor();
  if (simulation_->finished()) judge();
  while (!stopping_ && !over()) {
    carry_out_requests();
    release_silent_sticks();
    await_client();
    if (resting() && steps_wanted_ == 0) {
      show();
      wait_for_requests(Wall::now() + kPausedPeriod);
      continue;
    }
    advance();
    keep_pace();
  }
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  answer_late_requests();
  return summary();
}

// Nothing is missed by who opens the page late.
void LiveSession::await_client() {
  if (!waiting_ || hub_.clients() == 0) return;
  waiting_ = false;
  began_ = Wall::now();
  anchor();
}

// One step, recorded and shown.
void LiveSession::advance() {
  const Simulation& s = *simulation_;
  end_pushes();
  const StepReport report = run_->step();
  if (!report.ok) {
    failure_ = report.message;
    diverged_ = report.diverged;
  }
  if (steps_wanted_ > 0) --steps_wanted_;
  if (!failure_.empty()) steps_wanted_ = 0;
  const bool end = !judged_ && report.ok && s.finished();
  if (end) judge();
  const bool picture = std::find(s.state().frame_fresh.begin(), s.state().frame_fresh.end(), 1) !=
                       s.state().frame_fresh.end();
  const bool last = end || (resting() && steps_wanted_ == 0);
  if (picture || last || Wall::now() - shown_ >= kMinGap) show();
  if (last) publish_run_state(true);
}

void LiveSession::show() {
  shown_ = Wall::now();
  show_->record(simulation_->world(), simulation_->state());
  publish_run_state(false);
  publish_performance();
  tell_progress();
}

void LiveSession::tell_progress() {
  if (!options_.run.progress || Wall::now() - progress_shown_ < kProgressPeriod) return;
  progress_shown_ = Wall::now();
  const World& world = simulation_->world();
  options_.run.progress({run_->time_s(), world.clock.time_s(world.last_tick),
                         std::chrono::duration<double>(Wall::now() - began_).count(),
                         real_time_factor_, run_->log_bytes(), waiting_});
}

// Waits until the step is due; requests are carried out meanwhile.
void LiveSession::keep_pace() {
  while (!stopping_ && !resting()) {
    const auto wait = std::min(pace_.wait(run_->time_s()), kLongestWait);
    if (wait.count() <= 0) return;
    wait_for_requests(Wall::now() + std::chrono::duration_cast<Wall::duration>(wait));
    carry_out_requests();
    release_silent_sticks();
  }
}

void LiveSession::publish_run_state(bool now) {
  const auto wall = Wall::now();
  const auto since = wall - state_shown_;
  if (!now && since < kStatePeriod) return;
  const World& world = simulation_->world();
  const Tick tick = simulation_->state().tick;
  if (since >= kStatePeriod) {
    const double passed_s = std::chrono::duration<double>(since).count();
    const double simulated_s = world.clock.time_s(tick) - state_shown_s_;
    real_time_factor_ = std::max(0.0, simulated_s / passed_s);
    state_shown_ = wall;
    state_shown_s_ = world.clock.time_s(tick);
    refresh_parameters();  // missions and events change them too
  }
  outputs::RunState state;
  state.paused = paused_;
  state.finished = judged_.has_value();
  if (judged_)
    for (const ExpectationResult& expectation : judged_->expectations)
      ++(expectation.held ? state.expectations_held : state.expectations_failed);
  state.speed = pace_.speed();
  state.real_time_factor = real_time_factor_;
  state.tick = tick;
  state.time_s = world.clock.time_s(tick);
  state.end_s = world.clock.time_s(world.last_tick);
  state.failure = failure_;
  state.log = log_path_;
  state.log_bytes = static_cast<uint64_t>(run_->log_bytes());
  for (const auto& [name, kept] : snapshots_) state.snapshots.push_back(name);
  state.clients = hub_.clients();
  outputs::send(hub_, run_state_topic_, world.start_unix_ns + world.clock.time_ns(tick), state,
                scratch_);
}

void LiveSession::publish_performance() {
  if (Wall::now() - performance_shown_ < kPerformancePeriod || !hub_.wants(performance_topic_))
    return;
  performance_shown_ = Wall::now();
  const World& world = simulation_->world();
  const int64_t now_ns = world.start_unix_ns + world.clock.time_ns(simulation_->state().tick);
  outputs::Scalars message;
  message.header.stamp = outputs::to_time(now_ns);
  const auto add = [&](const std::string& name, double value) {
    message.names.push_back(name);
    message.values.push_back(value);
  };
  add("real_time_factor", real_time_factor_);
  for (int stage = 0; stage < kStages; ++stage)
    add(std::string("stage_") + kStageNames[stage] + "_us",
        simulation_->profile().microseconds(stage));
  add("step_us", world.clock.step_s() * 1e6);
  add("compression_cpu_s", hub_.compression_cpu_s());
  add("clients", hub_.clients());
  outputs::send(hub_, performance_topic_, now_ns, message, scratch_);
}

// log.mcap, then log_2.mcap and so on: every log goes forward in time.
void LiveSession::open_log() {
  if (options_.run.out_folder.empty()) return;
  log_path_.clear();
  if (!folder_) {
    folder_ = need(RunFolder::open(options_.run.out_folder, run_->id()));
    require(folder_->write_scenario(run_->scenario_yaml()));
  }
  const std::string path = folder_->log_path(++logs_);
  require(run_->open_log(path));
  log_path_ = path;
}

void LiveSession::go_back(const Kept& kept) {
  const bool logs = run_->has_log();
  run_->close_log();
  if (!run_->restore(kept.state)) throw std::runtime_error("this snapshot does not fit");
  failure_.clear();
  diverged_ = false;
  pushes_ = kept.pushes;
  judged_.reset();
  steps_wanted_ = 0;
  recall_sticks();
  if (logs) {
    try {
      open_log();
    } catch (const std::exception& error) {
      failure_ = error.what();  // the rest goes on, so that people see why it stands
    }
  }
  {
    const std::lock_guard lock(mutex_);
    ++restarts_;
  }
  hub_.restart();
  show_ = std::make_unique<outputs::Recorder>(hub_, config_to_watch(simulation_->world()),
                                              simulation_->world(), recorder_sources(*simulation_));
  began_ = Wall::now();
  state_shown_s_ = simulation_->world().clock.time_s(simulation_->state().tick);
  anchor();
  show();
}

void LiveSession::end_pushes() {
  const Tick now = simulation_->state().tick;
  for (size_t i = 0; i < pushes_.size();) {
    if (pushes_[i].tick > now) {
      ++i;
      continue;
    }
    const LaterPush push = pushes_[i];
    pushes_.erase(pushes_.begin() + static_cast<long>(i));
    add_wrench(push.vehicle, push.wrench, -1);
  }
}

// Pushes and events of the scenario add up on the hull.
void LiveSession::add_wrench(int vehicle, const std::array<double, 6>& wrench, double sign) {
  const World& world = simulation_->world();
  const int hull = world.vehicles[static_cast<size_t>(vehicle)].links.begin;
  std::vector<double> added(wrench.begin(), wrench.end());
  for (double& value : added) value *= sign;
  apply({simulation_->state().tick, world.links[static_cast<size_t>(hull)].path, "add_wrench",
         std::move(added)});
}

RunSummary LiveSession::summarize_now() const {
  const double wall_s = std::chrono::duration<double>(Wall::now() - began_).count();
  const int signal = options_.run.interrupted ? options_.run.interrupted() : 0;
  return summarize(*run_, run_->world().title, {failure_, diverged_, signal}, wall_s,
                   folder_ ? folder_->run_id() : "");
}

// The state at the end of the scenario decides; what comes later changes no verdict.
void LiveSession::judge() {
  judged_ = summarize_now();
  if (folder_) finish_folder(*folder_, logs_, run_->log_bytes(), *judged_);
  if (options_.judged) options_.judged(*judged_);
}

RunSummary LiveSession::summary() {
  const Problems unwritten = run_->close_log();
  if (failure_.empty()) failure_ = unwritten.text();
  RunSummary out = judged_ ? *judged_ : summarize_now();
  if (judged_ && !failure_.empty()) add_failure(failure_, diverged_, out);
  if (folder_) finish_folder(*folder_, logs_, run_->log_bytes(), out);
  return out;
}

}  // namespace simulation
}  // namespace hadal
