// What follows from a scenario alone: the world, its sea with the tiles of the seabed, sound, shapes
// for rays, the instruments' tables and the engine's model of the bodies. Loaded once, constant from
// then on, and shared by any number of simulations in any threads. What is kept inside only to save
// time (tiles, chunks of ground, bent weed, light of a moment) changes no result and locks itself.
#pragma once
#include <memory>
#include <string>

#include "base/result.h"
#include "dynamics/multibody/multibody.h"
#include "environment/acoustic/acoustic_field.h"
#include "environment/sea.h"
#include "sensors/frames/frame_suite.h"
#include "sensors/rays/ray_world.h"
#include "world/world.h"

namespace hadal::simulation {

struct SharedWorld {
  // Every problem of the scenario, with its place.
  static Result<std::shared_ptr<const SharedWorld>> load(const LoadedScenario& loaded);

  const std::string scenario_yaml;  // with every default, as logs hold it
  const World world;
  const std::unique_ptr<const environment::Sea> sea;
  const environment::AcousticField sound;
  const std::unique_ptr<const sensors::RayWorld> rays;
  const sensors::FrameInstruments instruments;
  const std::shared_ptr<const dynamics::MultibodyModel> bodies;

 private:
  SharedWorld(std::string scenario_yaml, World world, std::unique_ptr<const environment::Sea> sea,
              std::unique_ptr<const sensors::RayWorld> rays,
              std::shared_ptr<const dynamics::MultibodyModel> bodies);
};

// The engine's model of the links of a world; the sea must outlive it.
Result<std::shared_ptr<const dynamics::MultibodyModel>> make_bodies(const World& world,
                                                                    const environment::Sea& sea);

}  // namespace hadal::simulation
