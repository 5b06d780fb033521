// What waits for one client.
//
// Control messages (answers, status, advertisements) go first and are never left out. Data are
// bounded in bytes; when a message does not fit, room is made by leaving out, oldest first,
//   1. messages whose topic has a newer one waiting: state is superseded;
//   2. other messages;
//   3. latched messages; their topic is remembered in lost(), to be sent anew from the source.
// A client that is behind also loses what has waited for longer than superseded_after and is
// superseded, so that its picture of the run is late by little more than that.
//
// Backlog is what a latched topic held before the subscription. The source holds these bytes
// anyway, so they do not count. Backlog and data take turns, except that data of a topic wait for
// the backlog of the same topic.
#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "web/shared_bytes.h"

namespace hadal::web {

// A WebSocket message: head, then payload.
struct OutMessage {
  Bytes payload;
  std::array<uint8_t, 13> head{};
  uint8_t head_bytes = 0;
  bool text = false;
  bool latched = false;
  uint32_t topic = 0;  // 0: control
  Clock::time_point since{};
  size_t size() const { return head_bytes + (payload ? payload->size() : 0); }
};

class Outbox {
 public:
  Outbox(size_t bound_bytes, uint32_t largest_topic, Clock::duration superseded_after);

  void add_control(Bytes payload, bool text);
  void set_time(const OutMessage& time);  // replaces the one that waits
  void add_data(OutMessage message);
  void add_backlog(OutMessage message);
  std::optional<OutMessage> pop(Clock::time_point now);

  void forget(uint32_t topic);  // after an unsubscription
  void forget_data();           // after a restart

  bool empty() const;
  size_t control_bytes() const { return control_bytes_; }
  size_t bytes() const { return control_bytes_ + data_bytes_; }
  size_t bytes_peak() const { return bytes_peak_; }
  uint64_t dropped() const { return dropped_; }
  // Latched topics with messages left out.
  const std::set<uint32_t>& lost() const { return lost_; }
  std::set<uint32_t> take_lost();

 private:
  void drop_one();
  void drop(size_t index);
  void leave_out(const OutMessage& message);
  void drop_superseded(Clock::time_point now);
  bool backlog_is_next() const;
  std::optional<OutMessage> pop_control();

  size_t bound_bytes_;
  Clock::duration superseded_after_;
  std::deque<OutMessage> control_, data_, backlog_;
  std::optional<OutMessage> time_;
  std::vector<uint32_t> waiting_, waiting_backlog_;  // by topic
  bool backlog_turn_ = true;
  size_t control_bytes_ = 0, data_bytes_ = 0, bytes_peak_ = 0;
  uint64_t dropped_ = 0;
  std::set<uint32_t> lost_;
};

}  // namespace hadal::web
