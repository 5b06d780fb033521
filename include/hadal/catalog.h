// What there is: vehicles, sensors, currents, mission steps and their parameters.
#pragma once
#include <string>
#include <vector>

namespace hadal {

struct CatalogEntry {
  std::string name;
  std::string text;  // one line
};

// Kinds: vehicles, objects, materials, shapes, sensors, sensor_models, thrusters, currents, waves,
// seabed, mission, events, controllers, scenarios. An unknown kind gives nothing.
std::vector<std::string> catalog_kinds();
std::vector<CatalogEntry> list_catalog(const std::string& kind,
                                       const std::vector<std::string>& folders);

enum class DescribeFormat { kText, kMarkdown, kJson };
// Parameters of a struct by its name (e.g. imu, tide, body, thruster, scenario) with units,
// defaults and ranges; for a vehicle or object model or a material its whole file with every
// default; objects/rock and materials/rock tell them from the shape rock. Empty when unknown; then
// `hint` holds the nearest names.
std::string describe(const std::string& name, DescribeFormat format,
                     const std::vector<std::string>& folders, std::string& hint);

enum class ModelSurface { kVisual, kCollision, kWetted };
// A surface of a vehicle or object model as Wavefront OBJ: metres, x forward, y right, z down,
// joints at their start; colours per vertex from the materials. `keys` are further keys of the
// object, e.g. "extent: 0.5, seed: 3". Empty on failure; then `problem` says why.
std::string model_obj(const std::string& name, ModelSurface surface, const std::string& keys,
                      const std::vector<std::string>& folders, std::string& problem);

// The parameter reference of docs/, all structs in one Markdown page.
std::string parameter_reference();

std::string version_text();

}  // namespace hadal
