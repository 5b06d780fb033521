// Writes the frames of sonars, lidars and cameras into a log, or to those who watch.
//
//   /VEHICLE/SENSOR                marine_acoustic_msgs/ProjectedSonarImage  levels re 1 uPa: 0.01
//                                  dB as int16, or dB as float32 with record.sonar: float32
//   /VEHICLE/SENSOR/points         sensor_msgs/PointCloud2      in SENSOR, forward-left-up
//   /VEHICLE/SENSOR/image          sensor_msgs/Image            with record.images: raw
//   .../image/compressed           sensor_msgs/CompressedImage  with record.images: jpeg or png
//   /VEHICLE/SENSOR/camera_info    sensor_msgs/CameraInfo       with every picture
//   /VEHICLE/SENSOR/exposure       hadal_msgs/Scalars           time, ISO, gains of a picture
//   /VEHICLE/SENSOR/events         hadal_msgs/EventArray
//   /VEHICLE/SENSOR/PLANE          sensor_msgs/Image            labels, with record.frames: all
//   /VEHICLE/SENSOR/boxes_2d, _3d  vision_msgs/Detection2DArray, Detection3DArray, with all
//   .../instance/label_info        vision_msgs/LabelInfo        what numbers mean; semantic too
//   /tf_static                     tf2_msgs/TFMessage           every sensor's, sensor_frames.h
#pragma once
#include <optional>
#include <vector>

#include "outputs/messages/message_sink.h"
#include "world/frame.h"
#include "world/world.h"

namespace hadal::outputs {

// Whether a plane goes into the log; one that is drawn as a JPEG or PNG file.
bool is_recorded(const RecordConfig& config, const Plane& plane);
bool is_compressed_picture(const RecordConfig& config, const Plane& plane);

class FrameRecorder {
 public:
  // blanks: a frame of each of world.frame_sensors, for what planes it has.
  FrameRecorder(MessageSink& sink, const RecordConfig& config, const World& world,
                const std::vector<const Frame*>& blanks);

  // What never changes: where the sensors sit and what their labels mean.
  void record_mounts(const World& world, int64_t now_ns);
  void record(const World& world, int sensor, const Frame& frame, int64_t now_ns);

 private:
  enum class Form {
    kSonar,
    kSonarFloat,
    kPoints,
    kImage,
    kJpeg,
    kPng,
    kInfo,
    kExposure,
    kBoxes2d,
    kBoxes3d,
    kEvents
  };
  struct Topic {
    int sensor = 0;
    std::string plane;
    Form form = Form::kImage;
    uint16_t channel = 0;
  };
  struct LabelTopic {
    std::string plane, frame_id;
    uint16_t channel = 0;
  };
  template <Message M>
  void write(uint16_t channel, const M& message) {
    send(sink_, channel, now_ns_, message, scratch_);
  }
  template <Message M>
  void add(int sensor, const Plane& plane, Form form, const std::string& topic);
  void add_plane(const World& world, int sensor, const Plane& plane);
  void add_label(const std::string& path, const Plane& plane);
  void record_plane(const World& world, const Topic& topic, const Frame& frame,
                    const Header& header);

  void record_picture(const Topic& topic, const Plane& plane, const Header& header);

  MessageSink& sink_;
  RecordConfig config_;
  std::vector<Topic> topics_;  // grouped by sensor
  std::vector<LabelTopic> labels_;
  std::vector<bool> is_camera_;  // per sensor
  std::vector<Calibration> calibrations_;  // per sensor, for where their cameras stand
  std::optional<uint16_t> mounts_;  // none in a world without sensors
  CdrWriter scratch_;
  int64_t now_ns_ = 0;
};

// Frames with pictures, calibrations or events.
bool is_camera(const Frame& blank);

// The messages themselves; those of cameras are in camera_frame.h.
ProjectedSonarImage sonar_image(const Header& header, const Frame& frame,
                                uint32_t dtype = SonarImageData::kFloat32);
PointCloud2 point_cloud(const Header& header, const Plane& points);
Image plane_image(const Header& header, const Plane& plane);

}  // namespace hadal::outputs
