// What there is: vehicles, sensors, currents, mission steps and their parameters.
#pragma once
#include <string>
#include <vector>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct CatalogEntry {
  std::string name;
  std::string text;     // one line
  std::string library;  // file of the extension it is from; empty: built in
};

// Kinds: vehicles, objects, materials, shapes, sensors, presets (of sensors and thrusters),
// sensor_models, actuators, thrusters, forces, currents, waves, seabed, mission, events,
// controllers, scenarios. An unknown kind gives nothing.
std::vector<std::string> catalog_kinds();
std::vector<CatalogEntry> list_catalog(const std::string& kind,
                                       const std::vector<std::string>& folders);

// kDefaults: the file of a vehicle model with every default.
enum class DescribeFormat { kText, kMarkdown, kJson, kDefaults };
// Parameters of a struct by its name (e.g. imu, tide, body, thruster, scenario) with units,
// defaults and ranges; of a vehicle, which is a model by its name, a model's file or a scenario
// (then each of its vehicles), what follows from it: how it lies in the water, thrust, top speeds,
// drag, periods; for an object model or a material its whole file with every default; objects/rock
// and materials/rock tell them from the shape rock; a preset likewise, with the line that uses it;
// for a key (e.g. seabed, mission, depth_m) what it means wherever it may stand. Empty when there
// is nothing to tell; then `problem` says why, with the nearest names where the name is unknown.
std::string describe(const std::string& name, DescribeFormat format,
                     const std::vector<std::string>& folders, std::string& problem);

enum class ModelSurface { kVisual, kCollision, kWetted };
// A surface of a vehicle or object model as Wavefront OBJ: metres, x forward, y right, z down,
// joints at their start; colours per vertex from the materials. `keys` are further keys of the
// object, e.g. "extent: 0.5, seed: 3". Empty on failure; then `problem` says why.
std::string model_obj(const std::string& name, ModelSurface surface, const std::string& keys,
                      const std::vector<std::string>& folders, std::string& problem);

// The parameter reference of docs/, all structs in one Markdown page.
std::string parameter_reference();

// Kinds of files that have a JSON Schema: scenario, vehicle, object, sensor, thruster, actuator,
// materials.
std::vector<std::string> json_schema_names();
// JSON Schema (draft 07) of such files, for editors: keys with text, unit, default, range and
// choices. An editor ignores the names of tags: a tagged value is any one of the kinds that may stand
// there. Empty for an unknown name.
std::string json_schema(const std::string& name, const std::vector<std::string>& folders);
// Settings (JSON) of VS Code's YAML extension: every tag, and the schemas NAME.json in a folder.
std::string editor_settings(const std::string& schema_folder);

// A library that adds kinds of sensors, actuators, forces and controllers (hadal/extension.h).
struct Extension {
  std::string file;  // its name, without folders
  std::string name;  // for people
  std::string sha256;
  std::vector<std::string> kinds;
};
// Loads every library (*.so) of these folders, in the order of the names of their files; they stay
// loaded, and scenarios that are read from then on know their kinds. Their code runs in this process:
// load what you trust. Throws Error with every problem; then none of them is loaded.
void load_extensions(const std::vector<std::string>& folders);
std::vector<Extension> loaded_extensions();

// Folders that hold the shipped models/, scenarios/, validation/ and page/: $HADAL_HOME if that is
// set, then the share folder of the installed library (lib/libhadal.so -> share/hadal).
std::vector<std::string> share_folders();
// A file or folder in the first of them that has it, e.g. page/index.html; empty: in none.
std::string shipped_file(const std::string& name);
// A path as given, or that of a shipped scenario by its name; as given if there is neither.
std::string scenario_path(const std::string& name);

// Version, and what is in: several lines.
std::string version_text();

}  // namespace hadal
