// Writes the frames of sonars and lidars into a log.
//
//   /VEHICLE/SENSOR         marine_acoustic_msgs/ProjectedSonarImage  levels in dB re 1 uPa
//   /VEHICLE/SENSOR/points  sensor_msgs/PointCloud2                   in SENSOR, forward-left-up
//   /VEHICLE/SENSOR/PLANE   sensor_msgs/Image                         labels, with record.frames:
//   all /tf_static              tf2_msgs/TFMessage   link -> SENSOR -> SENSOR/beams (z ahead, x up)
#pragma once
#include <vector>

#include "outputs/log_topic.h"
#include "world/frame.h"
#include "world/world.h"

namespace hadal::outputs {

class FrameRecorder {
 public:
  // blanks: a frame of each of world.frame_sensors, for what planes it has.
  FrameRecorder(McapWriter& log, const World& world, const std::vector<const Frame*>& blanks);

  void record_mounts(const World& world, int64_t now_ns);
  void record(const World& world, int sensor, const Frame& frame, int64_t now_ns);

 private:
  struct Topic {
    int sensor = 0;
    std::string plane;
    uint16_t channel = 0;
  };
  template <Message M>
  void write(uint16_t channel, const M& message) {
    log_message(log_, channel, now_ns_, message, scratch_);
  }

  McapWriter& log_;
  std::vector<Topic> topics_;  // grouped by sensor
  uint16_t mounts_ = 0;
  CdrWriter scratch_;
  int64_t now_ns_ = 0;
};

// The messages themselves.
ProjectedSonarImage sonar_image(const Header& header, const Frame& frame);
PointCloud2 point_cloud(const Header& header, const Plane& points);
Image plane_image(const Header& header, const Plane& plane);

}  // namespace hadal::outputs
