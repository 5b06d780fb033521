// The instrument that a world's frame sensor is, by the kind of its model.
#pragma once
#include <memory>

#include "sensors/frame_sensor.h"
#include "world/world.h"

namespace hadal::sensors {

std::unique_ptr<const FrameSensor> make_frame_sensor(const MountedFrameSensor& mounted,
                                               const World& world);

}  // namespace hadal::sensors
