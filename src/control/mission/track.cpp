#include "control/mission/track.h"

#include <algorithm>

namespace hadal::control {
namespace {

bool begins_with_a_wait(const World& world, int64_t step) {
  return !world.mission[static_cast<size_t>(step)].wait_for().empty();
}

}  // namespace

void start_tracks(const World& world, State& state) {
  const size_t tracks = world.tracks.size();
  state.mission_step.assign(tracks, 0);
  state.mission_step_tick.assign(tracks, 0);
  state.mission_status.assign(tracks, static_cast<int64_t>(MissionStatus::kRunning));
  const bool any = std::any_of(world.mission.begin(), world.mission.end(),
                               [](const MissionStep& step) { return !step.wait_for().empty(); });
  state.mission_waits.assign(any ? tracks : 0, 0);
  for (size_t t = 0; t < tracks; ++t) {
    const IndexRange steps = world.tracks[t].steps;
    state.mission_step[t] = steps.begin;
    if (steps.count == 0)
      state.mission_status[t] = static_cast<int64_t>(MissionStatus::kNone);
    else if (any)
      state.mission_waits[t] = begins_with_a_wait(world, steps.begin);
  }
}

const MissionStep& step_of(const World& world, const State& state, int track) {
  return world.mission[state.mission_step[track]];
}

double step_elapsed_s(const World& world, const State& state, int track) {
  return world.clock.time_s(state.tick - state.mission_step_tick[track]);
}

void next_step(const World& world, State& state, int track) {
  state.mission_step_tick[track] = state.tick;
  if (++state.mission_step[track] >= world.tracks[track].steps.end())
    state.mission_status[track] = static_cast<int64_t>(MissionStatus::kDone);
  else if (!state.mission_waits.empty())
    state.mission_waits[track] = begins_with_a_wait(world, state.mission_step[track]);
}

bool step_waits(State& state, int track, const StepConditions* conditions) {
  if (!conditions || !is_waiting(state, track)) return false;
  if (conditions->holds(static_cast<int>(state.mission_step[track]))) {
    state.mission_waits[static_cast<size_t>(track)] = 0;
    return false;
  }
  state.mission_step_tick[track] = state.tick + 1;
  return true;
}

}  // namespace hadal::control
