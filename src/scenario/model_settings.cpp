#include "scenario/model_settings.h"

#include "scenario/material_files.h"
#include "scenario/nearest.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace {

// What a setting speaks of.
struct Target {
  Node* owner = nullptr;  // the vehicle or object
  std::string list;       // vehicles or objects
  std::string key;        // of the owner or its model
  SettingStep item;       // of the list at that key, if there is one
  bool whole = false;     // the path ends at the key
};

Target target_of(const std::string& setting, Node& root) {
  const std::vector<SettingStep> steps = setting_path(setting);
  if (steps.size() < 3 || (steps[0].key != "vehicles" && steps[0].key != "objects")) return {};
  Node* list = find_entry(root, steps[0].key);
  Node* owner = list ? find_item(*list, steps[1]) : nullptr;
  if (!owner || steps[2].index >= 0) return {};
  return {owner, steps[0].key, steps[2].key, steps.size() > 3 ? steps[3] : SettingStep{},
          steps.size() == 3};
}

const StructSchema& owner_schema(const Target& target) {
  return target.list == "vehicles" ? VehicleConfig::schema() : ObjectConfig::schema();
}

const StructSchema& model_schema(const Target& target) {
  return target.list == "vehicles" ? VehicleModelConfig::schema() : ObjectModelConfig::schema();
}

bool is_list(const FieldSchema& field) {
  return field.kind == FieldKind::kStructs || field.kind == FieldKind::kTaggedList;
}

std::string model_name(const Target& target) {
  const Node* model = target.owner->find("model");
  return model && model->kind == Node::Kind::kScalar ? model->scalar : "";
}

std::string owner_name(const Target& target) {
  const Node* name = target.owner->find("name");
  return name ? name->scalar : "";
}

Node& models_of(const Target& target, Node& root) {
  return *find_entry(root, target.list == "vehicles" ? "vehicle_models" : "object_models");
}

// The model that the target has for itself.
Node* own_model(const Target& target, Node& root) {
  const std::string name = model_name(target);
  int users = 0;
  for (const Node& item : find_entry(root, target.list)->items) {
    const Node* model = item.find("model");
    users += model && model->scalar == name;
  }
  Node& models = models_of(target, root);
  Node* shared = find_item(models, {name});
  if (!shared || users < 2) return shared;
  const std::string copy_name = name + "_" + owner_name(target);
  Node copy = *shared;
  find_entry(copy, "name")->scalar = copy_name;
  find_entry(*target.owner, "model")->scalar = copy_name;
  models.items.push_back(std::move(copy));
  return &models.items.back();
}

}  // namespace

bool reaches_model(const std::string& setting, Node& root) {
  const Target target = target_of(setting, root);
  if (!target.owner || target.key == "name" || model_name(target).empty()) return false;
  const FieldSchema* inherited = model_schema(target).find(target.key);
  if (!inherited) return false;
  if (!owner_schema(target).find(target.key)) return true;
  if (target.whole) return false;
  Node* own = find_entry(*target.owner, target.key);
  if (!is_list(*inherited)) return !own || own->kind == Node::Kind::kNull;
  return target.item.index < 0 && !(own && find_item(*own, target.item));
}

void apply_to_model(const std::string& setting, Node& root, Problems& problems) {
  const Target target = target_of(setting, root);
  const SourceLocation location{std::string(kSettingPrefix) + setting, 0, 0};
  const std::string name = model_name(target);
  Node* model = find_item(models_of(target, root), {name});
  if (!model) return;  // a model that could not be taken in is a problem of its own
  const bool to_owner = owner_schema(target).find(target.key) &&
                        !is_list(*model_schema(target).find(target.key));
  Node* brought = find_entry(*model, target.key);
  if (to_owner && !brought) {
    problems.add(location, "",
                 "neither '" + target.list + "." + owner_name(target) + "' nor its model '" + name + "' has '" + target.key + "'");
  } else if (to_owner) {
    if (Node* own = find_entry(*target.owner, target.key))
      *own = *brought;
    else
      target.owner->entries.push_back({target.key, brought->location, *brought});
    apply_setting(setting, root, problems);
  } else if (const bool by_name = !target.whole && target.item.index < 0 && brought &&
                                  brought->kind == Node::Kind::kList;
             by_name && !find_item(*brought, target.item)) {
    std::vector<std::string> known = names_of(*brought);
    if (const Node* own = target.owner->find(target.key))
      for (const std::string& of_owner : names_of(*own)) known.push_back(of_owner);
    problems.add(location, "",
                 "neither the '" + target.key + "' of '" + owner_name(target) +
                     "' nor those of its model '" + name + "' have an item named '" +
                     target.item.key + "'" + hint_for(target.item.key, known));
  } else {
    apply_setting(setting, *own_model(target, root), problems, 2);
  }
}

}  // namespace hadal::scenario
