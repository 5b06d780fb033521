#include <set>

#include "math/rotation.h"
#include "math/units.h"
#include "scenario/nearest.h"
#include "world/build.h"
#include "world/object_copies.h"
#include "world/shape_mesh.h"

namespace hadal::build {
namespace {

// What an object is made of, wherever that was written.
struct Source {
  std::string model;
  std::string key;
  const std::vector<LinkConfig>* links = nullptr;
  const std::vector<AnyConfig>* sensors = nullptr;
  const DegradationConfig* degradation = nullptr;
  std::string degradation_key;
  const FoulingConfig* fouling = nullptr;
  std::string fouling_key;
};

// Lower and upper corner of what is seen of a link, in its own frame.
Vec3 size_of(const Link& link) {
  Vec3 lower = Vec3::Constant(1e300), upper = -lower;
  for (const VisualShape& visual : link.visuals)
    for (const Vec3& vertex : visual.mesh->vertices) {
      lower = lower.cwiseMin(vertex);
      upper = upper.cwiseMax(vertex);
    }
  return lower.x() <= upper.x() ? Vec3(upper - lower) : Vec3::Zero();
}

class ObjectBuilder {
 public:
  ObjectBuilder(const Context& context, const ObjectConfig& config, std::string key)
      : context_(context), config_(config), key_(std::move(key)) {}

  void build() {
    const std::optional<Source> source = find_source();
    if (!source) return;
    Vehicle vehicle;
    vehicle.name = config_.name;
    vehicle.model = source->model;
    vehicle.key = key_;
    vehicle.model_key = source->key;
    vehicle.kind = "object";
    vehicle.is_object = true;
    vehicle.fixed = config_.fixed;
    vehicle.extent = config_.extent;
    for (int i = 0; i < 6; ++i) vehicle.start_velocity_B[i] = config_.velocity[i];
    if (config_.pose.on_seabed)
      vehicle.on_seabed = SeabedRest{config_.pose.tilt_to_slope, config_.pose.buried_m};
    if (source->degradation)
      for (const PropertyConfig& p : source->degradation->properties)
        vehicle.properties.push_back({p.name, p.at_0 + config_.extent * (p.at_1 - p.at_0)});
    const Wear wear{config_.extent,
                    static_cast<uint64_t>(config_.seed),
                    source->degradation,
                    source->degradation_key,
                    source->fouling,
                    source->fouling_key,
                    source->fouling ? seen_by_mask(source->fouling->seen_by) : ~0u};
    std::vector<LinkItem> items = link_items(*source->links, source->key + ".links");
    if (config_.shapes) items.front().key = key_;  // shapes without a link around them
    links(context_, {items, start(), {}, wear}, vehicle);
    Link& first = context_.world.links[vehicle.links.begin];
    if (config_.fixed) first.joint = LinkJoint::kFixed;
    vehicle.size_m = size_of(first);
    actuators(context_, {}, vehicle);
    moving_parts(context_, vehicle);
    const auto index = static_cast<int>(context_.world.vehicles.size());
    if (source->sensors)
      mount_sensors(context_, index, *source->sensors, source->key + ".sensors", vehicle);
    mount_sensors(context_, index, config_.sensors, key_ + ".sensors", vehicle);
    context_.world.vehicles.push_back(std::move(vehicle));
  }

 private:
  Pose start() const {
    const ObjectPoseConfig& pose = config_.pose;
    return {Vec3(pose.north_m, pose.east_m, pose.depth_m.value_or(0)),
            attitude_from_deg({pose.roll_deg, pose.pitch_deg, pose.heading_deg})};
  }

  std::optional<Source> find_source() {
    Source source;
    if (config_.model.empty()) {
      in_place(source);
    } else {
      const auto& models = context_.loaded.scenario.object_models;
      const ObjectModelConfig* model = context_.loaded.scenario.find_object_model(config_.model);
      if (!model) {
        std::vector<std::string> known;
        for (const ObjectModelConfig& m : models) known.push_back(m.name);
        context_.fail(key_ + ".model",
                      "no object model '" + config_.model + "'" + hint_for(config_.model, known));
        return std::nullopt;
      }
      source.model = model->name;
      source.key = "object_models[" + std::to_string(model - models.data()) + "]";
      source.links = &model->links;
      source.sensors = &model->sensors;
      source.degradation = &model->degradation;
      source.degradation_key = source.key + ".degradation";
      if (model->fouling) source.fouling = &*model->fouling;
      source.fouling_key = source.key + ".fouling";
    }
    if (config_.degradation) {
      source.degradation = &*config_.degradation;
      source.degradation_key = key_ + ".degradation";
    }
    if (config_.fouling) {
      source.fouling = &*config_.fouling;
      source.fouling_key = key_ + ".fouling";
    }
    return source;
  }

  // Links or shapes that stand in the object itself.
  void in_place(Source& source) {
    source.key = key_;
    source.links = &config_.links;
    if (!config_.shapes) return;
    LinkConfig& body = own_links_.emplace_back();
    body.name = "body";
    body.material = config_.material;
    body.shapes = config_.shapes;
    body.hydrodynamics = "geometry";
    body.added_mass_from = "ellipsoid";
    if (config_.shapes->physics.empty())
      context_.fail(key_ + ".shapes", "an object needs physics shapes, which give it its mass");
    source.links = &own_links_;
  }

  const Context& context_;
  const ObjectConfig& config_;
  std::string key_;
  std::vector<LinkConfig> own_links_;
};

}  // namespace

void objects(const Context& context) {
  const auto& configs = context.loaded.scenario.objects;
  for (size_t i = 0; i < configs.size(); ++i) {
    const std::string key = "objects[" + std::to_string(i) + "]";
    const Result<std::vector<ObjectConfig>> copies = object_copies(configs[i]);
    if (!copies) {
      context.fail(key + ".scatter", copies.problems().list().front().message);
      continue;
    }
    for (const ObjectConfig& copy : copies.value()) ObjectBuilder(context, copy, key).build();
  }
  std::set<std::string> names;
  for (const Vehicle& vehicle : context.world.vehicles)
    for (const auto& [name, value] : vehicle.properties) names.insert(name);
  context.world.property_names.assign(names.begin(), names.end());
}

}  // namespace hadal::build
