#include "scenario/vehicle_config.h"

#include <set>

#include "kinds/actuators/list.h"
#include "kinds/controllers/list.h"
#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

const StructSchema& VehicleModelConfig::schema() {
  using C = VehicleModelConfig;
  static const StructSchema s =
      StructBuilder<C>("vehicle model", "A vehicle.")
          .name("name", &C::name, "Name of the model.")
          .required()
          .text("description", &C::description, "One line for lists.")
          .choice("kind", &C::kind, "Class of vehicle.", {"rov", "auv", "usv", "glider", "body"})
          .numbers("size_m", &C::size_m, "Length, width and depth of the hull, for pictures.", {3},
                   kPositive)
          .number("hotel_power_w", &C::hotel_power_w,
                  "Electrical power of everything but the thrusters.", kNotNegative)
          .objects("links", &C::links, "The hull first, then what hangs on it.", "name")
          .tagged_list("thruster_body", &C::thruster_body,
                       "Shapes that are seen at every thruster, their z axis along its thrust.",
                       shape_kinds)
          .objects("mounts", &C::mounts, "Named places for sensors, lamps and manipulators.", "name")
          .objects("manipulators", &C::manipulators, "Arms and hands the vehicle always carries.",
                   "name")
          .objects("thrusters", &C::thrusters, "Thrusters.", "name")
          .objects("fins", &C::fins, "Fins and rudders.", "name")
          .objects("ballasts", &C::ballasts, "Ballast.", "name")
          .objects("moving_masses", &C::moving_masses, "Moving masses.", "name")
          .tagged_list("actuators", &C::actuators, "Actuators of any kind, also of extensions.",
                       actuator_schemas, "name").extensible()
          .tagged_list("sensors", &C::sensors, "Sensors the vehicle always carries.", sensor_kinds,
                       "name").extensible()
          .tagged_list("lamps", &C::lamps, "Lamps.", lamp_kinds, "name")
          .tagged("controller", &C::controller, "Its controller.", controller_schemas).extensible()
          .check([](const C& c, CheckReport& r) {
            if (c.links.empty()) {
              r.fail("links", "a vehicle needs at least one link");
              return;
            }
            if (!c.links[0].parent.empty())
              r.fail("links[0].parent", "the first link is the hull and has no parent");
            std::set<std::string> known{c.links[0].name};
            for (size_t i = 1; i < c.links.size(); ++i) {
              if (!known.count(c.links[i].parent))
                r.fail("links[" + std::to_string(i) + "].parent",
                       "'" + c.links[i].parent + "' is no earlier link of this vehicle");
              known.insert(c.links[i].name);
            }
          });
  return s;
}

}  // namespace hadal::scenario
