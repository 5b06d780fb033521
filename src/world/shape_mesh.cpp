#include "world/shape_mesh.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/mass_properties.h"
#include "geometry/primitives.h"
#include "math/rotation.h"
#include "math/units.h"
#include "world/mesh_file.h"
#include "world/shape.h"

namespace hadal::inline world {
namespace {

using geometry::TriangleMesh;

Vec3 vector(const std::vector<double>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

Problems problem(const std::string& message) {
  Problems problems;
  problems.add(message);
  return problems;
}

Result<TriangleMesh> lathe_mesh(const LatheShapeConfig& c, int faces) {
  std::vector<geometry::ProfilePoint> profile;
  for (const auto& row : c.profile) profile.push_back({row[0], row[1]});
  return geometry::lathe(profile, c.wall_m, faces);
}

Result<TriangleMesh> wing_mesh(const NacaWingShapeConfig& c, int faces) {
  return geometry::naca_wing(c.code,
                             {c.root_chord_m, c.tip_chord_m.value_or(c.root_chord_m), c.span_m,
                              c.sweep_deg * kDegree, c.dihedral_deg * kDegree},
                             faces);
}

// A rock whose bounding box is exactly the size asked for, about the origin.
TriangleMesh rock_mesh(const RockShapeConfig& c, int faces) {
  TriangleMesh mesh = geometry::rock(static_cast<uint64_t>(c.seed), 1, c.roughness, faces);
  const geometry::Bounds box = geometry::bounding_box(mesh);
  const Vec3 scale = vector(c.size_m).cwiseQuotient(box.size());
  for (Vec3& vertex : mesh.vertices) vertex = (vertex - box.middle()).cwiseProduct(scale);
  return mesh;
}

Result<TriangleMesh> procedural_mesh(const AnyConfig& config, int faces) {
  if (const auto* c = config.as<BoxShapeConfig>()) return geometry::box(vector(c->size_m), faces);
  if (const auto* c = config.as<SphereShapeConfig>()) return geometry::sphere(c->radius_m, faces);
  if (const auto* c = config.as<EllipsoidShapeConfig>())
    return geometry::ellipsoid(vector(c->radii_m), faces);
  if (const auto* c = config.as<CylinderShapeConfig>())
    return geometry::cylinder(c->radius_m, c->length_m, faces);
  if (const auto* c = config.as<CapsuleShapeConfig>()) {
    const double straight = c->length_m - 2 * c->radius_m;
    return straight > 0 ? geometry::capsule(c->radius_m, straight, faces)
                        : geometry::sphere(c->radius_m, faces);
  }
  if (const auto* c = config.as<ConeShapeConfig>())
    return geometry::frustum(c->radius_m, c->top_radius_m, c->length_m, faces);
  if (const auto* c = config.as<TorusShapeConfig>())
    return geometry::torus(c->radius_m, c->tube_radius_m, faces);
  if (const auto* c = config.as<TubeShapeConfig>())
    return geometry::tube(c->outer_radius_m, c->inner_radius_m, c->length_m, faces);
  if (const auto* c = config.as<LatheShapeConfig>()) return lathe_mesh(*c, faces);
  if (const auto* c = config.as<NacaWingShapeConfig>()) return wing_mesh(*c, faces);
  if (const auto* c = config.as<RockShapeConfig>()) return rock_mesh(*c, faces);
  if (auto part = part_mesh(config)) return std::move(*part);
  const auto* c = config.as<ShipHullShapeConfig>();
  return geometry::ship_hull({c->length_m, c->beam_m, c->depth_m, c->section_power, c->bow_power,
                              c->stern_power, c->transom, c->sheer_m},
                             faces);
}

// The smallest half size, into which a wall must fit; infinite where only the mesh knows.
double half_size(const AnyConfig& config) {
  if (const auto* c = config.as<BoxShapeConfig>()) return vector(c->size_m).minCoeff() / 2;
  if (const auto* c = config.as<SphereShapeConfig>()) return c->radius_m;
  if (const auto* c = config.as<EllipsoidShapeConfig>()) return vector(c->radii_m).minCoeff();
  if (const auto* c = config.as<CylinderShapeConfig>())
    return std::min(c->radius_m, c->length_m / 2);
  if (const auto* c = config.as<CapsuleShapeConfig>()) return c->radius_m;
  if (const auto* c = config.as<TorusShapeConfig>()) return c->tube_radius_m;
  return INFINITY;
}

// The cavity behind a wall of thickness t; nothing for kinds whose cavity has no closed form.
std::optional<Solid> cavity(const AnyConfig& config, double t) {
  if (const auto* c = config.as<BoxShapeConfig>())
    return solid_box(vector(c->size_m) - Vec3::Constant(2 * t));
  if (const auto* c = config.as<SphereShapeConfig>())
    return solid_ellipsoid(Vec3::Constant(c->radius_m - t));
  if (const auto* c = config.as<CylinderShapeConfig>())
    return solid_cylinder(c->radius_m - t, c->length_m - 2 * t);
  if (const auto* c = config.as<CapsuleShapeConfig>())
    return solid_capsule(c->radius_m - t, c->length_m - 2 * c->radius_m);
  if (const auto* c = config.as<TorusShapeConfig>())
    return solid_torus(c->radius_m, c->tube_radius_m - t);
  return std::nullopt;
}

}  // namespace

Result<ShapeMesh> shape_mesh(const AnyConfig& config, int target_faces, bool must_close) {
  const auto* file = config.as<MeshShapeConfig>();
  if (!file) {
    Result<TriangleMesh> mesh = procedural_mesh(config, target_faces);
    if (!mesh) return mesh.problems();
    return ShapeMesh{std::move(mesh).value(), {}};
  }
  return mesh_from_file(*file, must_close);
}

Solid shape_outside(const AnyConfig& config, const TriangleMesh& mesh) {
  if (const auto* c = config.as<BoxShapeConfig>()) return solid_box(vector(c->size_m));
  if (const auto* c = config.as<SphereShapeConfig>())
    return solid_ellipsoid(Vec3::Constant(c->radius_m));
  if (const auto* c = config.as<EllipsoidShapeConfig>()) return solid_ellipsoid(vector(c->radii_m));
  if (const auto* c = config.as<CylinderShapeConfig>())
    return solid_cylinder(c->radius_m, c->length_m);
  if (const auto* c = config.as<CapsuleShapeConfig>())
    return solid_capsule(c->radius_m, c->length_m - 2 * c->radius_m);
  if (const auto* c = config.as<ConeShapeConfig>())
    return solid_frustum(c->radius_m, c->top_radius_m, c->length_m);
  if (const auto* c = config.as<TorusShapeConfig>())
    return solid_torus(c->radius_m, c->tube_radius_m);
  if (const auto* c = config.as<TubeShapeConfig>())
    return solid_tube(c->outer_radius_m, c->inner_radius_m, c->length_m);
  return solid_mesh(mesh);
}

Result<Solid> shape_mass(const AnyConfig& config, const TriangleMesh& mesh, double density_kg_m3) {
  const ShapeConfig& common = shape_common(config);
  const Solid outside = shape_outside(config, mesh);
  if (!common.thickness_m) return outside.scaled(density_kg_m3);
  const double t = *common.thickness_m;
  const Solid shell = thin_shell(mesh, t);
  if (t >= half_size(config) || shell.volume_m3 >= outside.volume_m3)
    return problem("a wall of " + std::to_string(t) + " m does not fit inside");
  const Solid inside = cavity(config, t).value_or(difference(outside, shell));
  const Solid parts[] = {difference(outside, inside).scaled(density_kg_m3),
                         inside.scaled(common.fill_density_kg_m3)};
  return sum(parts);
}

Pose shape_pose(const AnyConfig& config) {
  const ShapeConfig& c = shape_common(config);
  return {vector(c.position_m), quaternion_from({c.rpy_deg[0] * kDegree, c.rpy_deg[1] * kDegree,
                                                 c.rpy_deg[2] * kDegree})};
}

unsigned seen_by_mask(const std::vector<std::string>& sensor_classes) {
  if (sensor_classes.empty()) return ~0u;
  unsigned mask = 0;
  for (const std::string& name : sensor_classes)
    mask |= name == "camera"  ? kSeenByCamera
            : name == "sonar" ? kSeenBySonar
            : name == "lidar" ? kSeenByLidar
                              : kSeenByDvl;
  return mask;
}

}  // namespace hadal::world
