#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "scenario/data_files.h"
#include "scenario/material_files.h"
#include "scenario/model_settings.h"
#include "scenario/nearest.h"
#include "scenario/scenario.h"

namespace hadal::inline scenario {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& file) {
  const fs::path parent = fs::path(file).parent_path();
  return parent.empty() ? "." : parent.string();
}

// Takes in the model files a scenario names, before the strict reader sees the tree.
class Expander {
 public:
  Expander(const std::string& file, const LoadOptions& options, Problems& problems)
      : problems_(problems) {
    folders_.push_back(folder_of(file));
    folders_.insert(folders_.end(), options.model_folders.begin(), options.model_folders.end());
  }

  // Vehicles and objects alike: what they name goes into the list of models of their kind.
  void expand(Node& root, const std::string& kind, const std::string& model_list) {
    if (!find_entry(root, kind)) return;
    add_list(root, model_list);
    std::vector<Node>& items = find_entry(root, kind)->items;
    for (size_t i = 0; i < items.size(); ++i) {
      const std::string key = kind + "[" + std::to_string(i) + "]";
      expand_presets(items[i], "sensors", key);
      if (Node* model = find_entry(items[i], "model");
          model && model->kind == Node::Kind::kScalar && !model->scalar.empty())
        take_in(*model, *find_entry(root, model_list), kind, key + ".model");
    }
  }

  // Models of the manipulators of vehicles and their models. May be called again, after settings.
  void expand_manipulators(Node& root) {
    for (const char* owners : {"vehicle_models", "vehicles"}) {
      const size_t count = find_entry(root, owners) ? find_entry(root, owners)->items.size() : 0;
      for (size_t i = 0; i < count; ++i)
        take_in_manipulators(root, owners, i);
    }
  }

  const std::vector<std::string>& folders() const { return folders_; }

  void expand_models(Node& root, const std::string& list) {
    Node* models = find_entry(root, list);
    if (!models) return;
    for (size_t i = 0; i < models->items.size(); ++i) {
      const std::string key = list + "[" + std::to_string(i) + "]";
      expand_presets(models->items[i], "sensors", key);
      expand_presets(models->items[i], "thrusters", key);
      expand_presets(models->items[i], "actuators", key);
    }
  }

 private:
  static void add_list(Node& root, const std::string& list) {
    if (!find_entry(root, list))
      root.entries.push_back(
          {list, root.location, Node{.kind = Node::Kind::kList, .location = root.location}});
  }

  void take_in_manipulators(Node& root, const std::string& owners, size_t owner) {
    const auto list = [&] {
      return find_entry(find_entry(root, owners)->items[owner], "manipulators");
    };
    const size_t count = list() ? list()->items.size() : 0;
    for (size_t i = 0; i < count; ++i) {
      const std::string key = owners + "[" + std::to_string(owner) + "].manipulators[" +
                              std::to_string(i) + "].model";
      const auto model = [&] { return find_entry(list()->items[i], "model"); };
      if (!model() || model()->kind != Node::Kind::kScalar || model()->scalar.empty() ||
          !taken_in_.insert(key + "=" + model()->scalar).second)
        continue;
      add_list(root, "manipulator_models");  // moves the other lists
      take_in(*model(), *find_entry(root, "manipulator_models"), "manipulators", key);
      taken_in_.insert(key + "=" + model()->scalar);
    }
  }

  // Makes sure that the model a vehicle or object names is among the models.
  void take_in(Node& model, Node& models, const std::string& kind, const std::string& key) {
    for (const Node& candidate : models.items)
      if (const Node* name = candidate.find("name"); name && name->scalar == model.scalar)
        return check_file(kind, model, find_file(kind, model.scalar), model.location, key);
    const std::string path =
        model.scalar.ends_with(".yaml") ? beside(model, key) : find_model(kind, model, key);
    if (path.empty()) return;
    Result<Node> file = parse_yaml_file(path);
    if (!file) {
      problems_.append(file.problems());
      return;
    }
    const Node* name = file.value().find("name");
    if (model.scalar.ends_with(".yaml") && name) model.scalar = name->scalar;
    if (name && name->scalar != model.scalar) {
      problems_.add(name->location, "name", "expected '" + model.scalar +
                    "', the name of the file");
      return;
    }
    if (!loaded_.emplace(kind + "/" + model.scalar, path).second)
      return check_file(kind, model, path, name ? name->location : model.location, "name");
    if (models.kind == Node::Kind::kNull) models.kind = Node::Kind::kList;
    models.items.push_back(std::move(file).value());
  }

  // A problem when a model of this name came from another file than `path`, which would be ignored.
  void check_file(const std::string& kind, const Node& model, const std::string& path,
                  const SourceLocation& location, const std::string& key) {
    const auto taken = loaded_.find(kind + "/" + model.scalar);
    std::error_code error;
    if (taken == loaded_.end() || path.empty() || fs::equivalent(taken->second, path, error))
      return;
    problems_.add(location, key,
                  "'" + model.scalar.substr(0, 40) + "' is also the name of the model in " +
                      taken->second + "; expected a name of its own");
  }

  std::string beside(const Node& model, const std::string& key) {
    const bool set = model.location.file.starts_with(kSettingPrefix);
    const fs::path path =
        fs::path(set ? folders_.front() : folder_of(model.location.file)) / model.scalar;
    for (const fs::path& candidate : {path, fs::path(folders_.front()) / model.scalar})
      if (std::error_code error; fs::is_regular_file(candidate, error)) return candidate.string();
    problems_.add(model.location, key, "no such file: " + path.string());
    return "";
  }

  // The first file of this name in the model folders; empty for none.
  std::string find_file(const std::string& kind, const std::string& name) const {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const bool plain = name.find_first_not_of(kPlain) == std::string::npos && name.size() <= 64;
    for (const std::string& folder : folders_) {
      const fs::path path = fs::path(folder) / "models" / kind / (name + ".yaml");
      if (std::error_code error; plain && fs::is_regular_file(path, error)) return path.string();
    }
    return "";
  }

  std::string find_model(const std::string& kind, const Node& reference, const std::string& key) {
    const std::string path = find_file(kind, reference.scalar);
    if (path.empty())
      problems_.add(reference.location, key,
                    "no model '" + reference.scalar.substr(0, 40) + "' in models/" + kind +
                        hint_for(reference.scalar, list_models(kind, folders_)));
    return path;
  }

  // Merges the preset file of every list item that has `model: NAME`.
  void expand_presets(Node& owner, const std::string& kind, const std::string& owner_key) {
    Node* list = find_entry(owner, kind);
    if (!list) return;
    for (size_t i = 0; i < list->items.size(); ++i) {
      Node& item = list->items[i];
      const std::string key = owner_key + "." + kind + "[" + std::to_string(i) + "].model";
      Node* reference = find_entry(item, "model");
      if (!reference || reference->kind != Node::Kind::kScalar || reference->scalar.empty())
        continue;
      const std::string path =
          find_model(item.tag == "thruster" ? "thrusters" : kind, *reference, key);
      if (path.empty()) continue;
      const Result<Node>& preset = preset_file(path);
      if (!preset) {
        problems_.append(preset.problems());
      } else if (const std::string& tag = preset.value().tag; tag != item.tag && !tag.empty()) {
        problems_.add(reference->location, key,
                      "'" + reference->scalar + "' is a !" + tag +
                          (item.tag.empty() ? ": expected this tag" : ", not a !" + item.tag));
      } else {
        find_entry(item, "model")
            ->scalar.clear();  // taken in: a saved scenario does not need the file
        take_over(preset.value(), item);
      }
    }
  }

  // A preset file, read once however many items name it.
  const Result<Node>& preset_file(const std::string& path) {
    auto found = presets_.find(path);
    if (found == presets_.end()) found = presets_.emplace(path, parse_yaml_file(path)).first;
    return found->second;
  }

  Problems& problems_;
  std::map<std::string, Result<Node>> presets_;
  std::vector<std::string> folders_;
  std::map<std::string, std::string> loaded_;  // kind/name of a model to its file
  std::set<std::string> taken_in_;             // key=name of manipulators that were looked at
};

// ": 'fls_m750d' is a preset; write !forward_looking_sonar {model: fls_m750d}", for a tag that
// names presets of one of these kinds.
std::string preset_hint(const std::string& tag, const std::vector<std::string>& kinds,
                        const std::vector<std::string>& folders) {
  const std::vector<std::string> nearest = nearest_names(tag, list_models("sensors", folders));
  std::string names, kind;
  for (const std::string& name : nearest) {
    const std::string own = preset_kind("sensors", name, folders);
    if (std::find(kinds.begin(), kinds.end(), own) == kinds.end()) continue;
    if (!kind.empty() && own != kind) return "";
    kind = own;
    names += (names.empty() ? "" : ", ") + name;
  }
  if (names.empty()) return "";
  const std::string first = names.substr(0, names.find(','));
  return (names == first ? ": '" + names + "' is a preset"
                         : ", the presets " + names + " are of !" + kind) +
         "; write !" + kind + " {model: " + first + ", ...}";
}

// Scenarios that a path to no file may mean: shipped ones by name, others in the same folder.
std::string scenario_hint(const std::string& path, const std::vector<std::string>& folders) {
  const fs::path asked(path);
  std::vector<std::string> names;
  const auto add = [&](const fs::path& folder, bool with_ending) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".yaml")
        names.push_back((with_ending ? entry.path().filename() : entry.path().stem()).string());
  };
  add(folder_of(path), true);
  if (!asked.has_parent_path())
    for (const std::string& folder : folders) add(fs::path(folder) / "scenarios", false);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const bool near = !nearest_names(asked.filename().string(), names).empty();
  return near ? hint_for(asked.filename().string(), names) : "";
}

// Settings that reach what comes from files are applied after it was taken in.
enum class SettingStage { kScenario, kModels, kMaterials };
SettingStage stage_of(const std::string& setting, Node& root) {
  if (setting.starts_with("vehicle_models") || setting.starts_with("object_models") ||
      setting.starts_with("manipulator_models") || reaches_model(setting, root))
    return SettingStage::kModels;
  return setting.starts_with("materials") || setting.starts_with("friction")
             ? SettingStage::kMaterials
             : SettingStage::kScenario;
}

}  // namespace

std::vector<std::string> list_models(const std::string& kind,
                                     const std::vector<std::string>& model_folders) {
  std::set<std::string> names;
  for (const std::string& folder : model_folders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(folder) / "models" / kind, error))
      if (entry.path().extension() == ".yaml") names.insert(entry.path().stem().string());
  }
  return {names.begin(), names.end()};
}

std::string preset_kind(const std::string& kind, const std::string& name,
                        const std::vector<std::string>& model_folders) {
  for (const std::string& folder : model_folders) {
    const fs::path path = fs::path(folder) / "models" / kind / (name + ".yaml");
    if (std::error_code error; !fs::is_regular_file(path, error)) continue;
    const Result<Node> file = parse_yaml_file(path.string());
    return file ? file.value().tag : "";
  }
  return "";
}

Result<LoadedScenario> load_scenario_text(std::string_view text, const std::string& file,
                                          const LoadOptions& options) {
  Result<Node> parsed = parse_yaml(text, file);
  if (!parsed) return parsed.problems();
  Node root = std::move(parsed).value();
  Problems problems;
  const auto apply = [&](SettingStage stage) {
    for (const std::string& setting : options.settings) {
      if (stage_of(setting, root) != stage) continue;
      if (reaches_model(setting, root))
        apply_to_model(setting, root, problems);
      else
        apply_setting(setting, root, problems);
    }
  };
  Expander expander(file, options, problems);
  apply(SettingStage::kScenario);
  expander.expand(root, "vehicles", "vehicle_models");
  expander.expand(root, "objects", "object_models");
  expander.expand_manipulators(root);
  apply(SettingStage::kModels);
  expander.expand_manipulators(root);
  expander.expand_models(root, "manipulator_models");
  expander.expand_models(root, "vehicle_models");
  expander.expand_models(root, "object_models");
  take_in_materials(root, expander.folders(), problems);
  apply(SettingStage::kMaterials);

  LoadedScenario loaded;
  loaded.file = file;
  read_struct(root, Scenario::schema(), &loaded.scenario, "", loaded.locations, problems,
              [&](const std::string& tag, const std::vector<std::string>& kinds) {
                return preset_hint(tag, kinds, expander.folders());
              });
  if (problems.empty()) read_data_files(loaded, problems);
  if (!problems.empty()) return problems;
  return loaded;
}

Result<LoadedScenario> load_scenario(const std::string& path, const LoadOptions& options) {
  Result<std::string> text = read_text_file(path);
  if (!text) {
    std::error_code error;
    if (fs::exists(path, error)) return text.problems();
    Problems problems;
    for (const Problem& problem : text.problems().list())
      problems.add(problem.location, problem.key,
                   problem.message + scenario_hint(path, options.model_folders));
    return problems;
  }
  return load_scenario_text(text.value(), path, options);
}

}  // namespace hadal::scenario
