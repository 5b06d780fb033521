#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

// A vehicle without a model, which an object is, has none.
const std::vector<MountPointConfig>& mount_points(const Context& context, const Vehicle& vehicle) {
  static const std::vector<MountPointConfig> none;
  const VehicleModelConfig* model = context.loaded.scenario.find_model(vehicle.model);
  return model ? model->mounts : none;
}

}  // namespace

MountPlace mount_place(const Context& context, const Vehicle& vehicle, const std::string& mount,
                       const std::string& link, const std::string& key) {
  if (mount.empty()) return {link_named(context, vehicle, link, key + ".link"), std::nullopt};
  std::vector<std::string> known;
  const std::vector<MountPointConfig>& points = mount_points(context, vehicle);
  for (size_t i = 0; i < points.size(); ++i) {
    known.push_back(points[i].name);
    if (points[i].name != mount) continue;
    const std::string location = vehicle.model_key + ".mounts[" + std::to_string(i) + "].link";
    return {link_named(context, vehicle, points[i].link, location),
            Pose{vec3(points[i].position_m), attitude_from_deg(points[i].rpy_deg)}};
  }
  std::string message = "no mount point '" + mount + "' on this vehicle" + hint_for(mount, known);
  if (known.empty()) message += "; its model has no mounts: give position_m instead";
  context.fail(key + ".mount", message);
  return {vehicle.links.begin, std::nullopt};
}

}  // namespace hadal::build
