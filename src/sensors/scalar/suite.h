// All sensors of a world that give readings: samples those due at a tick and delivers the readings
// that arrive at it. Devices of the network are listed here too, and report what they received.
// Sonars, lidars and cameras are in sensors/frames/frame_suite.h.
#pragma once
#include <vector>

#include "base/arena.h"
#include "environment/acoustic/acoustic_field.h"
#include "environment/queries/sea_queries.h"
#include "sensors/rays/ray_world.h"
#include "sensors/scalar/scalar_sensor.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::sensors {

// Sets Sensor::value_offset of all sensors; part of the load.
void lay_out_values(World& world);

class Suite {
 public:
  Suite(const World& world, const environment::Sea& sea, const environment::AcousticField& sound,
        const RayWorld& rays);

  void start(State& state);
  // After the run seed of the state has changed.
  void reseed(const State& state);
  // Measures every sensor due at state.tick and delivers readings that arrive. Sensors are
  // independent and write to their own places, so any number of threads gives the same bits; those
  // that listen to others follow one after the other.
  void measure_due(const World& world, State& state, ThreadArena& arena);

  // Reading `number` of a device of the network, which tells what it received: noise, latency and
  // delivery as of any sensor.
  void report(const World& world, State& state, int index, int64_t number,
              const DeviceReception& reception);

  // A vehicle was put elsewhere: kinds that remember its motion forget it.
  void realign(const World& world, int vehicle, State& state) const;

  const ScalarSensor& sensor(int index) const { return sensors_[index]; }
  // As the sensors ask for it; of the last moment that was measured.
  const extension::Sea& sea() const { return sea_; }
  int count() const { return static_cast<int>(sensors_.size()); }
  // The last reading delivered, with its ground-truth twin.
  std::span<const double> values(const World& world, const State& state, int index) const;
  std::span<const double> truth(const World& world, const State& state, int index) const;

 private:
  class Instant;
  // Time of the moment and views of the bodies, for the sensors that are due.
  void prepare(const World& world, const State& state);
  void measure(const World& world, State& state, int index);
  void deliver(const World& world, State& state, int index);
  std::span<double> memory(State& state, int index) const;

  // What the rays of a sensor need beside the sea.
  struct Beams {
    double reach_m = 0;        // 0: it has none
    uint32_t seen = 0;         // raytrace::Seen bits
    bool sees_bodies = false;  // there are bodies of others that it may meet
    std::shared_ptr<const raytrace::View> bodies;
  };

  environment::SeaQueries sea_;
  const RayWorld& rays_;
  extension::Vector3 earth_rate_N_{};
  std::vector<ScalarSensor> sensors_;
  std::vector<int> alone_, listening_;  // the sensors: the second read others, and measure last
  std::vector<Rate> rates_;
  std::vector<Beams> beams_;
  std::vector<int> beamed_;  // the sensors that may meet bodies
  std::vector<double> part_angle_rad_;  // scratch
  std::vector<size_t> memory_offset_;
  size_t memory_size_ = 0;
  size_t value_size_ = 0;
  uint64_t seed_;  // of the sensors' noise
};

}  // namespace hadal::sensors
