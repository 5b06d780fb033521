#include "sensors/network/network.h"

#include <algorithm>
#include <cmath>

namespace hadal::sensors {
namespace {

// A receiver moves at less than a tenth of the speed of sound; nowhere is that above the largest.
constexpr double kSafeFraction = 0.9;
constexpr double kLargestSpeed_m_s = 2000;

template <class Phase>
bool is(const ReceptionHeader& reception, Phase phase) {
  return reception.signal >= 0 && reception.phase == static_cast<int64_t>(phase);
}

}  // namespace

Network::Network(const World& world, const environment::Sea& sea,
                 const environment::AcousticField& sound, Suite& suite,
                 std::vector<SonarReceiver> sonars)
    : propagation_(sea, sound),
      sea_(sea),
      suite_(suite),
      clock_(world.clock),
      interference_(world.sound.interference),
      sonars_(std::move(sonars)) {
  for (const int s : world.network.devices) {
    const Sensor& sensor = world.sensors[s];
    Device device;
    device.sensor = s;
    device.vehicle = sensor.vehicle;
    device.link = sensor.link;
    device.X_LS = sensor.X_BS;
    device.model = *sensor.device;
    device.rate = Rate(device.model.rate_hz, world.clock);
    device.beacons_begin = beacon_numbers_;
    if (const auto* lbl = device.as<LblModel>()) beacon_numbers_ += 4 * lbl->asked.size();
    if (const auto* lamp = device.as<OpticalModemModel>();
        lamp && !lamp->attenuation_per_m && world.optics.given)
      device.water.emplace(world.optics, lamp->wavelength_nm);
    devices_.push_back(std::move(device));
  }
  make_slots();
  payload_words_ = static_cast<size_t>(world.network.payload_words);
  disturbances_.reserve(reception_slots_);
  channels_.resize(kMaxDeviceChannels);
  truth_.resize(kMaxDeviceChannels);
  facts_.resize(std::max<size_t>(3 * kMaxBeacons, kModemFacts));
  true_facts_.resize(3 * kMaxBeacons);
  in_use_.resize(signal_slots_);
}

void Network::reseed(const World& world, const State& state) {
  for (Device& device : devices_)
    device.rng = RandomStream(static_cast<uint64_t>(state.run_seed[0]),
                               "vehicles/" + world.sensors[device.sensor].path, "packets");
}

void Network::start(const World& world, State& state) {
  reseed(world, state);
  const size_t count = devices_.size();
  state.signal_header.assign(signal_slots_, {});
  state.signal_values.assign(signal_slots_, {});
  state.signal_payload.assign(signal_slots_ * payload_words_, 0);
  state.reception_header.assign(reception_slots_, {});
  state.reception_values.assign(reception_slots_, {});
  state.device_header.assign(count, {});
  state.device_values.assign(count, {});
  state.inbox_header.assign(count * kInboxSlots, {});
  state.inbox_values.assign(count * kInboxSlots, {});
  state.inbox_payload.assign(count * kInboxSlots * payload_words_, 0);
  state.signal_counters.assign(signal_slots_ > 0 ? kSignalCounters : 0, 0);
  state.beacon_values.assign(beacon_numbers_, -1.0);
  for (const Device& device : devices_) {
    const auto* lbl = device.as<LblModel>();
    if (!lbl) continue;
    const RandomStream survey(static_cast<uint64_t>(state.run_seed[0]),
                              "vehicles/" + world.sensors[device.sensor].path, "survey");
    for (size_t b = 0; b < lbl->asked.size(); ++b) {
      const Vec3 p_N = station(state, lbl->asked[b]).p_N;
      for (int i = 0; i < 3; ++i)
        state.beacon_values[device.beacons_begin + 4 * b + i] =
            p_N[i] + lbl->survey_std_m * survey.normal(static_cast<int64_t>(b), i);
    }
  }
}

Station Network::station(const State& state, int index) const {
  const Device& device = devices_[index];
  const Quat& q_NL = state.q_NL[device.link];
  const Vec3 v_L = state.nu_L[device.link].head<3>(), w_L = state.nu_L[device.link].tail<3>();
  return {state.p_NL_N[device.link] + q_NL * device.X_LS.p, q_NL * (v_L + w_L.cross(device.X_LS.p)),
          q_NL * device.X_LS.q, &device.model};
}

double Network::wind_m_s(const State& state) const {
  constexpr double kReference_m = 10;
  return sea_.wind().mean_speed_m_s(kReference_m) * state.wind_factor[0];
}

// What has arrived is received before anything new is said: an answer that ended just before the
// next question still counts.
void Network::update(const World& world, State& state) {
  if (signal_slots_ == 0) return;
  now_s_ = world.clock.time_s(state.tick);
  if (state.signal_counters[kSignalsActive] > 0) {
    advance(state);
    decode_due(world, state);
    forget(state);
  }
  send_scheduled(world, state);
  for (int d = 0; d < count(); ++d) {
    if (devices_[d].model.rate_hz > 0) ask(world, state, d);
    if (devices_[d].as<TransponderModel>()) answer(world, state, d);
  }
}

int Network::radiate(State& state, int index, const SignalHeader& header, double begin_s,
                     double duration_s) {
  const Device& device = devices_[index];
  const Station at = station(state, index);
  SignalValues values;
  values.begin_s = begin_s;
  values.duration_s = duration_s;
  values.p_N = at.p_N + (begin_s - now_s_) * at.v_N;
  values.v_N = at.v_N;
  values.axis_N = at.axis_N();
  if (const Transducer* transducer = transducer_of(device.model)) {
    values.level_db = transducer->source_level_db;
    values.frequency_hz = transducer->frequency_hz;
    values.bandwidth_hz = transducer->bandwidth_hz;
    values.beam_width_rad = transducer->beam_width_rad;
  }
  SignalHeader own = header;
  own.source = index;
  const int slot = new_signal(state, own, values);
  if (slot < 0) return slot;
  DeviceValues& times = state.device_values[index];
  times.send_begin_s = begin_s;
  times.send_end_s = begin_s + duration_s;
  ++state.device_header[index].sent;
  const PacketModel* packet = packets_of(device.model);
  if (packet && !packet->half_duplex) return slot;
  for (size_t h = 0; h < reception_slots_; ++h)
    if (is(state.reception_header[h], ReceptionPhase::kArriving) &&
        state.reception_header[h].receiver == index && state.reception_values[h].end_s > begin_s &&
        state.reception_values[h].begin_s < times.send_end_s)
      state.reception_header[h].deaf = 1;
  return slot;
}

int Network::new_signal(State& state, const SignalHeader& header,
                        const SignalValues& values) const {
  const auto free = std::find_if(state.signal_header.begin(), state.signal_header.end(),
                                 [](const SignalHeader& signal) {
                                   return signal.kind == static_cast<int64_t>(SignalKind::kNone);
                                 });
  if (free == state.signal_header.end()) {
    ++state.signal_counters[kSignalsWithoutSlot];
    return -1;
  }
  const auto slot = static_cast<int>(free - state.signal_header.begin());
  *free = header;
  free->number = state.signal_counters[kNextSignal]++;
  SignalValues& kept = state.signal_values[slot] = values;
  kept.gone_s = kept.begin_s + kept.duration_s + time_to_pass_s(state, slot);
  ++state.signal_counters[kSignalsActive];
  add_receivers(state, slot);
  return slot;
}

// Before it a signal cannot be received, whatever its way.
Tick Network::earliest_tick(const State& state, int device, int slot) const {
  if (state.signal_header[slot].kind == static_cast<int64_t>(SignalKind::kLight)) return state.tick;
  const SignalValues& signal = state.signal_values[slot];
  const double range_m = (station(state, device).p_N - signal.p_N).norm();
  return clock_.tick_at(signal.begin_s + kSafeFraction * range_m / kLargestSpeed_m_s);
}

void Network::add_receivers(State& state, int slot) const {
  size_t h = 0;
  for (int d = 0; d < count(); ++d) {
    if (!may_receive(state, d, slot)) continue;
    while (h < reception_slots_ && state.reception_header[h].signal >= 0) ++h;
    if (h == reception_slots_) {
      ++state.signal_counters[kSignalsWithoutSlot];
      return;
    }
    state.reception_header[h] = {};
    state.reception_header[h].signal = slot;
    state.reception_header[h].receiver = d;
    state.reception_header[h].check_tick = earliest_tick(state, d, slot);
    state.reception_values[h] = {};
  }
}

bool Network::is_meant(int index, const SignalHeader& signal) const {
  const Device& device = devices_[index];
  const bool addressed = signal.target == -1 || signal.target == index;
  switch (static_cast<SignalKind>(signal.kind)) {
    case SignalKind::kMessage:
      return addressed && device.as<AcousticModemModel>();
    case SignalKind::kLight:
      return addressed && device.as<OpticalModemModel>();
    case SignalKind::kQuestion:
      return addressed && device.as<TransponderModel>();
    case SignalKind::kAnswer:
      return signal.target == index;
    case SignalKind::kNone:
    case SignalKind::kPing:
      break;
  }
  return false;
}

bool Network::may_receive(const State& state, int index, int slot) const {
  const SignalHeader& header = state.signal_header[slot];
  const SignalValues& signal = state.signal_values[slot];
  const Device& device = devices_[index];
  const Transducer* own_transducer = transducer_of(device.model);
  const bool light = header.kind == static_cast<int64_t>(SignalKind::kLight);
  if (header.source == index || device.as<PingerModel>() ||
      light != (own_transducer == nullptr)) return false;
  if (light) return is_meant(index, header);
  if (band_fraction(signal.frequency_hz, signal.bandwidth_hz,
                    own_transducer->received_frequency_hz(),
                 own_transducer->received_bandwidth_hz()) <= 0)
    return false;
  if (is_meant(index, header)) return true;
  const double noise_db = to_db(
      propagation_.noise_power(*own_transducer, signal.frequency_hz, signal.bandwidth_hz,
                               wind_m_s(state)));
  return propagation_.straight_level_db(signal, station(state, index).p_N) > noise_db - kFaint_db;
}

SignalPath Network::signal_path(const State& state, int signal, const Station& receiver,
                                bool with_echoes) const {
  const SignalHeader& header = state.signal_header[signal];
  const SignalValues& values = state.signal_values[signal];
  if (header.kind == static_cast<int64_t>(SignalKind::kLight)) {
    const Device& source = devices_[header.source];
    const auto& lamp = *source.as<OpticalModemModel>();
    const double attenuation_per_m =
        source.water ? source.water->attenuation_per_m(values.p_N.z(), receiver.p_N.z(),
                                                       state.turbidity_ntu[0])
                     : lamp.fixed_attenuation_per_m();
    return propagation_.light(values, lamp, attenuation_per_m, receiver);
  }
  return with_echoes ? propagation_.sound(values, receiver, wind_m_s(state))
                     : propagation_.first_sound(values, receiver, wind_m_s(state));
}

void Network::advance(State& state) {
  for (size_t h = 0; h < reception_slots_; ++h) {
    ReceptionHeader& reception = state.reception_header[h];
    if (!is(reception, ReceptionPhase::kUnderWay) || reception.check_tick > state.tick) continue;
    const Station receiver = station(state, static_cast<int>(reception.receiver));
    const auto signal = static_cast<int>(reception.signal);
    const SignalPath first = signal_path(state, signal, receiver, false);
    const double left_s = state.signal_values[signal].begin_s + first.time_s - now_s_;
    if (left_s <= 0)
      arrive(state, static_cast<int>(h), receiver,
             receives_echoes(receiver) ? signal_path(state, signal, receiver, true) : first);
    else
      reception.check_tick = std::max(state.tick + 1, clock_.tick_at(now_s_ + kSafeFraction *
          left_s));
  }
}

void Network::arrive(State& state, int h, const Station& receiver,
                     const SignalPath& signal_path) const {
  ReceptionHeader& reception = state.reception_header[h];
  ReceptionValues& values = state.reception_values[h];
  const SignalValues& signal = state.signal_values[reception.signal];
  const double left_s = signal.begin_s + signal_path.time_s - now_s_;
  const double away_m_s = receiver.v_N.dot(signal_path.arrival_N);
  const bool light = transducer_of(*receiver.model) == nullptr;
  const double fraction = light ? 0 : away_m_s / propagation_.field().sound_speed(receiver.p_N.z());
  values.begin_s = now_s_ + left_s / (1 - fraction);
  values.doppler = light ? 1 : propagation_.doppler(signal, receiver, signal_path);
  values.end_s = values.begin_s + signal.duration_s / values.doppler;
  values.level_db = signal_path.level_db;
  values.echo_db = signal_path.echo_db;
  values.path_time_s = values.begin_s - signal.begin_s;
  values.arrival_N = signal_path.arrival_N;
  reception.phase = static_cast<int64_t>(ReceptionPhase::kArriving);
  reception.silent = !signal_path.found;
  const PacketModel* packet = packets_of(*receiver.model);
  const DeviceValues& own = state.device_values[reception.receiver];
  if (!packet || packet->half_duplex)
    reception.deaf = own.send_begin_s < values.end_s && own.send_end_s > values.begin_s;
}

// Everything at this receiver that sounds together with the signal.
Reception Network::reception_of(const State& state, int h) {
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalValues& signal = state.signal_values[reception.signal];
  Reception out{
      values.begin_s, values.end_s, from_db(values.level_db), from_db(values.echo_db), {}};
  const Transducer* own_transducer = transducer_of(devices_[reception.receiver].model);
  if (!own_transducer) {
    out.noise_power = 1;  // levels of light are ratios to its noise
    return out;
  }
  out.noise_power +=
      propagation_.noise_power(*own_transducer, signal.frequency_hz, signal.bandwidth_hz,
                               wind_m_s(state));
  disturbances_.clear();
  for (size_t i = 0; i < reception_slots_; ++i) {
    const ReceptionHeader& other = state.reception_header[i];
    if (static_cast<int>(i) == h || other.signal < 0 || other.receiver != reception.receiver ||
        other.phase == static_cast<int64_t>(ReceptionPhase::kUnderWay) || other.silent)
      continue;
    if (!interference_ && state.signal_header[other.signal].source < -1) continue;
    const ReceptionValues& received = state.reception_values[i];
    const SignalValues& sound = state.signal_values[other.signal];
    const double fraction = band_fraction(sound.frequency_hz, sound.bandwidth_hz,
                                          signal.frequency_hz,
                                    signal.bandwidth_hz);
    if (fraction > 0 && received.begin_s < values.end_s && received.end_s > values.begin_s)
      disturbances_.push_back({received.begin_s, received.end_s, fraction *
                               from_db(received.level_db)});
  }
  out.disturbances = disturbances_;
  return out;
}

int Network::next_to_decode(const State& state, int device) const {
  int next = -1;
  for (size_t h = 0; h < reception_slots_; ++h) {
    const ReceptionHeader& reception = state.reception_header[h];
    if (!is(reception, ReceptionPhase::kArriving) || reception.receiver != device ||
        state.reception_values[h].end_s > now_s_)
      continue;
    if (next < 0 || state.reception_values[h].end_s < state.reception_values[next].end_s)
      next = static_cast<int>(h);
  }
  return next;
}

// What has arrived whole, in the order it ended. A device gives one reading per tick; the rest
// waits for the next.
void Network::decode_due(const World& world, State& state) {
  const bool any = std::any_of(
      state.reception_header.begin(), state.reception_header.end(),
      [](const ReceptionHeader& reception) { return is(reception, ReceptionPhase::kArriving); });
  for (int d = 0; any && d < count(); ++d) {
    bool reported = false;
    while (!reported) {
      const int h = next_to_decode(state, d);
      if (h < 0) break;
      if (packets_of(devices_[d].model))
        reported = receive_packet(world, state, d, h);
      else if (devices_[d].as<TransponderModel>())
        reported = receive_question(state, d, h);
      else if (devices_[d].as<HydrophoneModel>())
        reported = receive_sound(world, state, d, h);
      else
        reported = receive_answer(world, state, d, h);
      state.reception_header[h].phase = static_cast<int64_t>(ReceptionPhase::kDecoded);
    }
  }
}

// Frees what nobody needs any more: receptions that overlap nothing still arriving, signals that
// are faint everywhere and awaited nowhere.
void Network::forget(State& state) {
  std::fill(in_use_.begin(), in_use_.end(), 0);
  for (size_t h = 0; h < reception_slots_; ++h) {
    ReceptionHeader& reception = state.reception_header[h];
    if (reception.signal < 0) continue;
    bool needed = !is(reception, ReceptionPhase::kDecoded);
    for (size_t i = 0; !needed && i < reception_slots_; ++i)
      needed = is(state.reception_header[i], ReceptionPhase::kArriving) &&
               state.reception_header[i].receiver == reception.receiver &&
               state.reception_values[i].begin_s < state.reception_values[h].end_s;
    if (needed)
      in_use_[reception.signal] = 1;
    else
      reception = {}, state.reception_values[h] = {};
  }
  for (size_t s = 0; s < signal_slots_; ++s) {
    if (state.signal_header[s].kind == static_cast<int64_t>(SignalKind::kNone) || in_use_[s] ||
        state.signal_values[s].gone_s > now_s_)
      continue;
    --state.signal_counters[kSignalsActive];
    state.signal_header[s] = {};
    state.signal_values[s] = {};
    std::fill_n(state.signal_payload.begin() + static_cast<std::ptrdiff_t>(s * payload_words_),
                payload_words_, 0);
  }
}

}  // namespace hadal::sensors
