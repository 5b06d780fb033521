#include "world/shape_mesh.h"

#include "geometry/parts/housings.h"
#include "geometry/parts/propulsion.h"
#include "geometry/parts/structure.h"
#include "scenario/part_config.h"

namespace hadal::inline world {
namespace {

using geometry::TriangleMesh;

Vec3 size_of(const std::vector<double>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

TriangleMesh thruster_mesh(const DuctedThrusterConfig& c) {
  return geometry::ducted_thruster({c.radius_m, c.length_m,
                                    c.duct_length_m.value_or(0.45 * c.length_m),
                                    c.hub_radius_m.value_or(0.4 * c.radius_m),
                                    static_cast<int>(c.struts)});
}

TriangleMesh propeller_mesh(const PropellerConfig& c) {
  return geometry::propeller({c.radius_m, c.hub_radius_m.value_or(0.3 * c.radius_m),
                              c.hub_length_m.value_or(0.7 * c.radius_m),
                              static_cast<int>(c.blades), propeller_pitch_m(c),
                              c.chord_m.value_or(0.6 * c.radius_m)});
}

}  // namespace

std::optional<TriangleMesh> part_mesh(const AnyConfig& config) {
  if (const auto* c = config.as<DuctedThrusterConfig>()) return thruster_mesh(*c);
  if (const auto* c = config.as<PropellerConfig>()) return propeller_mesh(*c);
  if (const auto* c = config.as<BarFrameConfig>())
    return geometry::bar_frame(size_of(c->size_m), c->bar_radius_m, static_cast<int>(c->bays));
  if (const auto* c = config.as<SidePlateConfig>())
    return geometry::side_plate(size_of(c->size_m), static_cast<int>(c->columns),
                                static_cast<int>(c->rows), c->rib_m);
  if (const auto* c = config.as<RoundedBoxConfig>())
    return geometry::rounded_box(size_of(c->size_m), c->radius_m);
  if (const auto* c = config.as<EnclosureConfig>())
    return geometry::enclosure_tube(c->radius_m, c->length_m,
                                    c->flange_radius_m.value_or(1.08 * c->radius_m),
                                    c->flange_length_m.value_or(0.08 * c->length_m));
  if (const auto* c = config.as<DomeConfig>()) return geometry::dome(c->radius_m, c->ring_m);
  if (const auto* c = config.as<LampHousingConfig>())
    return geometry::lamp_housing(c->radius_m, c->length_m);
  if (const auto* c = config.as<DvlHeadConfig>())
    return geometry::dvl_head(c->radius_m, c->length_m);
  if (const auto* c = config.as<SonarHeadConfig>())
    return geometry::sonar_head(c->radius_m, c->length_m);
  if (const auto* c = config.as<AntennaConfig>())
    return geometry::antenna(c->radius_m, c->length_m);
  if (const auto* c = config.as<TetherPlugConfig>())
    return geometry::tether_plug(c->radius_m, c->length_m);
  return std::nullopt;
}

}  // namespace hadal::world
