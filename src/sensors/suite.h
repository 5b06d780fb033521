// All sensors of a world: measures what is due at a tick and hands over what arrives at it.
#pragma once
#include <vector>

#include "base/arena.h"
#include "environment/acoustic/acoustic_field.h"
#include "environment/sea.h"
#include "sensors/navigation/navigation_sensor.h"
#include "sensors/ray_world.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::sensors {

// Sets Sensor::value_offset of all sensors; part of the load.
void lay_out_values(World& world);

class Suite {
 public:
  Suite(const World& world, const environment::Sea& sea, const environment::AcousticField& sound,
        const RayWorld& rays);

  void start(const World& world, State& state);
  // After the run seed of the state has changed.
  void reseed(const World& world, const State& state);
  // Measures every sensor due at state.tick and delivers readings that arrive. Sensors are
  // independent and write to their own places, so any number of threads gives the same bits.
  void measure_due(const World& world, State& state, ThreadArena& arena);

  // Reading `number` of a device of the network, which tells what it heard: noise, latency and
  // delivery as of any sensor.
  void report(const World& world, State& state, int index, int64_t number, const Heard& heard);

  // A vehicle was put elsewhere: its inertial navigation aligns anew with its next sample.
  void realign(const World& world, int vehicle, State& state) const;

  const NavigationSensor& sensor(int index) const { return sensors_[index]; }
  int count() const { return static_cast<int>(sensors_.size()); }
  // The last reading delivered, with its ground-truth twin.
  std::span<const double> values(const World& world, const State& state, int index) const;
  std::span<const double> truth(const World& world, const State& state, int index) const;

 private:
  // Time of the moment and views of the bodies, for the sensors that are due.
  void prepare(const World& world, const State& state);
  void measure(const World& world, State& state, int index);
  void take_sample(const World& world, State& state, int index);
  void deliver(const World& world, State& state, int index);
  Truth truth_of(const World& world, const State& state, const Sensor& sensor,
                 std::span<ThrusterTruth> thrusters) const;
  // Waves at the sensor, what its beams meet and what it touches, as far as its kind cares.
  void feel(const World& world, const State& state, int index, Truth& truth);

  // What the beams of a sensor need beside the sea.
  struct Beams {
    double reach_m = 0;        // 0: it has none
    bool sees_bodies = false;  // there are bodies of others that it may meet
    std::shared_ptr<const raytrace::View> bodies;
    std::vector<double> cells;  // of a current profiler
  };

  const environment::Sea& sea_;
  const environment::AcousticField& sound_;
  const RayWorld& rays_;
  environment::SeaMoment moment_;  // of the tick, for sensors that feel the water
  std::vector<NavigationSensor> sensors_;
  std::vector<Rate> rates_;
  std::vector<bool> feels_waves_;
  std::vector<Beams> beams_;
  std::vector<int> prepared_;  // the sensors that feel waves or have beams
  std::vector<size_t> memory_offset_;
  std::vector<std::vector<ThrusterTruth>> thrusters_;  // per sensor that wants them
  size_t memory_size_ = 0;
  size_t value_size_ = 0;
  uint64_t seed_;  // of the sensors' noise
};

}  // namespace hadal::sensors
