// All instruments of a world that give frames: starts what is due at a tick and hands over what
// arrives at it.
//
// A frame shows the world of the tick it was taken at. It arrives when the last echo could have
// come in and the instrument's latency has passed; until then it is computed beside the simulation,
// from an immutable view. What it is made from (poses, wind, waves) lies in the state meanwhile, so
// that a restored simulation takes it again, and its hash joins the state when it arrives, so that
// replay verifies every picture.
//
// Sonars ping into the water of the network, and receive what others send. What that is becomes
// known while the frame is under way; it is added when the frame arrives, from the signals in the
// state of that tick, and so depends neither on threads nor on when the frame was computed.
#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "base/arena.h"
#include "environment/acoustic/acoustic_field.h"
#include "environment/sea.h"
#include "sensors/frame_sensor.h"
#include "sensors/network/network.h"
#include "sensors/rays/ray_world.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::sensors {

// The instruments themselves, with their tables: they follow from the scenario alone and are shared
// by all runs.
struct FrameInstruments {
  // Keeps the sea.
  FrameInstruments(const World& world, const environment::Sea& sea);
  ~FrameInstruments();
  std::vector<std::unique_ptr<const FrameSensor>> sensors;
  std::unique_ptr<const LightWorld> light;  // if there are cameras
};

// What one run takes with them.
class FrameSuite {
 public:
  // The instruments, sea, field and rays must outlive it.
  FrameSuite(const World& world, const FrameInstruments& instruments, const environment::Sea& sea,
             const environment::AcousticField& sound, const RayWorld& rays);
  ~FrameSuite();  // waits for frames under way

  bool empty() const { return entries_.empty(); }
  int count() const { return static_cast<int>(entries_.size()); }
  // Its instruments as the network knows them.
  std::vector<SonarReceiver> receivers(const World& world) const;
  // From now on frames are computed only where wanted(sensor, tick of the ping) says so. Others
  // arrive as ever, but hold nothing: for who looks at some frames only, and at no hash.
  void compute_only(std::function<bool(int sensor, Tick tick)> wanted) {
    wanted_ = std::move(wanted);
  }
  // Drops what is under way.
  void start(const World& world, State& state);
  // After the run seed of the state has changed.
  void reseed(const World& world, const State& state);
  void update(const World& world, const environment::SeaInstant& instant, const Network& network,
              State& state, ThreadArena& arena);
  // Takes the frames in flight again, after the state was restored.
  void resume(const World& world, const State& state, ThreadArena& arena);

  // The last frame that arrived; its stamp is negative before the first.
  const Frame& frame(int sensor) const { return entries_[sensor].delivered; }
  const FrameSensor& sensor(int index) const { return *instruments_.sensors[index]; }
  Tick delay_ticks(int sensor) const { return entries_[sensor].delay; }

 private:
  struct Slot;
  struct Entry {
    Rate rate;
    Tick delay = 0;         // from the ping to the arrival
    size_t first_slot = 0;  // frames in flight, taken in turn
    size_t slots = 1;
    RandomStream noise;
    Frame delivered;
  };
  bool is_wanted(int sensor, Tick tick) const { return !wanted_ || wanted_(sensor, tick); }
  size_t slot_of(const Entry& entry, int64_t number) const {
    return entry.first_slot + static_cast<size_t>(number) % entry.slots;
  }
  void keep_instant(const World& world, const environment::SeaInstant& instant, size_t slot,
                   State& state) const;
  void take(const World& world, const State& state, int sensor, size_t slot, ThreadArena& arena);
  void disturb(const Network& network, const State& state, int sensor, Slot& slot,
               ThreadArena& arena);
  void deliver(int sensor, size_t slot, State& state);

  const FrameInstruments& instruments_;
  const environment::Sea& sea_;
  const environment::AcousticField& sound_;
  const RayWorld& rays_;
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<Slot>> slots_;
  // Of the numbers of a frame in flight.
  size_t instant_size_ = 0, parts_at_ = 0, scenery_at_ = 0, silt_at_ = 0;
  std::vector<Burst> bursts_;                // scratch
  std::function<bool(int sensor, Tick tick)> wanted_;  // none: all are computed
};

}  // namespace hadal::sensors
