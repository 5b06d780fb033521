// One Foxglove client: what it subscribed to, publishes and waits for. Data only; hub.h lets it
// act.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "web/outbox.h"

namespace hadal::web {

// The connection of a session.
class Link {
 public:
  virtual ~Link() = default;
  virtual void wake() = 0;  // something waits in the outbox
  // Says why and closes; the session lives until the connection has ended.
  virtual void close_with_reason(uint16_t code, const std::string& reason) = 0;
};

struct ClientChannel {
  std::string topic;
  std::string encoding;  // cdr or json
};

struct Session {
  Session(uint64_t id_, Link& link_, Outbox outbox_)
      : id(id_), link(&link_), outbox(std::move(outbox_)) {}

  uint64_t id;
  Link* link;
  Outbox outbox;
  std::map<uint32_t, uint32_t> subscriptions;   // id chosen by the client -> topic
  std::map<uint32_t, ClientChannel> publishes;  // id chosen by the client
  std::set<std::string> watched_parameters;
  bool watches_graph = false;

  // Requests that the run has not answered yet. Shared with the answers, which may come after the
  // session has ended.
  std::shared_ptr<std::atomic<int>> pending = std::make_shared<std::atomic<int>>(0);

  // The status "dropped".
  uint64_t drops_reported = 0, drops_seen = 0;
  Clock::time_point drops_changed{}, drops_told{};
  bool drops_shown = false;
  std::optional<Clock::time_point> over_bound_since;
};

}  // namespace hadal::web
