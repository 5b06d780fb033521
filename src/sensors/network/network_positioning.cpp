// Questions, answers and what is measured with them: USBL, LBL, transponders, pingers and
// hydrophones of the network.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sensors/network/network.h"

namespace hadal::sensors {
namespace {

constexpr double kNoRange = std::numeric_limits<double>::quiet_NaN();

SignalHeader signal_of(SignalKind kind, int64_t target = -1) {
  SignalHeader out;
  out.kind = static_cast<int64_t>(kind);
  out.target = target;
  return out;
}

}  // namespace

void Network::report(const World& world, State& state, int device,
                     const DeviceReception& received) {
  suite_.report(world, state, devices_[device].sensor, state.device_header[device].readings++,
                received);
}

void Network::ask(const World& world, State& state, int index) {
  const Device& device = devices_[index];
  DeviceHeader& own = state.device_header[index];
  DeviceValues& times = state.device_values[index];
  const auto* lbl = device.as<LblModel>();
  if (lbl && own.next && now_s_ - times.question_s >= lbl->window_s)
    close_cycle(world, state, index);
  if (!device.rate.due(state.tick)) return;
  if (const auto* pinger = device.as<PingerModel>()) {
    radiate(state, index, signal_of(SignalKind::kPing), now_s_, pinger->ping_s);
    facts_[kPingerPings] = static_cast<double>(own.sent);
    report(world, state, index, {{}, {}, std::span(facts_).first(kPingerFacts)});
    return;
  }
  const auto* usbl = device.as<UsblModel>();
  const std::vector<int>& asked = usbl ? usbl->asked : lbl->asked;
  if (asked.empty()) return;
  if (lbl && own.next) close_cycle(world, state, index);
  own.lost += own.awaited;
  int64_t target = -1;
  own.awaited = static_cast<int64_t>(asked.size());
  if (usbl && usbl->interrogation == Interrogation::kIndividual) {
    target = asked[own.next];
    own.next = (own.next + 1) % static_cast<int64_t>(asked.size());
    own.awaited = 1;
  }
  const int slot = radiate(state, index, signal_of(SignalKind::kQuestion, target), now_s_,
                           usbl ? usbl->ping_s : lbl->ping_s);
  own.question = slot < 0 ? -1 : state.signal_header[slot].number;
  times.question_s = now_s_;
  if (!lbl) return;
  own.next = 1;
  for (size_t b = 0; b < asked.size(); ++b)
    state.beacon_values[device.beacons_begin + 4 * b + 3] = -1;
}

bool Network::receive_question(State& state, int index, int h) {
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalHeader& signal = state.signal_header[reception.signal];
  if (!is_meant(index, signal)) return false;
  const auto& transponder = *devices_[index].as<TransponderModel>();
  DeviceHeader& own = state.device_header[index];
  const Reception received = reception_of(state, h);
  const bool clear =
      !reception.silent && !reception.deaf && own.answer_to < 0 &&
      mean_snr(received, received.begin_s, received.end_s) >= from_db(transponder.detection_db);
  ++(clear ? own.received : own.lost);
  if (!clear) return false;
  own.answer_to = signal.source;
  own.answers = signal.number;
  state.device_values[index].answer_s = values.begin_s + transponder.turnaround_s;
  return false;
}

void Network::answer(const World& world, State& state, int index) {
  DeviceHeader& own = state.device_header[index];
  if (own.answer_to < 0 || state.device_values[index].answer_s > now_s_) return;
  SignalHeader signal = signal_of(SignalKind::kAnswer, own.answer_to);
  signal.answers = own.answers;
  radiate(state, index, signal, state.device_values[index].answer_s,
          devices_[index].as<TransponderModel>()->ping_s);
  own.answer_to = own.answers = -1;
  facts_[kTransponderQuestions] = static_cast<double>(own.received);
  facts_[kTransponderAnswers] = static_cast<double>(own.sent);
  report(world, state, index, {{}, {}, std::span(facts_).first(kTransponderFacts)});
}

bool Network::receive_answer(const World& world, State& state, int index, int h) {
  const Device& device = devices_[index];
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalHeader& signal = state.signal_header[reception.signal];
  DeviceHeader& own = state.device_header[index];
  const auto* usbl = device.as<UsblModel>();
  const auto* lbl = device.as<LblModel>();
  if (!is_meant(index, signal) || signal.answers != own.question) return false;
  const std::vector<int>& known = usbl ? usbl->asked : lbl->asked;
  const auto found = std::find(known.begin(), known.end(), signal.source);
  if (found == known.end() || reception.silent || reception.deaf) return false;
  const Reception received = reception_of(state, h);
  const double detection_db = usbl ? usbl->detection_db : lbl->detection_db;
  if (mean_snr(received, received.begin_s, received.end_s) < from_db(detection_db)) return false;
  ++own.received;
  --own.awaited;
  const auto number = static_cast<int>(found - known.begin());
  if (usbl) {
    locate(world, state, index, h, number);
    return true;
  }
  const double turnaround_s = devices_[signal.source].as<TransponderModel>()->turnaround_s;
  state.beacon_values[device.beacons_begin + 4 * static_cast<size_t>(number) + 3] =
      values.begin_s - state.device_values[index].question_s - turnaround_s;
  if (own.awaited > 0) return false;
  close_cycle(world, state, index);
  return true;
}

void Network::locate(const World& world, State& state, int index, int h, int transponder) {
  const auto& usbl = *devices_[index].as<UsblModel>();
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalValues& signal = state.signal_values[reception.signal];
  const auto source = static_cast<int>(state.signal_header[reception.signal].source);
  const Station at = station(state, index);
  const double two_way_s = values.begin_s - state.device_values[index].question_s -
                           devices_[source].as<TransponderModel>()->turnaround_s;
  const double speed_m_s = usbl.sound_speed_m_s.value_or(
      propagation_.field().mean_sound_speed(at.p_N.z(), signal.p_N.z()));
  const Vec3 received_S = at.q_NS.conjugate() * Vec3(-values.arrival_N);
  const Vec3 true_S = at.q_NS.conjugate() * Vec3(signal.p_N - at.p_N);
  const auto fill = [](std::span<double> channels, double range_m, const Vec3& direction_S) {
    std::fill(channels.begin(), channels.end(), 0.0);
    channels[kUsblRange] = range_m;
    channels[kUsblBearing] = bearing_of(direction_S);
    channels[kUsblElevation] = elevation_of(direction_S);
  };
  const auto channels = std::span(channels_).first(kUsblChannels);
  const auto truth = std::span(truth_).first(kUsblChannels);
  fill(channels, 0.5 * speed_m_s * two_way_s, received_S);
  fill(truth, true_S.norm(), true_S);
  const Reception received = reception_of(state, h);
  facts_[kUsblTransponder] = transponder;
  facts_[kUsblTwoWayTime] = two_way_s;
  facts_[kUsblLevel] = values.level_db;
  facts_[kUsblSnr] = to_db(mean_snr(received, received.begin_s, received.end_s));
  report(world, state, index, {channels, truth, std::span(facts_).first(kUsblFacts)});
}

// Makes a fix of the answers that came.
void Network::close_cycle(const World& world, State& state, int index) {
  const Device& device = devices_[index];
  const auto& lbl = *device.as<LblModel>();
  const size_t count = lbl.asked.size();
  const Station at = station(state, index);
  const auto channels = std::span(channels_).first(count + 1);
  const auto truth = std::span(truth_).first(count + 1);
  const auto facts = std::span(facts_).first(3 * count);
  const auto true_facts = std::span(true_facts_).first(3 * count);
  for (size_t b = 0; b < count; ++b) {
    const double* beacon = &state.beacon_values[device.beacons_begin + 4 * b];
    const Vec3 true_N = station(state, lbl.asked[b]).p_N;
    const double speed_m_s =
        lbl.sound_speed_m_s.value_or(propagation_.field().mean_sound_speed(at.p_N.z(), beacon[2]));
    std::copy_n(beacon, 3, facts.begin() + static_cast<std::ptrdiff_t>(3 * b));
    std::copy_n(true_N.data(), 3, true_facts.begin() + static_cast<std::ptrdiff_t>(3 * b));
    channels[b] = beacon[3] >= 0 ? 0.5 * speed_m_s * beacon[3] : kNoRange;
    truth[b] = (true_N - at.p_N).norm();
  }
  channels[count] = truth[count] = at.p_N.z();
  state.device_header[index].next = 0;
  report(world, state, index, {channels, truth, facts, true_facts});
}

bool Network::receive_sound(const World& world, State& state, int index, int h) {
  const auto& hydrophone = *devices_[index].as<HydrophoneModel>();
  const ReceptionHeader& reception = state.reception_header[h];
  const ReceptionValues& values = state.reception_values[h];
  const SignalHeader& header = state.signal_header[reception.signal];
  const SignalValues& signal = state.signal_values[reception.signal];
  const Reception received = reception_of(state, h);
  const double snr = mean_snr(received, received.begin_s, received.end_s);
  if (reception.silent || snr < from_db(hydrophone.detection_db)) return false;
  ++state.device_header[index].received;
  const Station at = station(state, index);
  const Vec3 received_S = at.q_NS.conjugate() * Vec3(-values.arrival_N);
  const Vec3 true_S = at.q_NS.conjugate() * Vec3(signal.p_N - at.p_N);
  const auto fill = [&](std::span<double> channels, const Vec3& direction_S) {
    channels[kHydrophoneLevel] = values.level_db;
    channels[kHydrophoneTime] = values.begin_s;
    channels[kHydrophoneFrequency] = signal.frequency_hz * values.doppler;
    channels[kHydrophoneBearing] = bearing_of(direction_S);
    channels[kHydrophoneElevation] = elevation_of(direction_S);
  };
  const auto channels = std::span(channels_).first(kHydrophoneChannels);
  const auto truth = std::span(truth_).first(kHydrophoneChannels);
  fill(channels, received_S);
  fill(truth, true_S);
  facts_[kHydrophoneSnr] = to_db(snr);
  facts_[kHydrophoneDuration] = values.end_s - values.begin_s;
  facts_[kHydrophoneSource] = static_cast<double>(header.source);
  report(world, state, index, {channels, truth, std::span(facts_).first(kHydrophoneFacts)});
  return true;
}

}  // namespace hadal::sensors
