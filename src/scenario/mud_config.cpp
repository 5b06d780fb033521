#include "scenario/mud_config.h"

#include "scenario/seabed_config.h"
#include "scenario/shape_config.h"

namespace hadal::inline scenario {
namespace {

constexpr double kThickest_m = 100;
constexpr double kStrongest_pa = 1e6, kStrongest_n = 1e7;
constexpr double kThickest_pa_s = 1e6, kMaxDrag_ns_m = 1e8;
constexpr double kSlowestCreep_m_s = 1e-7, kFastestCreep_m_s = 0.01;

void check_mud(const MudConfig& c, CheckReport& report) {
  check_plane_area({c.box, c.circle, c.polygon}, report);
  check_sensor_classes(c.seen_by, "seen_by", report);
  if (!c.visible && !c.seen_by.empty())
    report.fail("visible", "'false' contradicts the sensor classes in seen_by");
  if (c.yield_n && c.yield_pa > 0)
    report.fail("yield_n", "give the force of a link or the strength yield_pa, not both");
  if (c.drag_ns_m && c.viscosity_pa_s > 0)
    report.fail("drag_ns_m", "give the drag of a link or viscosity_pa_s, not both");
  if (c.yield_pa + c.yield_n.value_or(0) + c.viscosity_pa_s + c.drag_ns_m.value_or(0) == 0)
    report.fail("yield_pa",
                "this mud resists nothing; give yield_pa or yield_n, viscosity_pa_s or drag_ns_m");
}

}  // namespace

const StructSchema& MudConfig::schema() {
  using C = MudConfig;
  static const StructSchema s =
      StructBuilder<C>("mud", "Soft mud on the seabed that holds what sinks into it.")
          .name("name", &C::name, "Name.")
          .required()
          .numbers("box", &C::box,
                   "North from, to, east from, to in m; everywhere if no area is given.", {4})
          .numbers("circle", &C::circle, "North, east, radius in m.", {3})
          .rows("polygon", &C::polygon, "Corners [north m, east m].", {2})
          .number("edge_m", &C::edge_m, "It thins out over this distance inside the border.",
                  {0, 10000})
          .number("thickness_m", &C::thickness_m, "Thickness above the firm seabed.",
                  {0, kThickest_m, true})
          .number("yield_pa", &C::yield_pa,
                  "Shear strength. The force that breaks a buried link loose is 11 times it, times "
                  "the area of a disc across the sphere of the link's volume.",
                  {0, kStrongest_pa})
          .number("yield_n", &C::yield_n,
                  "The force that breaks a buried link loose, instead of yield_pa.",
                  {0, kStrongest_n})
          .number("viscosity_pa_s", &C::viscosity_pa_s,
                  "Viscosity once it flows; drag as of the sphere of the link's volume.",
                  {0, kThickest_pa_s})
          .number("drag_ns_m", &C::drag_ns_m,
                  "Viscous drag of a buried link, instead of viscosity_pa_s.", {0, kMaxDrag_ns_m})
          .number("creep_speed_m_s", &C::creep_speed_m_s,
                  "Speed at which half of the yield force acts: a link that is held creeps slower.",
                  {kSlowestCreep_m_s, kFastestCreep_m_s})
          .texts("links", &C::links,
                 "What it holds: vehicles and objects, or single links as vehicle/link; everything "
                 "if left out.")
          .boolean("visible", &C::visible, "Whether sensors see its surface, or the firm seabed.")
          .texts("seen_by", &C::seen_by,
                 "Sensor classes that see its surface: camera, sonar, lidar, dvl; all if left out.")
          .check(check_mud);
  return s;
}

}  // namespace hadal::scenario
