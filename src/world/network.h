// The devices of a world that speak through the water (kinds/devices/device.h), and what they are
// told to say. A device is a sensor (Sensor of world/world.h) whose readings come when something is
// received. Times are seconds since the start of the run.
#pragma once
#include <vector>

#include "kinds/devices/device.h"
#include "kinds/events/event.h"

namespace hadal::inline world {

struct DeviceModel {
  int number = -1;     // among World::network.devices
  double rate_hz = 0;  // of pings and questions; 0: speaks only when asked
  const DeviceKind* kind = nullptr;
  AnyConfig config;  // of its own, with the devices it asks

  template <class T>
  const T* as() const {
    return config.as<T>();
  }
};

// None of a device that speaks with light.
inline const Transducer* transducer_of(const DeviceModel& device) {
  return device.kind->transducer ? device.kind->transducer(device.config.data()) : nullptr;
}
// Of both kinds of modem; none of other devices.
inline const PacketModel* packets_of(const DeviceModel& device) {
  return device.kind->packets ? device.kind->packets(device.config.data()) : nullptr;
}

struct NetworkParameters {
  std::vector<int> devices;  // indices into World::sensors
  std::vector<ScheduledMessage> messages;
  int payload_words = 0;  // of the longest packet, eight bytes each
};

}  // namespace hadal::world
