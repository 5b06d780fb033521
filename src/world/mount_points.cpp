#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
MountPlace mount_place(const Context& context, const Vehicle& vehicle, const std::string& mount,
                       const std::string& link, const std::string& key) {
  if (mount.empty()) return {link_named(context, vehicle, link, key + ".link"), std::nullopt};
  std::vector<std::string> known;
  for (const MountPoint& point : vehicle.mounts) {
    known.push_back(point.name);
    if (point.name == mount)
      return {link_named(context, vehicle, point.link, point.key + ".link"), point.X_LM};
  }
  std::string message = "no mount point '" + mount + "' on this vehicle" + hint_for(mount, known);
  if (known.empty()) message += "; its model has no mounts: give position_m instead";
  context.fail(key + ".mount", message);
  return {vehicle.links.begin, std::nullopt};
}

}  // namespace hadal::build
