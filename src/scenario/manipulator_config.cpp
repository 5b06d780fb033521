#include "scenario/manipulator_config.h"

#include <set>

#include "kinds/actuators/list.h"
#include "kinds/checks.h"
#include "scenario/light_config.h"
#include "scenario/sensor_config.h"

namespace hadal::inline scenario {
namespace {

void check_manipulator_links(const ManipulatorModelConfig& c, CheckReport& r) {
  if (c.links.empty()) return r.fail("links", "a manipulator needs at least one link");
  std::set<std::string> known{kMountParent};
  for (size_t i = 0; i < c.links.size(); ++i) {
    const std::string key = "links[" + std::to_string(i) + "]";
    if (c.links[i].name == kMountParent)
      r.fail(key + ".name", "'mount' is the place on the vehicle; expected another name");
    if (!known.count(c.links[i].parent))
      r.fail(key + ".parent", "'" + c.links[i].parent +
                                  "' is no earlier link of this manipulator; expected one, or "
                                  "`mount`, the place on the vehicle");
    known.insert(c.links[i].name);
  }
  if (c.tool.link == kMountParent || !known.count(c.tool.link))
    r.fail("tool.link", "no link '" + c.tool.link + "' in this manipulator");
}

}  // namespace

const StructSchema& MountPointConfig::schema() {
  using C = MountPointConfig;
  static const StructSchema s =
      StructBuilder<C>("mount point",
                       "A place that `mount:` of sensors, lamps and manipulators names.")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("link", &C::link, "The link it is on; the first if left out.")
          .numbers("position_m", &C::position_m, "Position on the link.", {3}, kMountPosition)
          .numbers("rpy_deg", &C::rpy_deg, "Roll, pitch, yaw; what is mounted looks along x.", {3},
                   {-360, 360});
  return s;
}

const StructSchema& ToolConfig::schema() {
  using C = ToolConfig;
  static const StructSchema s =
      StructBuilder<C>("tool", "The tool centre point of a manipulator.")
          .text("link", &C::link, "The link that carries it.")
          .required()
          .numbers("position_m", &C::position_m, "Position on the link.", {3}, kMountPosition)
          .numbers("rpy_deg", &C::rpy_deg,
                   "Roll, pitch, yaw of its axes: x away from the wrist, z along which the hand "
                   "opens.",
                   {3}, {-360, 360});
  return s;
}

const StructSchema& ManipulatorModelConfig::schema() {
  using C = ManipulatorModelConfig;
  static const StructSchema s =
      StructBuilder<C>("manipulator model",
                       "An arm or a hand. In a vehicle, all its names begin with the prefix of the "
                       "manipulator there.")
          .name("name", &C::name, "Name of the model.")
          .required()
          .text("description", &C::description, "One line for lists.")
          .objects("links", &C::links,
                   "From the mount to the tool and the fingers; `parent: mount` hangs a link on the "
                   "place where the manipulator is mounted.",
                   "name")
          .object("tool", &C::tool,
                  "Tool centre point. Joints between it and the mount carry the tool, the others "
                  "are fingers.")
          .required()
          .objects("mounts", &C::mounts, "Named places for sensors, lamps and hands.", "name")
          .tagged_list("actuators", &C::actuators, "Actuators beside the drives of the joints.",
                       actuator_schemas, "name").extensible()
          .tagged_list("sensors", &C::sensors, "Sensors it always carries.", sensor_kinds, "name")
          .extensible()
          .tagged_list("lamps", &C::lamps, "Lamps.", lamp_kinds, "name")
          .check(check_manipulator_links);
  return s;
}

const StructSchema& ManipulatorConfig::schema() {
  using C = ManipulatorConfig;
  static const StructSchema s =
      StructBuilder<C>("manipulator", "An arm or a hand on a vehicle.")
          .name("name", &C::name, "Name, unique in the vehicle.")
          .required()
          .text("model", &C::model,
                "Manipulator model: a name from `hadal list manipulators`, of manipulator_models, "
                "or a .yaml file.")
          .required()
          .text("prefix", &C::prefix,
                "What the names of its links, joints and sensors begin with; the name of the "
                "manipulator and _ if left out.")
          .text("mount", &C::mount, "The mount point of the vehicle it is on.")
          .text("link", &C::link,
                "Or the link it is on, also one of a manipulator before it; the first if left out.")
          .numbers("position_m", &C::position_m, "Position at the mount point or on the link.", {3},
                   kMountPosition)
          .numbers("rpy_deg", &C::rpy_deg, "Roll, pitch, yaw there.", {3}, {-360, 360})
          .numbers("start", &C::start,
                   "Positions of its joints at the start, in the order of its links, rad or m; "
                   "those of the model for the rest.")
          .check([](const C& c, CheckReport& r) {
            constexpr std::string_view kLetters =
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
            if (c.prefix.find_first_not_of(kLetters) != std::string::npos)
              r.fail("prefix", "expected letters, digits, _ and -");
            if (!c.mount.empty() && !c.link.empty()) r.fail("mount", "the mount point says the link too; give one of link and mount");
          });
  return s;
}

}  // namespace hadal::scenario
