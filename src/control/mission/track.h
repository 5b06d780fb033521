// Where the mission of a vehicle or an arm is: its track.
#pragma once
#include "world/state.h"
#include "world/world.h"

namespace hadal::control {

// What the steps of missions wait for.
class StepConditions {
 public:
  virtual ~StepConditions() = default;
  // Whether a step of World::mission may begin.
  virtual bool holds(int step) const = 0;
};

enum class MissionStatus : int64_t {
  kRunning = 0,
  kDone = 1,
  kFailed = 2,
  kNone = 3,
  kOutside = 4
};

inline const char* mission_status_name(int64_t status) {
  constexpr const char* kNames[] = {"running", "done", "failed", "none", "outside"};
  return kNames[status];
}

inline MissionStatus mission_status(const State& state, int track) {
  return static_cast<MissionStatus>(state.mission_status[static_cast<size_t>(track)]);
}

// All tracks at their first step.
void start_tracks(const World& world, State& state);

const MissionStep& step_of(const World& world, const State& state, int track);
// Since its step began; the clock of a step stands still while the mission is interrupted.
double step_elapsed_s(const World& world, const State& state, int track);
// To the next step, which begins now or waits; done after the last.
void next_step(const World& world, State& state, int track);
// Whether the step does not go on in this tick because it waits for its condition. Call it once per
// tick and step: the clock of a step that waits stands still. Without conditions nothing waits.
bool step_waits(State& state, int track, const StepConditions* conditions);
// Whether the step waited when it was last asked.
inline bool is_waiting(const State& state, int track) {
  return !state.mission_waits.empty() && state.mission_waits[static_cast<size_t>(track)] != 0;
}

}  // namespace hadal::control
