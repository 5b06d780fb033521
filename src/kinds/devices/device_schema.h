// The keys that devices of the network share.
#pragma once
#include "kinds/devices/device.h"

namespace hadal::inline kinds {

constexpr Bounds kDeviceLevel{0, 300};       // dB re 1 uPa
constexpr Bounds kDeviceFrequency{10, 5e6};  // Hz
constexpr Bounds kArrayGain{-60, 60};        // dB
constexpr Bounds kPingLength{1e-6, 10};      // s
constexpr Bounds kSnr{-60, 120};             // dB
constexpr Bounds kQuestions{1e-4, 100};      // Hz
constexpr double kLongestPacket = 65536;     // bytes

template <class T>
StructBuilder<T> sends(StructBuilder<T> builder) {
  return std::move(builder)
      .number("source_level_db", &T::source_level_db, "Level at 1 m on the axis, dB re 1 uPa.",
              kDeviceLevel)
      .number("frequency_hz", &T::frequency_hz, "Centre of what it sends.", kDeviceFrequency)
      .number("bandwidth_hz", &T::bandwidth_hz, "Width of what it sends.", kPositive);
}

template <class T>
StructBuilder<T> receives(StructBuilder<T> builder) {
  return std::move(builder)
      .number("array_gain_db", &T::array_gain_db, "Gain of the receiver against ambient noise.",
              kArrayGain)
      .number("self_noise_db", &T::self_noise_db,
              "Noise of the own vehicle at the receiver, dB re 1 uPa^2/Hz; none if left out.",
              {-100, 200})
      .number("detection_db", &T::detection_db, "Signal to noise ratio it needs, in its band.",
              kSnr);
}

template <class T>
StructBuilder<T> beamed(StructBuilder<T> builder) {
  return std::move(builder).number(
      "beam_width_deg", &T::beam_width_rad,
      "Width at -3 dB of the beam along its x axis; 360: the same in all directions.", {0.1, 360},
      kDegree);
}

template <class T>
StructBuilder<T> band_apart(StructBuilder<T> builder) {
  return std::move(builder)
      .number("listen_frequency_hz", &T::listen_frequency_hz,
              "Centre of the receiving band; as transmitted if left out.", kDeviceFrequency)
      .number("listen_bandwidth_hz", &T::listen_bandwidth_hz,
              "Width of the receiving band; as transmitted if left out.", kPositive);
}

template <class T>
StructBuilder<T> sends_and_receives(StructBuilder<T> builder) {
  return receives<T>(band_apart<T>(beamed<T>(sends<T>(std::move(builder)))));
}

// A band reaches from above zero; its width cannot exceed twice its centre.
inline void check_bands(const Transducer& c, CheckReport& r) {
  constexpr const char* kWhy = "a band cannot be wider than twice its centre frequency";
  if (c.bandwidth_hz > 2 * c.frequency_hz) r.fail("bandwidth_hz", kWhy);
  if (!c.listen_frequency_hz && !c.listen_bandwidth_hz) return;  // as it sends
  if (c.received_bandwidth_hz() > 2 * c.received_frequency_hz()) r.fail("listen_bandwidth_hz",
      kWhy);
}

template <class T>
StructBuilder<T> packets(StructBuilder<T> builder) {
  return std::move(builder)
      .number("bit_rate", &T::bit_rate, "Bits per second.", kPositive)
      .integer("max_bytes", &T::max_bytes, "Largest payload of a packet.", {1, kLongestPacket})
      .integer("overhead_bits", &T::overhead_bits, "Sent with every packet: address, checksum.",
               {0, 8192})
      .number("preamble_s", &T::preamble_s, "Before the first bit.", {0, 60})
      .number("turnaround_s", &T::turnaround_s,
              "From the end of a packet, received or sent, to the next it can send.", {0, 60})
      .boolean("half_duplex", &T::half_duplex, "Deaf while it sends.")
      .number("packet_loss", &T::packet_loss, "Fraction of packets lost for other reasons.",
              kFraction);
}

}  // namespace hadal::kinds
