#include "world/body_shapes.h"

#include <algorithm>

#include "scenario/part_config.h"
#include "world/build.h"
#include "world/shape_mesh.h"

namespace hadal::build {
namespace {

using geometry::TriangleMesh;

void add_list(const std::vector<AnyConfig>& shapes, const std::string& list,
              const LinkConfig& link, const std::string& key, bool mirrored,
              std::vector<PlacedShape>& out) {
  for (size_t i = 0; i < shapes.size(); ++i) {
    const std::string number = std::to_string(i);
    out.push_back({shapes[i], shape_pose(shapes[i]), mirrored,
                   key + ".shapes." + list + "[" + number + "]",
                   link.name + "/" + list + "/" + number,
                   list.starts_with("visual") && !mirrored, shape_common(shapes[i]).moves_with});
  }
}

bool alike(const VisualShape& a, const VisualShape& b) {
  return a.material == b.material && a.seen_by == b.seen_by && a.appearance == b.appearance &&
         a.motion.actuator == b.motion.actuator &&
         (a.motion.actuator.empty() || a.motion.p_L == b.motion.p_L) &&
         a.mesh->corner_uv.empty() && b.mesh->corner_uv.empty();
}

// A shape of thruster_body as it is at a thruster.
AnyConfig fitted_config(const AnyConfig& shape, const Thruster& thruster) {
  const auto* propeller = shape.as<PropellerConfig>();
  if (!propeller || thruster.turns != ShaftTurns::left) return shape;
  PropellerConfig left = *propeller;
  left.pitch_m = -propeller_pitch_m(*propeller);
  return AnyConfig::of(left);
}

std::string turns_with(const AnyConfig& shape, const Thruster& thruster) {
  constexpr std::string_view kOwn = "thruster";
  const std::string& given = shape_common(shape).moves_with;
  return given == kOwn || (given.empty() && shape.as<PropellerConfig>()) ? thruster.name : given;
}

}  // namespace

std::vector<PlacedShape> seen_shapes(const LinkConfig& link, const std::string& key) {
  std::vector<PlacedShape> out;
  if (!link.shapes || link.shapes->visual_from == "none") return out;
  const ShapesConfig& shapes = *link.shapes;
  if (shapes.has_visual()) {
    add_list(shapes.visual, "visual", link, key, false, out);
    for (const bool mirrored : {false, true})
      add_list(shapes.visual_pairs, "visual_pairs", link, key, mirrored, out);
  } else if (!shapes.physics.empty()) {
    add_list(shapes.physics, "physics", link, key, false, out);
  } else {
    add_list(shapes.collision, "collision", link, key, false, out);
  }
  return out;
}

std::vector<FittedShape> thruster_bodies(const VehicleModelConfig& model, const std::string& key) {
  std::vector<FittedShape> out;
  for (const Thruster& thruster : model.thrusters) {
    const Pose X_LT{Vec3(thruster.position_m.data()),
                    Quat::FromTwoVectors(Vec3::UnitZ(), thrust_axis(thruster))};
    for (size_t i = 0; i < model.thruster_body.size(); ++i) {
      const std::string number = std::to_string(i);
      out.push_back({thruster.link,
                     {fitted_config(model.thruster_body[i], thruster),
                      X_LT * shape_pose(model.thruster_body[i]), false,
                      key + ".thruster_body[" + number + "]", thruster.name + "/body/" + number,
                      false, turns_with(model.thruster_body[i], thruster)}});
    }
  }
  return out;
}

Vec3 origin_in_link(const PlacedShape& placed) {
  const Vec3& p = placed.X_LS.p;
  return {p.x(), placed.mirrored ? -p.y() : p.y(), p.z()};
}

TriangleMesh in_link(const TriangleMesh& mesh_S, const PlacedShape& placed) {
  TriangleMesh mesh = geometry::transformed(mesh_S, placed.X_LS);
  if (!placed.mirrored) return mesh;
  for (Vec3& vertex : mesh.vertices) vertex.y() = -vertex.y();
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  for (auto& uv : mesh.corner_uv) uv = {uv[0], uv[1], uv[4], uv[5], uv[2], uv[3]};
  return mesh;
}

std::vector<VisualShape> joined(const std::vector<VisualShape>& shapes) {
  std::vector<VisualShape> out;
  for (const VisualShape& shape : shapes) {
    const auto found = std::find_if(out.begin(), out.end(),
                                    [&](const VisualShape& other) { return alike(other, shape); });
    if (found == out.end()) {
      out.push_back(shape);
      continue;
    }
    TriangleMesh both = *found->mesh;
    geometry::append(both, *shape.mesh);
    found->mesh = std::make_shared<const TriangleMesh>(std::move(both));
  }
  return out;
}

}  // namespace hadal::build
