#include "world/world.h"

namespace hadal::inline world {

World::World() = default;
World::~World() = default;
World::World(const World&) = default;
World::World(World&&) noexcept = default;
World& World::operator=(const World&) = default;
World& World::operator=(World&&) noexcept = default;

int World::find_vehicle(const std::string& name) const {
  for (size_t i = 0; i < vehicles.size(); ++i)
    if (vehicles[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace hadal::world
