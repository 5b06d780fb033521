// Objects: things in the water that nobody commands. An object model is a YAML file of
// models/objects with links like those of a vehicle; an object places one in the world, as new or
// worn, clean or overgrown.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "scenario/shape_config.h"
#include "scenario/vehicle_config.h"

namespace hadal::inline scenario {

// A number that follows the wear of an object: at_0 + extent (at_1 - at_0).
struct PropertyConfig {
  std::string name;
  double at_0 = 0;
  double at_1 = 1;
  static const StructSchema& schema();
};

// How the surface changes with the extent of distortion.
struct DegradationConfig {
  double friction_scale_at_1 = 1;
  std::optional<double> restitution_at_1;
  std::vector<double> albedo_at_1;
  std::optional<double> roughness_at_1;
  double growth_at_1 = 0.5;
  double silt_at_1 = 0.4;
  std::vector<PropertyConfig> properties;
  static const StructSchema& schema();
};

// Growth on the surface.
struct FoulingConfig {
  double coverage = 1;
  double thickness_m = 0;
  std::string material;
  std::string affects = "seen";
  std::vector<std::string> seen_by;
  static const StructSchema& schema();
};

struct ObjectModelConfig {
  std::string name;
  std::string description;
  std::vector<LinkConfig> links;
  std::vector<AnyConfig> sensors;
  DegradationConfig degradation;
  std::optional<FoulingConfig> fouling;
  static const StructSchema& schema();
};

struct ObjectPoseConfig {
  double north_m = 0;
  double east_m = 0;
  std::optional<double> depth_m;
  bool on_seabed = false;
  double buried_m = 0;
  bool tilt_to_slope = true;
  double heading_deg = 0;
  double pitch_deg = 0;
  double roll_deg = 0;
  static const StructSchema& schema();
};

// Many copies of an object in rows and columns, or scattered over a rectangle. Both lie about the
// object's pose, along its heading.
struct ObjectArrayConfig {
  std::vector<double> count;
  std::vector<double> spacing_m;
  double jitter_m = 0;
  double turn_deg = 0;
  int64_t seed = 1;
  static const StructSchema& schema();
};

struct ObjectScatterConfig {
  int64_t count = 1;
  std::vector<double> size_m;
  double gap_m = 0;
  double turn_deg = 180;
  int64_t seed = 1;
  static const StructSchema& schema();
};

struct ObjectConfig {
  std::string name;
  std::string model;
  std::vector<LinkConfig> links;
  std::optional<ShapesConfig> shapes;
  std::string material;
  std::vector<AnyConfig> sensors;
  ObjectPoseConfig pose;
  std::optional<ObjectArrayConfig> array;
  std::optional<ObjectScatterConfig> scatter;
  bool fixed = false;
  std::vector<double> velocity = {0, 0, 0, 0, 0, 0};
  double extent = 0;
  int64_t seed = 1;
  std::optional<DegradationConfig> degradation;
  std::optional<FoulingConfig> fouling;
  // How many there are, and the name of each: NAME, or NAME_1, NAME_2, ... of copies.
  int64_t copies() const;
  std::string copy_name(int64_t index) const;
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
