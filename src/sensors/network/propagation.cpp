#include "sensors/network/propagation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "environment/acoustic/doppler.h"
#include "environment/seabed/ray.h"
#include "sensors/network/modulation.h"
#include "sensors/network/optical_link.h"

namespace hadal::sensors {
namespace {

constexpr double kNearest_m = 1;  // source levels are given there

}  // namespace

const AcousticModemModel* receives_echoes(const Station& receiver) {
  const auto* modem = receiver.model->as<AcousticModemModel>();
  return modem && modem->multipath ? modem : nullptr;
}

namespace {

constexpr double kLowest_db = -40;

// Gaussian, -3 dB at half the width to either side.
double lobe_db(double angle_rad, double width_rad) {
  constexpr double kAround = 2 * std::numbers::pi - 1e-9;
  return width_rad >= kAround ? 0 : -12 * std::pow(angle_rad / width_rad, 2);
}

void follow(const environment::SoundPath& path, const SignalValues& signal,
            SignalPath& signal_path) {
  signal_path.found = true;
  signal_path.time_s = path.time_s;
  signal_path.launch_N = path.launch_N;
  signal_path.arrival_N = path.arrival_N;
  signal_path.level_db = signal.level_db - path.loss_db() + beam_db(signal, path.launch_N);
}

}  // namespace

double beam_db(double beam_width_rad, const Vec3& axis_N, const Vec3& direction_N) {
  const double angle = std::atan2(axis_N.cross(direction_N).norm(), axis_N.dot(direction_N));
  return std::max(kLowest_db, lobe_db(angle, beam_width_rad));
}

double beam_db(const SignalValues& signal, const Vec3& direction_N) {
  if (signal.beam_height_rad <= 0)
    return beam_db(signal.beam_width_rad, signal.axis_N, direction_N);
  const Vec3 side_N = signal.normal_N.cross(signal.axis_N);
  const double ahead = direction_N.dot(signal.axis_N), aside = direction_N.dot(side_N);
  const double across = direction_N.dot(signal.normal_N);
  return std::max(kLowest_db, lobe_db(std::atan2(aside, ahead), signal.beam_width_rad) +
                                  lobe_db(std::atan2(across, std::hypot(ahead, aside)),
                                          signal.beam_height_rad));
}

SignalPath Propagation::direct_sound(const SignalValues& signal, const Vec3& p_N) const {
  const Vec3 line_N = p_N - signal.p_N;
  SignalPath signal_path;
  signal_path.arrival_N = signal_path.launch_N = line_N.stableNormalized();
  signal_path.time_s = line_N.norm() / sound_.mean_sound_speed(signal.p_N.z(), p_N.z());
  if (signal.p_N.z() < 0 || p_N.z() < 0) return signal_path;  // out of the water
  environment::SoundPath path;
  if (line_N.norm() < kNearest_m) {
    signal_path.found = true;
    signal_path.level_db = signal.level_db + beam_db(signal, line_N);
  } else if (sound_.direct(signal.p_N, p_N, signal.frequency_hz, path)) {
    follow(path, signal, signal_path);
  }
  return signal_path;
}

SignalPath Propagation::first_sound(const SignalValues& signal, const Station& receiver,
                             double wind_m_s) const {
  SignalPath signal_path = direct_sound(signal, receiver.p_N);
  environment::SoundPath path;
  const AcousticModemModel* modem = receives_echoes(receiver);
  if (!signal_path.found && modem && signal.p_N.z() >= 0 && receiver.p_N.z() >= 0 &&
      sound_.paths(signal.p_N, receiver.p_N, signal.frequency_hz, wind_m_s, modem->max_bounces,
                   std::span(&path, 1)) > 0)
    follow(path, signal, signal_path);
  if (signal_path.found)
    signal_path.level_db +=
        beam_db(transducer_of(*receiver.model)->beam_width_rad, receiver.axis_N(),
                -signal_path.arrival_N);
  return signal_path;
}

SignalPath Propagation::sound(const SignalValues& signal, const Station& receiver,
                              double wind_m_s) const {
  SignalPath signal_path = first_sound(signal, receiver, wind_m_s);
  const AcousticModemModel* modem = receives_echoes(receiver);
  if (!modem || !signal_path.found) return signal_path;
  std::array<environment::SoundPath, kMaxPaths> paths;
  const int count = sound_.paths(signal.p_N, receiver.p_N, signal.frequency_hz, wind_m_s,
                                 modem->max_bounces, paths);
  double power = 0, echoes = 0;
  for (int i = 0; i < count; ++i) {
    const double level_db =
        signal.level_db - paths[i].loss_db() + beam_db(signal, paths[i].launch_N) +
        beam_db(modem->beam_width_rad, receiver.axis_N(), -paths[i].arrival_N);
    const bool late = i > 0 && paths[i].time_s - paths[0].time_s > modem->guard_s;
    (late ? echoes : power) += from_db(level_db);
  }
  if (power > 0) signal_path.level_db = to_db(power);
  if (echoes > 0) signal_path.echo_db = to_db(echoes);
  return signal_path;
}

SignalPath Propagation::light(const SignalValues& signal, const OpticalModemModel& lamp,
                       double attenuation_per_m, const Station& receiver) const {
  const Vec3 line_N = receiver.p_N - signal.p_N;
  const double range_m = line_N.norm();
  SignalPath signal_path;
  signal_path.time_s = range_m / kLightSpeedInWater_m_s;
  signal_path.arrival_N = signal_path.launch_N = line_N.stableNormalized();
  signal_path.level_db = optical_snr_db(lamp, *receiver.model->as<OpticalModemModel>(),
                                        attenuation_per_m,
                                line_N, signal.axis_N, receiver.axis_N());
  if (!std::isfinite(signal_path.level_db)) signal_path.level_db = kSilence_db;
  const bool ground = range_m > 0 && sea_.seabed().exists() &&
                      environment::beam_range(sea_.seabed(), signal.p_N, signal_path.launch_N,
                                              range_m) <
                          range_m * (1 - 1e-9);
  signal_path.found = !ground;
  return signal_path;
}

double Propagation::doppler(const SignalValues& signal, const Station& receiver,
                            const SignalPath& signal_path) const {
  return environment::doppler_factor(
      {signal.v_N, signal_path.launch_N, sound_.sound_speed(signal.p_N.z())},
      {receiver.v_N, signal_path.arrival_N, sound_.sound_speed(receiver.p_N.z())});
}

double Propagation::noise_power(const Transducer& receiver, double frequency_hz,
                                double bandwidth_hz, double wind_m_s) const {
  double density = from_db(sound_.noise_db(frequency_hz, wind_m_s) - receiver.array_gain_db);
  if (receiver.self_noise_db) density += from_db(*receiver.self_noise_db);
  return density * bandwidth_hz;
}

double Propagation::straight_level_db(const SignalValues& signal, const Vec3& p_N) const {
  const Vec3 line_N = p_N - signal.p_N;
  const double range_m = std::max(line_N.norm(), kNearest_m);
  const double depth_m = 0.5 * (p_N.z() + signal.p_N.z());
  return signal.level_db + beam_db(signal, line_N) - 20 * std::log10(range_m) -
         sound_.absorption_db_per_m(signal.frequency_hz, depth_m) * range_m;
}

}  // namespace hadal::sensors
