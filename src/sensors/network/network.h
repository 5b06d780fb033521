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
// (world/traffic.h); a signal is forgotten when it has passed all who may receive it. When all
// slots are taken a new signal is not sent, or not received by all, and State::signal_counters
// counts it.
//
// Sonars (src/sensors/frames) send into the same water and listen to it without being devices. A
// sonar's frame is disturbed by all that reaches it while it listens, also by what was sent after
// its own ping: bursts() is asked in the tick in which the frame is handed over, when all of that
// is known, and signals stay in the state until the last frame that may receive them has been.
//
// Half duplex: a device that sends receives nothing. LBL: State::beacon_values holds, per LBL and
// beacon, the place it believes the beacon at (3) and the round-trip time of this cycle (-1: none).
// Speeds are over ground: the current, some 1e-3 of the sound speed, is left out.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "environment/optics/world_water.h"
#include "sensors/frame_sensor.h"
#include "sensors/network/propagation.h"
#include "sensors/network/reception.h"
#include "sensors/scalar/suite.h"

namespace hadal::sensors {

// A sonar as the network knows it. Signals of sonar i have the source -2 - i.
struct SonarReceiver {
  int link = 0;
  Vec3 p_LS_L = Vec3::Zero();
  double frequency_hz = 0, bandwidth_hz = 0;
  double self_noise_db = 0;  // what is kFaint_db below it does not matter
  double rate_hz = 0;        // of its pings
  double window_s = 0;       // from a ping until its frame is handed over
};

// A sonar that listens from from_s to to_s and keeps its velocity meanwhile.
struct Listener {
  int sonar = 0;
  double from_s = 0, to_s = 0;
  Pose X_NS;  // at from_s
  Vec3 v_NS_N = Vec3::Zero(), w_NS_N = Vec3::Zero();
};

class Network {
 public:
  static constexpr double kFaint_db = 20;

  // The sea, field and suite must outlive it.
  Network(const World& world, const environment::Sea& sea, const environment::AcousticField& sound,
          Suite& suite, std::vector<SonarReceiver> sonars = {});

  // Storage in the state; needs the poses of the links.
  void start(const World& world, State& state);
  // After the run seed of the state has changed.
  void reseed(const World& world, const State& state);
  void update(const World& world, State& state);

  // A modem sends a packet now; to: a device, -1 for all. False, and counted as refused, when it is
  // busy. The payload must not be longer than max_bytes.
  bool send(const World& world, State& state, int from, int to, std::span<const uint8_t> payload);

  // A sonar at X_NS pings at time_s; nothing happens when nobody else may receive it. False when
  // there is no room.
  bool emit(State& state, int sonar, const Pose& X_NS, const SoundPing& ping, double time_s) const;
  // All that reaches a sonar while it listens, in the order of the slots; replaces `out`. To ask
  // when all of it has been sent: at to_s or later.
  void bursts(const State& state, const Listener& listener, std::vector<Burst>& out) const;

  int count() const { return static_cast<int>(devices_.size()); }
  size_t max_signals() const { return signal_slots_; }

 private:
  struct Device {
    int sensor = 0;
    int vehicle = 0, link = 0;
    Pose X_LS;
    DeviceModel model;
    Rate rate;
    RandomStream rng;
    size_t beacons_begin = 0;                             // in State::beacon_values
    std::optional<environment::optics::BeamWater> water;  // of a lamp without a number of its own
    template <class T>
    const T* as() const {
      return model.as<T>();
    }
  };

  // network.cpp
  Station station(const State& state, int device) const;
  int radiate(State& state, int device, const SignalHeader& header, double begin_s,
              double duration_s);
  int new_signal(State& state, const SignalHeader& header, const SignalValues& values) const;
  void add_receivers(State& state, int slot) const;
  Tick earliest_tick(const State& state, int device, int slot) const;
  bool may_receive(const State& state, int device, int slot) const;
  bool is_meant(int device, const SignalHeader& signal) const;
  SignalPath signal_path(const State& state, int signal, const Station& receiver,
                         bool with_echoes) const;
  void advance(State& state);
  void arrive(State& state, int reception, const Station& receiver,
              const SignalPath& signal_path) const;
  void decode_due(const World& world, State& state);
  int next_to_decode(const State& state, int device) const;
  void forget(State& state);
  Reception reception_of(const State& state, int reception);
  double wind_m_s(const State& state) const;

  // network_sonars.cpp
  void make_slots();
  double time_to_pass_s(const State& state, int slot) const;
  bool in_band(const SignalValues& signal, int64_t source, int sonar) const;
  double faint_power(int sonar) const;
  bool reaches(const SignalValues& signal, const Listener& listener, Burst& burst) const;

  // network_messages.cpp
  void send_scheduled(const World& world, State& state);
  bool receive_packet(const World& world, State& state, int device, int reception);
  Outcome outcome_of(const State& state, int device, int reception, double& snr);
  bool collides(const State& state, int device, int reception) const;

  // network_positioning.cpp; those that receive return whether they gave a reading.
  void ask(const World& world, State& state, int device);
  void answer(const World& world, State& state, int device);
  bool receive_question(State& state, int device, int reception);
  bool receive_answer(const World& world, State& state, int device, int reception);
  void locate(const World& world, State& state, int device, int reception, int transponder);
  void close_cycle(const World& world, State& state, int device);
  bool receive_sound(const World& world, State& state, int device, int reception);
  void report(const World& world, State& state, int device, const DeviceReception& received);

  Propagation propagation_;
  const environment::Sea& sea_;
  Suite& suite_;
  StepClock clock_;
  bool interference_;
  std::vector<SonarReceiver> sonars_;
  std::vector<Device> devices_;
  size_t signal_slots_ = 0, reception_slots_ = 0, payload_words_ = 0, beacon_numbers_ = 0;
  // Scratch.
  double now_s_ = 0;
  std::vector<Disturbance> disturbances_;
  std::vector<double> channels_, truth_, facts_, true_facts_;
  std::vector<char> in_use_;
};

}  // namespace hadal::sensors
