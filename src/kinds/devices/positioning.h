// Devices that find places by sound: USBL, LBL, the transponders that answer them, pingers and
// hydrophones.
//
// USBL, one reading per answer. With range r, bearing b (about z of S, from x to y) and elevation e
// (positive down), the transponder is at
//   p_ST_S = r (cos e cos b, cos e sin b, sin e),   p_NT_N = p_NS_N + R_NS p_ST_S;
// R_NS is the true attitude turned by the error of the attitude sensor, p_NS_N the truth.
// LBL: one range per beacon and the fix of trilateration.h.
// Hydrophone: level, time, frequency and, with direction, the angles of each sound heard.
// Transponder, pinger: counts.
#pragma once
#include "kinds/devices/device.h"

namespace hadal::inline kinds {

// Facts and channels of each kind, in order.
enum UsblFact { kUsblTransponder, kUsblTwoWayTime, kUsblLevel, kUsblSnr, kUsblFacts };
enum UsblChannel { kUsblRange, kUsblBearing, kUsblElevation, kUsblAttitude, kUsblChannels = 6 };
enum HydrophoneFact { kHydrophoneSnr, kHydrophoneDuration, kHydrophoneSource, kHydrophoneFacts };
enum HydrophoneChannel {
  kHydrophoneLevel,
  kHydrophoneTime,
  kHydrophoneFrequency,
  kHydrophoneBearing,
  kHydrophoneElevation,
  kHydrophoneChannels
};
enum TransponderFact { kTransponderQuestions, kTransponderAnswers, kTransponderFacts };
enum PingerFact { kPingerPings, kPingerFacts };
// LBL: channels are one range per beacon, NaN for none, then the depth; facts are the places the
// device believes its beacons at, three numbers each.
constexpr size_t kMaxBeacons = 64;
constexpr size_t kMaxDeviceChannels = kMaxBeacons + 1;

enum class Interrogation { kCommon, kIndividual };  // all at once, or one after the other

struct UsblModel : Transducer {
  static constexpr bool kAsks = true;
  UsblModel() { rate_hz = 1; }
  double ping_s = 0.01;
  Interrogation interrogation = Interrogation::kCommon;
  std::vector<std::string> transponders;
  std::vector<int> asked;                 // their devices, in the order of the readings' numbers
  std::optional<double> sound_speed_m_s;  // it assumes; unset: it knows the profile
  NoiseModel range, bearing, elevation;   // m, rad, rad
  NoiseModel attitude_error;              // rad, of the attitude it turns positions with

  static const StructSchema& schema();
  std::vector<Column> columns() const;
  std::vector<NoiseGroup> noise_groups() const;
  bool fill_columns(const ReceivedNumbers& received, std::span<double> columns) const;
};

struct TransponderModel : Transducer {
  double ping_s = 0.01;
  double turnaround_s = 0.03;  // from the start of the question to the start of the answer

  static const StructSchema& schema();
  std::vector<Column> columns() const { return {{"questions", "1"}, {"answers", "1"}}; }
};

struct LblModel : Transducer {
  static constexpr bool kAsks = true;
  LblModel() { rate_hz = 0.2; }
  double ping_s = 0.01;
  double window_s = 5;  // listens this long for answers
  std::vector<std::string> beacons;
  std::vector<int> asked;                 // their devices
  std::optional<double> sound_speed_m_s;  // as of the USBL
  double survey_std_m = 0;                // per axis, of the places it believes its beacons at
  bool depth_aided = false;
  NoiseModel range;  // m
  NoiseModel depth;  // m, of the aiding depth

  static const StructSchema& schema();
  std::vector<Column> columns() const;
  std::vector<NoiseGroup> noise_groups() const;
  bool fill_columns(const ReceivedNumbers& received, std::span<double> columns) const;
};

struct PingerModel : Transducer {
  static constexpr bool kAsks = true;
  PingerModel() { rate_hz = 1; }
  double ping_s = 0.01;

  static const StructSchema& schema();
  std::vector<Column> columns() const { return {{"pings", "1"}}; }
};

struct HydrophoneModel : Transducer {
  bool direction = false;         // also tells where a sound comes from
  NoiseModel level, time, angle;  // dB, s, rad

  static const StructSchema& schema();
  std::vector<Column> columns() const;
  std::vector<NoiseGroup> noise_groups() const;
  bool fill_columns(const ReceivedNumbers& received, std::span<double> columns) const;
};

}  // namespace hadal::kinds
