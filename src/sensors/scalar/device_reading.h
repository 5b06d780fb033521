// The readings of the devices that speak through the water (world/network.h): their columns, the
// channels their noise acts on, and how columns follow from channels.
//
// USBL, one reading per answer. With range r, bearing b (about z of S, from x to y) and elevation e
// (positive down), the transponder is at
//   p_ST_S = r (cos e cos b, cos e sin b, sin e),   p_NT_N = p_NS_N + R_NS p_ST_S;
// R_NS is the true attitude turned by the error of the attitude sensor, p_NS_N the truth.
// LBL: one range per beacon and the fix of trilateration.h.
// Hydrophone: level, time, frequency and, with direction, the angles of each sound heard.
// Modem, transponder, pinger: counts, and of the last packet how it arrived.
#pragma once
#include <span>
#include <vector>

#include "sensors/noise/noise.h"
#include "world/network.h"

namespace hadal::sensors {

using extension::Column;

// What a device heard, as numbers in the order of its kind.
struct Heard {
  std::span<const double> channels;  // as they come to the device, before its own noise
  std::span<const double> truth;     // the same without the errors of the water: straight ways
  std::span<const double> facts;     // columns and constants without noise
  std::span<const double> true_facts = {};  // of the truth where the device errs; empty: the same
};

// Facts of each kind, in order.
enum ModemFact {
  kModemSent,
  kModemReceived,
  kModemLost,
  kModemRefused,
  kModemOutcome,
  kModemFrom,
  kModemBytes,
  kModemDelay,
  kModemLevel,
  kModemSnr,
  kModemDoppler,
  kModemFacts
};
enum UsblFact { kUsblTransponder, kUsblTwoWayTime, kUsblLevel, kUsblSnr, kUsblFacts };
enum HydrophoneFact { kHydrophoneSnr, kHydrophoneDuration, kHydrophoneSource, kHydrophoneFacts };
enum TransponderFact { kTransponderQuestions, kTransponderAnswers, kTransponderFacts };
enum PingerFact { kPingerPings, kPingerFacts };
// Channels of each kind, in order.
enum UsblChannel { kUsblRange, kUsblBearing, kUsblElevation, kUsblAttitude, kUsblChannels = 6 };
enum HydrophoneChannel {
  kHydrophoneLevel,
  kHydrophoneTime,
  kHydrophoneFrequency,
  kHydrophoneBearing,
  kHydrophoneElevation,
  kHydrophoneChannels
};
constexpr size_t kMostBeacons = 64;
constexpr size_t kMostDeviceChannels = kMostBeacons + 1;
// LBL: channels are one range per beacon, NaN for none, then the depth; facts are the places the
// device believes its beacons at, three numbers each.

std::vector<Column> device_columns(const DeviceModel& device);
std::vector<NoiseGroup> device_noise(const DeviceModel& device);

// Fills the columns of a reading from channels and facts; S is at X_NS. False when they make no
// reading (too few ranges for a fix).
bool fill_columns(const DeviceModel& device, const Pose& X_NS, std::span<const double> channels,
                  std::span<const double> facts, std::span<double> columns);

// Bearing and elevation of a direction in S.
double bearing_of(const Vec3& direction_S);
double elevation_of(const Vec3& direction_S);

}  // namespace hadal::sensors
