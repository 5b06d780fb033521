// What a manipulator file says: the links, joints and instruments of an arm or hand, and where its
// tool is. It is spliced into a vehicle (world/arm_parts.cpp): every name gets the prefix of the
// arm, and links whose parent is `mount` hang on the place of the vehicle that the arm names.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "kinds/controllers/arm.h"
#include "scenario/link_config.h"

namespace hadal::inline scenario {

// A place on a vehicle where sensors, lamps and manipulators are mounted.
struct MountPointConfig {
  std::string name;
  std::string link;  // the first if empty
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  static const StructSchema& schema();
};

// The tool centre point of an arm: x away from the wrist, z the axis along which its hand opens.
struct ToolConfig {
  std::string link;
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  static const StructSchema& schema();
};

// The parent of links that hang on the vehicle.
constexpr const char* kMountParent = "mount";

struct ManipulatorModelConfig {
  std::string name;
  std::string description;
  std::vector<LinkConfig> links;
  ToolConfig tool;
  std::vector<MountPointConfig> mounts;
  std::vector<AnyConfig> actuators;
  std::vector<AnyConfig> sensors;
  std::vector<AnyConfig> lamps;
  std::optional<ArmController> controller;
  static const StructSchema& schema();
};

// A manipulator of a vehicle.
struct ManipulatorConfig {
  std::string name;
  std::string model;
  std::string prefix;  // NAME_ if empty
  std::string mount;
  std::string link;
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  std::vector<double> start;
  std::optional<ArmController> controller;
  std::string own_prefix() const { return prefix.empty() ? name + "_" : prefix; }
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
