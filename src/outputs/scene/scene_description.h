// scene.json: what there is in a world, for viewers, as docs/scene.md describes it. What changes
// comes on /hadal/scene in the same order (scene_recorder.h).
#pragma once
#include <string>
#include <vector>

#include "outputs/scene/scene_sources.h"
#include "world/world.h"

namespace hadal::outputs {

std::string scene_description(const World& world, const SceneSources& sources);

// Depths at which /hadal/scene tells the current above and below the first vehicle.
std::vector<double> scene_current_depths(const World& world, const SceneSources& sources);

// What gives thrust, and the other actuators but for joints, kind by kind; into World::actuators.
std::vector<int> scene_thrusters(const World& world);
std::vector<int> scene_actuators(const World& world);

// Name of the node of a piece of scenery in scene.glb.
std::string scenery_node(size_t part);
// Of a part that turns, into World::moving_parts.
std::string part_node(const World& world, size_t part);

// The box about all that is seen of a vehicle, in the frame of its first link, joints at zero;
// that of its size where nothing is seen.
struct SceneBox {
  Vec3 min = Vec3::Zero(), max = Vec3::Zero();
};
SceneBox vehicle_box(const World& world, const Vehicle& vehicle);

// Transfer curve of sRGB.
double srgb_of_linear(double linear);

}  // namespace hadal::outputs
