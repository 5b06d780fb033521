#include "simulation/live/live_hub.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "base/check.h"

namespace hadal::simulation {
namespace {

// Wall time decides what is shown, never what happens.
int64_t wall_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int64_t cpu_time_of_thread_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * int64_t{1'000'000'000} + now.tv_nsec;
}

int64_t period_of(double rate_hz) {
  return std::llround(1e9 / rate_hz);
}

}  // namespace

LiveHub::LiveHub(double message_rate_hz, double picture_rate_hz)
    : message_period_ns_(period_of(message_rate_hz)),
      picture_period_ns_(period_of(picture_rate_hz)),
      compressor_([this] { compress(); }) {}

LiveHub::~LiveHub() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
  compressor_.join();
}

uint16_t LiveHub::add_topic(std::string_view topic, std::string_view type, bool latched) {
  const std::lock_guard lock(mutex_);
  if (const auto known = ids_.find(topic); known != ids_.end()) return known->second;
  const std::string schema = outputs::schema_text(type);
  HADAL_CHECK(!schema.empty(), "unknown message type " + std::string(type));
  const auto id = static_cast<uint16_t>(topics_.size() + 1);
  Topic& added = topics_.emplace_back();
  added.info = {id, std::string(topic), std::string(type), schema, latched};
  const bool picture = type == outputs::CompressedImage::kType || type == outputs::Image::kType;
  added.period_ns = picture ? picture_period_ns_ : message_period_ns_;
  ids_.emplace(topic, id);
  return id;
}

bool LiveHub::wants(uint16_t id) const {
  const Topic& topic = at(id);
  if (topic.info.latched) return true;
  if (topic.making || wall_ns() - topic.last_ns < topic.period_ns) return false;
  const std::lock_guard lock(mutex_);
  return std::any_of(listeners_.begin(), listeners_.end(),
                     [id](const LiveListener* listener) { return listener->wants(id); });
}

bool LiveHub::write(uint16_t topic, int64_t time_ns, std::span<const uint8_t> payload) {
  pass_on(topic, time_ns, {payload.begin(), payload.end()});
  return true;
}

void LiveHub::write_later(uint16_t topic, int64_t time_ns, Maker make) {
  at(topic).making = true;
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({topic, time_ns, std::move(make), restarts_});
  }
  work_.notify_one();
}

void LiveHub::pass_on(uint32_t id, int64_t time_ns, std::vector<uint8_t> payload,
                      std::optional<int64_t> made_for) {
  Topic& topic = at(id);
  topic.last_ns = wall_ns();
  const LiveMessage message{id, time_ns,
                            std::make_shared<const std::vector<uint8_t>>(std::move(payload))};
  const std::lock_guard lock(mutex_);
  if (made_for && *made_for != restarts_) return;
  if (topic.info.latched) {
    if (topic.kept.size() >= topic.max_kept) topic.kept.pop_front();
    topic.kept.push_back(message);
  }
  for (LiveListener* listener : listeners_)
    if (listener->wants(id)) listener->message(message);
}

void LiveHub::compress() {
  outputs::CdrWriter scratch;
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
    if (ending_) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    const bool stale = job.restarts != restarts_;
    lock.unlock();
    if (!stale) {
      const int64_t start_ns = cpu_time_of_thread_ns();
      const auto payload = job.make(scratch);
      compression_ns_ += cpu_time_of_thread_ns() - start_ns;
      pass_on(job.topic, job.time_ns, {payload.begin(), payload.end()}, job.restarts);
    }
    at(job.topic).making = false;
    lock.lock();
  }
}

void LiveHub::keep(uint16_t topic, size_t max) {
  const std::lock_guard lock(mutex_);
  at(topic).max_kept = max;
}

void LiveHub::set_rate(uint16_t topic, double rate_hz) {
  at(topic).period_ns = period_of(rate_hz);
}

std::vector<LiveTopic> LiveHub::topics() const {
  const std::lock_guard lock(mutex_);
  std::vector<LiveTopic> out;
  for (const Topic& topic : topics_) out.push_back(topic.info);
  return out;
}

std::vector<LiveMessage> LiveHub::latched(uint32_t topic) const {
  const std::lock_guard lock(mutex_);
  if (topic < 1 || topic > topics_.size()) return {};
  return {at(topic).kept.begin(), at(topic).kept.end()};
}

void LiveHub::add_listener(LiveListener& listener) {
  const std::lock_guard lock(mutex_);
  listeners_.push_back(&listener);
}

void LiveHub::remove_listener(LiveListener& listener) {
  const std::lock_guard lock(mutex_);
  std::erase(listeners_, &listener);
}

void LiveHub::parameters_changed(const std::vector<LiveParameter>& changed) {
  const std::lock_guard lock(mutex_);
  for (LiveListener* listener : listeners_) listener->parameters(changed);
}

uint32_t LiveHub::clients() const {
  const std::lock_guard lock(mutex_);
  uint32_t count = 0;
  for (const LiveListener* listener : listeners_) count += listener->clients();
  return count;
}

void LiveHub::restart() {
  const std::lock_guard lock(mutex_);
  ++restarts_;
  for (Topic& topic : topics_) topic.kept.clear();
  for (LiveListener* listener : listeners_) listener->restarted();
}

}  // namespace hadal::simulation
