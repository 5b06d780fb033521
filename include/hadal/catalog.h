// What there is: vehicles, sensors, currents, mission steps and their parameters.
#pragma once
#include <string>
#include <vector>

namespace hadal {

struct CatalogEntry {
  std::string name;
  std::string text;  // one line
};

// Kinds: vehicles, sensors, sensor_models, thrusters, currents, mission, events, controllers,
// scenarios. An unknown kind gives nothing.
std::vector<std::string> catalog_kinds();
std::vector<CatalogEntry> list_catalog(const std::string& kind,
                                       const std::vector<std::string>& folders);

enum class DescribeFormat { kText, kMarkdown, kJson };
// Parameters of a struct by its name (e.g. imu, tide, body, thruster, scenario) with units,
// defaults and ranges; for a vehicle model its whole file with every default. Empty when unknown;
// then `hint` holds the nearest names.
std::string describe(const std::string& name, DescribeFormat format,
                     const std::vector<std::string>& folders, std::string& hint);

// The parameter reference of docs/, all structs in one Markdown page.
std::string parameter_reference();

std::string version_text();

}  // namespace hadal
