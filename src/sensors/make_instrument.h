// The instrument of a frame sensor of a world. Its file defines make_instrument<T>(), T the struct
// with its parameters in kinds/frames/.
#pragma once
#include <memory>

#include "environment/optics/world_water.h"
#include "sensors/frame_sensor.h"
#include "world/world.h"

namespace hadal::sensors {

struct InstrumentSetup {
  const MountedFrameSensor& mounted;
  const World& world;

  // Its parameters: T or a base of T.
  template <class T>
  const T& model() const {
    return *static_cast<const T*>(mounted.config.data());
  }
  // From a frame to the next: frames fall on ticks.
  double longest_period_s() const {
    return world.clock.time_s(world.clock.tick_at(1 / mounted.rate_hz));
  }
  double water_index() const { return environment::optics::index_of(world.water); }
  // What makes one camera differ from another of its kind, whatever the run.
  RandomStream pixels() const {
    return RandomStream(world.seed, "vehicles/" + mounted.path, "pixels");
  }
};

using Instrument = std::unique_ptr<const FrameSensor>;

template <class T>
Instrument make_instrument(const InstrumentSetup& setup);

// By the kind of the sensor.
Instrument make_frame_sensor(const InstrumentSetup& setup);

}  // namespace hadal::sensors
