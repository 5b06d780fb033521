// The shapes of a link that sensors see, each with its place: those of its lists, pairs on both
// sides, and the bodies of the thrusters that sit on it.
#pragma once
#include <string>
#include <vector>

#include "scenario/vehicle_config.h"
#include "world/shape.h"

namespace hadal::build {

struct PlacedShape {
  AnyConfig config;
  Pose X_LS;
  bool mirrored = false;  // the image on the other side, (x, -y, z) of the link
  std::string key;        // where its config stands
  std::string stream;     // of its random numbers
  bool tells = false;     // notes on its mesh; another list tells them else
  std::string moves_with = {};  // a thruster or fin
};

// Of visual and visual_pairs; of the physics shapes without, else of the collision shapes. `key` is
// that of the link.
std::vector<PlacedShape> seen_shapes(const LinkConfig& link, const std::string& key);

struct FittedShape {
  std::string link;  // the first if empty
  PlacedShape shape;
};
// thruster_body of a model at each of its thrusters: z along its axis, origin at its position.
// Propellers turn with it; those of thrusters that turn left have the opposite pitch.
std::vector<FittedShape> thruster_bodies(const VehicleModelConfig& model, const std::string& key);

// The mesh of a shape in the link frame, and its origin there.
Vec3 origin_in_link(const PlacedShape& placed);
geometry::TriangleMesh in_link(const geometry::TriangleMesh& mesh_S, const PlacedShape& placed);

// Joins shapes that differ in nothing but their mesh, so that a body of a hundred parts is a few
// things to those who look. Shapes with texture coordinates stay apart, and so do those that turn
// with different actuators or about different lines.
std::vector<VisualShape> joined(const std::vector<VisualShape>& shapes);

}  // namespace hadal::build
