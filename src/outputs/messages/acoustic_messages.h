// marine_acoustic_msgs of ROS 2 as plain structs; see ros_messages.h for fields().
#pragma once
#include "outputs/messages/ros_messages.h"

namespace hadal::outputs {

struct PingInfo {
  static constexpr std::string_view kType = "marine_acoustic_msgs/msg/PingInfo";
  float frequency = 0;               // Hz
  float sound_speed = 0;             // m/s
  std::vector<float> tx_beamwidths;  // rad
  std::vector<float> rx_beamwidths;  // rad
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("frequency", m.frequency)("sound_speed", m.sound_speed);
    v("tx_beamwidths", m.tx_beamwidths)("rx_beamwidths", m.rx_beamwidths);
  }
};

struct SonarImageData {
  static constexpr std::string_view kType = "marine_acoustic_msgs/msg/SonarImageData";
  static constexpr std::string_view kConstants =
      "uint32 DTYPE_UINT8=0\nuint32 DTYPE_INT8=1\nuint32 DTYPE_UINT16=2\nuint32 DTYPE_INT16=3\n"
      "uint32 DTYPE_UINT32=4\nuint32 DTYPE_INT32=5\nuint32 DTYPE_UINT64=6\nuint32 "
      "DTYPE_INT64=7\n"
      "uint32 DTYPE_FLOAT32=8\nuint32 DTYPE_FLOAT64=9\n";
  static constexpr uint32_t kInt16 = 3;  // of ours: hundredths of a dB, the lowest for nothing
  static constexpr uint32_t kFloat32 = 8;
  bool is_bigendian = false;
  uint32_t dtype = 0;
  uint32_t beam_count = 0;
  std::vector<uint8_t> data;  // range after range, the beams of one range together
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("is_bigendian", m.is_bigendian)("dtype", m.dtype)("beam_count", m.beam_count)("data", m.data);
  }
};

// Beams lie in the y-z plane of their frame: z ahead, x up, y to starboard.
struct ProjectedSonarImage {
  static constexpr std::string_view kType = "marine_acoustic_msgs/msg/ProjectedSonarImage";
  Header header;
  PingInfo ping_info;
  std::vector<Vector3> beam_directions;
  std::vector<float> ranges;  // m
  SonarImageData image;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("ping_info", m.ping_info)("beam_directions", m.beam_directions);
    v("ranges", m.ranges)("image", m.image);
  }
};

// z points along the instrument, x ahead: velocities and beams are in these axes. Of a beam without
// a measurement the numbers are NaN.
struct Dvl {
  static constexpr std::string_view kType = "marine_acoustic_msgs/msg/Dvl";
  static constexpr std::string_view kConstants =
      "uint8 DVL_MODE_BOTTOM=1\nuint8 DVL_MODE_WATER=2\nuint8 DVL_TYPE_PISTON=0\n"
      "uint8 DVL_TYPE_PHASED_ARRAY=1\n";
  Header header;
  uint8_t velocity_mode = 0;
  uint8_t dvl_type = 0;
  Vector3 velocity;                        // m/s
  std::array<double, 9> velocity_covar{};  // row after row
  double altitude = 0;                     // m
  double course_gnd = 0;                   // rad, of the velocity about z, from x
  double speed_gnd = 0;                    // m/s, across z
  uint8_t num_good_beams = 0;
  float sound_speed = 0;  // m/s
  bool beam_ranges_valid = false;
  bool beam_velocities_valid = false;
  std::array<Vector3, 4> beam_unit_vec;
  std::array<double, 4> range{};  // m, along the beams
  std::array<float, 4> range_covar{};
  std::array<float, 4> beam_quality{};
  std::array<float, 4> beam_velocity{};  // m/s
  std::array<float, 4> beam_velocity_covar{};
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("velocity_mode", m.velocity_mode)("dvl_type", m.dvl_type);
    v("velocity", m.velocity)("velocity_covar", m.velocity_covar)("altitude", m.altitude);
    v("course_gnd", m.course_gnd)("speed_gnd", m.speed_gnd)("num_good_beams", m.num_good_beams);
    v("sound_speed", m.sound_speed)("beam_ranges_valid", m.beam_ranges_valid);
    v("beam_velocities_valid", m.beam_velocities_valid)("beam_unit_vec", m.beam_unit_vec);
    v("range", m.range)("range_covar", m.range_covar)("beam_quality", m.beam_quality);
    v("beam_velocity", m.beam_velocity)("beam_velocity_covar", m.beam_velocity_covar);
  }
};

}  // namespace hadal::outputs
