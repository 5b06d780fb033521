#include "hadal/catalog.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "base/library_folder.h"
#include "environment/raster/raster_module.h"
#include "kinds/actuators/list.h"
#include "kinds/controllers/list.h"
#include "kinds/currents/list.h"
#include "kinds/events/list.h"
#include "kinds/extensions/extension_kinds.h"
#include "kinds/forces/list.h"
#include "kinds/steps/list.h"
#include "math/portable/shared_libraries.h"
#include "scenario/json_schema.h"
#include "scenario/nearest.h"
#include "scenario/scenario.h"
#include "scenario/writer.h"
#include "simulation/manipulator_facts.h"
#include "simulation/schemas.h"
#include "simulation/vehicle_facts.h"

namespace hadal {
namespace {

namespace fs = std::filesystem;

using simulation::all_structs;
using Kinds = std::vector<const StructSchema*>;

std::vector<CatalogEntry> entries_of(const Kinds& kinds) {
  std::vector<CatalogEntry> out;
  for (const StructSchema* kind : kinds) out.push_back({kind->name, kind->doc, library_of(kind)});
  return out;
}

// The value of a top-level text key of a YAML file, without reading the rest strictly.
std::string top_level_text(const std::string& path, const char* key) {
  const Result<Node> file = parse_yaml_file(path);
  const Node* value = file ? file.value().find(key) : nullptr;
  return value ? value->scalar : "";
}

// Every model of a kind from the first folder that has it, with what `about` says of its file.
template <class About>
std::vector<CatalogEntry> described_models(const std::string& kind,
                                           const std::vector<std::string>& folders,
                                           const About& about) {
  std::vector<CatalogEntry> out;
  for (const std::string& name : list_models(kind, folders))
    for (const std::string& folder : folders) {
      const fs::path path = fs::path(folder) / "models" / kind / (name + ".yaml");
      if (!fs::exists(path)) continue;
      out.push_back({name, about(name, folder, path)});
      break;
    }
  return out;
}

std::vector<CatalogEntry> model_files(const std::string& kind,
                                      const std::vector<std::string>& folders) {
  return described_models(kind, folders,
                          [](const std::string&, const std::string&, const fs::path& path) {
                            return top_level_text(path.string(), "description");
                          });
}

// What the comment at the head of a file says, up to the end of its first sentence.
std::string first_comment(const fs::path& path) {
  std::ifstream stream(path);
  std::string text, line;
  while (std::getline(stream, line) && (line.empty() || line[0] == '#' || line[0] == '!')) {
    if (line.starts_with("# ")) text += (text.empty() ? "" : " ") + line.substr(2);
    const size_t end = text.find(". ");
    if (end != std::string::npos) return text.substr(0, end + 1);
  }
  return text;
}

// Presets of models/KIND: the kind they are of, and what their file says first.
std::vector<CatalogEntry> preset_files(const std::string& kind,
                                       const std::vector<std::string>& folders) {
  const auto about = [&](const std::string& name, const std::string& folder,
                         const fs::path& path) {
    const std::string tag = preset_kind(kind, name, {folder});
    return "!" + (tag.empty() ? "thruster" : tag) + ": " + first_comment(path);
  };
  return described_models(kind, folders, about);
}

std::string model_file(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (const fs::path path = fs::path(folder) / "models" / kind / (name + ".yaml");
        fs::exists(path))
      return path.string();
  return "";
}

std::vector<CatalogEntry> all_presets(const std::vector<std::string>& folders) {
  std::vector<CatalogEntry> out = preset_files("sensors", folders);
  for (CatalogEntry& entry : preset_files("thrusters", folders)) out.push_back(std::move(entry));
  return out;
}

std::vector<CatalogEntry> scenario_files(const std::vector<std::string>& folders) {
  std::vector<CatalogEntry> out;
  for (const std::string& folder : folders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(folder) / "scenarios", error))
      if (entry.path().extension() == ".yaml")
        out.push_back(
            {entry.path().stem().string(), top_level_text(entry.path().string(), "title")});
  }
  std::sort(out.begin(), out.end(),
            [](const CatalogEntry& a, const CatalogEntry& b) { return a.name < b.name; });
  return out;
}

std::string describe_schema(const StructSchema& schema, DescribeFormat format) {
  switch (format) {
    case DescribeFormat::kText:
    case DescribeFormat::kDefaults:
      return describe_text(schema);
    case DescribeFormat::kMarkdown:
      return describe_markdown(schema);
    case DescribeFormat::kJson:
      return describe_json(schema) + "\n";
  }
  return "";
}

// How a key reads in each struct that has it, e.g. the section seabed of environment, and the
// structs that it holds; empty when none has it.
std::string describe_key(const Kinds& structs, const std::string& key, DescribeFormat format) {
  const bool json = format == DescribeFormat::kJson;
  std::string out;
  Kinds held;
  for (const StructSchema* schema : structs) {
    const FieldSchema* field = schema->find(key);
    if (!field) continue;
    const std::string text = json ? key_json(*schema, *field) : key_text(*schema, *field);
    out += (json && !out.empty() ? ",\n " : "") + text;
    if (field->sub && std::find(held.begin(), held.end(), &field->sub()) == held.end())
      held.push_back(&field->sub());
  }
  if (json) return out.empty() ? "" : "[" + out + "]\n";
  for (const StructSchema* schema : held) out += "\n" + describe_schema(*schema, format);
  return out;
}

// What follows from the vehicles of a scenario.
std::string describe_facts(const Result<LoadedScenario>& loaded, DescribeFormat format,
                           std::string& problem) {
  const auto facts = loaded ? simulation::vehicle_facts(loaded.value())
                            : Result<std::vector<simulation::VehicleFacts>>(loaded.problems());
  if (!facts) {
    problem = facts.problems().text();
    return "";
  }
  if (facts.value().empty()) problem = "the scenario has no vehicles";
  const bool json = format == DescribeFormat::kJson;
  std::string out;
  for (const simulation::VehicleFacts& vehicle : facts.value())
    out += (out.empty() ? "" : json ? ",\n" : "\n") +
           (json ? simulation::facts_json(vehicle) : simulation::facts_text(vehicle));
  if (out.empty()) return out;
  return json ? "[" + out + "]\n"
              : out + "\nhadal describe MODEL --defaults shows mounts, sensors and every key\n";
}

// A file, or a scenario by its name: a scenario has `vehicles`, a model has `links`.
std::string describe_file(const std::string& path, DescribeFormat format,
                          const std::vector<std::string>& folders, std::string& problem) {
  const Result<Node> file = parse_yaml_file(path);
  if (!file) {
    problem = file.problems().text();
    return "";
  }
  if (file.value().find("vehicles"))
    return describe_facts(load_scenario(path, {{}, folders}), format, problem);
  const Node* name = file.value().find("name");
  if (!file.value().find("links") || !name) {
    problem = path + ": neither a vehicle model (name, links) nor a scenario with vehicles";
    return "";
  }
  const std::string text = "format: 1\nvehicles: [{name: " + name->scalar +
                           ", model: \"" + fs::path(path).filename().string() + "\"}]\n";
  const Result<LoadedScenario> loaded =
      load_scenario_text(text, (fs::path(path).parent_path() / "describe").string(),
                         {{}, folders});
  if (loaded && format == DescribeFormat::kDefaults)
    return write_yaml(VehicleModelConfig::schema(),
                      &loaded.value().scenario.vehicle_models.front());
  return describe_facts(loaded, format, problem);
}

std::string describe_object(const std::string& name, const std::vector<std::string>& folders) {
  const std::string text = "format: 1\nobjects: [{name: o, model: " + name + "}]\n";
  const Result<LoadedScenario> loaded = load_scenario_text(text, "describe", {{}, folders});
  if (!loaded) return loaded.problems().text() + "\n";
  return write_yaml(ObjectModelConfig::schema(), loaded.value().scenario.find_object_model(name));
}

std::string describe_manipulator(const std::string& name, DescribeFormat format,
                                 const std::vector<std::string>& folders, std::string& problem) {
  if (format == DescribeFormat::kDefaults) {
    const std::string text = "format: 1\nvehicles: [{name: v, model: bluerov2, manipulators: "
                             "[{name: arm, model: " + name + "}]}]\n";
    const Result<LoadedScenario> loaded = load_scenario_text(text, "describe", {{}, folders});
    if (!loaded) return loaded.problems().text() + "\n";
    return write_yaml(ManipulatorModelConfig::schema(),
                      loaded.value().scenario.find_manipulator_model(name));
  }
  const Result<simulation::ManipulatorFacts> facts = simulation::manipulator_facts(name, folders);
  if (!facts) {
    problem = facts.problems().text();
    return "";
  }
  return format == DescribeFormat::kJson ? "[" + simulation::facts_json(facts.value()) + "]\n"
                                         : simulation::facts_text(facts.value());
}

// A preset with every default, after the line that says how to use it.
std::string describe_preset(const CatalogEntry& preset, const std::vector<std::string>& folders) {
  const std::string tag = preset.text.substr(0, preset.text.find(':'));
  const bool thruster = tag == "!thruster";
  const std::string use = std::string(thruster ? "actuators" : "sensors") + ": [" + tag +
                          " {name: NAME, model: " + preset.name +
                          (thruster ? ", direction: [1, 0, 0]" : "") + "}]";
  const std::string text =
      "format: 1\nvehicle_models:\n- name: m\n"
      "  links: [{name: l, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}]\n  " +
      use + "\n";
  const Result<LoadedScenario> loaded = load_scenario_text(text, "describe", {{}, folders});
  if (!loaded) return loaded.problems().text() + "\n";
  const VehicleModelConfig& model = loaded.value().scenario.vehicle_models.front();
  const AnyConfig& config = thruster ? model.actuators.front() : model.sensors.front();
  return "# Preset of " + preset.text + "\n# To use it:\n# " + use + "\n# What it stands for:\n" +
         write_yaml(*config.schema(), config.data());
}

// Every material of models/materials with its line; the first folder that has a name wins.
std::vector<CatalogEntry> material_entries(const std::vector<std::string>& folders) {
  std::vector<CatalogEntry> out;
  for (const std::string& folder : folders)
    for (const std::string& file : list_models("materials", {folder})) {
      const fs::path path = fs::path(folder) / "models/materials" / (file + ".yaml");
      const Result<Node> table = parse_yaml_file(path.string());
      const Node* list = table ? table.value().find("materials") : nullptr;
      for (const Node& item : list ? list->items : std::vector<Node>{}) {
        const Node* name = item.find("name");
        const Node* text = item.find("description");
        if (name && std::none_of(out.begin(), out.end(),
                                 [&](const CatalogEntry& e) { return e.name == name->scalar; }))
          out.push_back({name->scalar, text ? text->scalar : ""});
      }
    }
  return out;
}

std::string describe_material(const std::string& name, const std::vector<std::string>& folders) {
  const std::string text = "format: 1\nmaterials: [{name: " + name + "}]\n";
  const Result<LoadedScenario> loaded = load_scenario_text(text, "describe", {{}, folders});
  if (!loaded) return loaded.problems().text() + "\n";
  return write_yaml(Material::schema(), &loaded.value().scenario.materials.front());
}

}  // namespace

std::vector<std::string> catalog_kinds() {
  return {"vehicles",  "manipulators", "objects",  "materials", "shapes", "sensors", "presets",
          "sensor_models", "actuators", "thrusters", "forces",   "currents", "waves", "seabed",
          "mission",   "events",   "controllers", "scenarios"};
}

std::vector<CatalogEntry> list_catalog(const std::string& kind,
                                       const std::vector<std::string>& folders) {
  if (kind == "vehicles" || kind == "objects" || kind == "manipulators")
    return model_files(kind, folders);
  if (kind == "thrusters") return preset_files(kind, folders);
  if (kind == "presets") return all_presets(folders);
  if (kind == "materials") return material_entries(folders);
  if (kind == "shapes") return entries_of(shape_kinds());
  if (kind == "sensor_models") return preset_files("sensors", folders);
  if (kind == "scenarios") return scenario_files(folders);
  if (kind == "sensors") return entries_of(sensor_kinds());
  if (kind == "currents") return entries_of(current_schemas());
  if (kind == "waves") return entries_of(wave_kinds());
  if (kind == "seabed") return entries_of(seabed_kinds());
  if (kind == "mission") return entries_of(mission_step_schemas());
  if (kind == "events") return entries_of(event_schemas());
  if (kind == "actuators") return entries_of(actuator_schemas());
  if (kind == "forces") return entries_of(force_schemas());
  if (kind == "controllers") return entries_of(controller_schemas());
  return {};
}

std::string describe(const std::string& name, DescribeFormat format,
                     const std::vector<std::string>& folders, std::string& problem) {
  // A name that is both a struct and a model, such as rock: objects/rock.
  const auto without = [&](std::string_view prefix) {
    return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string();
  };
  const std::string object_name = without("objects/"), material_name = without("materials/");
  std::vector<std::string> names;
  for (const StructSchema* schema : all_structs()) {
    if (schema->name == name) return describe_schema(*schema, format);
    names.push_back(schema->name);
  }
  for (const std::string& vehicle : list_models("vehicles", folders)) {
    if (vehicle == name)
      return describe_file(model_file("vehicles", name, folders), format, folders, problem);
    names.push_back(vehicle);
  }
  for (const std::string& manipulator : list_models("manipulators", folders)) {
    if (manipulator == name) return describe_manipulator(name, format, folders, problem);
    names.push_back(manipulator);
  }
  for (const std::string& object : list_models("objects", folders)) {
    if (object == name || object == object_name) return describe_object(object, folders);
    names.push_back(object);
  }
  for (const CatalogEntry& material : material_entries(folders)) {
    if (material.name == name || material.name == material_name)
      return describe_material(material.name, folders);
    names.push_back(material.name);
  }
  for (const CatalogEntry& preset : all_presets(folders)) {
    if (preset.name == name) return describe_preset(preset, folders);
    names.push_back(preset.name);
  }
  if (const std::string text = describe_key(all_structs(), name, format); !text.empty())
    return text;
  if (const std::string path = scenario_path(name); fs::is_regular_file(path))
    return describe_file(path, format, folders, problem);
  problem = "unknown name '" + name + "'" +
            (nearest_names(name, names).empty() ? "; hadal list shows what there is"
                                                : hint_for(name, names));
  return "";
}

std::string parameter_reference() {
  std::string out =
      "# Parameters\n\nEvery key a scenario or model file may hold, written by `hadal describe "
      "--all`.\n";
  for (const StructSchema* schema : all_structs())
    out += "\n## " + schema->name + "\n\n" + describe_markdown(*schema);
  return out;
}

std::vector<std::string> json_schema_names() {
  std::vector<std::string> out;
  for (const SchemaFile& file : schema_files()) out.push_back(file.name);
  return out;
}

std::string json_schema(const std::string& name, const std::vector<std::string>& folders) {
  return file_json_schema(name, folders);
}

std::string editor_settings(const std::string& schema_folder) {
  return vscode_settings(schema_folder);
}

std::vector<std::string> share_folders() {
  std::vector<std::string> out;
  if (const char* home = std::getenv("HADAL_HOME"); home && *home) out.emplace_back(home);
  if (const fs::path library = library_folder(); !library.empty())
    out.push_back((library / HADAL_SHARE_FROM_LIBRARY).lexically_normal().string());
  return out;
}

std::string shipped_file(const std::string& name) {
  for (const std::string& folder : share_folders()) {
    std::error_code error;
    // What links lead to, so that messages name the file that somebody would change.
    const fs::path path = fs::canonical(folder + "/" + name, error);
    if (!error) return path.string();
  }
  return "";
}

std::string scenario_path(const std::string& name) {
  if (fs::exists(name)) return name;
  for (const char* ending : {".yaml", ""})
    if (const std::string path = shipped_file("scenarios/" + name + ending); !path.empty())
      return path;
  return name;
}

namespace {

// Libraries whose calls of elementary functions were turned to the portable ones, with how many.
std::string redirected_text() {
  std::string out;
  for (const portable::Redirected& library : portable::use_in_shared_libraries())
    out += (out.empty() ? ", also in " : ", ") + library.library + " (" +
           std::to_string(library.entries) + ")";
  const std::string note = portable::processor_note();
  return note.empty() ? out : out + "; " + note;
}

}  // namespace

std::string version_text() {
  const auto& raster = environment::raster_module();
  return "hadal " HADAL_VERSION
         "\n"
         "parts: multibody (MuJoCo), mcap logs (zstd), geodesy (GeographicLib), threads (oneTBB)\n"
         "rasters: " +
         (raster ? raster.value()->version() : "none; " + raster.problems().text()) +
         "\n"
         "numerics: portable" +
         redirected_text() + "\n";
}

}  // namespace hadal
