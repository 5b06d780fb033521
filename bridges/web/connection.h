// What the connections of a server share, and what it needs of them. All of it belongs to the
// thread of the server.
#pragma once
#include <set>
#include <string>

#include "web/counters.h"
#include "web/hub.h"
#include "web/site.h"

namespace hadal::web {

class Connection;

struct Context {
  ServerOptions options;
  Counters counters;
  std::unique_ptr<Site> site;
  std::unique_ptr<Hub> hub;  // null in view mode
  std::set<Connection*> connections;
  size_t websockets = 0;

  void note(const std::string& text) const {
    if (options.note) options.note(text);
  }
};

// Registers itself for as long as it lives.
class Connection {
 public:
  explicit Connection(Context& context) : context_(context) {
    context_.connections.insert(this);
    context_.counters.connections = context_.connections.size();
  }
  virtual ~Connection() {
    context_.connections.erase(this);
    context_.counters.connections = context_.connections.size();
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  virtual void tick(Clock::time_point now) = 0;
  virtual void shut() = 0;  // the server ends

 protected:
  Context& context_;
};

}  // namespace hadal::web
