#include <numbers>

#include "math/units.h"
#include "scenario/light_config.h"
#include "world/build.h"
#include "world/enclosure.h"

namespace hadal::build {
namespace {

// What of the lamp's own link stands in its way.
void find_housing(const Context& context, Lamp& lamp) {
  const Link& link = context.world.links[static_cast<size_t>(lamp.link)];
  const double half_angle = lamp.kind == Lamp::Kind::kSpot ? lamp.beam_rad / 2 : std::numbers::pi;
  const Enclosure around = enclosure(link.visuals, lamp.X_LS, half_angle, kLargestHousing_m);
  lamp.housing_m += around.housing_m;
  if (around.inside)
    context.fail(lamp.key + ".position_m",
                 "the lamp is more than " + std::to_string(kLargestHousing_m).substr(0, 3) +
                     " m inside the shapes of link '" + link.name +
                     "', and none of its light gets out; move it to their surface");
}

}  // namespace

void mount_lamps(const Context& context, int vehicle_index, const std::vector<AnyConfig>& configs,
                 const std::string& list_key, const Vehicle& vehicle) {
  for (size_t i = 0; i < configs.size(); ++i) {
    const std::string key = list_key + "[" + std::to_string(i) + "]";
    Lamp lamp;
    static_cast<LampModel&>(lamp) = lamp_common(configs[i]);
    lamp.X_LS = {vec3(lamp.position_m), attitude_from_deg(lamp.rpy_deg)};
    check_unique(context, vehicle_index, lamp.name, key + ".name");
    lamp.path = vehicle.name + "/" + lamp.name;
    lamp.vehicle = vehicle_index;
    const MountPlace location = mount_place(context, vehicle, lamp.mount, lamp.link_name, key);
    lamp.link = location.link;
    lamp.X_LS = location.on_link(lamp.X_LS);
    lamp.key = key;
    find_housing(context, lamp);
    context.world.lamps.push_back(std::move(lamp));
  }
}

}  // namespace hadal::build
