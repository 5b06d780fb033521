// The project's own messages, package hadal_msgs: what no ROS package describes. See
// ros_messages.h for fields().
#pragma once
#include "outputs/ros_messages.h"

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
  std::vector<double> command;       // -1..1
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
  std::string target;  // entity path, e.g. vehicles/rov
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

}  // namespace hadal::outputs
