#include "serve.h"

#include <charconv>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "hadal/catalog.h"
#include "interruption.h"
#include "progress.h"
#ifdef HADAL_HAS_WEB
#include "web/server.h"
#endif

namespace hadal::cli {

std::vector<Option> serve_options() {
  return {{"--serve", "[ADDR:]PORT",
           "Shows the run in a web page while it goes on, at its own pace; 127.0.0.1:8765 by "
           "default, port 0 takes any free one.",
           false, true},
          {"--token", "TEXT",
           "With --serve: what clients must know; made up and part of the address by default."},
          {"--no-token", "",
           "With --serve: none; then every user of this machine may connect and steer."},
          {"--origin", "URL", "With --serve: another web page that may connect.", true}};
}

std::vector<Option> serve_run_options() {
  std::vector<Option> options = serve_options();
  options.push_back({"--no-wait", "", "With --serve: begins before a page is open."});
  options.push_back({"--stop-at-end", "",
                     "With --serve: ends with the scenario; by default the run goes on."});
  return options;
}

void refuse_serve_options(Arguments& arguments, const std::string& reason) {
  arguments.none_of({"--token", "--no-token", "--origin", "--no-wait", "--stop-at-end"}, reason);
}

std::string viewer_page() {
  return shipped_file("page/index.html");
}

bool can_serve() {
#ifdef HADAL_HAS_WEB
  return true;
#else
  return false;
#endif
}

#ifdef HADAL_HAS_WEB
namespace {

web::ServerOptions server_options(Arguments& arguments) {
  web::ServerOptions options;
  const std::string location = arguments.text("--serve").value_or("");
  const size_t colon = location.rfind(':');
  const std::string port = colon == std::string::npos ? location : location.substr(colon + 1);
  if (colon != std::string::npos) options.address = location.substr(0, colon);
  if (options.address.size() > 1 && options.address.front() == '[')
    options.address = options.address.substr(1, options.address.size() - 2);
  if (!port.empty()) {
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), options.port);
    if (error != std::errc{} || end != port.data() + port.size())
      throw std::runtime_error("--serve: expected [ADDRESS:]PORT, found '" + location + "'");
  }
  options.token = arguments.text("--token").value_or("");
  options.ask_token = !arguments.has("--no-token");
  for (std::string origin : arguments.texts("--origin")) {
    while (origin.ends_with('/')) origin.pop_back();
    if (origin.find("://") == std::string::npos)
      throw std::runtime_error("--origin: expected an address like http://localhost:5173, found '" +
                               origin + "'");
    options.origins.push_back(std::move(origin));
  }
  options.page_path = viewer_page();
  options.note = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  return options;
}

void announce(const web::Server& server) {
  std::printf("page: %s\n", server.url().c_str());
}

void announce_end() {
  std::printf("Ctrl-C ends it.\n");
  std::fflush(stdout);
}

}  // namespace

RunSummary serve_run(const std::string& scenario, const LiveOptions& options,
                     Arguments& arguments) {
  const web::ServerOptions server_of = server_options(arguments);
  LiveOptions live = options;
  live.wait_for_client = !arguments.has("--no-wait");
  live.stop_at_end = arguments.has("--stop-at-end");
  live.run.interrupted = Interruption::signal;
  ProgressDisplay display;
  live.run.progress = [&](const RunProgress& progress) { display.show(progress); };
  if (live.judged)
    live.judged = [&](const RunSummary& summary) {
      display.clear();
      options.judged(summary);
    };
  std::unique_ptr<LiveRun> run;
  Interruption interruption;
  run = LiveRun::open(scenario, live);
  interruption.watch(*run);
  const web::Server server(run.get(), server_of);
  announce(server);
  std::printf("Foxglove: %s\n", server.websocket_url().c_str());
  announce_end();
  const RunSummary summary = run->run();
  display.clear();
  return summary;
}

int serve_log(const std::string& log_path, Arguments& arguments) {
  web::ServerOptions options = server_options(arguments);
  options.log_path = log_path;
  const Interruption interruption;
  sigset_t none, signals;
  sigemptyset(&none);
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  const web::Server server(nullptr, options);
  announce(server);
  announce_end();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  while (!Interruption::signal()) sigsuspend(&none);
  return 0;
}
#else
RunSummary serve_run(const std::string&, const LiveOptions&, Arguments&) {
  throw std::runtime_error(
      "this program was built without its web server; install libboost-dev and build it again");
}
int serve_log(const std::string&, Arguments&) {
  throw std::runtime_error(
      "this program was built without its web server; install libboost-dev and build it again");
}
#endif

}  // namespace hadal::cli
