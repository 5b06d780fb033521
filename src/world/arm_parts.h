// A vehicle with its manipulators spliced in: one list of links, actuators, mount points and
// instruments, with names that begin with the prefix of the manipulator and keys that say where each
// part stands in the scenario.
//
//   X_PL = X_PM X_ML   of a link whose parent is `mount`: the place M of the manipulator on the link
//                      P of the vehicle, then the link's own joint.
#pragma once
#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "world/build.h"

namespace hadal::build {

// Instruments of one list.
struct InstrumentList {
  std::vector<AnyConfig> configs;
  std::string key;
};

struct SplicedArm {
  std::string name;
  std::string key;        // of the manipulator in the vehicle or its model
  std::string model_key;  // of its model
  std::string tool_link;  // prefixed
  Pose X_LT;
  int extends = -1;  // the arm whose link this hand is mounted on
};

struct VehicleParts {
  std::vector<LinkItem> links;
  std::vector<int> arm_of_link;  // into arms; -1: of the vehicle itself
  std::vector<ListedPart> actuators;
  std::vector<MountPoint> mounts;
  std::vector<InstrumentList> sensors;
  std::vector<InstrumentList> lamps;
  std::vector<SplicedArm> arms;
};

// What is unknown, or named twice, is a problem.
VehicleParts spliced(const Context& context, const VehicleModelConfig& model,
                     const std::string& model_key, const VehicleConfig& vehicle,
                     const std::string& vehicle_key);

// Adds the arms to the world; needs the links and actuators of the vehicle.
void arms(const Context& context, const VehicleParts& parts, const Vehicle& vehicle);

}  // namespace hadal::build
