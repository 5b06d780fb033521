// Messages of cameras in ROS 2 as plain structs: sensor_msgs (definitions of Jazzy) and vision_msgs
// (4.1, Humble to Jazzy). See ros_messages.h for fields().
#pragma once
#include "outputs/messages/ros_messages.h"

namespace hadal::outputs {

struct RegionOfInterest {
  static constexpr std::string_view kType = "sensor_msgs/msg/RegionOfInterest";
  uint32_t x_offset = 0;
  uint32_t y_offset = 0;
  uint32_t height = 0;
  uint32_t width = 0;
  bool do_rectify = false;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("x_offset", m.x_offset)("y_offset", m.y_offset)("height", m.height)("width", m.width);
    v("do_rectify", m.do_rectify);
  }
};

// Matrices row after row; pixels, but metres in the last column of p over its focal length.
struct CameraInfo {
  static constexpr std::string_view kType = "sensor_msgs/msg/CameraInfo";
  Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::string distortion_model;
  std::vector<double> d;
  std::array<double, 9> k{};   // fx 0 cx, 0 fy cy, 0 0 1
  std::array<double, 9> r{};   // from the camera to the rectified camera
  std::array<double, 12> p{};  // of the rectified camera: fx' 0 cx' Tx, 0 fy' cy' Ty, 0 0 1 0
  uint32_t binning_x = 0;
  uint32_t binning_y = 0;
  RegionOfInterest roi;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("height", m.height)("width", m.width);
    v("distortion_model", m.distortion_model)("d", m.d)("k", m.k)("r", m.r)("p", m.p);
    v("binning_x", m.binning_x)("binning_y", m.binning_y)("roi", m.roi);
  }
};

struct CompressedImage {
  static constexpr std::string_view kType = "sensor_msgs/msg/CompressedImage";
  Header header;
  std::string format;         // jpeg or png
  std::vector<uint8_t> data;  // the file
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("format", m.format)("data", m.data);
  }
};

struct Point2D {
  static constexpr std::string_view kType = "vision_msgs/msg/Point2D";
  double x = 0, y = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("x", m.x)("y", m.y);
  }
};

struct Pose2D {
  static constexpr std::string_view kType = "vision_msgs/msg/Pose2D";
  Point2D position;
  double theta = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("position", m.position)("theta", m.theta);
  }
};

struct BoundingBox2D {
  static constexpr std::string_view kType = "vision_msgs/msg/BoundingBox2D";
  Pose2D center;  // pixels
  double size_x = 0, size_y = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("center", m.center)("size_x", m.size_x)("size_y", m.size_y);
  }
};

struct BoundingBox3D {
  static constexpr std::string_view kType = "vision_msgs/msg/BoundingBox3D";
  Pose center;
  Vector3 size;  // m, along the axes of center
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("center", m.center)("size", m.size);
  }
};

struct ObjectHypothesis {
  static constexpr std::string_view kType = "vision_msgs/msg/ObjectHypothesis";
  std::string class_id;
  double score = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("class_id", m.class_id)("score", m.score);
  }
};

struct ObjectHypothesisWithPose {
  static constexpr std::string_view kType = "vision_msgs/msg/ObjectHypothesisWithPose";
  ObjectHypothesis hypothesis;
  PoseWithCovariance pose;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("hypothesis", m.hypothesis)("pose", m.pose);
  }
};

struct Detection2D {
  static constexpr std::string_view kType = "vision_msgs/msg/Detection2D";
  Header header;
  std::vector<ObjectHypothesisWithPose> results;
  BoundingBox2D bbox;
  std::string id;  // number of the instance
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("results", m.results)("bbox", m.bbox)("id", m.id);
  }
};

struct Detection2DArray {
  static constexpr std::string_view kType = "vision_msgs/msg/Detection2DArray";
  Header header;
  std::vector<Detection2D> detections;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("detections", m.detections);
  }
};

struct Detection3D {
  static constexpr std::string_view kType = "vision_msgs/msg/Detection3D";
  Header header;
  std::vector<ObjectHypothesisWithPose> results;
  BoundingBox3D bbox;
  std::string id;  // number of the instance
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("results", m.results)("bbox", m.bbox)("id", m.id);
  }
};

struct Detection3DArray {
  static constexpr std::string_view kType = "vision_msgs/msg/Detection3DArray";
  Header header;
  std::vector<Detection3D> detections;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("detections", m.detections);
  }
};

struct VisionClass {
  static constexpr std::string_view kType = "vision_msgs/msg/VisionClass";
  uint16_t class_id = 0;
  std::string class_name;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("class_id", m.class_id)("class_name", m.class_name);
  }
};

// What the numbers in a label image stand for.
struct LabelInfo {
  static constexpr std::string_view kType = "vision_msgs/msg/LabelInfo";
  Header header;
  std::vector<VisionClass> class_map;
  float threshold = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("class_map", m.class_map)("threshold", m.threshold);
  }
};

}  // namespace hadal::outputs
