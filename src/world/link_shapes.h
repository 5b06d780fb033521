// What the shapes of one link come to: mass and volume, what is wetted, what touches, what is seen.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenario/object_config.h"
#include "world/body_shapes.h"
#include "world/shape.h"
#include "world/shape_mesh.h"
#include "world/solid.h"

namespace hadal::build {

struct Context;

// How worn an object is. Distortion and growth change what is seen and touched; mass, volume and
// what is wetted stay those of the sound object.
struct Wear {
  double extent = 0;
  uint64_t seed = 1;
  const DegradationConfig* degradation = nullptr;
  std::string degradation_key;  // where it stands in the scenario
  const FoulingConfig* fouling = nullptr;
  std::string fouling_key;
  unsigned growth_seen_by = ~0u;  // sensors that see the growth
};

struct LinkShapes {
  std::optional<Solid> mass;    // volume_m3 is a mass in kg; unset without physics shapes
  std::optional<Solid> volume;  // of the outside
  Mat6 added_mass_L = Mat6::Zero();
  std::vector<CollisionShape> collisions;
  std::vector<VisualShape> visuals;
  std::optional<WettedSurface> wetted;
};

// What was made before, so that a hundred barrels share their meshes and each file is read once.
struct ShapeStore {
  std::map<std::string, LinkShapes> links;         // by the place of the link and its wear
  std::map<std::string, Result<ShapeMesh>> files;  // by what a !mesh says of its file
};

// Problems and notes name keys below `key`, the place of the link. `fitted` are seen on it too; they
// and the name of the link are the same in every vehicle of one `owner`, its model.
const LinkShapes& link_shapes(const Context& context, const LinkConfig& config,
                              const std::string& key, const Wear& wear,
                              const std::vector<PlacedShape>& fitted = {},
                              const std::string& owner = {});

}  // namespace hadal::build
