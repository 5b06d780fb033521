// A live source for tests: three topics, two services, three parameters, one command topic. It
// answers at once, in the calling thread.
#pragma once
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hadal/live.h"

namespace hadal::web {

struct Publication {
  std::string topic, encoding;
  std::vector<uint8_t> payload;
  uint64_t client = 0;
};

class FakeSource : public LiveSource {
 public:
  static constexpr uint32_t kState = 1, kGround = 2, kPicture = 7;

  std::string name() const override { return "a test"; }
  std::string session() const override { return std::to_string(sessions_); }
  std::vector<LiveTopic> topics() const override {
    return {{kState, "/state", "std_msgs/msg/Float64", "float64 data", false},
            {kGround, "/ground", "std_msgs/msg/Float64", "float64 data", true},
            {kPicture, "/picture", "sensor_msgs/msg/CompressedImage", "uint8[] data", false}};
  }
  std::vector<LiveCommand> commands() const override {
    return {{"/rov/cmd_vel", "geometry_msgs/msg/Twist", "", ""}};
  }
  std::vector<LiveService> services() const override {
    return {{"/echo", "", "{\"type\":\"object\"}", "{}"}, {"/fail", "", "{}", "{}"}};
  }
  std::vector<LiveParameter> parameters() const override {
    const std::lock_guard lock(mutex_);
    return parameters_;
  }
  std::vector<LiveMessage> latched(uint32_t topic) const override {
    const std::lock_guard lock(mutex_);
    const auto found = latched_.find(topic);
    return found == latched_.end() ? std::vector<LiveMessage>() : found->second;
  }
  std::optional<LiveDocument> document(const std::string& name) const override {
    const auto found = documents.find(name);
    if (found == documents.end()) return std::nullopt;
    return found->second;
  }
  void add_listener(LiveListener& listener) override { listener_ = &listener; }
  void remove_listener(LiveListener&) override { listener_ = nullptr; }

  void set_parameter(const std::string& name, const LiveValue& value, LiveReply reply) override {
    LiveParameter changed;
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                      [&](const LiveParameter& p) { return p.name == name; });
      if (found == parameters_.end()) return reply({false, "there is no such parameter"});
      if (found->value.index() != value.index()) return reply({false, "another kind of value"});
      found->value = value;
      changed = *found;
    }
    if (LiveListener* listener = listener_) listener->parameters({changed});
    reply({true, ""});
  }
  void call(const std::string& service, const std::string& request, LiveReply reply) override {
    if (hold_answers) {
      const std::lock_guard lock(mutex_);
      return held_.push_back(std::move(reply));
    }
    if (service == "/echo") return reply({true, request});
    reply({false, "it is broken"});
  }
  void publish(const std::string& topic, const std::string& encoding, std::vector<uint8_t> payload,
               uint64_t client, LiveReply reply) override {
    const std::lock_guard lock(mutex_);
    const bool good = payload.empty() || payload[0] != '!';
    if (good && publications_.size() < 1000)
      publications_.push_back({topic, encoding, std::move(payload), client});
    reply({good, "a bad message"});
  }
  void client_left(uint64_t client) override {
    const std::lock_guard lock(mutex_);
    left_.insert(client);
  }

  // What a run does.
  void send(uint32_t topic, int64_t time_ns, std::vector<uint8_t> bytes) {
    LiveMessage message{topic, time_ns,
                        std::make_shared<const std::vector<uint8_t>>(std::move(bytes))};
    if (topic == kGround) {
      const std::lock_guard lock(mutex_);
      latched_[topic].push_back(message);
    }
    LiveListener* listener = listener_;
    if (listener->wants(topic)) listener->message(message);
  }
  void restart() {
    {
      const std::lock_guard lock(mutex_);
      latched_.clear();
    }
    ++sessions_;
    listener_.load()->restarted();
  }
  std::vector<Publication> publications() const {
    const std::lock_guard lock(mutex_);
    return publications_;
  }
  bool left(uint64_t client) const {
    const std::lock_guard lock(mutex_);
    return left_.contains(client);
  }
  const LiveListener* listener() const { return listener_; }
  // Replies that wait for an answer, and are forgotten here.
  std::vector<LiveReply> take_held() {
    const std::lock_guard lock(mutex_);
    return std::exchange(held_, {});
  }

  std::map<std::string, LiveDocument> documents;  // set before the server starts
  bool hold_answers = false;                      // so, too

 private:
  mutable std::mutex mutex_;
  std::vector<LiveParameter> parameters_ = {
      {"sea/turbidity_ntu", 2.0, "", 0, 10, true},
      {"rov/mode", std::string("off"), "", 0, 0, true},
      {"rov/gains", std::vector<double>{1, 2}, "", 0, 0, true}};
  std::map<uint32_t, std::vector<LiveMessage>> latched_;
  std::vector<Publication> publications_;
  std::set<uint64_t> left_;
  std::atomic<int> sessions_{1};
  std::vector<LiveReply> held_;
  std::atomic<LiveListener*> listener_{nullptr};
};

}  // namespace hadal::web
