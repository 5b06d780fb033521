// Where the time of a step goes. Every 64th step is timed, so that looking costs next to nothing.
// The wall clock is read here for profiling only; no result depends on it.
#pragma once
#include <array>
#include <chrono>
#include <cstdint>

namespace hadal::simulation {

enum class Stage { kControl, kEnvironment, kForces, kMultibody, kSensors, kOther, kCount };
constexpr int kStages = static_cast<int>(Stage::kCount);
constexpr std::array<const char*, kStages> kStageNames{"control",   "environment", "forces",
                                                       "multibody", "sensors",     "other"};

class Profile {
 public:
  void begin(int64_t tick) {
    sampling_ = (tick & 63) == 0;
    if (!sampling_) return;
    ++samples_;
    last_ = Clock::now();
  }
  // The time since the last mark belongs to this stage.
  void mark(Stage stage) {
    if (!sampling_) return;
    const Clock::time_point now = Clock::now();
    seconds_[static_cast<int>(stage)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  // Mean microseconds per step of a stage.
  double microseconds(int stage) const {
    return samples_ ? 1e6 * seconds_[stage] / static_cast<double>(samples_) : 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool sampling_ = false;
  int64_t samples_ = 0;
  Clock::time_point last_{};
  std::array<double, kStages> seconds_{};
};

}  // namespace hadal::simulation
