// Everything that sounds and shines between the devices of a world: who sends when, what arrives
// where, and what each makes of it. One stage, called once per tick after the bodies have moved.
//
// A signal leaves its sender at t_0 from p_0. It reaches a receiver that moves on p(t) at the root
// of
//   t = t_0 + T(p_0, p(t)),
// T being the travel time of the acoustic field. The root is watched tick by tick and, in the tick
// in which it is passed, found with the receiver's velocity:  its error is that of a straight line
// over one tick (a dt^2 / 2c, some nanoseconds). The same holds for answers: they leave at the
// moment they should, between two ticks.
//
// A signal in the band of a receiver either is for it, or disturbs (reception.h) unless it is
// kFaint_db below the noise there. Signals and receptions live in State in slots made at load
// (world/traffic.h); a signal is forgotten when it has passed all who may hear it. When all slots
// are taken a new signal is not sent, or not heard by all, and State::signal_counters counts it.
//
// Half duplex: a device that sends hears nothing. LBL: State::beacon_values holds, per LBL and
// beacon, the place it believes the beacon at (3) and the round-trip time of this cycle (-1: none).
// Speeds are over ground: the current, some 1e-3 of the sound speed, is left out.
#pragma once
#include <span>
#include <vector>

#include "sensors/network/propagation.h"
#include "sensors/network/reception.h"
#include "sensors/suite.h"

namespace hadal::sensors {

// A ping of an instrument that is no device: a sonar, a DVL. It disturbs, and hydrophones hear it.
struct Emission {
  int source = -2;  // below -1; the same as in Listener::own_source
  Vec3 p_N = Vec3::Zero();
  Vec3 axis_N = Vec3::UnitX();
  double beam_width_rad = 2 * std::numbers::pi;
  double begin_s = 0, duration_s = 0;
  double level_db = 0;
  double frequency_hz = 0, bandwidth_hz = 0;
};

struct Listener {
  Vec3 p_N = Vec3::Zero();
  double frequency_hz = 0, bandwidth_hz = 0;
  double from_s = 0, to_s = 0;
  int own_source = -2;  // not heard
  bool pings = true;    // of instruments that are no devices, too
};

class Network {
 public:
  static constexpr double kFaint_db = 20;

  // other_sources: how many instruments will call emit(). The sea, field and suite must outlive it.
  Network(const World& world, const environment::Sea& sea, const environment::AcousticField& sound,
          Suite& suite, int other_sources = 0);

  // Storage in the state; needs the poses of the links.
  void start(const World& world, State& state) const;
  void update(const World& world, State& state);

  // A modem sends a packet now; to: a device, -1 for all. False, and counted as refused, when it is
  // busy. The payload must not be longer than max_bytes.
  bool send(const World& world, State& state, int from, int to, std::span<const uint8_t> payload);

  // False when there is no room.
  bool emit(State& state, const Emission& emission) const;
  // Mean level of all signals in a band at a place over a span of time, dB re 1 uPa; kSilence_db
  // when there are none. Ways are straight lines.
  double interference_db(const State& state, const Listener& listener) const;

  int count() const { return static_cast<int>(devices_.size()); }

 private:
  struct Device {
    int sensor = 0;
    int vehicle = 0, link = 0;
    Pose X_LS;
    DeviceModel model;
    Rate rate;
    RandomStream luck;
    size_t beacons_begin = 0;  // in State::beacon_values
    template <class T>
    const T* as() const {
      return std::get_if<T>(&model.kind);
    }
  };

  // network.cpp
  Station station(const State& state, int device) const;
  int radiate(State& state, int device, const SignalHeader& header, double begin_s,
              double duration_s);
  int new_signal(State& state, const SignalHeader& header, const SignalValues& values) const;
  double time_to_pass_s(const State& state, const Vec3& p_N) const;
  void add_receivers(State& state, int slot) const;
  Tick earliest_tick(const State& state, int device, int slot) const;
  bool may_hear(const State& state, int device, int slot) const;
  bool is_meant(int device, const SignalHeader& signal) const;
  Way way(const State& state, int signal, const Station& receiver, bool with_echoes) const;
  void advance(State& state);
  void arrive(State& state, int hearing, const Station& receiver, const Way& way) const;
  void judge(const World& world, State& state);
  int next_to_judge(const State& state, int device) const;
  void forget(State& state);
  Reception reception(const State& state, int hearing);
  double wind_m_s(const State& state) const;

  // network_messages.cpp
  void send_scheduled(const World& world, State& state);
  bool hear_packet(const World& world, State& state, int device, int hearing);
  Outcome outcome_of(const State& state, int device, int hearing, double& snr);
  bool collides(const State& state, int device, int hearing) const;

  // network_positioning.cpp; those that hear return whether they gave a reading.
  void ask(const World& world, State& state, int device);
  void answer(const World& world, State& state, int device);
  bool hear_question(State& state, int device, int hearing);
  bool hear_answer(const World& world, State& state, int device, int hearing);
  void locate(const World& world, State& state, int device, int hearing, int transponder);
  void close_cycle(const World& world, State& state, int device);
  bool hear_sound(const World& world, State& state, int device, int hearing);
  void report(const World& world, State& state, int device, const Heard& heard);

  Propagation propagation_;
  const environment::Sea& sea_;
  Suite& suite_;
  StepClock clock_;
  bool others_listen_;
  std::vector<Device> devices_;
  size_t signal_slots_ = 0, hearing_slots_ = 0, payload_words_ = 0, beacon_numbers_ = 0;
  // Scratch.
  double now_s_ = 0;
  std::vector<Disturbance> disturbances_;
  std::vector<double> channels_, truth_, facts_;
  std::vector<char> in_use_;
};

}  // namespace hadal::sensors
