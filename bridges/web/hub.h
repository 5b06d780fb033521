// The Foxglove side of the server without sockets: sessions, fan-out of messages, answers.
// Everything but wants() belongs to the thread of the server.
#pragma once
#include <atomic>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hadal/live.h"
#include "web/counters.h"
#include "web/mailbox.h"
#include "web/messages.h"
#include "web/session.h"

namespace hadal::web {

inline constexpr size_t kMaxClientChannels = 64;
inline constexpr size_t kMaxName = 256;  // bytes of a topic, parameter or id

class Hub {
 public:
  Hub(LiveSource& source, const ServerOptions& options, Counters& counters,
      std::shared_ptr<Mailbox> mailbox);

  bool wants(uint32_t topic) const;  // any thread

  Session& open(Link& link);
  void close(Session& session);
  void deliver();                    // what is in the mailbox
  void tick(Clock::time_point now);  // about ten times a second
  // What the client gets next.
  std::optional<OutMessage> next(Session& session, Clock::time_point now);

  // For requests.
  LiveSource& source() { return *source_; }
  const std::vector<LiveService>& services() const { return services_; }
  const std::vector<LiveCommand>& commands() const { return commands_; }
  bool has_topic(uint32_t topic) const;
  void send(Session& session, Bytes payload, bool text = true);
  void complain(Session& session, StatusLevel level, const std::string& text);
  // Empty: done; else why not.
  std::string subscribe(Session& session, uint32_t subscription, uint32_t topic);
  bool unsubscribe(Session& session, uint32_t subscription);
  void send_graph(Session& session);
  void graph_changed() { graph_dirty_ = true; }
  // A reply that runs `action` in the thread of the server if the session still exists by then.
  // None when too many wait already.
  using Answer = std::function<void(Session&, const LiveAnswer&)>;
  LiveReply reply_to(Session& session, Answer action);

 private:
  struct Subscriber {
    Session* session;
    uint32_t subscription;
    bool carried_over = false;  // from before a restart
    // Until the next delivery the mailbox may hold what the backlog has shown, or older messages.
    int64_t not_before_ns = std::numeric_limits<int64_t>::min();
    std::set<Bytes> shown = {};
    uint64_t shown_until = 0;  // number of that delivery
  };
  struct Topic {
    LiveTopic about;
    std::vector<Subscriber> subscribers;
  };

  void greet(Session& session);
  void restart();
  void fan_out(const PostedMessage& posted);
  void send_time(Clock::time_point now);
  static bool knows(Subscriber& subscriber, const LiveMessage& message, uint64_t delivery);
  void send_latched(Subscriber& subscriber, uint32_t topic);
  void send_changed(const std::vector<LiveParameter>& changed);
  void tell_drops(Session& session, Clock::time_point now);
  void check_bound(Session& session, Clock::time_point now);
  Subscriber* find_subscriber(const Session& session, uint32_t topic);
  ConnectionGraph graph() const;
  void update_graph();

  LiveSource* source_;
  ServerOptions options_;
  Counters* counters_;
  std::shared_ptr<Mailbox> mailbox_;
  std::string start_id_;       // tells this server from the one before on the same port
  std::vector<Topic> topics_;  // by id; those without a name do not exist
  std::unique_ptr<std::atomic<uint32_t>[]> wanted_;
  std::vector<LiveService> services_;
  std::vector<LiveCommand> commands_;
  Bytes server_info_, advertise_, advertise_services_;
  std::map<uint64_t, std::unique_ptr<Session>> sessions_;
  uint64_t last_session_ = 0;
  uint64_t deliveries_ = 0;
  uint64_t dropped_of_closed_ = 0;
  int64_t time_ns_ = 0;
  bool time_is_new_ = false;
  Clock::time_point time_sent_{};
  ConnectionGraph graph_sent_;
  bool graph_dirty_ = true;
};

}  // namespace hadal::web
