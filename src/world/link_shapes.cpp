#include "world/link_shapes.h"

#include <bit>

#include "geometry/hull/hull_hydrodynamics.h"
#include "geometry/hull/surface_added_mass.h"
#include "geometry/mesh_check.h"
#include "scenario/writer.h"
#include "world/build.h"
#include "world/convex_pieces.h"
#include "world/mesh_file.h"
#include "world/shape_appearance.h"
#include "world/shape_mesh.h"
#include "world/wear.h"

namespace hadal::build {
namespace {

using geometry::TriangleMesh;

constexpr int kWettedFaces = 800;   // per shape: drag within a percent of a fine mesh's
constexpr int kVisualFaces = 1200;  // per shape
constexpr size_t kManyShapes = 10;  // more share the faces of so many, and are joined

// Density of the water near the surface, to 0.2 %, for the added mass.
double water_density(const WaterParameters& water) {
  const double t = water.temperature_degc(0) - 4;
  return water.density_kg_m3.value_or(1000 + 0.78 * water.salinity_psu(0) - 0.005 * t * t);
}

class LinkShapeMaker {
 public:
  LinkShapeMaker(const Context& context, const LinkConfig& config, std::string key,
                 const Wear& wear, const std::vector<PlacedShape>& fitted)
      : context_(context), config_(config), key_(std::move(key)), wear_(wear), fitted_(fitted) {}

  LinkShapes make() {
    if (!config_.shapes) {
      visuals();
      return std::move(out_);
    }
    const ShapesConfig& shapes = *config_.shapes;
    const size_t before = context_.problems.size();
    if (!shapes.physics.empty()) physics();
    if (context_.problems.size() != before) return {};  // the others would say the same again
    if (shapes.collision_from != "none") {
      const bool own = !shapes.collision.empty();
      collisions(own ? shapes.collision : shapes.physics, own ? "collision" : "physics");
    }
    visuals();
    return std::move(out_);
  }

 private:
  std::string shape_key(const std::string& list, size_t i) const {
    return key_ + ".shapes." + list + "[" + std::to_string(i) + "]";
  }
  void note(const std::string& key, const std::string& message) const {
    context_.world.notes.push_back({context_.loaded.locations.location(key), key, message});
  }

  // A mesh of a file is read and repaired once, however many shapes name it.
  Result<ShapeMesh> made(const AnyConfig& shape, int faces, bool must_close) const {
    const auto* file = shape.as<MeshShapeConfig>();
    if (!file) return shape_mesh(shape, faces, must_close);
    const std::string name = file->file + mesh_file_key(*file, must_close);
    auto found = context_.shapes.files.find(name);
    if (found == context_.shapes.files.end())
      found = context_.shapes.files.emplace(name, shape_mesh(shape, faces, must_close)).first;
    return found->second;
  }

  // The mesh of a shape in S; empty after a problem. The notes on it are told where it matters.
  TriangleMesh mesh_of(const AnyConfig& shape, const std::string& key, int faces, bool must_close,
                       bool tell) const {
    Result<ShapeMesh> mesh = made(shape, faces, must_close);
    const std::string location = shape.as<MeshShapeConfig>() ? key + ".file" : key;
    if (!mesh) {
      for (const Problem& problem : mesh.problems().list()) context_.fail(location,
          problem.message);
      return {};
    }
    if (tell)
      for (const std::string& text : mesh.value().notes) note(location, text);
    return std::move(mesh.value().mesh);
  }

  // The material of a shape as it is on the sound object.
  int sound_material(const AnyConfig& shape, const std::string& key) const {
    const std::string& own = shape_common(shape).material;
    return own.empty() ? material_named(context_, config_.material, key_ + ".material")
                       : material_named(context_, own, key + ".material");
  }

  // The same as it is now.
  int material_of(const AnyConfig& shape, const std::string& key) const {
    return worn_material(context_.world.materials, sound_material(shape, key), wear_);
  }

  void physics() {
    const auto& shapes = config_.shapes->physics;
    std::vector<Solid> masses, volumes;
    TriangleMesh surface;
    bool densities = true;
    for (size_t i = 0; i < shapes.size(); ++i) {
      const std::string key = shape_key("physics", i);
      const TriangleMesh mesh = mesh_of(shapes[i], key, kWettedFaces, true, true);
      if (mesh.empty()) return;
      const Pose X_LS = shape_pose(shapes[i]);
      const int material = sound_material(shapes[i], key);
      densities &= material != 0;
      const Result<Solid> mass =
          shape_mass(shapes[i], mesh, context_.world.materials.materials[material].density_kg_m3);
      if (!mass) {
        context_.fail(key + ".thickness_m", mass.problems().list().front().message);
        return;
      }
      masses.push_back(transformed(mass.value(), X_LS));
      volumes.push_back(transformed(shape_outside(shapes[i], mesh), X_LS));
      geometry::append(surface, geometry::transformed(mesh, X_LS));
    }
    out_.mass = sum(masses);
    out_.volume = sum(volumes);
    if (!densities && !config_.mass_kg)
      context_.fail(key_ + ".shapes.physics",
                    "the mass follows from the shapes: give each a material, or the link a "
                    "material or mass_kg");
    if (shapes.size() > 1) tell_overlap(surface);
    added_mass(surface);
    wetted(std::move(surface));
  }

  // What two shapes have in common counts twice; the user should know.
  void tell_overlap(const TriangleMesh& surface) const {
    if (geometry::check_mesh(surface).overlapping_pairs > 0)
      note(key_ + ".shapes.physics",
           "shapes overlap: what they have in common counts twice in mass and volume");
  }

  void added_mass(const TriangleMesh& surface) {
    using Source = geometry::AddedMassSource;
    if (config_.added_mass_from == "given") return;
    geometry::HullOptions options;
    options.added_mass_from = config_.added_mass_from == "panels"      ? Source::kPanels
                              : config_.added_mass_from == "ellipsoid" ? Source::kEllipsoid
                                                                       : Source::kCylinder;
    options.panels = config_.panels;
    const auto result = geometry::hull_hydrodynamics(surface, options);
    if (!result) {
      for (const Problem& problem : result.problems().list())
        context_.fail(key_ + ".added_mass_from", problem.message);
      return;
    }
    out_.added_mass_L = water_density(context_.world.water) * result.value().added_mass;
    for (const std::string& text : result.value().warnings) note(key_ + ".added_mass_from", text);
  }

  void wetted(TriangleMesh surface) {
    if (config_.hydrodynamics != "geometry") return;
    const SurfaceDragConfig drag = config_.surface_drag.value_or(SurfaceDragConfig{});
    WettedSurface wetted;
    if (config_.added_mass_from == "panels") added_mass_at_surface(surface, wetted);
    wetted.mesh = std::make_shared<const TriangleMesh>(std::move(surface));
    wetted.drag_quadratic = vec3(drag.quadratic);
    wetted.drag_linear = vec3(drag.linear);
    wetted.air_drag = drag.air;
    out_.wetted = std::move(wetted);
  }

  void added_mass_at_surface(const TriangleMesh& surface, WettedSurface& wetted) const {
    const double density = water_density(context_.world.water);
    const Vec3 center =
        config_.center_of_mass_m.empty() ? out_.mass->centroid : vec3(config_.center_of_mass_m);
    const geometry::Loading loading{config_.mass_kg.value_or(out_.mass->volume_m3), center, density};
    ThreadArena arena(1);
    auto table = geometry::cached_surface_added_mass(surface, out_.added_mass_L / density, loading,
                                                     config_.panels, arena);
    if (!table) {
      note(key_ + ".added_mass_from",
           "afloat the added mass goes with the wet volume: " +
               table.problems().list().front().message);
      return;
    }
    wetted.added_mass = std::make_shared<geometry::SurfaceAddedMass>(std::move(table).value());
    wetted.added_mass_density_kg_m3 = density;
  }

  void collisions(const std::vector<AnyConfig>& shapes, const std::string& list) {
    const bool one_hull = config_.shapes->collision_from == "hull";
    std::vector<Vec3> all;
    for (size_t i = 0; i < shapes.size(); ++i) {
      const std::string key = shape_key(list, i);
      const TriangleMesh mesh = mesh_of(shapes[i], key, kHullFaces, true, list != "physics");
      if (mesh.empty()) return;
      if (one_hull || changes_touch(wear_)) {
        const std::vector<Vec3> points = sampled_points(shapes[i], key, mesh, stream(list, i));
        if (one_hull)
          all.insert(all.end(), points.begin(), points.end());
        else
          add_hull(points, key, shapes[i]);
      } else {
        add_pieces(shapes[i], key, mesh);
      }
    }
    if (!all.empty()) add_hull(all, shape_key(list, 0), shapes.front());
  }

  void add_pieces(const AnyConfig& shape, const std::string& key, const TriangleMesh& mesh) {
    Result<std::vector<CollisionShape>> pieces = convex_pieces(shape, mesh);
    if (!pieces) {
      context_.fail(key, pieces.problems().list().front().message);
      return;
    }
    for (CollisionShape& piece : pieces.value()) {
      piece.material = material_of(shape, key);
      out_.collisions.push_back(std::move(piece));
    }
  }

  void add_hull(const std::vector<Vec3>& points_L, const std::string& key, const AnyConfig& shape) {
    Result<CollisionShape> hull = hull_of(points_L);
    if (!hull) {
      context_.fail(key, hull.problems().list().front().message);
      return;
    }
    hull.value().material = material_of(shape, key);
    out_.collisions.push_back(std::move(hull).value());
  }

  // Corners of what touches, in the link frame. Wear works on the mesh that is seen, so that both
  // agree.
  std::vector<Vec3> sampled_points(const AnyConfig& shape, const std::string& key,
                                   const TriangleMesh& mesh, const std::string& name) const {
    if (!changes_touch(wear_)) return geometry::transformed(mesh, shape_pose(shape)).vertices;
    const TriangleMesh seen = mesh_of(shape, key, kVisualFaces, true, false);
    return geometry::transformed(worn_touch(seen, wear_, name), shape_pose(shape)).vertices;
  }

  // The same random stream for the shape that is seen and the one that touches.
  std::string stream(const std::string& list, size_t i) const {
    return config_.name + "/" + list + "/" + std::to_string(i);
  }

  void visuals() {
    std::vector<PlacedShape> shapes = seen_shapes(config_, key_);
    shapes.insert(shapes.end(), fitted_.begin(), fitted_.end());
    const bool many = shapes.size() > kManyShapes;
    const size_t fraction = many ? kManyShapes * kVisualFaces / shapes.size() : kVisualFaces;
    for (const PlacedShape& shape : shapes) add_visual(shape, static_cast<int>(fraction));
    if (many) out_.visuals = joined(out_.visuals);
  }

  void add_visual(const PlacedShape& shape, int faces) {
    const TriangleMesh mesh = mesh_of(shape.config, shape.key, faces, false, shape.tells);
    if (mesh.empty()) return;
    const int material = material_of(shape.config, shape.key);
    const unsigned mask = seen_by_mask(shape_common(shape.config).seen_by);
    const int growth =
        wear_.fouling && !wear_.fouling->material.empty()
            ? material_named(context_, wear_.fouling->material, wear_.fouling_key + ".material")
            : material;
    for (SeenPart& part : worn_visuals({mesh, material, growth, mask}, wear_, shape.stream)) {
      VisualShape visual;
      visual.material = part.material;
      visual.seen_by = part.seen_by;
      if (part.seen_by & kSeenByCamera)
        visual.appearance = shape_appearance(context_, shape_common(shape.config).appearance,
                                             shape.key,
                                 part.material, part.growth, part.mesh);
      else
        part.mesh.corner_uv.clear();
      visual.mesh = std::make_shared<const TriangleMesh>(in_link(part.mesh, shape));
      if (!shape.moves_with.empty())
        visual.motion = {shape.moves_with, origin_in_link(shape), shape.key + ".moves_with"};
      out_.visuals.push_back(std::move(visual));
    }
  }

  const Context& context_;
  const LinkConfig& config_;
  std::string key_;
  const Wear& wear_;
  const std::vector<PlacedShape>& fitted_;
  LinkShapes out_;
};

std::string store_key(const std::string& key, const Wear& wear) {
  const bool worn = wear.extent > 0 || wear.fouling;
  return key + "|" + std::to_string(std::bit_cast<uint64_t>(wear.extent)) + "|" +
         (worn ? std::to_string(wear.seed) : std::string()) + "|" +
         (wear.degradation ? write_yaml(DegradationConfig::schema(), wear.degradation) : "") + "|" +
         (wear.fouling ? write_yaml(FoulingConfig::schema(), wear.fouling) : "");
}

}  // namespace

const LinkShapes& link_shapes(const Context& context, const LinkConfig& config,
                              const std::string& key, const Wear& wear,
                              const std::vector<PlacedShape>& fitted, const std::string& owner) {
  const auto [entry, added] = context.shapes.links.try_emplace(
      store_key(key + "|" + owner + "|" + config.name, wear));
  if (added) entry->second = LinkShapeMaker(context, config, key, wear, fitted).make();
  return entry->second;
}

}  // namespace hadal::build
