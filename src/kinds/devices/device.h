// A kind of device that speaks through the water: modems, USBL, LBL, transponders, pingers and
// hydrophones. It is mounted like a sensor, on vehicles and on objects, and gives a reading when
// something is heard, not at a rate. It sits in the frame S of its sensor; beams look along the x
// axis of S. Levels are dB re 1 uPa, those of sources at 1 m.
//
// It is a struct with its parameters and what its readings are made of,
//
//   struct PingerModel : Transducer {
//     double ping_s = 0.01;
//     static const StructSchema& schema();
//     std::vector<Column> columns() const;
//   };
//
// and one line in the list of kinds (list.cpp). What devices do with each other's signals is in
// sensors/network. Optional members: noise_groups() and fill_columns() where the columns are not
// the facts themselves, kAsks for one that sends at its rate without being asked.
#pragma once
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "hadal/extension/sensor.h"
#include "kinds/kind_list.h"
#include "math/types.h"
#include "math/units.h"

namespace hadal::inline kinds {

using extension::Column;
using extension::NoiseGroup;
using extension::NoiseModel;

// Transmitter and receiver of an acoustic device.
struct Transducer : extension::SensorConfig {
  double source_level_db = 185;
  double frequency_hz = 25e3;  // centre of what it sends
  double bandwidth_hz = 5e3;
  std::optional<double> listen_frequency_hz, listen_bandwidth_hz;  // else as it sends
  double beam_width_rad = 360 * kDegree;  // -3 dB, sending and hearing; a full turn: all around
  double array_gain_db = 0;               // against ambient noise
  std::optional<double> self_noise_db;    // spectrum level of its own vehicle, per Hz
  double detection_db = 6;                // signal to noise ratio it needs

  double received_frequency_hz() const { return listen_frequency_hz.value_or(frequency_hz); }
  double received_bandwidth_hz() const { return listen_bandwidth_hz.value_or(bandwidth_hz); }
};

// Packets, sound or light.
struct PacketModel {
  double bit_rate = 480;
  int max_bytes = 256;      // payload
  int overhead_bits = 0;    // address, number, checksum
  double preamble_s = 0;    // before the first bit
  double turnaround_s = 0;  // from the end of a reception to the next transmission
  bool half_duplex = true;
  double packet_loss = 0;  // fraction of packets lost for reasons not modelled
};

// What a device heard, as its columns are made of it. Channels bear the noise of the device; facts
// are columns and constants without noise.
struct ReceivedNumbers {
  const Pose& X_NS;
  std::span<const double> channels, facts;
};

// Everything there is to know of a kind; made by device_kind<T>(). What is null is not there.
struct DeviceKind {
  const StructSchema& (*schema)() = nullptr;
  extension::ReadingMessage message = extension::ReadingMessage::kScalars;
  bool asks = false;  // pings or asks at its rate
  const Transducer* (*transducer)(const void* config) = nullptr;
  const PacketModel* (*packets)(const void* config) = nullptr;
  std::vector<Column> (*columns)(const void* config) = nullptr;
  std::vector<NoiseGroup> (*noise_groups)(const void* config) = nullptr;
  // Fills the columns of a reading. False when what was heard makes none.
  bool (*fill_columns)(const void* config, const ReceivedNumbers& received,
                       std::span<double> columns) = nullptr;
};

template <class T>
constexpr DeviceKind device_kind() {
  static_assert(std::is_base_of_v<extension::SensorConfig, T>, "derive from SensorConfig first");
  DeviceKind kind;
  kind.schema = &T::schema;
  if constexpr (requires { T::kAsks; }) kind.asks = T::kAsks;
  if constexpr (std::is_base_of_v<Transducer, T>)
    kind.transducer = [](const void* c) -> const Transducer* { return static_cast<const T*>(c); };
  if constexpr (std::is_base_of_v<PacketModel, T>) {
    kind.packets = [](const void* c) -> const PacketModel* { return static_cast<const T*>(c); };
    kind.message = extension::ReadingMessage::kPacket;
  }
  kind.columns = [](const void* c) { return static_cast<const T*>(c)->columns(); };
  kind.noise_groups = [](const void* c) -> std::vector<NoiseGroup> {
    if constexpr (requires(const T t) { t.noise_groups(); })
      return static_cast<const T*>(c)->noise_groups();
    else
      return {};
  };
  kind.fill_columns = [](const void* c, const ReceivedNumbers& received,
                         std::span<double> columns) {
    if constexpr (requires(const T t) { t.fill_columns(received, columns); }) {
      return static_cast<const T*>(c)->fill_columns(received, columns);
    } else {
      std::copy_n(received.facts.begin(), columns.size(), columns.begin());
      return true;
    }
  };
  return kind;
}

// Defined in the file of the kind.
template <class T>
DeviceKind built_in_device();

KindList<DeviceKind>& device_list();

}  // namespace hadal::kinds
