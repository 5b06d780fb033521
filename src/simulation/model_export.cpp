// Surfaces of models as Wavefront OBJ, for pictures and other programs.
#include <algorithm>
#include <charconv>
#include <memory>

#include "geometry/primitives.h"
#include "hadal/catalog.h"
#include "scenario/scenario.h"
#include "world/seabed_placement.h"
#include "world/world.h"

namespace hadal {
namespace {

using geometry::TriangleMesh;

std::string number(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 7).ptr;
  return {buffer, end};
}

TriangleMesh collision_mesh(const CollisionShape& shape) {
  const Vec3& s = shape.size;
  switch (shape.kind) {
    case CollisionShape::Kind::kSphere:
      return geometry::sphere(s.x());
    case CollisionShape::Kind::kCapsule:
      return geometry::capsule(s.x(), 2 * s.y());
    case CollisionShape::Kind::kCylinder:
      return geometry::cylinder(s.x(), 2 * s.y());
    case CollisionShape::Kind::kBox:
      return geometry::box(2 * s);
    case CollisionShape::Kind::kEllipsoid:
      return geometry::ellipsoid(s);
    case CollisionShape::Kind::kHull:
      break;
  }
  return *shape.hull;
}

class ObjWriter {
 public:
  explicit ObjWriter(const World& world) : world_(world) {}

  void add(const std::string& group, const TriangleMesh& mesh, const Pose& pose, int material) {
    const auto& albedo = world_.materials.materials[material].albedo;
    std::string colour;
    for (const double channel : albedo) colour += " " + number(channel);
    text += "g " + group + "\n# material " + world_.materials.materials[material].name + "\n";
    for (const Vec3& vertex : mesh.vertices) {
      const Vec3 p = pose.q * vertex + pose.p;
      text += "v " + number(p.x()) + " " + number(p.y()) + " " + number(p.z()) + colour + "\n";
    }
    for (const auto& face : mesh.triangles) {
      text += "f";
      for (const uint32_t v : face) text += " " + std::to_string(first_ + v);
      text += "\n";
    }
    first_ += mesh.vertices.size();
  }
  std::string text;

 private:
  const World& world_;
  size_t first_ = 1;
};

void write_link(const Link& link, const Pose& pose, ModelSurface surface, ObjWriter& out) {
  if (surface == ModelSurface::kVisual)
    for (const VisualShape& visual : link.visuals)
      out.add(link.name, *visual.mesh, pose, visual.material);
  if (surface == ModelSurface::kCollision)
    for (const CollisionShape& shape : link.collisions)
      out.add(link.name, collision_mesh(shape), pose * shape.X_LS, shape.material);
  if (surface == ModelSurface::kWetted && link.wetted)
    out.add(link.name, *link.wetted->mesh, pose, 0);
}

}  // namespace

std::string model_obj(const std::string& name, ModelSurface surface, const std::string& keys,
                      const std::vector<std::string>& folders, std::string& problem) {
  constexpr std::string_view kObjects = "objects/";
  const std::string model = name.starts_with(kObjects) ? name.substr(kObjects.size()) : name;
  const auto vehicles = list_models("vehicles", folders);
  const bool vehicle = std::find(vehicles.begin(), vehicles.end(), model) != vehicles.end();
  const std::string text = std::string("format: 1\n") + (vehicle ? "vehicles" : "objects") +
                           ": [{name: it, model: " + model + (keys.empty() ? "" : ", ") + keys +
                           "}]\n";
  const Result<LoadedScenario> loaded = load_scenario_text(text, "export", {{}, folders});
  const Result<World> world =
      loaded ? build_world(loaded.value()) : Result<World>(loaded.problems());
  if (!world) {
    problem = world.problems().text();
    return "";
  }
  ObjWriter out(world.value());
  const Vehicle& it = world.value().vehicles.front();
  const std::vector<Pose> poses = start_poses(world.value(), it);
  for (int i = 0; i < it.links.count; ++i)
    write_link(world.value().links[it.links.begin + i], poses[i], surface, out);
  if (out.text.empty()) problem = "'" + name + "' has no such surface";
  return out.text;
}

}  // namespace hadal
