// sensor_msgs of ROS 2 (definitions of Jazzy) as plain structs; see ros_messages.h for fields().
#pragma once
#include "outputs/messages/ros_messages.h"

namespace hadal::outputs {

// A covariance whose first element is -1 means: this quantity is not measured.
struct Imu {
  static constexpr std::string_view kType = "sensor_msgs/msg/Imu";
  Header header;
  Quaternion orientation;
  std::array<double, 9> orientation_covariance{};
  Vector3 angular_velocity;
  std::array<double, 9> angular_velocity_covariance{};
  Vector3 linear_acceleration;
  std::array<double, 9> linear_acceleration_covariance{};
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header);
    v("orientation", m.orientation)("orientation_covariance", m.orientation_covariance);
    v("angular_velocity", m.angular_velocity);
    v("angular_velocity_covariance", m.angular_velocity_covariance);
    v("linear_acceleration", m.linear_acceleration);
    v("linear_acceleration_covariance", m.linear_acceleration_covariance);
  }
};

struct FluidPressure {
  static constexpr std::string_view kType = "sensor_msgs/msg/FluidPressure";
  Header header;
  double fluid_pressure = 0;  // Pa
  double variance = 0;        // Pa^2
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("fluid_pressure", m.fluid_pressure)("variance", m.variance);
  }
};

struct Temperature {
  static constexpr std::string_view kType = "sensor_msgs/msg/Temperature";
  Header header;
  double temperature = 0;  // degree Celsius
  double variance = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("temperature", m.temperature)("variance", m.variance);
  }
};

struct NavSatStatus {
  static constexpr std::string_view kType = "sensor_msgs/msg/NavSatStatus";
  static constexpr std::string_view kConstants =
      "int8 STATUS_UNKNOWN=-2\nint8 STATUS_NO_FIX=-1\nint8 STATUS_FIX=0\nint8 STATUS_SBAS_FIX=1\n"
      "int8 STATUS_GBAS_FIX=2\nuint16 SERVICE_UNKNOWN=0\nuint16 SERVICE_GPS=1\n"
      "uint16 SERVICE_GLONASS=2\nuint16 SERVICE_COMPASS=4\nuint16 SERVICE_GALILEO=8\n";
  int8_t status = 0;
  uint16_t service = 1;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("status", m.status)("service", m.service);
  }
};

struct NavSatFix {
  static constexpr std::string_view kType = "sensor_msgs/msg/NavSatFix";
  static constexpr std::string_view kConstants =
      "uint8 COVARIANCE_TYPE_UNKNOWN=0\nuint8 COVARIANCE_TYPE_APPROXIMATED=1\n"
      "uint8 COVARIANCE_TYPE_DIAGONAL_KNOWN=2\nuint8 COVARIANCE_TYPE_KNOWN=3\n";
  Header header;
  NavSatStatus status;
  double latitude = 0;   // deg
  double longitude = 0;  // deg
  double altitude = 0;   // m above the WGS84 ellipsoid
  std::array<double, 9> position_covariance{};
  uint8_t position_covariance_type = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("status", m.status);
    v("latitude", m.latitude)("longitude", m.longitude)("altitude", m.altitude);
    v("position_covariance", m.position_covariance);
    v("position_covariance_type", m.position_covariance_type);
  }
};

struct MagneticField {
  static constexpr std::string_view kType = "sensor_msgs/msg/MagneticField";
  Header header;
  Vector3 magnetic_field;  // T
  std::array<double, 9> magnetic_field_covariance{};
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("magnetic_field", m.magnetic_field);
    v("magnetic_field_covariance", m.magnetic_field_covariance);
  }
};

struct JointState {
  static constexpr std::string_view kType = "sensor_msgs/msg/JointState";
  Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("name", m.name);
    v("position", m.position)("velocity", m.velocity)("effort", m.effort);
  }
};

struct BatteryState {
  static constexpr std::string_view kType = "sensor_msgs/msg/BatteryState";
  Header header;
  float voltage = 0;          // V
  float temperature = 0;      // degree Celsius; NaN if unmeasured, as below
  float current = 0;          // A, negative when discharging
  float charge = 0;           // Ah
  float capacity = 0;         // Ah
  float design_capacity = 0;  // Ah
  float percentage = 0;       // 0..1
  uint8_t power_supply_status = 0;
  uint8_t power_supply_health = 0;
  uint8_t power_supply_technology = 0;
  bool present = false;
  std::vector<float> cell_voltage;
  std::vector<float> cell_temperature;
  std::string location;
  std::string serial_number;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("voltage", m.voltage)("temperature", m.temperature);
    v("current", m.current)("charge", m.charge)("capacity", m.capacity);
    v("design_capacity", m.design_capacity)("percentage", m.percentage);
    v("power_supply_status", m.power_supply_status)("power_supply_health", m.power_supply_health);
    v("power_supply_technology", m.power_supply_technology)("present", m.present);
    v("cell_voltage", m.cell_voltage)("cell_temperature", m.cell_temperature);
    v("location", m.location)("serial_number", m.serial_number);
  }
};

// The field `variance` exists since Iron; Humble and older cannot decode this message.
struct Range {
  static constexpr std::string_view kType = "sensor_msgs/msg/Range";
  static constexpr std::string_view kConstants = "uint8 ULTRASOUND=0\nuint8 INFRARED=1\n";
  Header header;
  uint8_t radiation_type = 0;
  float field_of_view = 0;  // rad
  float min_range = 0;      // m
  float max_range = 0;      // m
  float range = 0;          // m
  float variance = 0;       // m^2
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("radiation_type", m.radiation_type)("field_of_view", m.field_of_view);
    v("min_range", m.min_range)("max_range", m.max_range)("range", m.range)("variance", m.variance);
  }
};

struct LaserScan {
  static constexpr std::string_view kType = "sensor_msgs/msg/LaserScan";
  Header header;
  float angle_min = 0;        // rad
  float angle_max = 0;        // rad
  float angle_increment = 0;  // rad
  float time_increment = 0;   // s
  float scan_time = 0;        // s
  float range_min = 0;        // m
  float range_max = 0;        // m
  std::vector<float> ranges;  // m
  std::vector<float> intensities;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("angle_min", m.angle_min)("angle_max", m.angle_max);
    v("angle_increment", m.angle_increment)("time_increment", m.time_increment);
    v("scan_time", m.scan_time)("range_min", m.range_min)("range_max", m.range_max);
    v("ranges", m.ranges)("intensities", m.intensities);
  }
};

struct Image {
  static constexpr std::string_view kType = "sensor_msgs/msg/Image";
  Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::string encoding;  // rgb8 mono8 16UC1 32FC1 ...
  uint8_t is_bigendian = 0;
  uint32_t step = 0;  // bytes per row
  std::vector<uint8_t> data;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("height", m.height)("width", m.width)("encoding", m.encoding);
    v("is_bigendian", m.is_bigendian)("step", m.step)("data", m.data);
  }
};

struct PointField {
  static constexpr std::string_view kType = "sensor_msgs/msg/PointField";
  static constexpr std::string_view kConstants =
      "uint8 INT8=1\nuint8 UINT8=2\nuint8 INT16=3\nuint8 UINT16=4\n"
      "uint8 INT32=5\nuint8 UINT32=6\nuint8 FLOAT32=7\nuint8 FLOAT64=8\n";
  std::string name;
  uint32_t offset = 0;
  uint8_t datatype = 0;
  uint32_t count = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("name", m.name)("offset", m.offset)("datatype", m.datatype)("count", m.count);
  }
};

struct PointCloud2 {
  static constexpr std::string_view kType = "sensor_msgs/msg/PointCloud2";
  Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::vector<PointField> point_fields;  // "fields" on the wire
  bool is_bigendian = false;
  uint32_t point_step = 0;
  uint32_t row_step = 0;
  std::vector<uint8_t> data;
  bool is_dense = false;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("height", m.height)("width", m.width)("fields", m.point_fields);
    v("is_bigendian", m.is_bigendian)("point_step", m.point_step)("row_step", m.row_step);
    v("data", m.data)("is_dense", m.is_dense);
  }
};

}  // namespace hadal::outputs
