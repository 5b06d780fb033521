// What a file says of a link, a rigid part of a vehicle or an object: its joint, shapes, mass and
// the forces of the water on it. Axes: forward, right, down from the link origin; lists of six are
// surge, sway, heave, roll, pitch, yaw. Mass, centres, inertia and volume that are left out follow
// from the physics shapes.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "kinds/forces/body_lift.h"
#include "kinds/forces/crossflow.h"
#include "scenario/shape_config.h"

namespace hadal::inline scenario {

struct JointConfig {
  std::string kind = "hinge";  // hinge | slide | fixed
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  std::vector<double> axis = {0, 0, 1};
  std::optional<double> lower;
  std::optional<double> upper;
  double damping = 0;
  double armature = 0;
  double effort_limit = 1e9;
  std::optional<double> velocity_limit;
  double friction = 0;
  double backlash = 0;
  double gear_stiffness = 1e4;
  AnyConfig drive;
  double start = 0;
  static const StructSchema& schema();
};

struct DampingConfig {
  std::vector<double> linear;
  std::vector<double> quadratic;
  std::vector<double> linear_decay_s_m = {0, 0, 0, 0, 0, 0};
  // Measured tables, rows [speed, force], one per axis.
  std::string file;
  using Rows = std::vector<std::vector<double>>;
  Rows surge, sway, heave, roll, pitch, yaw;
  static const std::array<Rows DampingConfig::*, 6>& tables();
  static const StructSchema& schema();
};

struct DerivativeConfig {
  std::string axis;
  std::string of;
  double value = 0;
  static const StructSchema& schema();
};

struct SurfaceRestoringConfig {
  double heave_stiffness_n_m = 0;
  double roll_stiffness_nm_rad = 0;
  double pitch_stiffness_nm_rad = 0;
  std::vector<double> center_of_flotation_m = {0, 0, 0};
  double origin_depth_m = 0;
  double roll_deg = 0;
  double pitch_deg = 0;
  std::optional<double> carried_mass_kg;
  std::vector<double> carried_center_m;
  static const StructSchema& schema();
};

struct LinkConfig {
  std::string name;
  std::string parent;
  std::optional<JointConfig> joint;
  std::string material;
  std::optional<ShapesConfig> shapes;
  std::optional<double> mass_kg;
  std::vector<double> center_of_mass_m;
  std::vector<double> inertia_kg_m2;
  std::optional<double> volume_m3;
  std::vector<double> center_of_buoyancy_m;
  double surface_fade_m = 0.1;
  double sphere_radius_m = 0;
  std::string hydrodynamics = "coefficients";
  std::optional<SurfaceDragConfig> surface_drag;
  std::vector<double> added_mass;
  std::string added_mass_from = "given";
  int panels = 2000;
  std::string added_mass_coriolis = "full";
  std::string current_projection = "exact";
  DampingConfig damping;
  std::vector<DerivativeConfig> derivatives;
  std::optional<BodyLift> lift;
  std::optional<CrossFlow> crossflow;
  std::optional<SurfaceRestoringConfig> restoring;
  std::vector<AnyConfig> forces;
  bool has_physics_shapes() const { return shapes && !shapes->physics.empty(); }
  static const StructSchema& schema();
};

}  // namespace hadal::scenario
