// The ROS 2 messages a log holds, as plain structs: builtin_interfaces, std_msgs, geometry_msgs,
// nav_msgs, tf2_msgs, rosgraph_msgs, rcl_interfaces (definitions of Jazzy). Units and frames are
// those of ROS: SI, radians, ENU and FLU; whoever fills them converts.
// fields() is the only list of a message's fields, in wire order: the encoder, the decoder, the
// .msg text and the type hash are all made from it (messages.h). M is the message or a const of it.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hadal::outputs {

struct Time {
  static constexpr std::string_view kType = "builtin_interfaces/msg/Time";
  int32_t sec = 0;
  uint32_t nanosec = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("sec", m.sec)("nanosec", m.nanosec);
  }
};

struct Header {
  static constexpr std::string_view kType = "std_msgs/msg/Header";
  Time stamp;
  std::string frame_id;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("stamp", m.stamp)("frame_id", m.frame_id);
  }
};

struct Float64 {
  static constexpr std::string_view kType = "std_msgs/msg/Float64";
  double data = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("data", m.data);
  }
};

struct String {
  static constexpr std::string_view kType = "std_msgs/msg/String";
  std::string data;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("data", m.data);
  }
};

struct MultiArrayDimension {
  static constexpr std::string_view kType = "std_msgs/msg/MultiArrayDimension";
  std::string label;
  uint32_t size = 0;
  uint32_t stride = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("label", m.label)("size", m.size)("stride", m.stride);
  }
};

struct MultiArrayLayout {
  static constexpr std::string_view kType = "std_msgs/msg/MultiArrayLayout";
  std::vector<MultiArrayDimension> dim;
  uint32_t data_offset = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("dim", m.dim)("data_offset", m.data_offset);
  }
};

struct Float64MultiArray {
  static constexpr std::string_view kType = "std_msgs/msg/Float64MultiArray";
  MultiArrayLayout layout;
  std::vector<double> data;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("layout", m.layout)("data", m.data);
  }
};

struct Vector3 {
  static constexpr std::string_view kType = "geometry_msgs/msg/Vector3";
  double x = 0, y = 0, z = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("x", m.x)("y", m.y)("z", m.z);
  }
};

struct Point {
  static constexpr std::string_view kType = "geometry_msgs/msg/Point";
  double x = 0, y = 0, z = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("x", m.x)("y", m.y)("z", m.z);
  }
};

struct Quaternion {
  static constexpr std::string_view kType = "geometry_msgs/msg/Quaternion";
  double x = 0, y = 0, z = 0, w = 1;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("x", m.x)("y", m.y)("z", m.z)("w", m.w);
  }
};

struct Pose {
  static constexpr std::string_view kType = "geometry_msgs/msg/Pose";
  Point position;
  Quaternion orientation;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("position", m.position)("orientation", m.orientation);
  }
};

struct PoseStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/PoseStamped";
  Header header;
  Pose pose;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("pose", m.pose);
  }
};

// Covariances are row-major, in the order x, y, z, roll, pitch, yaw.
struct PoseWithCovariance {
  static constexpr std::string_view kType = "geometry_msgs/msg/PoseWithCovariance";
  Pose pose;
  std::array<double, 36> covariance{};
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("pose", m.pose)("covariance", m.covariance);
  }
};

struct Twist {
  static constexpr std::string_view kType = "geometry_msgs/msg/Twist";
  Vector3 linear;
  Vector3 angular;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("linear", m.linear)("angular", m.angular);
  }
};

struct TwistStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/TwistStamped";
  Header header;
  Twist twist;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("twist", m.twist);
  }
};

struct TwistWithCovariance {
  static constexpr std::string_view kType = "geometry_msgs/msg/TwistWithCovariance";
  Twist twist;
  std::array<double, 36> covariance{};
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("twist", m.twist)("covariance", m.covariance);
  }
};

struct Wrench {
  static constexpr std::string_view kType = "geometry_msgs/msg/Wrench";
  Vector3 force;
  Vector3 torque;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("force", m.force)("torque", m.torque);
  }
};

struct WrenchStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/WrenchStamped";
  Header header;
  Wrench wrench;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("wrench", m.wrench);
  }
};

struct Transform {
  static constexpr std::string_view kType = "geometry_msgs/msg/Transform";
  Vector3 translation;
  Quaternion rotation;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("translation", m.translation)("rotation", m.rotation);
  }
};

struct TransformStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/TransformStamped";
  Header header;
  std::string child_frame_id;
  Transform transform;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("child_frame_id", m.child_frame_id)("transform", m.transform);
  }
};

// Pose in header.frame_id, twist in child_frame_id.
struct Odometry {
  static constexpr std::string_view kType = "nav_msgs/msg/Odometry";
  Header header;
  std::string child_frame_id;
  PoseWithCovariance pose;
  TwistWithCovariance twist;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("child_frame_id", m.child_frame_id)("pose", m.pose)("twist", m.twist);
  }
};

struct TFMessage {
  static constexpr std::string_view kType = "tf2_msgs/msg/TFMessage";
  std::vector<TransformStamped> transforms;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("transforms", m.transforms);
  }
};

struct Clock {
  static constexpr std::string_view kType = "rosgraph_msgs/msg/Clock";
  Time clock;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("clock", m.clock);
  }
};

struct Log {
  static constexpr std::string_view kType = "rcl_interfaces/msg/Log";
  static constexpr std::string_view kConstants =
      "uint8 DEBUG=10\nuint8 INFO=20\nuint8 WARN=30\nuint8 ERROR=40\nuint8 FATAL=50\n";
  Time stamp;
  uint8_t level = 20;
  std::string name;
  std::string msg;
  std::string file;
  std::string function;
  uint32_t line = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("stamp", m.stamp)("level", m.level)("name", m.name)("msg", m.msg);
    v("file", m.file)("function", m.function)("line", m.line);
  }
};

}  // namespace hadal::outputs
