#include "web/mailbox.h"

#include <utility>

namespace hadal::web {
namespace {

constexpr size_t kMessageBytes = 64;  // beside the payload

size_t cost(const LiveMessage& message) {
  return kMessageBytes + (message.payload ? message.payload->size() : 0);
}

}  // namespace

void Mailbox::open(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

void Mailbox::close() {
  const std::lock_guard lock(mutex_);
  wake_ = nullptr;
  mail_ = {};
  changed_.clear();
  bytes_ = 0;
}

void Mailbox::wake() {
  if (std::exchange(woken_, true)) return;
  wake_();
}

void Mailbox::lose_oldest() {
  bytes_ -= cost(mail_.messages.front().message);
  mail_.lost_topics.insert(mail_.messages.front().message.topic);
  mail_.messages.pop_front();
  ++counters_->dropped_inbox;
}

void Mailbox::message(const LiveMessage& message) {
  if (!message.payload) return;
  const Clock::time_point now = Clock::now();
  const std::lock_guard lock(mutex_);
  if (!wake_) return;
  ++counters_->messages_received;
  bytes_ += cost(message);
  mail_.messages.push_back({message, now});
  while (bytes_ > bound_bytes_) lose_oldest();
  wake();
}

void Mailbox::parameters(const std::vector<LiveParameter>& changed) {
  const std::lock_guard lock(mutex_);
  if (!wake_) return;
  for (const LiveParameter& parameter : changed)
    changed_.insert_or_assign(parameter.name, parameter);
  wake();
}

void Mailbox::restarted() {
  const std::lock_guard lock(mutex_);
  if (!wake_) return;
  mail_.messages.clear();
  mail_.lost_topics.clear();
  bytes_ = 0;
  mail_.restarted = true;
  wake();
}

void Mailbox::answer(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  if (!wake_) return;
  mail_.answers.push_back(std::move(action));
  wake();
}

Mail Mailbox::take() {
  const std::lock_guard lock(mutex_);
  for (auto& [name, parameter] : changed_) mail_.changed.push_back(std::move(parameter));
  changed_.clear();
  bytes_ = 0;
  woken_ = false;
  return std::exchange(mail_, {});
}

}  // namespace hadal::web
