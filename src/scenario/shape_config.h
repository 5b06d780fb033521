// What a scenario says of shapes. A shape is one of several kinds; a list of shapes is a compound.
// Shape frame S: axes of revolution are z, lengths run from -length/2 to length/2 along z unless
// said; position_m and rpy_deg place S in the link frame. World/build_shapes.cpp turns shapes into
// meshes, mass properties and convex collision shapes.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

// How cameras see a shape, beyond its material.
struct AppearanceConfig {
  std::string texture;               // picture file
  std::string checksum;              // of it
  std::string pattern = "material";  // that of the material
  std::string mapping = "sides";
  std::vector<double> size_m;                 // of a picture laid on by sides: width, height
  std::optional<double> scale_m;              // of a pattern; its own if unset
  std::vector<double> colour, second_colour;  // linear; the material's if empty
  static const StructSchema& schema();
};

// What every kind of shape has.
struct ShapeConfig {
  std::vector<double> position_m = {0, 0, 0};
  std::vector<double> rpy_deg = {0, 0, 0};
  std::string material;  // empty: that of the link
  std::optional<AppearanceConfig> appearance;
  std::optional<double> thickness_m;  // a hollow body with a wall of this thickness
  double fill_density_kg_m3 = 0;      // of what a hollow body is filled with
  std::vector<std::string> seen_by;   // sensor classes; empty: all
  std::string moves_with;             // a thruster or fin; empty: it stays
};

struct BoxShapeConfig : ShapeConfig {
  std::vector<double> size_m;
  static const StructSchema& schema();
};
struct SphereShapeConfig : ShapeConfig {
  double radius_m = 0;
  static const StructSchema& schema();
};
struct EllipsoidShapeConfig : ShapeConfig {
  std::vector<double> radii_m;
  static const StructSchema& schema();
};
struct CylinderShapeConfig : ShapeConfig {
  double radius_m = 0;
  double length_m = 0;
  static const StructSchema& schema();
};
struct CapsuleShapeConfig : ShapeConfig {
  double radius_m = 0;
  double length_m = 0;  // over all, with the round ends
  static const StructSchema& schema();
};
struct ConeShapeConfig : ShapeConfig {
  double radius_m = 0;      // of the lower end, z = length/2
  double top_radius_m = 0;  // of the upper end, z = -length/2
  double length_m = 0;
  static const StructSchema& schema();
};
struct TorusShapeConfig : ShapeConfig {
  double radius_m = 0;  // of the ring, to the middle of the tube
  double tube_radius_m = 0;
  static const StructSchema& schema();
};
struct TubeShapeConfig : ShapeConfig {
  double outer_radius_m = 0;
  double inner_radius_m = 0;
  double length_m = 0;
  static const StructSchema& schema();
};
struct LatheShapeConfig : ShapeConfig {
  std::vector<std::vector<double>> profile;  // rows [radius_m, z_m]
  double wall_m = 0;                         // of an open profile
  static const StructSchema& schema();
};
struct NacaWingShapeConfig : ShapeConfig {
  std::string code = "0012";
  double root_chord_m = 0;
  std::optional<double> tip_chord_m;
  double span_m = 0;
  double sweep_deg = 0;
  double dihedral_deg = 0;
  static const StructSchema& schema();
};
struct RockShapeConfig : ShapeConfig {
  std::vector<double> size_m;
  double roughness = 0.4;
  int64_t seed = 1;
  static const StructSchema& schema();
};
struct ShipHullShapeConfig : ShapeConfig {
  double length_m = 0;
  double beam_m = 0;
  double depth_m = 0;
  double section_power = 4;
  double bow_power = 2;
  double stern_power = 4;
  double transom = 0.7;
  double sheer_m = 0;
  static const StructSchema& schema();
};
struct MeshShapeConfig : ShapeConfig {
  std::string file;
  std::string checksum;
  std::string unit = "auto";
  std::string up = "auto";
  std::string forward = "auto";
  double scale = 1;
  static const StructSchema& schema();
};

// The shapes of a link: what gives it mass and what the water acts on, what touches, what is seen.
struct ShapesConfig {
  std::vector<AnyConfig> physics;
  std::vector<AnyConfig> collision;
  std::string collision_from = "shapes";
  std::vector<AnyConfig> visual;
  std::vector<AnyConfig> visual_pairs;
  std::string visual_from = "shapes";
  bool has_visual() const { return !visual.empty() || !visual_pairs.empty(); }
  bool empty() const { return physics.empty() && collision.empty() && !has_visual(); }
  static const StructSchema& schema();
};

// Drag of the faces of a link, with `hydrodynamics: geometry`.
struct SurfaceDragConfig {
  std::vector<double> quadratic = {1, 1, 1};
  std::vector<double> linear = {0, 0, 0};
  double air = 1;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& shape_kinds();
const std::vector<std::string>& sensor_classes();  // what seen_by may name
// Fails for every name in the list `field` that is no sensor class.
void check_sensor_classes(const std::vector<std::string>& names, const std::string& field,
                          CheckReport& report);

// The common part of any shape config.
const ShapeConfig& shape_common(const AnyConfig& config);

}  // namespace hadal::scenario
