// A world from YAML text whose bodies a test moves by hand, with all sensors that give readings.
#pragma once
#include <string>

#include "scenario/scenario.h"
#include "sensors/scalar/suite.h"

namespace hadal::sensors::testing {

inline World world_of(const std::string& yaml) {
  const Result<LoadedScenario> loaded = load_scenario_text(yaml, "test.yaml", {});
  if (!loaded) throw InvalidInput(loaded.problems());
  World world = build_world(loaded.value()).value();
  lay_out_values(world);
  return world;
}

// A vehicle `boat` of one link with the given sensors, beside what `more` adds at top level.
inline std::string boat_with(const std::string& environment, const std::string& sensors,
                             const std::string& more = "") {
  return "format: 1\nstep_s: 0.1\nenvironment: {" + environment +
         "}\nvehicle_models:\n"
         "  - name: boat\n    links:\n"
         "      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}\n"
         "    sensors: [" +
         sensors + "]\nvehicles: [{name: boat, model: boat}]\n" + more;
}

struct Deck {
  explicit Deck(const std::string& yaml)
      : world(world_of(yaml)),
        sea(std::move(environment::Sea::open(world)).value()),
        sound(sea, world.sound, world.materials),
        rays(world, sea),
        suite(world, sea, sound, rays),
        arena(1) {
    const size_t links = world.links.size();
    state.p_NL_N.assign(links, Vec3::Zero());
    state.q_NL.assign(links, Quat::Identity());
    state.nu_L.assign(links, Vec6::Zero());
    state.a_NL_N.assign(links, Vec3::Zero());
    state.alpha_NL_L.assign(links, Vec3::Zero());
    state.contact_count.assign(1, 0);
    state.run_seed.assign(1, static_cast<int64_t>(world.seed));
    sea.start(state);
    suite.start(state);
  }
  // Link 0 is the boat's.
  void place(size_t link, const Vec3& p_N, const Vec3& v_L = Vec3::Zero(),
             const Quat& q_NL = Quat::Identity()) {
    state.p_NL_N[link] = p_N;
    state.q_NL[link] = q_NL;
    state.nu_L[link].head<3>() = v_L;
  }
  void measure(Tick tick = 0) {
    state.tick = tick;
    suite.measure_due(world, state, arena);
  }
  std::span<const double> values(int sensor) const { return suite.values(world, state, sensor); }
  std::span<const double> truth(int sensor) const { return suite.truth(world, state, sensor); }
  bool valid(int sensor) const { return state.sensor_valid[sensor] != 0; }

  World world;
  environment::Sea sea;
  environment::AcousticField sound;
  RayWorld rays;
  Suite suite;
  ThreadArena arena;
  State state;
};

}  // namespace hadal::sensors::testing
