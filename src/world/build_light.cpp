#include <numbers>

#include "math/units.h"
#include "scenario/light_config.h"
#include "world/build.h"
#include "world/enclosure.h"

namespace hadal::build {
namespace {

Lamp lamp_of(const AnyConfig& config) {
  const LampConfig& c = lamp_common(config);
  Lamp out;
  out.name = c.name;
  out.X_LS = {vec3(c.position_m), attitude_from_deg(c.rpy_deg)};
  out.flux_lm = c.flux_lm;
  out.colour_temperature_k = c.colour_temperature_k;
  out.level = c.level;
  out.strobe_hz = c.strobe_hz;
  out.strobe_s = c.strobe_s;
  out.strobe_delay_s = c.strobe_delay_s;
  out.kind = Lamp::Kind::kPoint;
  if (const auto* spot = config.as<SpotLampConfig>()) {
    out.kind = Lamp::Kind::kSpot;
    out.beam_rad = spot->beam_deg * kDegree;
    out.edge_rad = spot->edge_deg * kDegree;
  }
  if (const auto* line = config.as<LineLampConfig>()) {
    out.kind = Lamp::Kind::kLine;
    out.length_m = line->length_m;
  }
  return out;
}

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
    Lamp lamp = lamp_of(configs[i]);
    check_unique(context, vehicle_index, lamp.name, key + ".name");
    lamp.path = vehicle.name + "/" + lamp.name;
    lamp.vehicle = vehicle_index;
    lamp.link = link_named(context, vehicle, lamp_common(configs[i]).link, key + ".link");
    lamp.key = key;
    find_housing(context, lamp);
    context.world.lamps.push_back(std::move(lamp));
  }
}

SkyModel sky_model(const SkyConfig& c) {
  SkyModel out;
  if (c.sun_elevation_deg) out.sun_elevation_rad = *c.sun_elevation_deg * kDegree;
  if (c.sun_azimuth_deg) out.sun_azimuth_rad = *c.sun_azimuth_deg * kDegree;
  out.air_turbidity = c.air_turbidity;
  out.cloud_cover = c.cloud_cover;
  out.moon = c.moon;
  return out;
}

WaterOpticsModel water_optics_model(const OpticsConfig& c) {
  WaterOpticsModel out;
  out.type = c.water_type;
  out.measured = c.coefficients == "measured";
  out.turbidity_ntu = c.turbidity_ntu;
  out.chlorophyll_mg_m3 = c.plankton.background_mg_m3;
  out.chlorophyll_peak_mg_m3 = c.plankton.peak_mg_m3;
  out.peak_depth_m = c.plankton.peak_depth_m;
  out.peak_thickness_m = c.plankton.thickness_m;
  return out;
}

}  // namespace hadal::build
