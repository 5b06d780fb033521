// The modems of the network: sending packets and telling which of them arrive.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "sensors/network/network.h"

namespace hadal::sensors {
namespace {

double packet_bits(const PacketModel& packet, int64_t bytes) {
  return static_cast<double>(8 * bytes + packet.overhead_bits);
}

double packet_s(const PacketModel& packet, int64_t bytes) {
  return packet.preamble_s + packet_bits(packet, bytes) / packet.bit_rate;
}

// A message falls on the first tick at or after at_s + k every_s.
bool is_due(const ScheduledMessage& message, Tick tick, const StepClock& clock) {
  if (message.every_s <= 0) return tick == clock.tick_at(message.at_s);
  const double t = clock.time_s(tick);
  const double k = std::max(0.0, std::floor((t - message.at_s) / message.every_s + 1e-9));
  const double due_s = message.at_s + k * message.every_s;
  return clock.tick_at(due_s) == tick && due_s <= message.until_s + 1e-9;
}

}  // namespace

void Network::send_scheduled(const World& world, State& state) {
  for (const ScheduledMessage& message : world.network.messages)
    if (is_due(message, state.tick, world.clock))
      send(world, state, message.from, message.to, message.payload);
}

bool Network::send(const World& world, State& state, int from, int to,
                   std::span<const uint8_t> payload) {
  const PacketModel& packet = *packets_of(devices_[from].model);
  now_s_ = world.clock.time_s(state.tick);
  DeviceValues& times = state.device_values[from];
  const auto refuse = [&] {
    ++state.device_header[from].refused;
    return false;
  };
  if (now_s_ < times.free_s) return refuse();
  SignalHeader header;
  header.kind = static_cast<int64_t>(devices_[from].as<OpticalModemModel>() ? SignalKind::kLight
                                                                            : SignalKind::kMessage);
  header.target = to;
  header.bytes = static_cast<int64_t>(payload.size());
  const double duration_s = packet_s(packet, header.bytes);
  const int slot = radiate(state, from, header, now_s_, duration_s);
  if (slot < 0) return refuse();
  times.free_s = now_s_ + duration_s + packet.turnaround_s;
  std::memcpy(state.signal_payload.data() + static_cast<size_t>(slot) * payload_words_,
              payload.data(), payload.size());
  return true;
}

bool Network::collides(const State& state, int device, int h) const {
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalValues& signal = state.signal_values[reception.signal];
  const auto* modem = devices_[device].as<AcousticModemModel>();
  if (!modem) return false;
  for (size_t i = 0; i < reception_slots_; ++i) {
    const ReceptionHeader& other = state.reception_header[i];
    if (static_cast<int>(i) == h || other.signal < 0 || other.receiver != device ||
        other.phase == static_cast<int64_t>(ReceptionPhase::kUnderWay) || other.silent ||
        state.signal_header[other.signal].kind != static_cast<int64_t>(SignalKind::kMessage))
      continue;
    const ReceptionValues& received = state.reception_values[i];
    const SignalValues& sound = state.signal_values[other.signal];
    const bool together = received.begin_s < values.end_s && received.end_s > values.begin_s &&
                          band_fraction(sound.frequency_hz, sound.bandwidth_hz, signal.frequency_hz,
                                     signal.bandwidth_hz) > 0;
    if (together && received.level_db > values.level_db - modem->capture_db) return true;
  }
  return false;
}

Outcome Network::outcome_of(const State& state, int index, int h, double& snr) {
  const Device& device = devices_[index];
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalHeader& header = state.signal_header[reception.signal];
  const SignalValues& signal = state.signal_values[reception.signal];
  // Who sends and who receives agree on the form of a packet: that of the sender.
  const PacketModel& packet = *packets_of(devices_[header.source].model);
  const Reception received = reception_of(state, h);
  for (Disturbance& d : disturbances_) d = over_a_bit(d, 1 / packet.bit_rate);
  snr = mean_snr(received, received.begin_s, received.end_s);
  if (reception.silent) return Outcome::kNoPath;
  if (reception.deaf) return Outcome::kHalfDuplex;
  const double bits = packet_bits(packet, header.bytes);
  BitLaw law;
  double detection_db = 0;
  if (const auto* modem = device.as<AcousticModemModel>()) {
    const double closing_m_s =
        std::abs(values.doppler - 1) * propagation_.field().sound_speed(signal.p_N.z());
    if (closing_m_s > modem->doppler_tolerance_m_s) return Outcome::kDoppler;
    law = {modem->modulation, modem->bit_error_rate.value_or(0),
           signal.bandwidth_hz / packet.bit_rate * from_db(modem->coding_gain_db), false};
    detection_db = modem->detection_db;
  } else {
    law.light = true;
    detection_db = device.as<OpticalModemModel>()->detection_db;
  }
  if (collides(state, index, h)) return Outcome::kCollision;
  const double data_begin_s = received.begin_s + packet.preamble_s / values.doppler;
  const double detected_s = packet.preamble_s > 0 ? data_begin_s : received.end_s;
  if (mean_snr(received, received.begin_s,
               detected_s) < from_db(detection_db)) return Outcome::kNoise;
  if (device.rng.uniform(header.number, 0) < packets_of(device.model)->packet_loss)
    return Outcome::kOther;
  const bool whole =
      device.rng.uniform(header.number, 1) < packet_success(received, law, data_begin_s, bits);
  return whole ? Outcome::kReceived : Outcome::kNoise;
}

bool Network::receive_packet(const World& world, State& state, int device, int h) {
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalHeader& signal = state.signal_header[reception.signal];
  if (!is_meant(device, signal)) return false;
  double snr = 0;
  const Outcome outcome = outcome_of(state, device, h, snr);
  DeviceHeader& own = state.device_header[device];
  ++(outcome == Outcome::kReceived ? own.received : own.lost);
  const PacketModel& packet = *packets_of(devices_[device].model);
  DeviceValues& times = state.device_values[device];
  if (outcome == Outcome::kReceived && packet.half_duplex)
    times.free_s = std::max(times.free_s, values.end_s + packet.turnaround_s);

  const size_t slot = static_cast<size_t>(device * kInboxSlots + own.events++ % kInboxSlots);
  state.inbox_header[slot] = {signal.number, signal.source, signal.target, signal.bytes,
                              static_cast<int64_t>(outcome)};
  const double sent_s = state.signal_values[reception.signal].begin_s, snr_db = to_db(snr);
  state.inbox_values[slot] = {sent_s,          values.begin_s, values.end_s,
                              values.level_db, snr_db,         values.doppler};
  std::copy_n(state.signal_payload.begin() +
                  static_cast<std::ptrdiff_t>(static_cast<size_t>(reception.signal) *
                                              payload_words_),
              payload_words_,
              state.inbox_payload.begin() + static_cast<std::ptrdiff_t>(slot * payload_words_));

  const auto facts = std::span(facts_).first(kModemFacts);
  facts[kModemSent] = static_cast<double>(own.sent);
  facts[kModemReceived] = static_cast<double>(own.received);
  facts[kModemLost] = static_cast<double>(own.lost);
  facts[kModemRefused] = static_cast<double>(own.refused);
  facts[kModemOutcome] = static_cast<double>(outcome);
  facts[kModemFrom] = static_cast<double>(signal.source);
  facts[kModemBytes] = static_cast<double>(signal.bytes);
  facts[kModemDelay] = values.end_s - sent_s;
  facts[kModemLevel] = values.level_db;
  facts[kModemSnr] = snr_db;
  facts[kModemDoppler] = values.doppler;
  report(world, state, device, {{}, {}, facts});
  return true;
}

}  // namespace hadal::sensors
