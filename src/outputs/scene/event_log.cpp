#include "outputs/scene/event_log.h"

#include <algorithm>
#include <cmath>

#include "kinds/phrases.h"
#include "math/types.h"
#include "world/arm_state.h"

namespace hadal::outputs {
namespace {

constexpr int64_t kQuiet_ns = static_cast<int64_t>(EventLog::kQuiet_s * 1e9),
                  kLost_ns = static_cast<int64_t>(EventLog::kLost_s * 1e9);
constexpr size_t kMaxPairs = 1000, kMaxInputs = 1000;  // remembered
// As control/vehicle_control.h has them.
enum MissionStatusNumber : int64_t { kRunning, kDone, kFailed, kNone, kOutside };
// As the simulation has them.
enum VerdictNumber : int64_t { kOpenVerdict, kHeldVerdict, kFailedVerdict };

std::string link_text(const World& world, int64_t link) {
  return link < 0 ? "the seabed" : world.links[static_cast<size_t>(link)].path;
}

// Why a mission has failed.
const char* failure_text(const Track& track, const State& state) {
  const auto why = track.arm < 0 ? ArmFailure::kTimeout
                                 : static_cast<ArmFailure>(static_cast<int>(
                                       arm_status(state, track.arm)[kArmFailure]));
  return why == ArmFailure::kUnreachable  ? "a pose is out of reach"
         : why == ArmFailure::kSensorLost ? "its force/torque sensor gives no valid reading"
                                          : "a step has not ended in time";
}

}  // namespace

EventLog::EventLog(MessageSink& sink, const World& world)
    : sink_(sink), topic_(add_topic<Log>(sink, "/rosout", true)) {
  settled_.resize(world.expectations.size());
  valid_ns_.resize(world.sensors.size());
  lost_.resize(world.sensors.size());
}

void EventLog::tell(Level level, const std::string& name, const std::string& text) {
  Log message;
  message.stamp = to_time(now_ns_);
  message.level = level;
  message.name = name;
  message.msg = text;
  send(sink_, topic_, now_ns_, message, scratch_);
}

void EventLog::record(const World& world, const State& state, int64_t now_ns, bool all) {
  now_ns_ = now_ns;
  if (!begun_) begin(world, state);
  if (state.mission_step != step_ || state.mission_status != status_) watch_missions(world, state);
  if (state.next_event[0] != next_event_) watch_events(world, state);
  watch_expectations(world, state);
  if (!all) return;
  watch_contacts(world, state);
  watch_sensors(world, state);
}

void EventLog::begin(const World& world, const State& state) {
  begun_ = true;
  step_ = state.mission_step, status_ = state.mission_status;
  next_event_ = state.next_event[0];
  std::fill(settled_.begin(), settled_.end(), 0);
  std::fill(valid_ns_.begin(), valid_ns_.end(), now_ns_);
  std::fill(lost_.begin(), lost_.end(), 0);
  if (state.tick == 0)
    for (const Problem& note : world.notes) tell(kInfo, "hadal", note.message);
  for (size_t t = 0; t < world.tracks.size(); ++t)
    if (status_[t] == kRunning) tell_step(world, state, t);
}

void EventLog::tell_step(const World& world, const State& state, size_t t) {
  const Track& track = world.tracks[t];
  const int64_t step = state.mission_step[t];
  if (step < track.steps.begin || step >= track.steps.end()) return;
  tell(kInfo, track.name,
       track.name + ": step " + std::to_string(step - track.steps.begin + 1) + " of " +
           std::to_string(track.steps.count) + ", " +
           world.mission[static_cast<size_t>(step)].text());
}

void EventLog::watch_missions(const World& world, const State& state) {
  for (size_t t = 0; t < world.tracks.size(); ++t) {
    const std::string& name = world.tracks[t].name;
    const int64_t before = status_[t], now = state.mission_status[t];
    if (now != before) {
      if (now == kDone) tell(kInfo, name, name + ": mission done");
      if (now == kFailed)
        tell(kError, name, name + ": mission failed, " + failure_text(world.tracks[t], state));
      if (now == kOutside) tell(kInfo, name, name + ": commanded from outside");
      if (now == kRunning) tell(kInfo, name, name + ": back to its mission");
    }
    if (now == kRunning && (now != before || state.mission_step[t] != step_[t]))
      tell_step(world, state, t);
  }
  step_ = state.mission_step, status_ = state.mission_status;
}

void EventLog::watch_events(const World& world, const State& state) {
  for (; next_event_ < state.next_event[0]; ++next_event_) {
    const Event& event = world.events[static_cast<size_t>(next_event_)];
    const std::string subject = event.kind->subject(event.config.data());
    tell(kWarn, subject, subject + ": " + event.kind->text(event.config.data()));
  }
  next_event_ = state.next_event[0];
}

// What must always hold has failed at once and holds only at its end; what must come true once, the
// other way round.
void EventLog::watch_expectations(const World& world, const State& state) {
  for (size_t i = 0; i < settled_.size(); ++i) {
    const int64_t verdict = state.expectation_status[i];
    if (settled_[i] || verdict == kOpenVerdict) continue;
    const Expectation& expectation = world.expectations[i];
    const bool over = state.tick >= std::min(expectation.to, world.last_tick);
    const bool early =
        (expectation.when == Expectation::When::kAlways && verdict == kHeldVerdict) ||
        (expectation.when == Expectation::When::kOnce && verdict == kFailedVerdict);
    if (early && !over) continue;
    settled_[i] = 1;
    const bool held = verdict == kHeldVerdict;
    tell(held ? kInfo : kError, "expectation",
         (held ? "expectation held: " : "expectation failed: ") + expectation.text);
  }
}

void EventLog::watch_contacts(const World& world, const State& state) {
  for (size_t i = 0; i < static_cast<size_t>(state.contact_count[0]); ++i) {
    const std::pair pair(state.contact_links[2 * i], state.contact_links[2 * i + 1]);
    const auto known = touched_ns_.find(pair);
    if (known == touched_ns_.end() && touched_ns_.size() >= kMaxPairs) continue;
    const bool fresh = known == touched_ns_.end() || now_ns_ - known->second > kQuiet_ns;
    if (known != touched_ns_.end())
      known->second = now_ns_;
    else
      touched_ns_.emplace(pair, now_ns_);
    // What lies on the ground from the start is no news.
    if (fresh && state.tick > 0) tell_contact(world, state, i);
  }
}

void EventLog::tell_contact(const World& world, const State& state, size_t contact) {
  const double* values = &state.contact_values[contact * kContactValues];
  const Vec3 position_N(values[0], values[1], values[2]), force_N(values[6], values[7], values[8]);
  const int64_t a = state.contact_links[2 * contact], b = state.contact_links[2 * contact + 1];
  const Link& link = world.links[static_cast<size_t>(a)];
  tell(kWarn, world.vehicles[static_cast<size_t>(link.vehicle)].name,
       link.path + " touches " + link_text(world, b) + " at " +
           location_text(position_N.x(), position_N.y(), position_N.z()) + " with " +
           std::to_string(std::lround(force_N.norm())) + " N");
}

void EventLog::watch_sensors(const World& world, const State& state) {
  for (size_t i = 0; i < world.sensors.size(); ++i) {
    if (state.sensor_stamp[i] < 0 || world.sensors[i].device) continue;
    const std::string& path = world.sensors[i].path;
    const std::string& owner = world.vehicles[static_cast<size_t>(world.sensors[i].vehicle)].name;
    if (state.sensor_valid[i]) {
      valid_ns_[i] = now_ns_;
      if (lost_[i]) tell(kInfo, owner, path + ": valid again");
      lost_[i] = 0;
    } else if (!lost_[i] && now_ns_ - valid_ns_[i] >= kLost_ns) {
      tell(kWarn, owner, path + ": no valid reading");
      lost_[i] = 1;
    }
  }
}

void EventLog::record_input(const std::string& target, const std::string& key,
                            const std::vector<double>& values, int64_t now_ns) {
  now_ns_ = std::max(now_ns, now_ns_);
  const auto [known, fresh] = input_ns_.try_emplace(target + "." + key, now_ns_);
  if (!fresh && now_ns_ - known->second < kQuiet_ns) return;
  known->second = now_ns_;
  if (input_ns_.size() > kMaxInputs) input_ns_.clear();
  constexpr size_t kMaxShown = 8;
  std::string text = target + ": " + key + " from outside";
  for (size_t i = 0; i < std::min(values.size(), kMaxShown); ++i) {
    char number[32];
    std::snprintf(number, sizeof number, "%s%.4g", i == 0 ? ", " : " ", values[i]);
    text += number;
  }
  if (values.size() > kMaxShown) text += " ...";
  tell(kInfo, target, text);
}

}  // namespace hadal::outputs
