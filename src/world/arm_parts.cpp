#include "world/arm_parts.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "scenario/nearest.h"

namespace hadal::build {
namespace {

using Renames = std::map<std::string, std::string>;

std::string listed_key(const std::string& list, size_t i) {
  return list + "[" + std::to_string(i) + "]";
}

// --- Names

void rename_texts(const StructSchema& schema, void* object, const Renames& names);

AnyConfig renamed(const AnyConfig& config, const Renames& names) {
  if (config.empty()) return config;
  AnyConfig own = config.copy();
  rename_texts(*own.schema(), own.data(), names);
  return own;
}

void rename_text(std::string& text, const Renames& names) {
  if (const auto found = names.find(text); found != names.end()) text = found->second;
}

// Every text that is the name of a part of the same manipulator, such as `link: wrist`, but for its
// own name and for materials, which have names of their own.
void rename_texts(const StructSchema& schema, void* object, const Renames& names) {
  for (const FieldSchema& field : schema.fields) {
    if (field.name == "material" || (field.may_be_absent() && !field.present(object))) continue;
    void* member = field.member(object);
    switch (field.kind) {
      case FieldKind::kName:
        if (field.name == "name") break;
        [[fallthrough]];
      case FieldKind::kText:
        rename_text(*static_cast<std::string*>(member), names);
        break;
      case FieldKind::kTexts:
        for (std::string& text : *static_cast<std::vector<std::string>*>(member))
          rename_text(text, names);
        break;
      case FieldKind::kStruct:
        rename_texts(field.sub(), member, names);
        break;
      case FieldKind::kStructs:
        for (size_t i = 0; i < field.count(member); ++i)
          rename_texts(field.sub(), field.at(member, i), names);
        break;
      case FieldKind::kTagged:
        *static_cast<AnyConfig*>(member) = renamed(*static_cast<AnyConfig*>(member), names);
        break;
      case FieldKind::kTaggedList:
        for (AnyConfig& config : *static_cast<std::vector<AnyConfig>*>(member))
          config = renamed(config, names);
        break;
      default:
        break;
    }
  }
}

std::string& text_of(const AnyConfig& config, const char* field) {
  return *static_cast<std::string*>(config.schema()->find(field)->member(config.data()));
}

Renames prefixed_names(const ManipulatorModelConfig& model, const std::string& prefix) {
  Renames out;
  const auto add = [&](const std::string& name) { out.emplace(name, prefix + name); };
  for (const LinkConfig& link : model.links) add(link.name);
  for (const MountPointConfig& mount : model.mounts) add(mount.name);
  for (const auto* list : {&model.actuators, &model.sensors, &model.lamps})
    for (const AnyConfig& config : *list)
      if (!config.empty()) add(text_of(config, "name"));
  return out;
}

// A part that sits on a link: what says neither link nor mount is on the first of the manipulator.
AnyConfig part_of(const ManipulatorModelConfig& model, const AnyConfig& config,
                  const std::string& prefix, const Renames& names) {
  AnyConfig out = renamed(config, names);
  if (out.empty()) return out;
  text_of(out, "name") = prefix + text_of(out, "name");
  const bool mounted = out.schema()->find("mount") && !text_of(out, "mount").empty();
  if (std::string& link = text_of(out, "link"); link.empty() && !mounted)
    link = prefix + model.links.front().name;
  return out;
}

// --- Splicing

bool has_moving_joint(const LinkConfig& link) {
  return link.joint && link.joint->kind != "fixed";
}
// It goes where it is driven, not where another joint takes it.
bool has_own_joint(const LinkConfig& link) {
  return has_moving_joint(link) && !link.joint->mimic;
}

Pose pose_of(const std::vector<double>& position_m, const std::vector<double>& rpy_deg) {
  return {vec3(position_m), attitude_from_deg(rpy_deg)};
}

// Where a manipulator is mounted.
struct MountBase {
  std::string link;
  Pose X_LM;
};

class Splicer {
 public:
  Splicer(const Context& context, VehicleParts& parts) : context_(context), parts_(parts) {}

  void add_model(const VehicleModelConfig& model, const std::string& key) {
    for (size_t i = 0; i < model.links.size(); ++i)
      add_link({model.links[i], listed_key(key + ".links", i), std::nullopt}, -1);
    parts_.actuators = listed_actuators(model, key);
    add_mounts(model.mounts, key, "", {});
    add_instruments(model.sensors, key + ".sensors", parts_.sensors);
    add_instruments(model.lamps, key + ".lamps", parts_.lamps);
    add_manipulators(model.manipulators, key);
  }

  void add_vehicle(const VehicleConfig& vehicle, const std::string& key) {
    add_manipulators(vehicle.manipulators, key);
    add_instruments(vehicle.sensors, key + ".sensors", parts_.sensors);
    add_instruments(vehicle.lamps, key + ".lamps", parts_.lamps);
  }

 private:
  void add_manipulators(const std::vector<ManipulatorConfig>& configs, const std::string& owner) {
    for (size_t i = 0; i < configs.size(); ++i)
      add_manipulator(configs[i], listed_key(owner + ".manipulators", i));
  }

  void add_manipulator(const ManipulatorConfig& config, const std::string& key) {
    const auto& models = context_.loaded.scenario.manipulator_models;
    const ManipulatorModelConfig* model =
        context_.loaded.scenario.find_manipulator_model(config.model);
    if (!model) {
      std::vector<std::string> known;
      for (const ManipulatorModelConfig& m : models) known.push_back(m.name);
      context_.fail(key + ".model", "no manipulator model '" + config.model + "'" +
                                        hint_for(config.model, known));
      return;
    }
    if (std::any_of(parts_.arms.begin(), parts_.arms.end(),
                    [&](const SplicedArm& arm) { return arm.name == config.name; }))
      context_.fail(key + ".name", "'" + config.name + "' is used twice among the manipulators of "
                                                       "this vehicle; expected a unique name");
    const std::optional<MountBase> base = base_of(config, key);
    if (!base) return;
    const std::string prefix = config.own_prefix();
    const Renames names = prefixed_names(*model, prefix);
    SplicedArm arm;
    arm.name = config.name;
    arm.key = key;
    arm.model_key = listed_key("manipulator_models", static_cast<size_t>(model - models.data()));
    arm.tool_link = prefix + model->tool.link;
    arm.X_LT = pose_of(model->tool.position_m, model->tool.rpy_deg);
    arm.controller = config.controller ? config.controller : model->controller;
    arm.controller_key = (config.controller ? key : arm.model_key) + ".controller";
    if (arm.controller) rename_texts(ArmController::schema(), &*arm.controller, names);
    if (is_hand(*model)) arm.extends = parts_.arm_of_link[index_of(base->link)];
    parts_.arms.push_back(arm);
    add_links(*model, config, *base, prefix, names);
    add_mounts(model->mounts, arm.model_key, prefix, prefix + model->links.front().name);
    for (size_t i = 0; i < model->actuators.size(); ++i)
      parts_.actuators.push_back({part_of(*model, model->actuators[i], prefix, names),
                                  listed_key(arm.model_key + ".actuators", i)});
    add_instruments(parts_of(*model, model->sensors, prefix, names), arm.model_key + ".sensors",
                    parts_.sensors);
    add_instruments(parts_of(*model, model->lamps, prefix, names), arm.model_key + ".lamps",
                    parts_.lamps);
  }

  static std::vector<AnyConfig> parts_of(const ManipulatorModelConfig& model,
                                         const std::vector<AnyConfig>& configs,
                                         const std::string& prefix, const Renames& names) {
    std::vector<AnyConfig> out;
    for (const AnyConfig& config : configs) out.push_back(part_of(model, config, prefix, names));
    return out;
  }

  // No joint of it carries its tool.
  static bool is_hand(const ManipulatorModelConfig& model) {
    std::string link = model.tool.link;
    for (auto c = model.links.rbegin(); c != model.links.rend(); ++c) {
      if (c->name != link) continue;
      if (has_moving_joint(*c)) return false;
      link = c->parent;
    }
    return true;
  }

  void add_link(LinkItem link, int arm) {
    parts_.links.push_back(std::move(link));
    parts_.arm_of_link.push_back(arm);
  }

  void add_links(const ManipulatorModelConfig& model, const ManipulatorConfig& config,
                 const MountBase& base, const std::string& prefix, const Renames& names) {
    const SplicedArm& arm = parts_.arms.back();
    size_t joints = 0;
    for (size_t i = 0; i < model.links.size(); ++i) {
      LinkItem link{model.links[i], listed_key(arm.model_key + ".links", i), std::nullopt};
      rename_texts(LinkConfig::schema(), &link.config, names);
      link.config.name = prefix + model.links[i].name;
      check_link_name(link, arm);
      if (model.links[i].parent == kMountParent) {
        link.config.parent = base.link;
        link.X_PM = base.X_LM;
      }
      if (has_own_joint(link.config)) start_joint(link, arm, config, joints++);
      add_link(std::move(link), static_cast<int>(parts_.arms.size()) - 1);
    }
    if (config.start.size() > joints)
      context_.fail(arm.key + ".start", std::to_string(config.start.size()) +
                                            " numbers for the " + std::to_string(joints) +
                                            " joints of '" + model.name + "'");
  }

  void start_joint(LinkItem& link, const SplicedArm& arm, const ManipulatorConfig& config,
                   size_t joint) {
    const bool given = joint < config.start.size();
    if (given) link.config.joint->start = config.start[joint];
    check_start(link.config, given ? listed_key(arm.key + ".start", joint) : link.key + ".joint.start");
  }

  void check_start(const LinkConfig& link, const std::string& key) {
    const JointConfig& joint = *link.joint;
    if (!joint.lower || (joint.start >= *joint.lower && joint.start <= *joint.upper)) return;
    context_.fail(key, "joint '" + link.name + "' would start at " + shortest_text(joint.start) +
                           ", outside of its limits; expected " + shortest_text(*joint.lower) + " to " +
                           shortest_text(*joint.upper) + (joint.kind == "slide" ? " m" : " rad"));
  }

  void check_link_name(const LinkItem& link, const SplicedArm& arm) {
    for (const LinkItem& other : parts_.links)
      if (other.config.name == link.config.name)
        return context_.fail(
            arm.key + ".name",
            "its link '" + link.config.name + "' has the name of another link of this vehicle (" +
                other.key + "); expected another name or prefix of the manipulator");
  }

  void add_mounts(const std::vector<MountPointConfig>& configs, const std::string& owner,
                  const std::string& prefix, const std::string& first_link) {
    for (size_t i = 0; i < configs.size(); ++i) {
      MountPoint mount{prefix + configs[i].name, listed_key(owner + ".mounts", i),
                       configs[i].link.empty() ? first_link : prefix + configs[i].link,
                       pose_of(configs[i].position_m, configs[i].rpy_deg)};
      for (const MountPoint& other : parts_.mounts)
        if (other.name == mount.name)
          context_.fail(mount.key + ".name", "'" + mount.name +
                                                 "' is also a mount point of this vehicle; "
                                                 "expected a unique name");
      parts_.mounts.push_back(std::move(mount));
    }
  }

  static void add_instruments(std::vector<AnyConfig> configs, const std::string& key,
                              std::vector<InstrumentList>& out) {
    if (!configs.empty()) out.push_back({std::move(configs), key});
  }

  // The number of links when there is none of this name.
  size_t index_of(const std::string& name) const {
    const auto found =
        std::find_if(parts_.links.begin(), parts_.links.end(),
                     [&](const LinkItem& link) { return link.config.name == name; });
    return static_cast<size_t>(found - parts_.links.begin());
  }

  // The link and place where a manipulator is mounted; nothing, and a problem, without one.
  std::optional<MountBase> base_of(const ManipulatorConfig& config, const std::string& key) {
    MountBase base{config.link, pose_of(config.position_m, config.rpy_deg)};
    std::string link_key = key + ".link";
    if (!config.mount.empty()) {
      const auto mount =
          std::find_if(parts_.mounts.begin(), parts_.mounts.end(),
                       [&](const MountPoint& m) { return m.name == config.mount; });
      if (mount == parts_.mounts.end()) {
        std::vector<std::string> known;
        for (const MountPoint& m : parts_.mounts) known.push_back(m.name);
        context_.fail(key + ".mount",
                      "no mount point '" + config.mount + "' on this vehicle" +
                          hint_for(config.mount, known) +
                          (known.empty() ? "; its model has no mounts: give position_m instead"
                                         : ""));
        return std::nullopt;
      }
      base.link = mount->link;
      base.X_LM = mount->X_LM * base.X_LM;
      link_key = mount->key + ".link";
    }
    if (base.link.empty()) base.link = parts_.links.front().config.name;
    if (index_of(base.link) < parts_.links.size()) return base;
    std::vector<std::string> known;
    for (const LinkItem& link : parts_.links) known.push_back(link.config.name);
    context_.fail(link_key, "no link '" + base.link + "' on this vehicle" +
                                hint_for(base.link, known));
    return std::nullopt;
  }

  const Context& context_;
  VehicleParts& parts_;
};

// Actuators of the joints between a link and the vehicle, base first.
std::vector<int> carrying_joints(const World& world, const VehicleParts& parts,
                                 const Vehicle& vehicle, int link) {
  std::vector<int> out;
  for (int i = link; i >= vehicle.links.begin && parts.arm_of_link[i - vehicle.links.begin] >= 0;
       i = world.links[i].parent)
    if (world.links[i].actuator >= 0) out.push_back(world.links[i].actuator);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace

VehicleParts spliced(const Context& context, const VehicleModelConfig& model,
                     const std::string& model_key, const VehicleConfig& vehicle,
                     const std::string& vehicle_key) {
  VehicleParts parts;
  Splicer splicer(context, parts);
  splicer.add_model(model, model_key);
  splicer.add_vehicle(vehicle, vehicle_key);
  return parts;
}

void arms(const Context& context, const VehicleParts& parts, const Vehicle& vehicle) {
  World& world = context.world;
  std::vector<int> built(parts.arms.size(), -1);  // into World::arms
  for (size_t i = 0; i < parts.arms.size(); ++i) {
    const SplicedArm& source = parts.arms[i];
    if (source.extends >= 0) {
      built[i] = built[static_cast<size_t>(source.extends)];
    } else {
      built[i] = static_cast<int>(world.arms.size());
      Arm& arm = world.arms.emplace_back();
      arm.name = source.name;
      arm.path = vehicle.name + "/" + source.name;
      arm.key = source.key;
      arm.vehicle = static_cast<int>(world.vehicles.size());
    }
    Arm& arm = world.arms[static_cast<size_t>(built[i])];
    arm.tool_link = link_named(context, vehicle, source.tool_link, source.model_key + ".tool.link");
    arm.X_LT = source.X_LT;
    arm.joints = carrying_joints(world, parts, vehicle, arm.tool_link);
  }
  for (size_t l = 0; l < parts.links.size(); ++l) {
    const int of = parts.arm_of_link[l];
    if (of < 0) continue;
    Link& link = world.links[static_cast<size_t>(vehicle.links.begin) + l];
    link.arm = built[static_cast<size_t>(of)];
    Arm& arm = world.arms[static_cast<size_t>(link.arm)];
    const int actuator = link.actuator;
    if (actuator >= 0 && !link.mimic &&
        std::find(arm.joints.begin(), arm.joints.end(), actuator) == arm.joints.end())
      arm.fingers.push_back(actuator);
  }
  for (const Arm& arm : world.arms)
    if (arm.vehicle == static_cast<int>(world.vehicles.size()) && (arm.joints.size() > kMaxArmJoints || arm.fingers.size() > kMaxArmFingers))
      context.fail(arm.key, "expected at most " + std::to_string(kMaxArmJoints) + " joints and " +
                                std::to_string(kMaxArmFingers) + " fingers, found " +
                                std::to_string(arm.joints.size()) + " and " +
                                std::to_string(arm.fingers.size()));
  for (size_t i = 0; i < parts.arms.size(); ++i)
    if (parts.arms[i].controller)
      control_arm(context, *parts.arms[i].controller, parts.arms[i].controller_key,
                  parts.arms[i].extends >= 0, world.arms[static_cast<size_t>(built[i])]);
}

}  // namespace hadal::build
