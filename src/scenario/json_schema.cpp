#include "scenario/json_schema.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "kinds/actuators/list.h"
#include "kinds/actuators/thruster.h"
#include "scenario/scenario.h"
#include "scenario/writer.h"

namespace hadal::inline scenario {
namespace {

using SchemaJson = nlohmann::ordered_json;
constexpr const char* kDraft = "http://json-schema.org/draft-07/schema#";

// The number of the file behind a number in memory.
double in_file(double value, double factor) {
  const std::string text = file_number(value, factor);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

SchemaJson in_file(const std::vector<double>& values, double factor) {
  SchemaJson list = SchemaJson::array();
  for (const double value : values) list.push_back(in_file(value, factor));
  return list;
}

// The default of a field in a freshly made struct; null: none that could be written down.
SchemaJson default_json(const FieldSchema& field, void* object) {
  if (field.required || (field.may_be_absent() && !field.present(object))) return nullptr;
  if (field.kind == FieldKind::kTagged) return nullptr;
  const void* member = field.member(object);
  switch (field.kind) {
    case FieldKind::kNumber: {
      const double value = *static_cast<const double*>(member);
      return std::isfinite(value) ? SchemaJson(in_file(value, field.factor)) : SchemaJson();
    }
    case FieldKind::kInteger:
      return load_integer(field, member);
    case FieldKind::kEnum:
      return enum_choice(field, member);
    case FieldKind::kBoolean:
      return *static_cast<const bool*>(member);
    case FieldKind::kText:
    case FieldKind::kName:
    case FieldKind::kChoice: {
      const auto& text = *static_cast<const std::string*>(member);
      return text.empty() ? SchemaJson() : SchemaJson(text);
    }
    case FieldKind::kVector: {
      const auto* first = static_cast<const double*>(member);
      const std::vector<double> values(first, first + field.sizes[0]);
      const bool given = std::all_of(values.begin(), values.end(),
                                     [](double value) { return std::isfinite(value); });
      return given ? in_file(values, field.factor) : SchemaJson();
    }
    case FieldKind::kMatrix:
    case FieldKind::kNumbers: {
      const auto& values = *static_cast<const std::vector<double>*>(member);
      return values.empty() ? SchemaJson() : in_file(values, field.factor);
    }
    case FieldKind::kTexts: {
      const auto& texts = *static_cast<const std::vector<std::string>*>(member);
      return texts.empty() ? SchemaJson() : SchemaJson(texts);
    }
    default:
      return nullptr;
  }
}

SchemaJson number_schema(const FieldSchema& field, const char* type = "number") {
  SchemaJson out{{"type", type}};
  if (std::isfinite(field.bounds.min))
    out[field.bounds.above_min ? "exclusiveMinimum" : "minimum"] = field.bounds.min;
  if (std::isfinite(field.bounds.max)) out["maximum"] = field.bounds.max;
  return out;
}

SchemaJson list_of(const SchemaJson& items) { return {{"type", "array"}, {"items", items}}; }

// A list of numbers of one of the allowed lengths.
SchemaJson numbers_schema(const FieldSchema& field) {
  SchemaJson out = list_of(number_schema(field));
  if (field.sizes.size() == 1) {
    out["minItems"] = field.sizes[0];
    out["maxItems"] = field.sizes[0];
  } else if (!field.sizes.empty()) {
    for (const size_t size : field.sizes)
      out["anyOf"].push_back({{"minItems", size}, {"maxItems", size}});
  }
  return out;
}

// Given flat or as square rows.
SchemaJson matrix_schema(const FieldSchema& field) {
  SchemaJson square = SchemaJson::array();
  for (const size_t size : field.sizes) {
    const auto rows = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(size))));
    if (rows * rows != size) continue;
    SchemaJson row = list_of(number_schema(field));
    row["minItems"] = row["maxItems"] = rows;
    SchemaJson matrix = list_of(row);
    matrix["minItems"] = matrix["maxItems"] = rows;
    square.push_back(matrix);
  }
  SchemaJson out{{"anyOf", SchemaJson::array({numbers_schema(field)})}};
  for (const SchemaJson& matrix : square) out["anyOf"].push_back(matrix);
  return out;
}

// Words, and what an editor takes a word for: 1 for a number, true for a boolean.
SchemaJson choice_schema(const FieldSchema& field) {
  SchemaJson values = SchemaJson::array();
  for (const std::string& choice : field.choices) {
    values.push_back(choice);
    const SchemaJson parsed = SchemaJson::parse(choice, nullptr, false);
    if (parsed.is_number() || parsed.is_boolean()) values.push_back(parsed);
  }
  return {{"enum", values}};
}

SchemaJson text_schema() { return {{"type", {"string", "number", "boolean"}}}; }

void allow_null(SchemaJson& schema) {
  if (schema.contains("enum"))
    schema["enum"].push_back(nullptr);
  else if (schema.contains("type") && schema["type"].is_array())
    schema["type"].push_back("null");
  else if (schema.contains("type"))
    schema["type"] = {schema["type"], "null"};
  else if (schema.contains("anyOf"))
    schema["anyOf"].push_back({{"type", "null"}});
}

// "Speed. Unit m/s." with what is not in the other keywords.
std::string description_text(const FieldSchema& field, const SchemaJson& fallback) {
  std::string out = field.doc;
  if (const std::string unit = unit_of(field.name); !unit.empty()) out += " Unit: " + unit + ".";
  if (!fallback.is_null()) out += " Default: " + fallback.dump() + ".";
  return out;
}

std::string definition_name(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

// Names that a key may take, for completion: struct name, key -> names.
using Examples = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

class SchemaWriter {
 public:
  explicit SchemaWriter(Examples examples = {}) : examples_(std::move(examples)) {}

  // A reference to the definition of a struct. A part of it, as in presets, has no required keys.
  SchemaJson reference(const StructSchema& schema, bool part = false) {
    const auto [found, added] = names_.try_emplace({&schema, part});
    if (added) {
      found->second = free_name(definition_name(schema.name) + (part ? ".preset" : ""));
      const std::string name = found->second;
      definitions_[name] = nullptr;  // keeps its place before what it refers to
      SchemaJson definition = struct_schema(schema, part);
      definitions_[name] = std::move(definition);
      return {{"$ref", "#/definitions/" + name}};
    }
    return {{"$ref", "#/definitions/" + found->second}};
  }

  SchemaJson any_of(const std::vector<const StructSchema*>& kinds, bool part = false) {
    SchemaJson out{{"anyOf", SchemaJson::array()}};
    for (const StructSchema* kind : kinds) out["anyOf"].push_back(reference(*kind, part));
    // A tag and nothing else.
    out["anyOf"].push_back({{"enum", {nullptr, ""}}});
    for (const StructSchema* kind : kinds) tagged_.insert(kind);
    return out;
  }

  SchemaJson field_schema(const FieldSchema& field) {
    SchemaJson out = kind_schema(field);
    const bool list_or_map = field.kind == FieldKind::kStructs || field.kind == FieldKind::kTaggedList;
    if (field.may_be_absent() || list_or_map) allow_null(out);
    return out;
  }

  // The whole schema around its root.
  std::string finish(const std::string& title, SchemaJson root) {
    for (const auto& [key, name] : names_)
      if (tagged_.contains(key.first)) definitions_[name]["title"] = "!" + key.first->name;
    SchemaJson out{{"$schema", kDraft}, {"title", title}};
    for (auto& [key, value] : root.items()) out[key] = value;
    out["definitions"] = definitions_;
    return out.dump(1) + "\n";
  }

 private:
  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; definitions_.contains(name); ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }

  SchemaJson kind_schema(const FieldSchema& field) {
    switch (field.kind) {
      case FieldKind::kNumber:
        return number_schema(field);
      case FieldKind::kInteger:
        return number_schema(field, "integer");
      case FieldKind::kBoolean:
        return {{"type", "boolean"}};
      case FieldKind::kText:
        return text_schema();
      case FieldKind::kName: {
        SchemaJson out = text_schema();
        out["pattern"] = "^[A-Za-z0-9_-]{1,64}$";
        return out;
      }
      case FieldKind::kChoice:
      case FieldKind::kEnum:
        return choice_schema(field);
      case FieldKind::kNumbers:
      case FieldKind::kVector:
        return numbers_schema(field);
      case FieldKind::kMatrix:
        return matrix_schema(field);
      case FieldKind::kRows:
        return list_of(numbers_schema(field));
      case FieldKind::kTexts:
        return list_of(text_schema());
      case FieldKind::kStruct:
        return {{"allOf", SchemaJson::array({reference(field.sub())})}};
      case FieldKind::kStructs:
        return list_of(reference(field.sub()));
      case FieldKind::kTagged:
        return any_of(field.kinds());
      case FieldKind::kTaggedList:
        return list_of(any_of(field.kinds()));
    }
    return SchemaJson::object();
  }

  SchemaJson struct_schema(const StructSchema& schema, bool part) {
    SchemaJson out{{"title", schema.name},
             {"description", schema.doc},
             {"type", {"object", "null"}},
             {"additionalProperties", false},
             {"properties", SchemaJson::object()}};
    const std::shared_ptr<void> object = schema.create();
    for (const FieldSchema& field : schema.fields) {
      SchemaJson property = field_schema(field);
      const SchemaJson fallback = default_json(field, object.get());
      property["description"] = description_text(field, fallback);
      if (!fallback.is_null()) property["default"] = fallback;
      if (const auto found = examples_.find({schema.name, field.name}); found != examples_.end())
        property["examples"] = found->second;
      out["properties"][field.name] = std::move(property);
    }
    if (!part) add_required(schema, out);
    return out;
  }

  // What a preset may bring is required of those that name none.
  static void add_required(const StructSchema& schema, SchemaJson& out) {
    const FieldSchema* model = schema.find("model");
    const bool has_preset = model && !model->required;
    std::vector<std::string> always, without_preset;
    for (const FieldSchema& field : schema.fields)
      if (field.required)
        (has_preset && field.name != "name" ? without_preset : always).push_back(field.name);
    if (!always.empty()) out["required"] = always;
    if (without_preset.empty()) return;
    out["if"] = {{"type", "object"}, {"not", {{"required", {"model"}}}}};
    out["then"] = {{"required", without_preset}};
  }

  Examples examples_;
  SchemaJson definitions_ = SchemaJson::object();
  std::map<std::pair<const StructSchema*, bool>, std::string> names_;
  std::set<const StructSchema*> tagged_;
};

void collect_tags(const StructSchema& schema, std::set<const StructSchema*>& seen,
                  std::set<std::string>& tags) {
  if (!seen.insert(&schema).second) return;
  for (const FieldSchema& field : schema.fields) {
    if (field.sub) collect_tags(field.sub(), seen, tags);
    if (!field.kinds) continue;
    for (const StructSchema* kind : field.kinds()) {
      tags.insert(kind->name);
      collect_tags(*kind, seen, tags);
    }
  }
}

// The first file of a model in the folders.
std::string model_path(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  for (const std::string& folder : folders) {
    const fs::path path = fs::path(folder) / "models" / kind / (name + ".yaml");
    if (std::error_code error; fs::is_regular_file(path, error)) return path.string();
  }
  return "";
}

Examples model_names(const std::vector<std::string>& folders) {
  Examples out;
  out[{VehicleConfig::schema().name, "model"}] = list_models("vehicles", folders);
  out[{ObjectConfig::schema().name, "model"}] = list_models("objects", folders);
  out[{ManipulatorConfig::schema().name, "model"}] = list_models("manipulators", folders);
  out[{Thruster::schema().name, "model"}] = list_models("thrusters", folders);
  for (const std::string& name : list_models("sensors", folders))
    if (const Result<Node> file = parse_yaml_file(model_path("sensors", name, folders)))
      out[{file.value().tag, "model"}].push_back(name);
  return out;
}

SchemaJson materials_root(SchemaWriter& writer) {
  SchemaJson properties{{"description", {{"type", "string"}, {"description", "One line for lists."}}}};
  for (const char* key : {"materials", "friction"}) {
    const FieldSchema& field = *Scenario::schema().find(key);
    properties[key] = writer.field_schema(field);
    properties[key]["description"] = field.doc;
  }
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
}

}  // namespace

const std::vector<SchemaFile>& schema_files() {
  static const std::vector<SchemaFile> files{
      {"scenario", "Hadal scenario", {"scenarios/**/*.yaml"}},
      {"vehicle", "Hadal vehicle model", {"models/vehicles/*.yaml"}},
      {"object", "Hadal object model", {"models/objects/*.yaml"}},
      {"manipulator", "Hadal manipulator model", {"models/manipulators/*.yaml"}},
      {"sensor", "Hadal sensor preset", {"models/sensors/*.yaml"}},
      {"thruster", "Hadal thruster preset", {"models/thrusters/*.yaml"}},
      {"actuator", "Hadal actuator preset", {"models/actuators/*.yaml"}},
      {"materials", "Hadal table of materials", {"models/materials/*.yaml"}},
  };
  return files;
}

std::string file_json_schema(const std::string& name, const std::vector<std::string>& folders) {
  SchemaWriter writer(model_names(folders));
  for (const SchemaFile& file : schema_files()) {
    if (file.name != name) continue;
    if (name == "scenario") return writer.finish(file.title, writer.reference(Scenario::schema()));
    if (name == "vehicle")
      return writer.finish(file.title, writer.reference(VehicleModelConfig::schema()));
    if (name == "object")
      return writer.finish(file.title, writer.reference(ObjectModelConfig::schema()));
    if (name == "manipulator")
      return writer.finish(file.title, writer.reference(ManipulatorModelConfig::schema()));
    if (name == "sensor") return writer.finish(file.title, writer.any_of(sensor_kinds(), true));
    if (name == "thruster")
      return writer.finish(file.title, writer.reference(Thruster::schema(), true));
    if (name == "actuator")
      return writer.finish(file.title, writer.any_of(actuator_schemas(), true));
    return writer.finish(file.title, materials_root(writer));
  }
  return "";
}

std::string struct_json_schema(const StructSchema& schema) {
  SchemaWriter writer;
  return writer.finish(schema.name, writer.reference(schema));
}

std::vector<std::string> yaml_tags() {
  std::set<const StructSchema*> seen;
  std::set<std::string> tags;
  collect_tags(Scenario::schema(), seen, tags);
  return {tags.begin(), tags.end()};
}

std::string vscode_settings(const std::string& schema_folder) {
  SchemaJson out{{"yaml.schemas", SchemaJson::object()}, {"yaml.customTags", SchemaJson::array()}};
  for (const SchemaFile& file : schema_files())
    out["yaml.schemas"][schema_folder + "/" + file.name + ".json"] = file.globs;
  // A tag with keys below it, and one that stands alone.
  for (const std::string& tag : yaml_tags())
    for (const char* form : {" mapping", " scalar"})
      out["yaml.customTags"].push_back("!" + tag + form);
  return out.dump(2) + "\n";
}

}  // namespace hadal::scenario
