#include "scenario/scenario.h"

#include <algorithm>
#include <map>

#include "kinds/controllers/list.h"
#include "kinds/couplings/list.h"
#include "kinds/events/list.h"
#include "kinds/steps/list.h"
#include "scenario/writer.h"

namespace hadal::inline scenario {
namespace {

// Vehicles, objects and marks share one set of names: expectations speak of all of them.
void check_names(const Scenario& c, CheckReport& r) {
  std::map<std::string, std::string> taken;
  for (const VehicleConfig& vehicle : c.vehicles) taken[vehicle.name] = "a vehicle";
  const auto check = [&](const std::string& name, const std::string& key, const char* what) {
    const auto [other, added] = taken.emplace(name, what);
    if (!added && other->second != what)
      r.fail(key + ".name", "'" + name + "' is also the name of " + other->second);
  };
  for (size_t i = 0; i < c.objects.size(); ++i)
    for (int64_t k = 0; k < c.objects[i].copies(); ++k) {
      const std::string name = c.objects[i].copy_name(k),
                        key = "objects[" + std::to_string(i) + "]";
      if (name != c.objects[i].name && taken.contains(name))
        r.fail(key + ".name", "its copy '" + name + "' has the name of " + taken[name]);
      else
        check(name, key, "an object");
    }
  for (size_t i = 0; i < c.marks.size(); ++i)
    check(c.marks[i].name, "marks[" + std::to_string(i) + "]", "a mark");
}

}  // namespace

Scenario::Scenario() = default;
Scenario::~Scenario() = default;
Scenario::Scenario(const Scenario&) = default;
Scenario::Scenario(Scenario&&) noexcept = default;
Scenario& Scenario::operator=(const Scenario&) = default;
Scenario& Scenario::operator=(Scenario&&) noexcept = default;

const StructSchema& OriginConfig::schema() {
  static const StructSchema s =
      StructBuilder<OriginConfig>("origin", "Where the local frame lies on Earth.")
          .number("lat_deg", &OriginConfig::lat_deg, "Latitude.", {-90, 90})
          .number("lon_deg", &OriginConfig::lon_deg, "Longitude.", {-360, 360});
  return s;
}

const StructSchema& ClockConfig::schema() {
  static const StructSchema s =
      StructBuilder<ClockConfig>("clock", "The world clock, for tides and stamps.")
          .text("start", &ClockConfig::start,
                "UTC time of tick 0, e.g. 2026-06-01T09:00:00Z; if left out, noon of 2026-03-20 at "
                "the origin (mean solar time).");
  return s;
}

const StructSchema& PoseConfig::schema() {
  using C = PoseConfig;
  static const StructSchema s =
      StructBuilder<C>("pose", "Position and attitude.")
          .number("north_m", &C::north_m, "North of the origin.", {-1e6, 1e6})
          .number("east_m", &C::east_m, "East of the origin.", {-1e6, 1e6})
          .number("depth_m", &C::depth_m, "Depth below the mean surface.", {-1000, 12000})
          .number("heading_deg", &C::heading_deg, "Heading, clockwise from north.", {-360, 360})
          .number("pitch_deg", &C::pitch_deg, "Pitch, nose up positive.", {-180, 180})
          .number("roll_deg", &C::roll_deg, "Roll, right side down positive.", {-180, 180});
  return s;
}

const StructSchema& VehicleConfig::schema() {
  using C = VehicleConfig;
  static const StructSchema s =
      StructBuilder<C>("vehicle", "A vehicle in the world.")
          .name("name", &C::name, "Name, unique in the scenario; the first part of its topics.")
          .required()
          .text("model", &C::model,
                "Vehicle model: a name from `hadal list vehicles`, of vehicle_models, or a .yaml "
                "file.")
          .required()
          .object("pose", &C::pose, "Pose at the start.")
          .numbers("velocity", &C::velocity, "Body velocity at the start: m/s and rad/s.", {6},
                   {-100, 100})
          .boolean("kinematic", &C::kinematic, "Moves as commanded, without dynamics.")
          .boolean("fixed", &C::fixed,
                   "Its first link is welded to the world: a test stand, a lander with an arm.")
          .text("navigation", &C::navigation,
                "What the controller knows of itself: truth, or the name of an odometry, INS or "
                "dead-reckoning sensor.")
          .objects("manipulators", &C::manipulators,
                   "Arms and hands beside those of the model.", "name")
          .tagged_list("sensors", &C::sensors, "Sensors beside those of the model.", sensor_kinds,
                       "name").extensible()
          .tagged_list("lamps", &C::lamps, "Lamps beside those of the model.", lamp_kinds, "name")
          .tagged("controller", &C::controller, "Replaces the model's controller.",
                  controller_schemas).extensible()
          .check([](const C& c, CheckReport& r) {
            if (c.fixed && c.kinematic)
              r.fail("fixed", "a kinematic vehicle moves as commanded; give one of the two");
            if (c.fixed && std::any_of(c.velocity.begin(), c.velocity.end(),
                                       [](double v) { return v != 0; }))
              r.fail("velocity", "a fixed vehicle does not move");
          });
  return s;
}

const StructSchema& MarkConfig::schema() {
  using C = MarkConfig;
  static const StructSchema s = StructBuilder<C>("mark", "A named position.")
                                    .name("name", &C::name, "Name.")
                                    .required()
                                    .number("north_m", &C::north_m, "North of the origin.",
                                            {-1e6, 1e6})
                                    .number("east_m", &C::east_m, "East of the origin.",
                                            {-1e6, 1e6})
                                    .number("depth_m", &C::depth_m, "Depth.", {-1000, 12000});
  return s;
}

const StructSchema& ExpectConfig::schema() {
  using C = ExpectConfig;
  static const StructSchema s =
      StructBuilder<C>("expectation", "What must come true; the exit code is 1 when one fails.")
          .text("that", &C::that, "An expression, e.g. distance(rov, box) < 2.0")
          .required()
          .number("after_s", &C::after_s, "Evaluated from this time on.", kEventTime_s)
          .number("until_s", &C::until_s, "Evaluated up to this time.", kEventTime_s)
          .choice("when", &C::when, "At the end of the span, always within it, or at least once.",
                  {"end", "always", "once"})
          .check([](const C& c, CheckReport& r) {
            if (c.after_s && c.until_s && *c.after_s > *c.until_s)
              r.fail("until_s", "must not be before after_s");
          });
  return s;
}

const StructSchema& RecordConfig::schema() {
  using C = RecordConfig;
  static const StructSchema s =
      StructBuilder<C>("record", "What goes into the log beside the sensors' own readings.")
          .number("rate_hz", &C::rate_hz, "Rate of ground truth, thrusters and water.",
                  {0.001, 100000})
          .boolean("wrench_terms", &C::wrench_terms, "Every wrench term of every link.")
          .boolean("hashes", &C::hashes, "State hash of every tick, for replay --verify.")
          .boolean("scene", &C::scene,
                   "What viewers draw: shapes, scenery, seabed and the scene at every moment.")
          .choice("frames", &C::frames,
                  "Of sonars, lidars and cameras: nothing, images and points, or every plane of "
                  "labels too.",
                  {"none", "images", "all"})
          .choice("images", &C::images,
                  "How the pictures of cameras are kept: raw and png lose nothing, jpeg is small, "
                  "none leaves them out. Labels never lose a bit.",
                  {"raw", "jpeg", "png", "none"})
          .choice("sonar", &C::sonar,
                  "How the levels of sonars are kept: int16 is hundredths of a dB, float32 is as "
                  "computed and takes more than twice the room.",
                  {"int16", "float32"})
          .integer("jpeg_quality", &C::jpeg_quality,
                   "Of jpeg; 90 is hard to distinguish from the raw one.", {1, 100});
  return s;
}

const StructSchema& Scenario::schema() {
  using C = Scenario;
  static const StructSchema s =
      StructBuilder<C>("scenario", "A run from start to finish.")
          .integer("format", &C::format, "Version of this file format.", {1, 1})
          .required()
          .text("title", &C::title, "A few words.")
          .text("description", &C::description, "What to look for.")
          .integer("seed", &C::seed, "Lays out the scenery, and is the seed of the run unless that is given another.",
                   {0, 9007199254740992.0})
          .number("step_s", &C::step_s, "Length of a step; whole nanoseconds.", {1e-5, 1})
          .number("duration_s", &C::duration_s, "Simulated time.", {0, 1e8})
          .choice("integrator", &C::integrator,
                  "Second-order leapfrog, or fourth-order Runge-Kutta-Munthe-Kaas.",
                  {"leapfrog", "rkmk4"})
          .boolean("implicit_damping", &C::implicit_damping,
                   "Takes drag implicitly (leapfrog only).")
          .choice("numerics", &C::numerics, "portable: the same bits on every x86-64 machine.",
                  {"portable"})
          .boolean("stop_when_done", &C::stop_when_done, "Ends the run when every mission is done.")
          .object("origin", &C::origin, "Position on Earth.")
          .object("clock", &C::clock, "World clock.")
          .object("environment", &C::environment, "The sea.")
          .objects("materials", &C::materials,
                   "Materials beside those of `hadal list materials`, or changes to them.", "name")
          .objects("friction", &C::friction, "Friction of pairs of materials.")
          .objects("manipulator_models", &C::manipulator_models,
                   "Models of arms and hands defined inline.", "name")
          .objects("vehicle_models", &C::vehicle_models, "Vehicle models defined inline.", "name")
          .objects("vehicles", &C::vehicles, "The vehicles.", "name")
          .objects("object_models", &C::object_models, "Object models defined inline.", "name")
          .objects("objects", &C::objects, "Passive objects in the water.", "name")
          .tagged_list("scenery", &C::scenery,
                       "What lives, lies and drifts in the sea and is only seen.", scenery_kinds,
                       "name")
          .objects("marks", &C::marks, "Named positions.", "name")
          .tagged_list("couplings", &C::couplings,
                       "Plugs and sockets, cups, magnets: what may hold two bodies together.",
                       coupling_schemas, "name")
          .tagged_list("mission", &C::mission, "What the vehicles do, step by step.",
                       mission_step_schemas)
          .tagged_list("events", &C::events, "What happens at given times.", event_schemas)
          .object("record", &C::record, "What is logged.")
          .objects("expect", &C::expect, "What must come true.")
          .check(check_names);
  return s;
}

const VehicleModelConfig* Scenario::find_model(const std::string& name) const {
  for (const VehicleModelConfig& model : vehicle_models)
    if (model.name == name) return &model;
  return nullptr;
}

const ObjectModelConfig* Scenario::find_object_model(const std::string& name) const {
  for (const ObjectModelConfig& model : object_models)
    if (model.name == name) return &model;
  return nullptr;
}

const ManipulatorModelConfig* Scenario::find_manipulator_model(const std::string& name) const {
  for (const ManipulatorModelConfig& model : manipulator_models)
    if (model.name == name) return &model;
  return nullptr;
}

std::string save_scenario(const Scenario& scenario) {
  return write_yaml(Scenario::schema(), &scenario);
}

}  // namespace hadal::scenario
