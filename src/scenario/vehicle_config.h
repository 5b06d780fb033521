// What a vehicle file says: links, hydrodynamics, actuators, sensors, controller. A vehicle is a
// YAML file alone. Axes: forward, right, down from the link origin; lists of six are surge, sway,
// heave, roll, pitch, yaw.
#pragma once
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "kinds/actuators/ballast.h"
#include "kinds/actuators/fin.h"
#include "kinds/actuators/moving_mass.h"
#include "kinds/actuators/thruster.h"
#include "scenario/light_config.h"
#include "scenario/link_config.h"
#include "scenario/manipulator_config.h"

namespace hadal::inline scenario {

struct VehicleModelConfig {
  std::string name;
  std::string description;
  std::string kind = "rov";
  std::vector<double> size_m = {0.5, 0.4, 0.3};
  double hotel_power_w = 0;
  std::vector<LinkConfig> links;
  std::vector<AnyConfig> thruster_body;
  std::vector<MountPointConfig> mounts;
  std::vector<ManipulatorConfig> manipulators;
  std::vector<Thruster> thrusters;
  std::vector<Fin> fins;
  std::vector<Ballast> ballasts;
  std::vector<MovingMass> moving_masses;
  std::vector<AnyConfig> actuators;
  std::vector<AnyConfig> sensors;
  std::vector<AnyConfig> lamps;
  AnyConfig controller;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
