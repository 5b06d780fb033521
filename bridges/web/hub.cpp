#include "web/hub.h"

#include <algorithm>

#include "web/access.h"

namespace hadal::web {
namespace {

constexpr Clock::duration kTimePeriod = std::chrono::milliseconds(50);
constexpr Clock::duration kDropsTold = std::chrono::seconds(1);       // at most so often
constexpr Clock::duration kDropsForgotten = std::chrono::seconds(5);  // after the last one
constexpr int kMaxPending = 256;
constexpr uint16_t kPolicyError = 1008;

// Lowers the count when the last copy of a reply is gone, whether it was called or not.
struct PendingMark {
  explicit PendingMark(std::shared_ptr<std::atomic<int>> count_) : count(std::move(count_)) {
    ++*count;
  }
  ~PendingMark() { --*count; }
  PendingMark(const PendingMark&) = delete;
  PendingMark& operator=(const PendingMark&) = delete;
  std::shared_ptr<std::atomic<int>> count;
};

std::string client_name(const Session& session) {
  return "client_" + std::to_string(session.id);
}

}  // namespace

Hub::Hub(LiveSource& source, const ServerOptions& options, Counters& counters,
         std::shared_ptr<Mailbox> mailbox)
    : source_(&source),
      options_(options),
      counters_(&counters),
      mailbox_(std::move(mailbox)),
      start_id_(random_token().substr(0, 8)),
      services_(source.services()),
      commands_(source.commands()) {
  const std::vector<LiveTopic> topics = source.topics();
  uint32_t largest = 0;
  for (const LiveTopic& topic : topics) largest = std::max(largest, topic.id);
  topics_.resize(largest + 1);
  wanted_ = std::make_unique<std::atomic<uint32_t>[]>(largest + 1);
  for (const LiveTopic& topic : topics) topics_[topic.id].about = topic;
  advertise_ = advertise_text(topics);
  advertise_services_ = advertise_services_text(services_);
  server_info_ = server_info_text(source.name(), start_id_ + "-" + source.session());
}

bool Hub::wants(uint32_t topic) const {
  return topic < topics_.size() && wanted_[topic].load(std::memory_order_relaxed) > 0;
}

bool Hub::has_topic(uint32_t topic) const {
  return topic < topics_.size() && !topics_[topic].about.topic.empty();
}

Session& Hub::open(Link& link) {
  const uint64_t id = ++last_session_;
  Outbox outbox(options_.client_queue_bytes, static_cast<uint32_t>(topics_.size() - 1),
                seconds(options_.superseded_after_s));
  auto session = std::make_unique<Session>(id, link, std::move(outbox));
  Session& opened = *(sessions_[id] = std::move(session));
  counters_->clients = sessions_.size();
  ++counters_->clients_total;
  greet(opened);
  return opened;
}

void Hub::close(Session& session) {
  while (!session.subscriptions.empty()) unsubscribe(session, session.subscriptions.begin()->first);
  Counters::raise(counters_->queue_bytes_peak, session.outbox.bytes_peak());
  dropped_of_closed_ += session.outbox.dropped();
  const uint64_t id = session.id;
  sessions_.erase(id);
  counters_->clients = sessions_.size();
  graph_changed();
  source_->client_left(id);
}

void Hub::greet(Session& session) {
  send(session, server_info_);
  send(session, advertise_);
  send(session, advertise_services_);
}

void Hub::send(Session& session, Bytes payload, bool text) {
  session.outbox.add_control(std::move(payload), text);
  session.link->wake();
}

void Hub::complain(Session& session, StatusLevel level, const std::string& text) {
  send(session, status_text(level, text));
}

// ---- messages of the run

void Hub::deliver() {
  const Mail mail = mailbox_->take();
  ++deliveries_;
  if (mail.restarted) restart();
  for (const PostedMessage& posted : mail.messages) fan_out(posted);
  for (uint32_t topic : mail.lost_topics)
    if (has_topic(topic) && topics_[topic].about.latched)
      for (Subscriber& subscriber : topics_[topic].subscribers) send_latched(subscriber, topic);
  if (!mail.changed.empty()) send_changed(mail.changed);
  for (const auto& answer : mail.answers) answer();
  send_time(Clock::now());
}

void Hub::fan_out(const PostedMessage& posted) {
  const LiveMessage& message = posted.message;
  if (!has_topic(message.topic)) return;
  time_is_new_ = time_is_new_ || message.time_ns > time_ns_;
  time_ns_ = std::max(time_ns_, message.time_ns);
  Topic& topic = topics_[message.topic];
  for (Subscriber& subscriber : topic.subscribers) {
    if (knows(subscriber, message, deliveries_)) continue;
    OutMessage out = data_message(subscriber.subscription, message, topic.about.latched);
    out.since = posted.posted;
    subscriber.session->outbox.add_data(std::move(out));
    subscriber.session->link->wake();
  }
}

bool Hub::knows(Subscriber& subscriber, const LiveMessage& message, uint64_t delivery) {
  if (delivery > subscriber.shown_until) {
    subscriber.shown.clear();
    return false;
  }
  return message.time_ns < subscriber.not_before_ns || subscriber.shown.contains(message.payload);
}

void Hub::send_time(Clock::time_point now) {
  if (!time_is_new_ || now - time_sent_ < kTimePeriod) return;
  time_is_new_ = false;
  time_sent_ = now;
  OutMessage time = time_message(time_ns_);
  time.since = now;
  for (auto& [id, session] : sessions_) {
    session->outbox.set_time(time);
    session->link->wake();
  }
}

void Hub::send_latched(Subscriber& subscriber, uint32_t topic) {
  Session& session = *subscriber.session;
  session.outbox.forget(topic);
  subscriber.shown.clear();
  subscriber.shown_until = deliveries_ + 1;
  for (const LiveMessage& message : source_->latched(topic)) {
    if (!message.payload) continue;
    subscriber.not_before_ns = std::max(subscriber.not_before_ns, message.time_ns);
    subscriber.shown.insert(message.payload);
    OutMessage out = data_message(subscriber.subscription, message, true);
    out.topic = topic;
    out.since = Clock::now();
    session.outbox.add_backlog(std::move(out));
  }
  session.link->wake();
}

std::optional<OutMessage> Hub::next(Session& session, Clock::time_point now) {
  std::optional<OutMessage> message = session.outbox.pop(now);
  if (message || session.outbox.lost().empty()) return message;
  for (uint32_t topic : session.outbox.take_lost())
    if (Subscriber* subscriber = find_subscriber(session, topic)) send_latched(*subscriber, topic);
  return session.outbox.pop(now);
}

// Subscriptions stay, for clients that keep them; those that begin anew subscribe again.
void Hub::restart() {
  server_info_ = server_info_text(source_->name(), start_id_ + "-" + source_->session());
  time_ns_ = 0;
  time_is_new_ = false;
  for (auto& [id, session] : sessions_) {
    session->outbox.forget_data();
    greet(*session);
  }
  for (uint32_t topic = 0; topic < topics_.size(); ++topic)
    for (Subscriber& subscriber : topics_[topic].subscribers) {
      subscriber.carried_over = true;
      subscriber.not_before_ns = std::numeric_limits<int64_t>::min();
      if (topics_[topic].about.latched) send_latched(subscriber, topic);
    }
}

void Hub::send_changed(const std::vector<LiveParameter>& changed) {
  for (auto& [id, session] : sessions_) {
    std::vector<LiveParameter> watched;
    for (const LiveParameter& parameter : changed)
      if (session->watched_parameters.contains(parameter.name)) watched.push_back(parameter);
    if (!watched.empty()) send(*session, parameter_values_text(watched, ""));
  }
}

// ---- subscriptions

Hub::Subscriber* Hub::find_subscriber(const Session& session, uint32_t topic) {
  for (Subscriber& subscriber : topics_[topic].subscribers)
    if (subscriber.session == &session) return &subscriber;
  return nullptr;
}

std::string Hub::subscribe(Session& session, uint32_t subscription, uint32_t topic) {
  if (!has_topic(topic)) return "there is no channel " + std::to_string(topic);
  if (session.subscriptions.contains(subscription))
    return "subscription " + std::to_string(subscription) + " exists already";
  if (Subscriber* old = find_subscriber(session, topic)) {
    if (!old->carried_over) return "channel " + std::to_string(topic) + " is subscribed to already";
    unsubscribe(session, old->subscription);
  }
  session.subscriptions[subscription] = topic;
  topics_[topic].subscribers.push_back({&session, subscription});
  ++wanted_[topic];
  graph_changed();
  if (topics_[topic].about.latched) send_latched(topics_[topic].subscribers.back(), topic);
  return "";
}

bool Hub::unsubscribe(Session& session, uint32_t subscription) {
  const auto found = session.subscriptions.find(subscription);
  if (found == session.subscriptions.end()) return false;
  const uint32_t topic = found->second;
  session.subscriptions.erase(found);
  session.outbox.forget(topic);
  std::erase_if(topics_[topic].subscribers,
                [&](const Subscriber& s) { return s.session == &session; });
  --wanted_[topic];
  graph_changed();
  return true;
}

// ---- answers

LiveReply Hub::reply_to(Session& session, Answer action) {
  if (*session.pending >= kMaxPending) return nullptr;
  auto mark = std::make_shared<PendingMark>(session.pending);
  return [this, id = session.id, mailbox = mailbox_, mark = std::move(mark),
          action = std::move(action)](const LiveAnswer& answer) {
    mailbox->answer([this, id, mark, action, answer] {
      const auto found = sessions_.find(id);
      if (found != sessions_.end()) action(*found->second, answer);
    });
  };
}

// ---- from time to time

void Hub::tick(Clock::time_point now) {
  send_time(now);
  update_graph();
  uint64_t waiting = 0, dropped = dropped_of_closed_;
  for (auto& [id, session] : sessions_) {
    waiting += session->outbox.bytes();
    dropped += session->outbox.dropped();
    Counters::raise(counters_->queue_bytes_peak, session->outbox.bytes_peak());
    tell_drops(*session, now);
    check_bound(*session, now);
  }
  counters_->queue_bytes = waiting;
  counters_->dropped_clients = dropped;
}

void Hub::tell_drops(Session& session, Clock::time_point now) {
  const uint64_t dropped = session.outbox.dropped();
  if (dropped != session.drops_seen) session.drops_changed = now;
  session.drops_seen = dropped;
  if (dropped != session.drops_reported && now - session.drops_told >= kDropsTold) {
    session.drops_reported = dropped;
    session.drops_told = now;
    session.drops_shown = true;
    send(session, status_text(StatusLevel::kWarning,
                              "Send buffer limit reached: " + std::to_string(dropped) +
                                  " messages were left out, this connection is too slow for what "
                                  "it subscribed to",
                              "dropped"));
  }
  if (session.drops_shown && now - session.drops_changed > kDropsForgotten) {
    session.drops_shown = false;
    send(session, remove_status_text("dropped"));
  }
}

// Data keep their bound by themselves; answers and notices cannot be left out.
void Hub::check_bound(Session& session, Clock::time_point now) {
  const size_t bytes = session.outbox.control_bytes();
  if (bytes <= options_.client_queue_bytes) {
    session.over_bound_since.reset();
    return;
  }
  if (!session.over_bound_since) session.over_bound_since = now;
  if (now - *session.over_bound_since > seconds(options_.stall_limit_s) ||
      bytes > 2 * options_.client_queue_bytes)
    session.link->close_with_reason(kPolicyError, "too slow: its answers take more than " +
                                                   std::to_string(options_.client_queue_bytes) +
                                                   " bytes");
}

// ---- connection graph

ConnectionGraph Hub::graph() const {
  ConnectionGraph graph;
  for (const Topic& topic : topics_) {
    if (topic.about.topic.empty()) continue;
    graph.published[topic.about.topic].insert("hadal");
    for (const Subscriber& subscriber : topic.subscribers)
      graph.subscribed[topic.about.topic].insert(client_name(*subscriber.session));
  }
  for (const LiveCommand& command : commands_) graph.subscribed[command.topic].insert("hadal");
  for (const LiveService& service : services_) graph.services[service.name].insert("hadal");
  for (const auto& [id, session] : sessions_)
    for (const auto& [channel, about] : session->publishes)
      graph.published[about.topic].insert(client_name(*session));
  return graph;
}

void Hub::send_graph(Session& session) {
  update_graph();
  if (!session.watches_graph) {
    session.watches_graph = true;
    if (graph_dirty_) graph_sent_ = graph();
    graph_dirty_ = false;
    if (Bytes text = graph_update_text({}, graph_sent_)) send(session, text);
  }
}

void Hub::update_graph() {
  const auto watches = [](const auto& entry) { return entry.second->watches_graph; };
  if (!graph_dirty_ || std::none_of(sessions_.begin(), sessions_.end(), watches)) return;
  ConnectionGraph now = graph();
  if (const Bytes text = graph_update_text(graph_sent_, now))
    for (auto& [id, session] : sessions_)
      if (session->watches_graph) send(*session, text);
  graph_sent_ = std::move(now);
  graph_dirty_ = false;
}

}  // namespace hadal::web
