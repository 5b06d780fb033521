// What the threads of the run leave for the thread of the server. A call holds a mutex for as long
// as it takes to append, and wakes the server once per collection. Bounded: when the waiting
// messages exceed the bound the oldest are lost and counted; changed parameters are merged by name;
// the number of answers is bounded by those who ask.
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "hadal/live.h"
#include "web/counters.h"
#include "web/shared_bytes.h"

namespace hadal::web {

struct PostedMessage {
  LiveMessage message;
  Clock::time_point posted;
};

struct Mail {
  bool restarted = false;  // before everything else in here
  std::deque<PostedMessage> messages;
  std::set<uint32_t> lost_topics;  // of messages that did not fit
  std::vector<LiveParameter> changed;
  std::vector<std::function<void()>> answers;  // to be called by the thread of the server
};

class Mailbox {
 public:
  Mailbox(size_t bound_bytes, Counters& counters)
      : bound_bytes_(bound_bytes), counters_(&counters) {}
  // wake is called under the mutex, at most once until the next take().
  void open(std::function<void()> wake);
  void close();  // all that comes later is ignored

  void message(const LiveMessage& message);
  void parameters(const std::vector<LiveParameter>& changed);
  void restarted();
  void answer(std::function<void()> action);
  Mail take();

 private:
  void wake();
  void lose_oldest();

  std::mutex mutex_;
  std::function<void()> wake_;  // empty: closed
  bool woken_ = false;
  size_t bound_bytes_, bytes_ = 0;
  Counters* counters_;
  Mail mail_;
  std::map<std::string, LiveParameter> changed_;
};

}  // namespace hadal::web
