// A live run, or a log, for browsers and Foxglove clients: HTTP and the Foxglove WebSocket protocol
// (subprotocols foxglove.websocket.v1 and foxglove.sdk.v1) on one port. See docs/server.md.
//
//   hadal::web::Server server(run.get(), {.page_path = "build/viewer/index.html"});
//   std::cout << server.url() << "\n";
//   run->run();
//
// Threads: one thread of its own does all the work. Calls of the LiveListener come from the threads
// of the run and only put something into a bounded inbox; they never wait for a client.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hadal/live.h"

namespace hadal::web {

struct ServerOptions {
  std::string address = "127.0.0.1";  // numeric, or localhost
  uint16_t port = 8765;               // 0: any free one
  // Asked of every client. Empty: one of 128 random bits is made, see Server::url.
  std::string token;
  // False: no token is asked for, on loopback only; every user of this machine may then connect.
  bool ask_token = true;
  // Web pages from elsewhere that may connect, e.g. http://localhost:5173. Their hosts are also
  // accepted as names of this server.
  std::vector<std::string> origins;
  std::string page_path;  // the viewer's index.html; missing: a page that says how to build it
  std::string log_path;   // without a source: served as /log.mcap

  size_t client_queue_bytes = 8 << 20;  // what waits for one client, without what is latched
  size_t inbox_bytes = 64 << 20;        // what waits for the thread of the server
  size_t max_clients = 128;             // WebSocket clients
  double connections_per_s = 100;       // more wait; twice as many may come at once
  double stall_limit_s = 10;            // a client that takes nothing for so long is dropped
  double superseded_after_s = 1;        // then a waiting message yields to a newer of its topic
  double request_limit_s = 15;          // for a whole request, and between two of them
  double idle_limit_s = 30;             // silence of a WebSocket client, which is pinged before

  // Something for people, e.g. why a client was dropped. Called by the thread of the server.
  std::function<void(const std::string&)> note;
};

struct ServerStatistics {
  uint64_t clients = 0;        // WebSocket clients now
  uint64_t connections = 0;    // TCP connections now
  uint64_t clients_total = 0;  // since the start, as all below
  uint64_t connections_total = 0;
  uint64_t connections_refused = 0;  // beyond the bounds
  uint64_t clients_dropped = 0;      // too slow
  uint64_t requests = 0;             // HTTP
  uint64_t requests_refused = 0;     // Host, Origin or token
  uint64_t messages_received = 0;    // from the run
  uint64_t messages_sent = 0;        // to clients, with all kinds
  uint64_t bytes_sent = 0;           // of WebSocket messages and HTTP bodies
  uint64_t client_messages = 0;      // from clients
  uint64_t dropped_inbox = 0;        // messages that no client got: the server was too slow
  uint64_t dropped_clients = 0;      // messages that one client did not get
  uint64_t queue_bytes = 0;          // waiting for all clients now, payloads counted for each
  uint64_t queue_bytes_peak = 0;     // of any one client ever
  double delay_mean_s = 0;           // from Server::message to the end of the write
  double delay_max_s = 0;
  double cpu_s = 0;  // of the server's thread
};

class Server : public LiveListener {
 public:
  // source null: view mode, without WebSocket. The source must outlive the server. Throws
  // std::runtime_error when the address cannot be had, or would be open to the network without a
  // token; the message says what to do.
  Server(LiveSource* source, const ServerOptions& options);
  ~Server() override;  // says goodbye to all clients and joins its thread
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string url() const;    // of the page, with the token where one is needed
  std::string websocket_url() const;  // for Foxglove clients, likewise
  std::string token() const;  // empty: none is needed
  uint16_t port() const;
  ServerStatistics statistics() const;

  bool wants(uint32_t topic) const override;
  void message(const LiveMessage& message) override;
  void parameters(const std::vector<LiveParameter>& changed) override;
  void restarted() override;
  uint32_t clients() const override;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hadal::web
