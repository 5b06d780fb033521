// Tells on /rosout (rcl_interfaces/Log) what happened, in words: steps of missions, events of the
// scenario, expectations, contacts, sensors that give nothing valid any more, inputs from outside.
// It compares each state with what it told before, so it needs no help from the stages.
//
// What may come many times a second is told once: a contact of two bodies after they were apart for
// kQuiet_s, a sensor when it has given nothing valid for kLost_s, an input of one kind once in
// kQuiet_s.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "outputs/messages/message_sink.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::outputs {

class EventLog {
 public:
  static constexpr double kQuiet_s = 5, kLost_s = 1;

  EventLog(MessageSink& sink, const World& world);

  // Every tick: missions, events, expectations. With `all`, at the record rate, contacts and
  // sensors too. The first call tells how things stand.
  void record(const World& world, const State& state, int64_t now_ns, bool all);
  void record_input(const std::string& target, const std::string& key,
                    const std::vector<double>& values, int64_t now_ns);

 private:
  enum Level : uint8_t { kInfo = 20, kWarn = 30, kError = 40 };
  void begin(const World& world, const State& state);
  void watch_missions(const World& world, const State& state);
  void tell_step(const World& world, const State& state, size_t track);
  void watch_events(const World& world, const State& state);
  void watch_expectations(const World& world, const State& state);
  void watch_contacts(const World& world, const State& state);
  void tell_contact(const World& world, const State& state, size_t contact);
  void watch_sensors(const World& world, const State& state);
  void tell(Level level, const std::string& name, const std::string& text);

  MessageSink& sink_;
  uint16_t topic_ = 0;
  bool begun_ = false;
  int64_t now_ns_ = 0;
  CdrWriter scratch_;
  // What was told.
  std::vector<int64_t> step_, status_;  // per track
  int64_t next_event_ = 0;
  std::vector<char> settled_;                                  // per expectation
  std::map<std::pair<int64_t, int64_t>, int64_t> touched_ns_;  // per pair of links: last seen
  std::vector<int64_t> valid_ns_;                              // per sensor: last valid reading
  std::vector<char> lost_;                                     // per sensor
  std::map<std::string, int64_t> input_ns_;                    // per target and key: last told
};

}  // namespace hadal::outputs
