// From a sender to a receiver through the sea: time, level and direction of what arrives.
//
//   RL = SL + B_tx(launch) + B_rx(arrival) - TL     (passive sonar equation; Urick, ch. 2)
// TL and the path itself are those of the acoustic field. Beams of devices are Gaussian about their
// x axis, -12 (angle / width)^2 dB; those of sonars are fans, Gaussian in their plane and across
// it,
//   -12 (azimuth / width)^2 - 12 (elevation / height)^2 dB;
// none is deeper than -40 dB. Within 1 m nothing is lost on the way, above the mean surface nothing
// is received. A receiver that receives echoes sums the
// power of all paths within its guard time into the signal; later ones are noise to it.
// Ambient noise in a band is its spectrum level at the centre frequency plus 10 log10 of the width,
// less the gain of the receiving array; own noise of the vehicle is not reduced by it.
#pragma once
#include <array>

#include "environment/acoustic/acoustic_field.h"
#include "environment/sea.h"
#include "kinds/devices/modems.h"
#include "world/network.h"
#include "world/traffic.h"

namespace hadal::sensors {

constexpr double kSilence_db = -1000;

// A device at one moment.
struct Station {
  Vec3 p_N = Vec3::Zero();
  Vec3 v_N = Vec3::Zero();
  Quat q_NS = Quat::Identity();
  const DeviceModel* model = nullptr;
  Vec3 axis_N() const { return q_NS * Vec3::UnitX(); }
};

struct SignalPath {
  bool found = false;  // false: time of the straight path, and nothing is received
  double time_s = 0;
  double level_db = kSilence_db;  // with light: signal to noise ratio
  double echo_db = kSilence_db;
  Vec3 launch_N = Vec3::UnitX();
  Vec3 arrival_N = Vec3::UnitX();
};

// The modem behind a station if it receives echoes.
const AcousticModemModel* receives_echoes(const Station& receiver);

double beam_db(double beam_width_rad, const Vec3& axis_N, const Vec3& direction_N);
// Of the sender of a signal.
double beam_db(const SignalValues& signal, const Vec3& direction_N);

class Propagation {
 public:
  Propagation(const environment::Sea& sea, const environment::AcousticField& sound)
      : sea_(sea), sound_(sound) {}

  // The direct path to a place, without the receiver's beam.
  SignalPath direct_sound(const SignalValues& signal, const Vec3& p_N) const;
  // The first path only; cheap.
  SignalPath first_sound(const SignalValues& signal, const Station& receiver,
                         double wind_m_s) const;
  // With all echoes the receiver receives.
  SignalPath sound(const SignalValues& signal, const Station& receiver, double wind_m_s) const;
  SignalPath light(const SignalValues& signal, const OpticalModemModel& lamp,
                   double attenuation_per_m,
            const Station& receiver) const;

  double doppler(const SignalValues& signal, const Station& receiver,
                 const SignalPath& signal_path) const;
  // Power of ambient and own noise in a band at a receiver, ratio to 1 uPa^2.
  double noise_power(const Transducer& receiver, double frequency_hz, double bandwidth_hz,
                     double wind_m_s) const;
  // Level after a straight path, without the receiver's beam.
  double straight_level_db(const SignalValues& signal, const Vec3& p_N) const;

  const environment::AcousticField& field() const { return sound_; }

 private:
  static constexpr int kMaxPaths = 32;
  const environment::Sea& sea_;
  const environment::AcousticField& sound_;
};

}  // namespace hadal::sensors
