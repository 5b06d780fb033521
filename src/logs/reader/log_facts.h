// What a log says of itself: its span, its run and its topics.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logs/reader/mcap_reader.h"

namespace hadal::logs {

struct TopicFacts {
  std::string topic, type;
  uint64_t count = 0;
  double rate_hz = 0;  // over the whole log; 0 for fewer than two messages
};

struct LogFacts {
  int64_t start_ns = 0, end_ns = 0;  // first and last log time, UTC since 1970
  double duration_s = 0;
  uint64_t messages = 0;
  std::optional<int64_t> seed, step_ns, planned_tick;  // of the run; planned_tick is its last
  std::optional<int64_t> last_tick;                    // in the log
  std::optional<uint64_t> last_hash;                   // of the state after last_tick
  bool truncated = false;
  Problems warnings;
  std::vector<TopicFacts> topics;  // sorted by name
};

LogFacts log_facts(McapReader& log);

// Exact to the nanosecond for spans of up to 104 days; any pair of times is safe.
double seconds_between(int64_t start_ns, int64_t end_ns);

// The text of an attachment; empty if there is none.
std::string attached_text(McapReader& log, std::string_view name);

}  // namespace hadal::logs
