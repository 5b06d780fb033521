// Devices that speak through the water. Plain SI data.
//
// A device is a sensor (Sensor of world/world.h) whose readings come when something is heard, not at a
// rate. It sits in the frame S of its sensor; beams look along the x axis of S. Levels are
// dB re 1 uPa, those of sources at 1 m; times are seconds since the start of the run.
#pragma once
#include <numbers>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hadal/extension/sensor.h"
#include "kinds/events/event.h"
#include "math/types.h"

namespace hadal::inline world {

using extension::NoiseModel;

// Transmitter and receiver of an acoustic device.
struct Transducer {
  double source_level_db = 185;
  double frequency_hz = 25e3;  // centre of what it sends
  double bandwidth_hz = 5e3;
  double listen_frequency_hz = 25e3;  // centre of what it hears
  double listen_bandwidth_hz = 5e3;
  double beam_width_rad = 2 * std::numbers::pi;  // -3 dB, sending and hearing; 2 pi: all around
  double array_gain_db = 0;                      // against ambient noise
  std::optional<double> self_noise_db;           // spectrum level of its own vehicle, per Hz
  double detection_db = 6;                       // signal to noise ratio it needs
};

enum class Modulation { kGiven, kFsk, kBpsk, kDpsk, kFskFading, kBpskFading };

// Packets, sound or light.
struct PacketModel {
  double bit_rate = 480;
  int max_bytes = 256;      // payload
  int overhead_bits = 0;    // address, number, checksum
  double preamble_s = 0;    // before the first bit
  double turnaround_s = 0;  // from the end of a reception to the next transmission
  bool half_duplex = true;
  double loss = 0;  // share of packets lost for reasons not modelled
};

struct AcousticModemModel {
  Transducer transducer;
  PacketModel packet;
  Modulation modulation = Modulation::kFsk;
  double bit_error_rate = 0;  // with Modulation::kGiven
  double coding_gain_db = 0;
  double capture_db = 6;  // a packet survives another that is this much weaker
  double doppler_tolerance_m_s = 10;
  bool multipath = false;
  int max_bounces = 2;
  double guard_s = 0;  // echoes within it help, later ones disturb
};

struct OpticalModemModel {
  PacketModel packet;
  double snr_1m_db = 80;            // electrical, on the axis of both at 1 m
  double attenuation_per_m = 0.15;  // of the beam in this water,
  bool by_water = false;            // unless it is that of the world's optics,
  double wavelength_nm = 470;       // at this wavelength
  double half_angle_rad = 0.5;      // of the lamp, at half power
  double field_of_view_rad = 1;     // of the receiver, half angle
  double max_range_m = 100;
  double detection_db = 10;
};

struct UsblModel {
  Transducer transducer;
  double ping_s = 0.01;
  bool individual = false;  // asks one after the other; else all at once
  std::vector<std::string> transponder_names;
  std::vector<int> transponders;          // devices, in the order of the readings' numbers
  std::optional<double> sound_speed_m_s;  // it assumes; unset: it knows the profile
  NoiseModel range, bearing, elevation;   // m, rad, rad
  NoiseModel attitude;                    // rad, of the attitude it turns positions with
};

struct TransponderModel {
  Transducer transducer;
  double ping_s = 0.01;
  double turnaround_s = 0.03;  // from the start of the question to the start of the answer
};

struct LblModel {
  Transducer transducer;
  double ping_s = 0.01;
  double window_s = 5;  // listens this long for answers
  std::vector<std::string> beacon_names;
  std::vector<int> beacons;               // devices
  std::optional<double> sound_speed_m_s;  // as of the USBL
  double survey_std_m = 0;                // per axis, of the places it believes its beacons at
  bool depth_aided = false;
  NoiseModel range;  // m
  NoiseModel depth;  // m, of the aiding depth
};

struct PingerModel {
  Transducer transducer;
  double ping_s = 0.01;
};

struct HydrophoneModel {
  Transducer transducer;
  bool direction = false;         // also tells where a sound comes from
  NoiseModel level, time, angle;  // dB, s, rad
};

struct DeviceModel {
  int number = -1;     // among World::network.devices
  double rate_hz = 0;  // of pings and questions; 0: speaks only when asked
  std::variant<AcousticModemModel, OpticalModemModel, UsblModel, TransponderModel, LblModel,
               PingerModel, HydrophoneModel>
      kind;
};

// Of both kinds of modem; none of other devices.
inline const PacketModel* packets_of(const DeviceModel& device) {
  if (const auto* m = std::get_if<AcousticModemModel>(&device.kind)) return &m->packet;
  if (const auto* m = std::get_if<OpticalModemModel>(&device.kind)) return &m->packet;
  return nullptr;
}

struct NetworkParameters {
  std::vector<int> devices;  // indices into World::sensors
  std::vector<ScheduledMessage> messages;
  int payload_words = 0;  // of the longest packet, eight bytes each
};

}  // namespace hadal::world
