// Passes the messages of a running simulation on to those who watch it.
//
// The simulation never waits here: a topic that nobody listens to, or that has had its fraction of
// messages per second, is not even encoded; pictures are compressed on a thread of the hub, one per
// topic at a time, and left out while the last one is still being made. Shares are counted in wall
// time, so that a run at a hundred times real time sends no more than one at its own pace.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hadal/live.h"
#include "outputs/messages/message_sink.h"

namespace hadal::simulation {

class LiveHub final : public outputs::MessageSink {
 public:
  LiveHub(double message_rate_hz, double picture_rate_hz);
  ~LiveHub() override;
  LiveHub(const LiveHub&) = delete;
  LiveHub& operator=(const LiveHub&) = delete;

  // MessageSink, for the thread of the simulation. The same topic again gives the same id.
  uint16_t add_topic(std::string_view topic, std::string_view type, bool latched = false) override;
  bool wants(uint16_t topic) const override;
  bool write(uint16_t topic, int64_t time_ns, std::span<const uint8_t> payload) override;
  void write_later(uint16_t topic, int64_t time_ns, Maker make) override;

  // Of a latched topic: how many of its last messages hold; 1 unless said.
  void keep(uint16_t topic, size_t max);
  void set_rate(uint16_t topic, double rate_hz);

  // For any thread.
  std::vector<LiveTopic> topics() const;
  std::vector<LiveMessage> latched(uint32_t topic) const;
  void add_listener(LiveListener& listener);
  void remove_listener(LiveListener& listener);
  void parameters_changed(const std::vector<LiveParameter>& changed);
  // Forgets what was latched and tells the listeners.
  void restart();
  uint32_t clients() const;
  double compression_cpu_s() const { return 1e-9 * static_cast<double>(compression_ns_.load()); }

 private:
  struct Topic {
    LiveTopic info;
    size_t max_kept = 1;
    std::atomic<int64_t> period_ns{0};
    std::atomic<int64_t> last_ns{0};  // wall time of the last message
    std::atomic<bool> making{false};  // a picture is under way
    std::deque<LiveMessage> kept;     // of a latched topic
  };
  struct Job {
    uint16_t topic;
    int64_t time_ns;
    Maker make;
    int64_t restarts;
  };
  Topic& at(uint32_t topic) { return topics_[topic - 1]; }
  const Topic& at(uint32_t topic) const { return topics_[topic - 1]; }
  // made_for: the number of restarts before it was asked for; of another time it is left out.
  void pass_on(uint32_t topic, int64_t time_ns, std::vector<uint8_t> payload,
               std::optional<int64_t> made_for = std::nullopt);
  void compress();

  const int64_t message_period_ns_, picture_period_ns_;
  mutable std::mutex mutex_;  // of all below but the atomics
  std::deque<Topic> topics_;  // id - 1; the simulation's thread alone adds
  std::map<std::string, uint16_t, std::less<>> ids_;
  std::vector<LiveListener*> listeners_;
  std::condition_variable work_;
  std::deque<Job> jobs_;
  int64_t restarts_ = 0;
  bool ending_ = false;
  std::atomic<int64_t> compression_ns_{0};
  std::thread compressor_;
};

}  // namespace hadal::simulation
