#include "web/server.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <stdexcept>
#include <thread>

#include "web/access.h"
#include "web/connection.h"
#include "web/http_connection.h"

namespace hadal::web {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr double kTick_s = 0.1, kEndingTick_s = 0.01;
constexpr double kFarewell_s = 1;
constexpr double kAcceptPause_s = 0.1;  // after the system refused another connection

std::string place(const ServerOptions& options) {
  return "port " + std::to_string(options.port) + " of " + options.address;
}

[[noreturn]] void fail(const ServerOptions& options, const error_code& error) {
  if (error == asio::error::address_in_use)
    throw std::runtime_error(place(options) +
                             " is in use: end the other program or choose another port (0: any)");
  if (error == asio::error::access_denied)
    throw std::runtime_error(place(options) + " is not allowed: choose a port above 1023");
  throw std::runtime_error(place(options) + " cannot be had (" + error.message() +
                           "): use an address of this machine, 127.0.0.1 or 0.0.0.0");
}

asio::ip::address parse_address(const ServerOptions& options) {
  error_code error;
  const auto address =
      asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
  if (error)
    throw std::runtime_error(options.address +
                             " is not a numeric address: use e.g. 127.0.0.1, ::1 or 0.0.0.0");
  return address;
}

tcp::acceptor listen(asio::io_context& io, const ServerOptions& options) {
  const tcp::endpoint endpoint(parse_address(options), options.port);
  tcp::acceptor acceptor(io);
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) fail(options, error);
  return acceptor;
}

AccessRules rules_for(const ServerOptions& options, const tcp::endpoint& bound) {
  AccessRules rules;
  rules.loopback = bound.address().is_loopback();
  rules.address = bound.address().to_string();
  if (bound.address().is_v6()) rules.address = "[" + rules.address + "]";
  rules.port = bound.port();
  rules.origins = options.origins;
  if (!options.ask_token && !rules.loopback)
    throw std::runtime_error("without a token only this machine may connect: use 127.0.0.1, not " +
                             rules.address);
  if (options.ask_token) rules.token = options.token.empty() ? random_token() : options.token;
  return rules;
}

std::string machine_name() {
  char name[256] = "localhost";
  if (gethostname(name, sizeof name - 1) != 0) return "localhost";
  return name;
}

std::string url_of(const char* scheme, const AccessRules& rules) {
  const bool any = rules.address == "0.0.0.0" || rules.address == "[::]";
  const std::string address =
      scheme + (any ? machine_name() : rules.address) + ":" + std::to_string(rules.port) + "/";
  return rules.token.empty() ? address : address + "?token=" + rules.token;
}

uint64_t thread_cpu_ns() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(t.tv_nsec);
}

}  // namespace

// Members that connections use are declared before io, which owns the connections.
struct Server::Implementation {
  Implementation(LiveSource* source_, const ServerOptions& options)
      : source(source_),
        io(1),
        acceptor(listen(io, options)),
        timer(io),
        accept_timer(io),
        allowance(2 * options.connections_per_s) {
    context.options = options;
    const AccessRules rules = rules_for(options, acceptor.local_endpoint());
    mailbox = std::make_shared<Mailbox>(options.inbox_bytes, context.counters);
    if (source) context.hub = std::make_unique<Hub>(*source, options, context.counters, mailbox);
    context.site = std::make_unique<Site>(source, options, rules, context.counters);
    if (source) mailbox->open([this] { asio::post(io, [this] { context.hub->deliver(); }); });
  }

  // ---- thread

  void start() {
    accept();
    tick();
    // Signals are for the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    thread = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void run() {
    pthread_setname_np(pthread_self(), "hadal-web");
    while (true) {
      try {
        io.run();
        return;
      } catch (const std::exception& problem) {
        context.note(std::string("the server went on after a problem: ") + problem.what());
      }
    }
  }

  void stop() {
    mailbox->close();
    asio::post(io, [this] {
      ending = Clock::now();
      error_code ignored;
      acceptor.close(ignored);
      accept_timer.cancel();
      const std::set<Connection*> connections = context.connections;
      for (Connection* connection : connections) connection->shut();
      timer.expires_after(Clock::duration::zero());
    });
    thread.join();
  }

  void tick() {
    timer.expires_after(seconds(ending ? kEndingTick_s : kTick_s));
    timer.async_wait([this](const error_code&) { on_tick(Clock::now()); });
  }

  void on_tick(Clock::time_point now) {
    if (ending && (context.connections.empty() || now - *ending > seconds(kFarewell_s)))
      return io.stop();
    tick();  // first, so that it goes on whatever happens
    const std::set<Connection*> connections = context.connections;
    for (Connection* connection : connections) connection->tick(now);
    if (context.hub) context.hub->tick(now);
    context.counters.cpu_ns = thread_cpu_ns();
  }

  // ---- accepting, so many per second

  void accept() {
    acceptor.async_accept([this](const error_code& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || ending) return;
      try {
        if (!error) take(std::move(socket));
      } catch (const std::exception&) {  // a connection is lost, the next ones are not
        ++context.counters.connections_refused;
      }
      accept_later(error ? kAcceptPause_s : pause_s());
    });
  }

  void take(tcp::socket socket) {
    ++context.counters.connections_total;
    const size_t bound = 2 * context.options.max_clients + 32;
    if (context.connections.size() < bound) return serve_connection(std::move(socket), context);
    ++context.counters.connections_refused;
  }

  // How long to wait so that the rate holds.
  double pause_s() {
    const Clock::time_point now = Clock::now();
    const double rate = context.options.connections_per_s;
    allowance += rate * std::chrono::duration<double>(now - last_accept).count();
    allowance = std::min(allowance, 2 * rate) - 1;
    last_accept = now;
    return allowance >= 0 ? 0 : -allowance / rate;
  }

  void accept_later(double wait_s) {
    if (wait_s <= 0) return accept();
    accept_timer.expires_after(seconds(wait_s));
    accept_timer.async_wait([this](const error_code& error) {
      if (!error && !ending) accept();
    });
  }

  LiveSource* source;
  Context context;
  std::shared_ptr<Mailbox> mailbox;
  asio::io_context io;
  tcp::acceptor acceptor;
  asio::steady_timer timer, accept_timer;
  std::optional<Clock::time_point> ending;
  double allowance;
  Clock::time_point last_accept = Clock::now();
  std::thread thread;
};

Server::Server(LiveSource* source, const ServerOptions& options)
    : implementation_(std::make_unique<Implementation>(source, options)) {
  if (source) source->add_listener(*this);
  implementation_->start();
}

Server::~Server() {
  if (implementation_->source) implementation_->source->remove_listener(*this);
  implementation_->stop();
}

uint16_t Server::port() const {
  return implementation_->context.site->rules().port;
}
std::string Server::token() const {
  return implementation_->context.site->rules().token;
}

std::string Server::url() const {
  return url_of("http://", implementation_->context.site->rules());
}

std::string Server::websocket_url() const {
  return url_of("ws://", implementation_->context.site->rules());
}

uint32_t Server::clients() const {
  return static_cast<uint32_t>(implementation_->context.counters.clients);
}

ServerStatistics Server::statistics() const {
  return implementation_->context.counters.read();
}

bool Server::wants(uint32_t topic) const {
  const Hub* hub = implementation_->context.hub.get();
  return hub && hub->wants(topic);
}

void Server::message(const LiveMessage& message) {
  implementation_->mailbox->message(message);
}

void Server::parameters(const std::vector<LiveParameter>& changed) {
  implementation_->mailbox->parameters(changed);
}

void Server::restarted() {
  implementation_->mailbox->restarted();
}

}  // namespace hadal::web
