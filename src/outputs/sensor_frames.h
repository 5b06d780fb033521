// Where sensors sit: the transforms of /tf_static, link -> SENSOR for every sensor of a world. The
// axes of a frame are those in which the sensor's message gives its numbers:
//
//   forward-left-up     imu, magnetometer, ins, odometry, pressure, gps, battery, modems; frames of
//                       sonars, lidars and cameras, with SENSOR/beams (z ahead, x up) or
//                       SENSOR/optical (z ahead, x right) beside
//   forward-right-down  dvl, adcp, and hadal_msgs/Scalars, whose columns are in the axes S of the
//                       sensor as it is mounted
//   x along the beam    altimeter, as sensor_msgs/Range wants it; z towards the sensor's own x
#pragma once
#include <vector>

#include "outputs/messages/messages.h"
#include "world/world.h"

namespace hadal::outputs {

// is_camera: of each of world.frame_sensors.
TFMessage sensor_frames(const World& world, const std::vector<bool>& is_camera, const Time& stamp);

// Behind a port: SENSOR/optical/calibrated, where the camera of its calibration stands.
TransformStamped calibrated_frame(const std::string& sensor, const Calibration& calibration,
                                  const Time& stamp);

}  // namespace hadal::outputs
