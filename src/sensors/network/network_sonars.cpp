// Sonars of the network: they ping into the water that devices share, and receive what is in it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "math/rotation.h"
#include "sensors/network/network.h"

namespace hadal::sensors {
namespace {

// Slots for the pings of one instrument that are under way at a time, or waited for.
size_t slots_for(double rate_hz, double kept_s) {
  constexpr double kMin = 4, kMax = 64;
  return static_cast<size_t>(std::min(kMax, kMin + std::ceil(rate_hz * kept_s)));
}

Pose moved(const Listener& listener, double time_s) {
  const double dt = time_s - listener.from_s;
  return {listener.X_NS.p + dt * listener.v_NS_N,
          quaternion_from_rotation_vector(dt * listener.w_NS_N) * listener.X_NS.q};
}

}  // namespace

void Network::make_slots() {
  constexpr double kOnTheWay_s = 1, kPacket_s = 2;
  const auto sonars = std::count_if(sonars_.begin(), sonars_.end(),
                                    [](const SonarReceiver& sonar) { return sonar.bandwidth_hz > 0; });
  if (devices_.empty() && (sonars < 2 || !interference_)) return;
  signal_slots_ = 32 + 8 * devices_.size();
  reception_slots_ = devices_.empty() ? 0 : 64 + 24 * devices_.size();
  double longest_s = 0;
  for (const SonarReceiver& sonar : sonars_) longest_s = std::max(longest_s, sonar.window_s);
  for (const SonarReceiver& sonar : sonars_) {
    signal_slots_ += slots_for(sonar.rate_hz, kOnTheWay_s + longest_s);
    for (const Device& device : devices_) {
      const Transducer* receiver = transducer_of(device.model);
      if (receiver && band_fraction(sonar.frequency_hz, sonar.bandwidth_hz,
                                    receiver->received_frequency_hz(),
                            receiver->received_bandwidth_hz()) > 0)
        reception_slots_ += slots_for(sonar.rate_hz, kOnTheWay_s + kPacket_s);
    }
  }
}

bool Network::in_band(const SignalValues& signal, int64_t source, int sonar) const {
  const SonarReceiver& receiver = sonars_[static_cast<size_t>(sonar)];
  return source != -2 - sonar && band_fraction(signal.frequency_hz, signal.bandwidth_hz,
                                            receiver.frequency_hz, receiver.bandwidth_hz) > 0;
}

double Network::faint_power(int sonar) const {
  return from_db(sonars_[static_cast<size_t>(sonar)].self_noise_db - kFaint_db);
}

// Devices have receptions of their own; a sonar may be asked for what it received until its frame
// is handed over.
double Network::time_to_pass_s(const State& state, int slot) const {
  constexpr double kMargin = 1.1;  // bodies move
  const SignalHeader& header = state.signal_header[slot];
  const SignalValues& signal = state.signal_values[slot];
  double longest_s = 0;
  if (!interference_ || header.kind == static_cast<int64_t>(SignalKind::kLight)) return longest_s;
  for (int i = 0; i < static_cast<int>(sonars_.size()); ++i) {
    const SonarReceiver& receiver = sonars_[i];
    if (!in_band(signal, header.source, i)) continue;
    const Vec3 p_N = state.p_NL_N[receiver.link] + state.q_NL[receiver.link] * receiver.p_LS_L;
    if (from_db(propagation_.straight_level_db(signal, p_N)) < faint_power(i)) continue;
    const double path_s = (p_N - signal.p_N).norm() / propagation_.field().sound_speed(p_N.z());
    longest_s = std::max(longest_s, kMargin * path_s + receiver.window_s);
  }
  return longest_s;
}

bool Network::emit(State& state, int sonar, const Pose& X_NS, const SoundPing& ping,
                   double time_s) const {
  if (signal_slots_ == 0) return true;
  SignalHeader header;
  header.kind = static_cast<int64_t>(SignalKind::kPing);
  header.source = -2 - sonar;
  SignalValues values;
  values.begin_s = time_s;
  values.duration_s = ping.duration_s;
  values.level_db = ping.level_db;
  values.frequency_hz = ping.frequency_hz;
  values.bandwidth_hz = ping.bandwidth_hz;
  values.beam_width_rad = ping.beam_width_rad;
  values.beam_height_rad = ping.beam_height_rad;
  values.p_N = X_NS.p;
  values.axis_N = X_NS.q * ping.axis_S;
  values.normal_N = X_NS.q * ping.normal_S;
  return new_signal(state, header, values) >= 0;
}

// The sonar meets the signal at the root of t = t_0 + T(p_0, p(t)), by iteration: each step
// shrinks the error by v / c.
bool Network::reaches(const SignalValues& signal, const Listener& listener, Burst& burst) const {
  constexpr int kIterations = 3;
  double time_s = signal.begin_s;
  Vec3 p_N = listener.X_NS.p;
  for (int i = 0; i < kIterations; ++i) {
    const double speed_m_s = propagation_.field().mean_sound_speed(signal.p_N.z(), p_N.z());
    time_s = signal.begin_s + (p_N - signal.p_N).norm() / speed_m_s;
    p_N = moved(listener, time_s).p;
  }
  const SonarReceiver& receiver = sonars_[static_cast<size_t>(listener.sonar)];
  const double fraction =
      band_fraction(signal.frequency_hz, signal.bandwidth_hz, receiver.frequency_hz,
                    receiver.bandwidth_hz);
  if (time_s >= listener.to_s || time_s + signal.duration_s <= listener.from_s ||
      from_db(propagation_.straight_level_db(signal, p_N)) < faint_power(listener.sonar))
    return false;
  const SignalPath signal_path = propagation_.direct_sound(signal, p_N);
  burst.begin_s = signal.begin_s + signal_path.time_s - listener.from_s;
  burst.end_s = burst.begin_s + signal.duration_s;
  burst.power = fraction * from_db(signal_path.level_db);
  burst.from_S = moved(listener, time_s).q.conjugate() * Vec3(-signal_path.arrival_N);
  return signal_path.found && burst.power > faint_power(listener.sonar);
}

void Network::bursts(const State& state, const Listener& listener, std::vector<Burst>& out) const {
  out.clear();
  if (!interference_) return;
  for (size_t s = 0; s < signal_slots_; ++s) {
    const SignalHeader& header = state.signal_header[s];
    if (header.kind == static_cast<int64_t>(SignalKind::kNone) ||
        header.kind == static_cast<int64_t>(SignalKind::kLight) ||
        !in_band(state.signal_values[s], header.source, listener.sonar))
      continue;
    Burst burst;
    if (reaches(state.signal_values[s], listener, burst)) out.push_back(burst);
  }
}

}  // namespace hadal::sensors
