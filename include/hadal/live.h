// A simulation that runs while others watch it and act on it: what a server or a bridge sees.
//
//   hadal::LiveOptions options;
//   options.run.speed = 1;
//   auto run = hadal::LiveRun::open("scenarios/inspection_dive.yaml", options);
//   hadal::web::Server server(run.get(), {});  // bridges/web
//   run->run();                           // until somebody calls stop()
//
// At the end of the scenario (its duration_s, or its missions done) expectations are judged and the
// summary is taken; the run goes on, unless it is told to stop there.
//
// Everything that goes out is a message of a topic: ROS 2 types in CDR, the same topics as in a
// log. Everything that comes in (a parameter, a service call, a message) takes effect between two
// steps, is recorded in the log and repeated by replay.
//
// Threads: run() belongs to one thread. All other calls may come from any thread; they return at
// once, and answers arrive by a callback on the thread of run().
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hadal/error.h"
#include "hadal/export.h"
#include "hadal/run.h"

namespace hadal HADAL_API {

struct LiveTopic {
  uint32_t id = 0;  // from 1, the same for the life of the source
  std::string topic;
  std::string type;      // pkg/msg/Name
  std::string schema;    // its .msg text with all it contains
  bool latched = false;  // late listeners want what was sent before, see LiveSource::latched
};

struct LiveMessage {
  uint32_t topic = 0;
  int64_t time_ns = 0;                                  // of the simulation's clock
  std::shared_ptr<const std::vector<uint8_t>> payload;  // CDR with its encapsulation header
};

using LiveValue = std::variant<bool, double, std::string, std::vector<double>>;
struct LiveParameter {
  std::string name;  // e.g. sea/turbidity_ntu, rov/gains/surge/position_p
  LiveValue value;
  std::string help;
  double min = 0, max = 0;  // of a number; equal: without bounds
  bool writable = true;
};

struct LiveService {
  std::string name;  // e.g. /hadal/pause
  std::string help;
  std::string request_schema;   // JSON schema of the request object
  std::string response_schema;  // of the answer
};

// A topic that clients may publish to.
struct LiveCommand {
  std::string topic;
  std::string type;
  std::string schema;
  std::string help;
};

// The answer to a request: a JSON text, or why not.
struct LiveAnswer {
  bool ok = true;
  std::string text;
};
using LiveReply = std::function<void(const LiveAnswer&)>;

// A file of the run: scene.glb, scene.json.
struct LiveDocument {
  std::string media_type;
  std::shared_ptr<const std::vector<uint8_t>> bytes;
};

// Somebody who watches. Called by the thread of run() and by those that compress pictures; must
// return at once and must not call the source.
class LiveListener {
 public:
  virtual ~LiveListener() = default;
  // False spares making the message.
  virtual bool wants(uint32_t topic) const = 0;
  virtual void message(const LiveMessage& message) = 0;
  // Parameters that changed, with their new values.
  virtual void parameters(const std::vector<LiveParameter>& changed) = 0;
  // The world began anew: times go back, what was latched is void.
  virtual void restarted() = 0;
  // How many it passes them on to.
  virtual uint32_t clients() const { return 1; }
};

class LiveSource {
 public:
  virtual ~LiveSource() = default;
  virtual std::string name() const = 0;     // for people
  virtual std::string session() const = 0;  // another one after every restart
  virtual std::vector<LiveTopic> topics() const = 0;
  virtual std::vector<LiveCommand> commands() const = 0;
  virtual std::vector<LiveService> services() const = 0;
  virtual std::vector<LiveParameter> parameters() const = 0;
  // What was sent on a latched topic and still holds, oldest first.
  virtual std::vector<LiveMessage> latched(uint32_t topic) const = 0;
  virtual std::optional<LiveDocument> document(const std::string& name) const = 0;

  // The listener must outlive the source or be removed first.
  virtual void add_listener(LiveListener& listener) = 0;
  virtual void remove_listener(LiveListener& listener) = 0;

  // The reply comes once the change has taken effect.
  virtual void set_parameter(const std::string& name, const LiveValue& value, LiveReply reply) = 0;
  virtual void call(const std::string& service, const std::string& request_json,
                    LiveReply reply) = 0;
  // encoding: cdr or json. `client` tells publishers apart: when one falls silent or leaves, a
  // vehicle it piloted is told to let go of the sticks.
  virtual void publish(const std::string& topic, const std::string& encoding,
                       std::vector<uint8_t> payload, uint64_t client, LiveReply reply) = 0;
  virtual void client_left(uint64_t client) = 0;
};

struct LiveOptions {
  RunOptions run;               // speed 0: as fast as possible; out_folder empty: no log
  bool paused = false;          // waits for somebody to start it
  bool wait_for_client = false;  // takes no step before somebody watches; that changes no result
  bool stop_at_end = false;      // run() returns at the end of the scenario, or after a failure
  // Told by the thread of run() when the scenario has come to its end: verdicts are final.
  std::function<void(const RunSummary&)> judged;
  double message_rate_hz = 60;  // of one topic at most, in wall time
  double picture_rate_hz = 15;
  double pilot_silence_s = 0.5;  // wall time after which a silent pilot's sticks are let go
};

class LiveRun : public LiveSource {
 public:
  // Throws Error with every problem of the scenario.
  static std::unique_ptr<LiveRun> open(const std::string& path, const LiveOptions& options);
  // Steps, paces, answers, records. Returns the summary of the run since its last start, as it was
  // at the end of the scenario if it came so far.
  virtual RunSummary run() = 0;
  // Ends run(); also from a signal handler.
  virtual void stop() = 0;
};

}  // namespace hadal
