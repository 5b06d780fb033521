#include "web/outbox.h"

#include <algorithm>
#include <utility>

namespace hadal::web {
namespace {

constexpr size_t kItemBytes = sizeof(OutMessage);
constexpr size_t kMaxItems = 8192;

size_t cost(const OutMessage& message) {
  return kItemBytes + message.size();
}

template <class Queue>
OutMessage take_front(Queue& queue) {
  OutMessage message = std::move(queue.front());
  queue.pop_front();
  return message;
}

}  // namespace

Outbox::Outbox(size_t bound_bytes, uint32_t largest_topic, Clock::duration superseded_after)
    : bound_bytes_(bound_bytes),
      superseded_after_(superseded_after),
      waiting_(largest_topic + 1),
      waiting_backlog_(largest_topic + 1) {}

void Outbox::add_control(Bytes payload, bool text) {
  OutMessage message;
  message.payload = std::move(payload);
  message.text = text;
  control_bytes_ += cost(message);
  control_.push_back(std::move(message));
  bytes_peak_ = std::max(bytes_peak_, bytes());
}

void Outbox::set_time(const OutMessage& time) {
  time_ = time;
}

void Outbox::add_data(OutMessage message) {
  if (cost(message) > bound_bytes_) {
    leave_out(message);
    return;
  }
  ++waiting_[message.topic];
  data_bytes_ += cost(message);
  data_.push_back(std::move(message));
  while (data_bytes_ > bound_bytes_ || data_.size() > kMaxItems) drop_one();
  bytes_peak_ = std::max(bytes_peak_, bytes());
}

void Outbox::add_backlog(OutMessage message) {
  ++waiting_backlog_[message.topic];
  backlog_.push_back(std::move(message));
}

void Outbox::leave_out(const OutMessage& message) {
  ++dropped_;
  if (message.latched) lost_.insert(message.topic);
}

void Outbox::drop(size_t index) {
  const auto place = data_.begin() + static_cast<std::ptrdiff_t>(index);
  --waiting_[place->topic];
  data_bytes_ -= cost(*place);
  leave_out(*place);
  data_.erase(place);
}

// The oldest superseded message is nearly always at the front, so that this is short in practice.
void Outbox::drop_one() {
  size_t choice = 0;
  bool found = false;
  for (size_t i = 0; i < data_.size(); ++i) {
    if (data_[i].latched) continue;
    if (!found) choice = i;
    found = true;
    if (waiting_[data_[i].topic] < 2) continue;
    choice = i;
    break;
  }
  drop(choice);
}

void Outbox::drop_superseded(Clock::time_point now) {
  while (!data_.empty() && !data_.front().latched && waiting_[data_.front().topic] > 1 &&
         now - data_.front().since > superseded_after_)
    drop(0);
}

bool Outbox::backlog_is_next() const {
  if (backlog_.empty()) return false;
  return backlog_turn_ || data_.empty() || waiting_backlog_[data_.front().topic] > 0;
}

std::optional<OutMessage> Outbox::pop_control() {
  if (!control_.empty()) {
    control_bytes_ -= cost(control_.front());
    return take_front(control_);
  }
  return std::exchange(time_, std::nullopt);
}

std::optional<OutMessage> Outbox::pop(Clock::time_point now) {
  if (std::optional<OutMessage> message = pop_control()) return message;
  drop_superseded(now);
  if (backlog_is_next()) {
    --waiting_backlog_[backlog_.front().topic];
    backlog_turn_ = false;
    return take_front(backlog_);
  }
  if (data_.empty()) return std::nullopt;
  backlog_turn_ = true;
  --waiting_[data_.front().topic];
  data_bytes_ -= cost(data_.front());
  return take_front(data_);
}

void Outbox::forget(uint32_t topic) {
  const auto is_of_topic = [&](const OutMessage& m) { return m.topic == topic; };
  for (const OutMessage& message : data_)
    if (is_of_topic(message)) data_bytes_ -= cost(message);
  std::erase_if(data_, is_of_topic);
  std::erase_if(backlog_, is_of_topic);
  waiting_[topic] = waiting_backlog_[topic] = 0;
  lost_.erase(topic);
}

void Outbox::forget_data() {
  data_.clear();
  backlog_.clear();
  time_.reset();
  data_bytes_ = 0;
  std::fill(waiting_.begin(), waiting_.end(), 0);
  std::fill(waiting_backlog_.begin(), waiting_backlog_.end(), 0);
  lost_.clear();
}

bool Outbox::empty() const {
  return control_.empty() && data_.empty() && backlog_.empty() && !time_;
}

std::set<uint32_t> Outbox::take_lost() {
  return std::exchange(lost_, {});
}

}  // namespace hadal::web
