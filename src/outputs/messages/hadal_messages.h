// The project's own messages, package hadal_msgs: what no ROS package describes. See
// ros_messages.h for fields().
#pragma once
#include "outputs/messages/ros_messages.h"

namespace hadal::outputs {

// Every wrench on one body, by name, at the body origin: answers "what moved my vehicle?".
// terms[i] names wrenches[i].
struct WrenchTerms {
  static constexpr std::string_view kType = "hadal_msgs/msg/WrenchTerms";
  Header header;
  std::vector<std::string> terms;
  std::vector<Wrench> wrenches;  // N, N m
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("terms", m.terms)("wrenches", m.wrenches);
  }
};

// One entry per thruster in every array.
struct ThrusterState {
  static constexpr std::string_view kType = "hadal_msgs/msg/ThrusterState";
  Header header;
  std::vector<std::string> name;
  std::vector<double> command;       // in the unit of each thruster's command: 1, N, rad/s or us
  std::vector<double> rotor_speed;   // rad/s
  std::vector<double> thrust;        // N
  std::vector<double> load_percent;  // of the largest thrust
  std::vector<double> health;        // 1 sound, 0 dead
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("name", m.name)("command", m.command)("rotor_speed", m.rotor_speed);
    v("thrust", m.thrust)("load_percent", m.load_percent)("health", m.health);
  }
};

// The hash of the whole simulation state after a tick; a replay must reproduce it.
struct StateHash {
  static constexpr std::string_view kType = "hadal_msgs/msg/StateHash";
  int64_t tick = 0;
  uint64_t hash = 0;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("tick", m.tick)("hash", m.hash);
  }
};

// One input from outside the simulation and the tick at which it took effect, for replay.
struct Input {
  static constexpr std::string_view kType = "hadal_msgs/msg/Input";
  int64_t tick = 0;
  // A vehicle or object, a part of it (rov/hull, rov/lamp), a current, or waves, wind, optics, sky.
  std::string target;
  std::string key;     // what is set, e.g. thrusters
  std::vector<double> values;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("tick", m.tick)("target", m.target)("key", m.key)("values", m.values);
  }
};

// Any set of named numbers; the names carry the units.
struct Scalars {
  static constexpr std::string_view kType = "hadal_msgs/msg/Scalars";
  Header header;
  std::vector<std::string> names;
  std::vector<double> values;
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("names", m.names)("values", m.values);
  }
};

// A packet at a modem, by sound or light: received, or lost and why. The stamp is its reading's.
struct Packet {
  static constexpr std::string_view kType = "hadal_msgs/msg/Packet";
  static constexpr std::string_view kConstants =
      "uint8 RECEIVED=0\nuint8 LOST_NOISE=1\nuint8 LOST_COLLISION=2\nuint8 LOST_HALF_DUPLEX=3\n"
      "uint8 LOST_DOPPLER=4\nuint8 LOST_NO_PATH=5\nuint8 LOST_OTHER=6\n";
  Header header;
  uint8_t outcome = 0;
  std::string from;  // vehicle/modem
  std::string to;    // empty: everybody
  int64_t number = 0;
  Time sent;
  Time arrived;                  // its first wave
  double delay = 0;              // s, from the first bit sent to the last one received
  double level = 0;              // dB re 1 uPa; of light the signal to noise ratio
  double snr = 0;                // dB
  double doppler = 1;            // received over sent frequency
  std::vector<uint8_t> payload;  // of a lost one: what was sent
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("outcome", m.outcome)("from", m.from)("to", m.to);
    v("number", m.number)("sent", m.sent)("arrived", m.arrived)("delay", m.delay);
    v("level", m.level)("snr", m.snr)("doppler", m.doppler)("payload", m.payload);
  }
};

// Changes of brightness that the pixels of an event camera reported since its last message, in the
// order of time. One entry per event in every array.
struct EventArray {
  static constexpr std::string_view kType = "hadal_msgs/msg/EventArray";
  Header header;
  uint32_t height = 0;
  uint32_t width = 0;
  std::vector<uint16_t> x, y;     // column and row
  std::vector<int32_t> time_us;   // after the stamp of the header
  std::vector<uint8_t> polarity;  // 1 brighter, 0 darker
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("height", m.height)("width", m.width)("x", m.x)("y", m.y);
    v("time_us", m.time_us)("polarity", m.polarity);
  }
};

// The water at one point.
struct WaterSample {
  static constexpr std::string_view kType = "hadal_msgs/msg/WaterSample";
  Header header;
  Vector3 current;         // m/s
  double density = 0;      // kg/m^3
  double temperature = 0;  // degree Celsius
  double salinity = 0;     // practical salinity
  double sound_speed = 0;  // m/s
  double pressure = 0;     // Pa, absolute
  double depth = 0;        // m below mean sea level
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("current", m.current)("density", m.density);
    v("temperature", m.temperature)("salinity", m.salinity)("sound_speed", m.sound_speed);
    v("pressure", m.pressure)("depth", m.depth);
  }
};

// Velocities of the water relative to a current profiler. Cells are counted along z of the sensor;
// a cell without a velocity holds NaN. Either velocity has one entry per cell, in east-north-up or
// in the axes of the sensor (z along the instrument, x ahead), or beam_velocity has four.
struct CurrentProfile {
  static constexpr std::string_view kType = "hadal_msgs/msg/CurrentProfile";
  static constexpr std::string_view kConstants = "uint8 FRAME_INSTRUMENT=0\nuint8 FRAME_EARTH=1\n";
  Header header;
  uint8_t velocity_frame = 0;
  float cell_size = 0;               // m
  std::vector<float> cell_distance;  // m, of the centres
  std::array<Vector3, 4> beam_unit_vec;
  std::vector<uint8_t> good_beams;   // per cell
  std::vector<Vector3> velocity;     // m/s
  std::vector<float> beam_velocity;  // m/s, positive away from the instrument
  template <class M, class V>
  static void fields(M& m, V& v) {
    v("header", m.header)("velocity_frame", m.velocity_frame)("cell_size", m.cell_size);
    v("cell_distance", m.cell_distance)("beam_unit_vec", m.beam_unit_vec);
    v("good_beams", m.good_beams)("velocity", m.velocity)("beam_velocity", m.beam_velocity);
  }
};

}  // namespace hadal::outputs
