#include <algorithm>

#include "scenario/nearest.h"
#include "world/build.h"
#include "world/shape_mesh.h"

namespace hadal::build {
namespace {

// Whether dynamics/mud.h finds something of the link that can be buried.
bool can_be_buried(const Link& link) {
  return !link.collisions.empty() || link.buoyancy.volume_m3 > 0 || link.sphere.radius_m > 0;
}

std::vector<std::string> known_names(const World& world) {
  std::vector<std::string> out;
  for (const Vehicle& vehicle : world.vehicles) out.push_back(vehicle.name);
  for (const Link& link : world.links) out.push_back(link.path);
  return out;
}

// The links that a name of a vehicle, an object or a link stands for.
std::vector<int> links_named(const World& world, const std::string& name) {
  std::vector<int> out;
  for (size_t i = 0; i < world.links.size(); ++i) {
    const Link& link = world.links[i];
    if (link.path == name || world.vehicles[link.vehicle].name == name)
      out.push_back(static_cast<int>(i));
  }
  return out;
}

std::vector<int> held(const Context& context, const MudConfig& config, const std::string& key) {
  const World& world = context.world;
  std::vector<int> out;
  if (config.links.empty())
    for (size_t i = 0; i < world.links.size(); ++i) out.push_back(static_cast<int>(i));
  for (size_t k = 0; k < config.links.size(); ++k) {
    const std::string& name = config.links[k];
    const std::string location = key + ".links[" + std::to_string(k) + "]";
    const std::vector<int> found = links_named(world, name);
    if (found.empty())
      context.fail(
          location, "no vehicle, object or link '" + name + "'" +
              hint_for(name, known_names(world)));
    else if (std::none_of(found.begin(), found.end(),
                          [&](int i) { return can_be_buried(world.links[i]); }))
      context.fail(location, "'" + name + "' has neither shapes nor a volume that mud could bury");
    out.insert(out.end(), found.begin(), found.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::erase_if(out, [&](int i) { return !can_be_buried(world.links[i]); });
  return out;
}

MudLayer layer(const Context& context, const MudConfig& config, const std::string& key) {
  MudLayer out{config, plane_area({config.box, config.circle, config.polygon}),
               held(context, config, key)};
  out.area.edge_m = config.edge_m;
  return out;
}

// The surface of mud is seen as that of silt of the same thickness.
BottomArea seen_surface(const MudLayer& mud) {
  BottomArea out = mud.area;
  out.silt_m = mud.thickness_m;
  out.seen_by = seen_by_mask(mud.seen_by);
  return out;
}

}  // namespace

void mud(const Context& context) {
  const std::vector<MudConfig>& configs = context.loaded.scenario.environment.mud;
  World& world = context.world;
  if (configs.empty()) return;
  if (context.loaded.scenario.environment.seabed.empty())
    context.fail("environment.mud", "mud lies on a seabed; give environment.seabed");
  if (world.rkmk4 || !world.implicit_damping)
    context.fail("environment.mud",
                 "mud is too stiff for explicit steps; it needs integrator: leapfrog and "
                 "implicit_damping: true");
  for (size_t i = 0; i < configs.size(); ++i) {
    world.mud.push_back(layer(context, configs[i], "environment.mud[" + std::to_string(i) + "]"));
    if (configs[i].visible) world.seabed.areas.push_back(seen_surface(world.mud.back()));
  }
}

}  // namespace hadal::build
