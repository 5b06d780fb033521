// What of the world an instrument covers, for drawing: pyramids of cameras, fans of sonars and
// lidars, beams of Doppler logs. As JSON objects of scene.json, in the frame S of the sensor:
//   camera  as its calibration says, along x of S
//   fan     directions (cos b, sin b, 0) of bearings b between two bounds, `elevation_rad` wide
//           across, turned by `attitude` where the fan does not lie in the x-y plane of S
//   beams   unit vectors
#pragma once
#include <string>

#include "world/frame.h"
#include "world/world.h"

namespace hadal::outputs {

// JSON texts of lists of views; "[]" for instruments without any.
std::string sensor_views(const Sensor& sensor);
// blank: a frame of the sensor, for the calibration of cameras.
std::string frame_views(const MountedFrameSensor& sensor, const Frame& blank);

}  // namespace hadal::outputs
