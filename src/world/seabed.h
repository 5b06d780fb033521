// What the seabed and the mud on it are made of. Plain data in SI and radians, filled at load; the
// queries are in environment/seabed/seabed.h. Depths are positive down from mean sea level.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scenario/mud_config.h"
#include "scenario/seabed_config.h"

namespace hadal::inline world {

using SeabedSource = std::variant<std::monostate, FlatSeabed, RidgeSeabed, StepSeabed, StairSeabed,
                                  ImageSeabed, RasterSeabed>;

// A part of the seabed with its own material and silt. Later areas cover earlier ones.
struct BottomArea {
  enum class Kind { kEverywhere, kBox, kCircle, kPolygon, kClass };
  Kind kind = Kind::kBox;
  std::array<double, 4> box{};                 // north from, to, east from, to
  std::array<double, 3> circle{};              // north, east, radius
  std::vector<std::array<double, 2>> polygon;  // north, east
  std::string class_file;                      // raster of classes
  double class_value = 0;
  std::optional<int> material;  // index into the material table
  std::optional<double> silt_m;
  unsigned seen_by = ~0u;  // sensor classes that see its silt, see world/shape.h
  double edge_m = 0;       // the silt fades to what is around over this distance inside the border
};

struct SeabedParameters : SeabedLattice {
  SeabedSource source;          // none: infinitely deep
  int material = 0;             // index into the material table
  double silt_m = 0;            // of what is seen above what is touched
  unsigned silt_seen_by = ~0u;  // sensor classes that see it
  std::vector<BottomArea> areas;
};

// Soft mud on the firm seabed; dynamics/mud.h says what it does to links.
struct MudLayer : MudConfig {
  BottomArea area;              // where it lies; its edge thins the layer out
  std::vector<int> held_links;  // it holds these, rising; into World::links
};

}  // namespace hadal::world
