// The parts of build_world(), one per subject. Each reports every problem it finds.
#pragma once
#include <array>
#include <string>

#include "base/problem.h"
#include "scenario/light_config.h"
#include "world/link_shapes.h"
#include "world/world.h"

namespace hadal::build {

struct Context {
  const LoadedScenario& loaded;
  World& world;
  Problems& problems;
  ShapeStore& shapes;

  void fail(const std::string& key, const std::string& message) const {
    problems.add(loaded.locations.location(key), key, message);
  }
};

// The table of materials, which everything else refers to.
void materials(const Context& context);
// Index of a material, 0 for an empty name; an unknown one is a problem.
int material_named(const Context& context, const std::string& name, const std::string& key);
void environment(const Context& context);
void vehicles(const Context& context);
// Objects become vehicles that nobody commands; they stand after the vehicles.
void objects(const Context& context);
// build_scenery.cpp; needs the materials.
void scenery(const Context& context);
// build_couplings.cpp; needs all vehicles and objects.
void couplings(const Context& context);
// Mission steps, marks and expectations; needs the vehicles.
void mission(const Context& context);
// build_events.cpp: events and the messages of the scenario; needs the vehicles and the network.
void events(const Context& context);
// Index of a vehicle or object; -1 and a problem when there is none.
int vehicle_named(const Context& context, const std::string& name, const std::string& key);

// build_seabed.cpp; needs the materials.
void seabed(const Context& context);
BottomArea plane_area(const PlaneAreaKeys& keys);
// build_mud.cpp; needs the seabed and all vehicles and objects.
void mud(const Context& context);

// build_mounts.cpp: no sensor or lamp of the vehicle has the name yet.
void check_unique(const Context& context, int vehicle, const std::string& name,
                  const std::string& key);
// build_light.cpp: adds lamps to a vehicle whose links and sensors are built; `key` is that of the
// list.
void mount_lamps(const Context& context, int vehicle_index, const std::vector<AnyConfig>& configs,
                 const std::string& key, const Vehicle& vehicle);
// build_network.cpp: numbers the devices and finds those they name; needs all vehicles and objects.
void network(const Context& context);
// mount_points.cpp: where a sensor or lamp sits. It names a mount point of its vehicle's model, or
// a link, or neither: the first link. `key` is its own; what is unknown is a problem.
struct MountPlace {
  int link = 0;
  std::optional<Pose> X_LM;  // of the mount point
  Pose on_link(const Pose& X_MS) const { return X_LM ? *X_LM * X_MS : X_MS; }
};
MountPlace mount_place(const Context& context, const Vehicle& vehicle, const std::string& mount,
                       const std::string& link, const std::string& key);
// Index of a link of the vehicle; its first one when no name is given.
int link_named(const Context& context, const Vehicle& vehicle, const std::string& name,
               const std::string& key);
// Mounts sensors of every class on a vehicle or object whose links are built; `key` is that of the
// list. May be called again to add more.
void mount_sensors(const Context& context, int vehicle_index, const std::vector<AnyConfig>& configs,
                   const std::string& key, Vehicle& vehicle);
// build_actuators.cpp: those listed, then the drives of its joints; needs the links.
struct ListedPart {
  AnyConfig config;
  std::string key;
};
// Of all lists of a model.
std::vector<ListedPart> listed_actuators(const VehicleModelConfig& model, const std::string& key);
void actuators(const Context& context, std::vector<ListedPart> listed, Vehicle& vehicle);
// moving_parts.cpp: shapes that turn with an actuator; needs links and actuators.
void moving_parts(const Context& context, const Vehicle& vehicle);
// Index of an actuator of the vehicle in a part of its list; -1 and a problem when there is none.
int actuator_named(const Context& context, IndexRange range, const std::string& name,
                   const std::string& key, const std::string& what);
// build_sensor.cpp: the sensors learn what follows from the world; needs all vehicles and objects.
void prepare_sensors(const Context& context);
// Controller of a vehicle; needs its links, thrusters and fins.
Controller controller(const Context& context, const Vehicle& vehicle, const AnyConfig& config,
                      const std::string& key);

// build_arm_control.cpp: how an arm is controlled; of a hand on it, `joints_only` count.
void control_arm(const Context& context, const ArmController& controller, const std::string& key,
                 bool joints_only, Arm& arm);

// The links of a vehicle or object, added to the world. Names, poses and joints, mass, shapes and
// the forces of the water.
struct LinkItem {
  LinkConfig config;
  std::string key;           // where it stands in the scenario
  std::optional<Pose> X_PM;  // of the place on its parent that its joint starts from
};
std::vector<LinkItem> link_items(const std::vector<LinkConfig>& configs, const std::string& key);
struct LinkSource {
  const std::vector<LinkItem>& links;
  Pose X_NB;                          // of the first link at the start
  std::vector<std::string> surfaces;  // fins that derivatives may name
  Wear wear;
  std::vector<FittedShape> fitted = {};  // seen on the links beside their own shapes
};
void links(const Context& context, const LinkSource& source, Vehicle& vehicle);

Vec3 vec3(const std::vector<double>& numbers);
Quat attitude_from_deg(const std::vector<double>& rpy_deg);
// Frame of a sensor on its link.
Pose mounting_of(const SensorConfig& sensor);

}  // namespace hadal::build
