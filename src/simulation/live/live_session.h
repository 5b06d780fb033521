// A live run: one run, those who watch, and what they ask for. The loop is in
// live_run.cpp, services in live_services.cpp, messages from outside in live_commands.cpp.
//
// Requests from other threads wait in a list and are carried out between two steps, in the order in
// which they came. Each becomes an Input, which the log keeps at the tick it took effect: a replay
// repeats a piloted run bit for bit. Going back in time (reset, restore) begins a new log, which
// holds the state it begins from.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hadal/live.h"
#include "outputs/messages/live_messages.h"
#include "outputs/recorder.h"
#include "simulation/live/live_hub.h"
#include "simulation/live/live_parameters.h"
#include "simulation/run.h"
#include "simulation/run_folder.h"
#include "simulation/set_points.h"

namespace hadal::simulation {

class LiveSession final : public LiveRun {
 public:
  LiveSession(std::unique_ptr<Run> run, const LiveOptions& options);
  ~LiveSession() override;

  std::string name() const override;
  std::string session() const override;
  std::vector<LiveTopic> topics() const override { return hub_.topics(); }
  std::vector<LiveCommand> commands() const override;
  std::vector<LiveService> services() const override;
  std::vector<LiveParameter> parameters() const override;
  std::vector<LiveMessage> latched(uint32_t topic) const override { return hub_.latched(topic); }
  std::optional<LiveDocument> document(const std::string& name) const override;
  void add_listener(LiveListener& listener) override { hub_.add_listener(listener); }
  void remove_listener(LiveListener& listener) override { hub_.remove_listener(listener); }
  void set_parameter(const std::string& name, const LiveValue& value, LiveReply reply) override;
  void call(const std::string& service, const std::string& request_json, LiveReply reply) override;
  void publish(const std::string& topic, const std::string& encoding, std::vector<uint8_t> payload,
               uint64_t client, LiveReply reply) override;
  void client_left(uint64_t client) override;
  RunSummary run() override;
  void stop() override;

 private:
  // Wall time paces, shows, and lets go of silent sticks; what it changes becomes a recorded input.
  using Wall = std::chrono::steady_clock;
  // What a service does; throws std::runtime_error with a message for people.
  using Action = nlohmann::json (LiveSession::*)(const nlohmann::json& request);
  struct ServiceEntry {
    LiveService description;
    Action action;
  };
  static const std::vector<ServiceEntry>& service_entries();

  // live_run.cpp
  struct Request {
    std::function<void()> act;
    LiveReply reply;  // for when it is too late to act
  };
  void post(std::function<void()> act, const LiveReply& reply = nullptr);
  void answer_late_requests();
  void carry_out_requests();
  void wait_for_requests(Wall::time_point until);
  bool resting() const { return paused_ || waiting_ || !failure_.empty(); }
  void await_client();
  void advance();
  void keep_pace();
  void anchor() { pace_.anchor(run_->time_s()); }
  void show();
  void publish_run_state(bool now);
  void publish_performance();
  void tell_progress();
  void refresh_parameters();
  void open_log();
  struct LaterPush {
    Tick tick;
    int vehicle;
    std::array<double, 6> wrench;  // that ends then
  };
  struct Kept {
    std::vector<std::byte> state;
    std::vector<LaterPush> pushes;  // that had not ended
  };
  void go_back(const Kept& kept);
  void end_pushes();
  void add_wrench(int vehicle, const std::array<double, 6>& wrench, double sign);
  bool over() const { return options_.stop_at_end && (judged_ || !failure_.empty()); }
  void judge();
  RunSummary summarize_now() const;
  RunSummary summary();
  void apply_set_point(int vehicle, const SetPointValues& values);
  // Applies and records an input; throws std::runtime_error when it does not fit.
  void apply(Input input);

  // live_services.cpp
  nlohmann::json pause(const nlohmann::json& request);
  nlohmann::json resume(const nlohmann::json& request);
  nlohmann::json step(const nlohmann::json& request);
  nlohmann::json reset(const nlohmann::json& request);
  nlohmann::json take_snapshot(const nlohmann::json& request);
  nlohmann::json restore(const nlohmann::json& request);
  nlohmann::json teleport(const nlohmann::json& request);
  nlohmann::json push(const nlohmann::json& request);
  nlohmann::json go_to(const nlohmann::json& request);
  nlohmann::json resume_mission(const nlohmann::json& request);
  nlohmann::json save_gains(const nlohmann::json& request);
  nlohmann::json list_parameters(const nlohmann::json& request);
  int vehicle_of(const nlohmann::json& request) const;

  // live_commands.cpp
  void take_message(const std::string& topic, const std::string& encoding,
                    std::span<const uint8_t> payload, uint64_t client);
  void take_pilot(int vehicle, const outputs::PilotCommand& command, uint64_t client);
  void take_velocity(int vehicle, const outputs::Twist& twist);
  bool is_manual(int vehicle) const;
  void recall_sticks();
  void release_silent_sticks();
  void release_sticks(int vehicle);

  const LiveOptions options_;
  std::unique_ptr<Run> run_;
  const Simulation* simulation_;  // of the run
  LiveHub hub_;
  std::unique_ptr<outputs::Recorder> show_;  // to those who watch
  std::unique_ptr<RunFolder> folder_;  // none: nothing is written
  int logs_ = 0;
  std::string log_path_;
  LiveDocument scene_json_, scene_glb_;

  // Of the thread of run().
  bool paused_, waiting_;
  std::optional<RunSummary> judged_;  // as it was at the end of the scenario
  Pace pace_;
  int64_t steps_wanted_ = 0;
  std::string failure_;
  bool diverged_ = false;
  std::map<std::string, Kept> snapshots_;
  Kept start_;
  std::vector<LaterPush> pushes_;
  struct Sticks {
    uint64_t client = 0;
    Wall::time_point last{};
    bool used = false;           // some stick is not neutral
    std::vector<double> values;  // of the last input
  };
  std::vector<Sticks> sticks_;  // per vehicle
  const std::string session_;
  Wall::time_point shown_{}, state_shown_{}, performance_shown_{}, progress_shown_{};
  double state_shown_s_ = 0;
  double real_time_factor_ = 0;
  Wall::time_point began_{};
  uint16_t run_state_topic_ = 0, performance_topic_ = 0;
  outputs::CdrWriter scratch_;

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable requested_;
  std::deque<Request> requests_;
  bool over_ = false;        // run() has returned
  // values under the mutex; the functions are for the run's thread
  std::vector<ParameterBinding> bindings_;
  int64_t restarts_ = 0;
  std::atomic<bool> stopping_{false};
};

}  // namespace hadal::simulation
