#include "scenario/object_config.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "scenario/sensor_config.h"

namespace hadal::inline scenario {
namespace {

constexpr int64_t kMaxCopies = 10000;

void check_links(const std::vector<LinkConfig>& links, CheckReport& r) {
  if (links.empty()) return;
  if (!links[0].parent.empty())
    r.fail("links[0].parent", "the first link carries the others and has no parent");
  std::set<std::string> known{links[0].name};
  for (size_t i = 1; i < links.size(); ++i) {
    if (!known.count(links[i].parent))
      r.fail("links[" + std::to_string(i) + "].parent",
             "'" + links[i].parent + "' is no earlier link of this object");
    known.insert(links[i].name);
  }
}

}  // namespace

const StructSchema& PropertyConfig::schema() {
  using C = PropertyConfig;
  static const StructSchema s =
      StructBuilder<C>("property", "A number of your own that follows the extent.")
          .name("name", &C::name, "Name; property(OBJECT, NAME) reads it.")
          .required()
          .number("at_0", &C::at_0, "Value of the sound object.")
          .number("at_1", &C::at_1, "Value at extent 1; linear between.");
  return s;
}

const StructSchema& DegradationConfig::schema() {
  using C = DegradationConfig;
  static const StructSchema s =
      StructBuilder<C>("degradation", "How the surface changes with the extent, linearly.")
          .number("friction_scale_at_1", &C::friction_scale_at_1,
                  "Friction of every pair times this at extent 1.", {0, 10})
          .number("restitution_at_1", &C::restitution_at_1,
                  "Restitution at extent 1; unchanged if left out.", kFraction)
          .numbers("albedo_at_1", &C::albedo_at_1, "Albedo at extent 1; unchanged if left out.",
                   {3}, kFraction)
          .number("roughness_at_1", &C::roughness_at_1,
                  "Optical roughness at extent 1; unchanged if left out.", kFraction)
          .number("growth_at_1", &C::growth_at_1,
                  "Fraction of the surface that cameras see overgrown at extent 1.", kFraction)
          .number("silt_at_1", &C::silt_at_1,
                  "Silt that cameras see on what faces up at extent 1: 0 none, 1 all over.",
                  kFraction)
          .objects("properties", &C::properties, "Numbers of your own.", "name");
  return s;
}

const StructSchema& FoulingConfig::schema() {
  using C = FoulingConfig;
  static const StructSchema s =
      StructBuilder<C>("fouling", "Growth on the surface of an object.")
          .number("coverage", &C::coverage, "Fraction of the surface that is overgrown.", kFraction)
          .number("thickness_m", &C::thickness_m, "Greatest thickness of the growth.", {0, 1, true})
          .required()
          .text("material", &C::material,
                "What the overgrown surface is made of; that of the object if left out.")
          .choice("affects", &C::affects,
                  "Growth is soft and only seen, hard but unseen, or seen and touched.",
                  {"seen", "touched", "both"})
          .texts("seen_by", &C::seen_by,
                 "Sensor classes that see the growth: camera, sonar, lidar, dvl; all if left out. "
                 "The others see the clean surface.")
          .check([](const C& c, CheckReport& r) { check_sensor_classes(c.seen_by, "seen_by", r); });
  return s;
}

const StructSchema& ObjectModelConfig::schema() {
  using C = ObjectModelConfig;
  static const StructSchema s =
      StructBuilder<C>("object model", "A passive object in the water.")
          .name("name", &C::name, "Name of the model.")
          .required()
          .text("description", &C::description, "One line for lists.")
          .objects("links", &C::links, "The body first, then what hangs on it.", "name")
          .tagged_list("sensors", &C::sensors, "Sensors and beacons it always carries.",
                       sensor_kinds, "name").extensible()
          .object("degradation", &C::degradation, "How wear changes the surface.")
          .object("fouling", &C::fouling, "Growth it carries unless the object overrides it.")
          .check([](const C& c, CheckReport& r) {
            if (c.links.empty()) r.fail("links", "an object needs at least one link");
            check_links(c.links, r);
          });
  return s;
}

const StructSchema& ObjectPoseConfig::schema() {
  using C = ObjectPoseConfig;
  static const StructSchema s =
      StructBuilder<C>("object pose", "Where an object is at the start.")
          .number("north_m", &C::north_m, "North of the origin.", {-1e6, 1e6})
          .number("east_m", &C::east_m, "East of the origin.", {-1e6, 1e6})
          .number("depth_m", &C::depth_m, "Depth of its origin below the mean surface.",
                  {-1000, 12000})
          .boolean("on_seabed", &C::on_seabed, "Lies on the seabed; then depth_m is left out.")
          .number("buried_m", &C::buried_m, "How deep it has sunk into the seabed.", {-10, 100})
          .boolean("tilt_to_slope", &C::tilt_to_slope,
                   "On the seabed its upright follows the slope there.")
          .number("heading_deg", &C::heading_deg, "Heading, clockwise from north.", {-360, 360})
          .number("pitch_deg", &C::pitch_deg, "Pitch, nose up positive.", {-180, 180})
          .number("roll_deg", &C::roll_deg, "Roll, right side down positive.", {-180, 180})
          .check([](const C& c, CheckReport& r) {
            if (c.on_seabed && c.depth_m)
              r.fail("depth_m", "follows from on_seabed: true; give one of the two");
            if (!c.on_seabed && c.buried_m != 0)
              r.fail("buried_m", "only an object with on_seabed: true can be buried");
          });
  return s;
}

const StructSchema& ObjectArrayConfig::schema() {
  using C = ObjectArrayConfig;
  static const StructSchema s =
      StructBuilder<C>("object array", "Copies of an object in rows and columns.")
          .numbers("count", &C::count, "Copies along the heading, and across.", {2}, {1, 1000})
          .required()
          .numbers("spacing_m", &C::spacing_m, "From one to the next, along and across.", {2},
                   {0, 1e5, true})
          .required()
          .number("jitter_m", &C::jitter_m, "Each is moved along and across by up to this.",
                  {0, 1e5})
          .number("turn_deg", &C::turn_deg, "The heading of each is turned by up to this.",
                  {0, 180})
          .integer("seed", &C::seed, "Of jitter and turns.", {0, 9007199254740992.0})
          .check([](const C& c, CheckReport& r) {
            for (const double n : c.count)
              if (n != std::floor(n)) r.fail("count", "expected two whole numbers");
            if (c.count.size() == 2 && c.count[0] * c.count[1] > kMaxCopies)
              r.fail("count", "more than " + std::to_string(kMaxCopies) + " copies");
          });
  return s;
}

const StructSchema& ObjectScatterConfig::schema() {
  using C = ObjectScatterConfig;
  static const StructSchema s =
      StructBuilder<C>("object scatter", "Copies of an object scattered over a rectangle.")
          .integer("count", &C::count, "How many.", {1, static_cast<double>(kMaxCopies)})
          .required()
          .numbers("size_m", &C::size_m, "Sides of the rectangle, along the heading and across.",
                   {2}, {0, 1e6, true})
          .required()
          .number("gap_m", &C::gap_m, "Origins are at least this far apart.", {0, 1e5})
          .number("turn_deg", &C::turn_deg, "The heading of each is turned by up to this.",
                  {0, 180})
          .integer("seed", &C::seed, "Of positions and rotations.", {0, 9007199254740992.0});
  return s;
}

int64_t ObjectConfig::copies() const {
  if (scatter) return scatter->count;
  return array && array->count.size() == 2 ? static_cast<int64_t>(array->count[0] * array->count[1])
                                           : 1;
}

std::string ObjectConfig::copy_name(int64_t index) const {
  return array || scatter ? name + "_" + std::to_string(index + 1) : name;
}

const StructSchema& ObjectConfig::schema() {
  using C = ObjectConfig;
  static const StructSchema s =
      StructBuilder<C>("object", "An object in the world.")
          .name("name", &C::name, "Name, unique among vehicles, objects and marks.")
          .required()
          .text("model", &C::model,
                "Object model: a name from `hadal list objects`, of object_models, or a .yaml "
                "file.")
          .objects("links", &C::links, "Its links, given inline instead of a model.", "name")
          .object("shapes", &C::shapes, "Its shapes, given inline instead of a model: one body.")
          .text("material", &C::material, "Material of its shapes, with inline shapes.")
          .tagged_list("sensors", &C::sensors, "Sensors and beacons beside those of the model.",
                       sensor_kinds, "name").extensible()
          .object("pose", &C::pose, "Pose at the start.")
          .object("array", &C::array, "Copies in rows and columns about the pose.")
          .object("scatter", &C::scatter, "Copies scattered about the pose.")
          .boolean("fixed", &C::fixed, "Welded to the world.")
          .numbers("velocity", &C::velocity, "Body velocity at the start: m/s and rad/s.", {6},
                   {-100, 100})
          .number("extent", &C::extent, "How worn it is: distortion and degradation, 0 to 1.",
                  kFraction)
          .integer("seed", &C::seed, "Of distortion and growth.", {0, 9007199254740992.0})
          .object("degradation", &C::degradation, "Replaces that of the model.")
          .object("fouling", &C::fouling, "Replaces that of the model.")
          .check([](const C& c, CheckReport& r) {
            const int paths = !c.model.empty() + !c.links.empty() + c.shapes.has_value();
            if (paths != 1) r.fail("model", "give one of model, links and shapes");
            if (c.array && c.scatter) r.fail("scatter", "give one of array and scatter");
            if (!c.shapes && !c.material.empty())
              r.fail("material", "only an object with inline shapes has it here");
            if (c.fixed &&
                std::any_of(c.velocity.begin(), c.velocity.end(), [](double v) { return v != 0; }))
              r.fail("velocity", "a fixed object does not move");
            check_links(c.links, r);
          });
  return s;
}

}  // namespace hadal::scenario
