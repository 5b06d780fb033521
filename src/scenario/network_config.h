// What a scenario says of devices that speak through the water: modems, USBL, LBL, transponders,
// pingers and hydrophones. They are mounted like sensors, on vehicles and on objects. Models:
// world/network.h and sensors/network/.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

// Levels are dB re 1 uPa at 1 m.
struct TransducerConfig : SensorConfig {
  double source_level_db = 185;
  double frequency_hz = 25000;
  double bandwidth_hz = 5000;
  std::optional<double> listen_frequency_hz;
  std::optional<double> listen_bandwidth_hz;
  double beam_width_deg = 360;
  double array_gain_db = 0;
  std::optional<double> self_noise_db;
  double detection_db = 6;
};

// Of both kinds of modem.
struct PacketConfig {
  double bit_rate = 480;
  int64_t max_bytes = 256;
  int64_t overhead_bits = 0;
  double preamble_s = 0;
  double turnaround_s = 0;
  bool half_duplex = true;
  double packet_loss = 0;
};

struct AcousticModemConfig : TransducerConfig, PacketConfig {
  std::string modulation = "fsk";
  std::optional<double> bit_error_rate;
  double coding_gain_db = 0;
  double capture_db = 6;
  double doppler_tolerance_m_s = 10;
  bool multipath = false;
  int64_t max_bounces = 2;
  double guard_s = 0;
  static const StructSchema& schema();
};

struct OpticalModemConfig : SensorConfig, PacketConfig {
  OpticalModemConfig() { bit_rate = 1e6, max_bytes = 1024; }
  double snr_1m_db = 80;
  std::optional<double> attenuation_per_m;
  double wavelength_nm = 470;
  double half_angle_deg = 30;
  double field_of_view_deg = 60;
  double max_range_m = 100;
  double detection_db = 10;
  static const StructSchema& schema();
};

struct UsblConfig : TransducerConfig {
  UsblConfig() { rate_hz = 1; }
  double ping_s = 0.01;
  std::string interrogation = "common";
  std::vector<std::string> transponders;
  std::optional<double> sound_speed_m_s;
  NoiseModel range, bearing, elevation, attitude_error;
  static const StructSchema& schema();
};

struct TransponderConfig : TransducerConfig {
  double ping_s = 0.01;
  double turnaround_s = 0.03;
  static const StructSchema& schema();
};

struct LblConfig : TransducerConfig {
  LblConfig() { rate_hz = 0.2; }
  double ping_s = 0.01;
  double window_s = 5;
  std::vector<std::string> beacons;
  std::optional<double> sound_speed_m_s;
  double survey_std_m = 0;
  bool depth_aided = false;
  NoiseModel range, depth;
  static const StructSchema& schema();
};

struct PingerConfig : TransducerConfig {
  PingerConfig() { rate_hz = 1; }
  double ping_s = 0.01;
  static const StructSchema& schema();
};

struct HydrophoneConfig : TransducerConfig {
  bool direction = false;
  NoiseModel level, time, angle;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& network_kinds();

}  // namespace hadal::scenario
