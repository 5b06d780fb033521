// A sink that keeps messages, and sources of a made-up sea, for the tests of this folder.
#pragma once
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "outputs/messages/message_sink.h"
#include "outputs/scene/scene_sources.h"
#include "world/test_world.h"
#include "world/world.h"

namespace hadal::outputs::testing {

class MemorySink final : public MessageSink {
 public:
  struct Kept {
    std::string topic;
    int64_t time_ns = 0;
    std::vector<uint8_t> payload;
  };
  uint16_t add_topic(std::string_view topic, std::string_view type, bool latched) override {
    topics.push_back(std::string(topic));
    types[std::string(topic)] = std::string(type);
    is_latched[std::string(topic)] = latched;
    return static_cast<uint16_t>(topics.size());
  }
  bool wants(uint16_t) const override { return wanted; }
  bool write(uint16_t topic, int64_t time_ns, std::span<const uint8_t> payload) override {
    messages.push_back({topics[topic - 1u], time_ns, {payload.begin(), payload.end()}});
    return true;
  }

  template <Message M>
  std::vector<M> all(const std::string& topic) const {
    std::vector<M> out;
    for (const Kept& kept : messages)
      if (kept.topic == topic && !decode(kept.payload, out.emplace_back())) out.pop_back();
    return out;
  }

  bool wanted = true;
  std::vector<std::string> topics;
  std::map<std::string, std::string> types;
  std::map<std::string, bool> is_latched;
  std::vector<Kept> messages;
};

// A slope of 30 m at the origin that falls by 1 in 10 to the north and is rock in the east.
inline double slope_depth_m(double north_m, double east_m) {
  return 30 + 0.1 * north_m + std::sin(0.3 * east_m);
}

inline SceneSources made_up_sources() {
  SceneSources out;
  out.seabed_cell_m = 0.5;
  out.seen_depth_m = slope_depth_m;
  out.firm_depth_m = [](double n, double e) { return slope_depth_m(n, e) + 0.2; };
  out.seabed_material = [](double, double east_m) { return east_m > 0 ? 2 : 1; };
  out.scenery = []() -> const std::vector<SceneryPart>& {
    static const std::vector<SceneryPart> none;
    return none;
  };
  static const Frame blank{};
  out.frame = [](int) -> const Frame& { return blank; };
  out.currents = [](const State&, std::span<const Vec3> positions_N, std::span<Vec3> current_N) {
    for (size_t i = 0; i < positions_N.size(); ++i) current_N[i] = 0.01 * positions_N[i];
  };
  out.light = [](const State&) { return SceneLight{Vec3(0.6, 0, -0.8), 5e4}; };
  out.wind_N = [](const State&) { return Vec3(3, -4, 0); };
  return out;
}

// A state for a world, as large as the simulation would make it.
inline State blank_state(const World& world) {
  State s;
  const size_t links = world.links.size(), vehicles = world.vehicles.size(),
               sensors = world.sensors.size();
  s.p_NL_N.assign(links, Vec3::Zero());
  s.q_NL.assign(links, Quat::Identity());
  s.nu_L.assign(links, Vec6::Zero());
  for (auto& term : s.wrench_L) term.assign(links, Vec6::Zero());
  s.water_velocity_N.assign(links, Vec3::Zero());
  for (auto* list : {&s.energy_used_j, &s.travelled_m}) list->assign(vehicles, 0);
  s.mission_step.assign(world.tracks.size(), 0);
  s.mission_status.assign(world.tracks.size(), 3);
  s.set_point.assign(24 * vehicles, 0);
  start_actuators(world, s);
  for (auto* list : {&s.wave_factor, &s.wind_factor, &s.turbidity_ntu, &s.day_offset_s})
    list->assign(1, 0);
  s.lamp_level.assign(world.lamps.size(), 0);
  s.sensor_stamp.assign(sensors, -1);
  s.sensor_valid.assign(sensors, 0);
  s.contact_count.assign(1, 0);
  s.expectation_status.assign(world.expectations.size(), 0);
  s.next_event.assign(1, 0);
  return s;
}

// A vehicle with a battery, an altimeter, two thrusters and a mission, and a box on the ground.
inline World small_world() {
  return test::world_of(R"(
title: A small world
duration_s: 10
vehicle_models:
  - name: rov
    links:
      - {name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01, shapes: {collision: [!box {size_m: [0.4, 0.3, 0.2], material: steel}]}}
    thrusters:
      - {name: t1, position_m: [0.2, 0.1, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
      - {name: t2, position_m: [0.2, -0.1, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
    sensors:
      - !battery {name: battery, rate_hz: 1}
      - !altimeter {name: altimeter, rate_hz: 5, max_range_m: 25}
    controller: !body {}
vehicles:
  - {name: rov, model: rov, pose: {north_m: 1, depth_m: 5}}
objects:
  - {name: crate, links: [{name: body, mass_kg: 5, inertia_kg_m2: [0.8, 0.8, 0.8], shapes: {collision: [!box {size_m: [1, 1, 1], material: wood}]}}], pose: {north_m: 3, depth_m: 29}}
marks: [{name: home, north_m: 1, east_m: 2, depth_m: 3}]
mission:
  - !hold {vehicle: rov, duration_s: 2}
  - !go_to {vehicle: rov, north_m: 4, east_m: -1, depth_m: 20, speed_m_s: 0.5}
events:
  - !thruster_health {at_s: 1, vehicle: rov, thruster: t2, health: 0}
expect:
  - {that: depth(rov) > 1, when: always}
  - {that: north(rov) > 3, when: once}
)");
}

}  // namespace hadal::outputs::testing
