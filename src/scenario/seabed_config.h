// What a scenario says of the seabed. Kinds are tagged, e.g.
//   seabed: !bathymetry
//     raster: ../models/terrain/continental_slope.tif
//     resolution_m: 2
//     detail: {amplitude_m: 1}
//     bottom: {material: sand, areas: [{box: [0, 100, -50, 50], material: mud, silt_m: 0.3}]}
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"

namespace hadal::inline scenario {

struct SeabedDetailConfig {
  double amplitude_m = 0;
  double roughness = 0.8;
  std::optional<double> longest_m;
  std::optional<double> smallest_m;
  double steepest_deg = 30;
  int64_t seed = 1;
  static const StructSchema& schema();
};

// A part of the bottom. Exactly one of box, circle, polygon and classes says where.
struct BottomAreaConfig {
  std::vector<double> box;
  std::vector<double> circle;
  std::vector<std::vector<double>> polygon;
  std::string classes;
  std::string checksum;
  double class_value = 1;
  std::string material;
  std::optional<double> silt_m;
  std::vector<std::string> seen_by;
  double edge_m = 0;
  static const StructSchema& schema();
};

struct BottomConfig {
  std::string material;
  double silt_m = 0;
  std::vector<std::string> seen_by;
  std::vector<BottomAreaConfig> areas;
  static const StructSchema& schema();
};

// What every kind of seabed has.
struct SeabedConfig {
  double resolution_m = 2;
  double tile_m = 256;
  double reach_m = 300;
  double look_ahead_s = 60;
  int64_t levels = 3;
  double tile_memory_mb = 64;
  SeabedDetailConfig detail;
  BottomConfig bottom;
};

// A plane that some kinds start from.
struct SlopingSeabedConfig : SeabedConfig {
  double depth_m = 100;
  double slope_deg = 0;
  double slope_toward_deg = 0;
};

struct FlatSeabedConfig : SlopingSeabedConfig {
  static const StructSchema& schema();
};

struct RidgeSeabedConfig : SlopingSeabedConfig {
  double rise_m = 10;
  double half_width_m = 50;
  std::vector<double> crest = {0, 0};
  double along_deg = 0;
  static const StructSchema& schema();
};

struct StepSeabedConfig : SlopingSeabedConfig {
  double drop_m = 10;
  double width_m = 10;
  std::vector<double> middle = {0, 0};
  double toward_deg = 0;
  static const StructSchema& schema();
};

struct StairSeabedConfig : SeabedConfig {
  double depth_m = 100;
  double drop_m = 1;
  double tread_m = 10;
  double toward_deg = 0;
  static const StructSchema& schema();
};

struct HeightmapSeabedConfig : SeabedConfig {
  std::string image;
  std::string checksum;
  std::vector<double> size_m = {100, 100};
  std::vector<double> center = {0, 0};
  double depth_min_m = 10;
  double depth_max_m = 30;
  std::string interpolation = "bilinear";
  static const StructSchema& schema();
};

struct BathymetrySeabedConfig : SeabedConfig {
  std::string raster;
  std::string checksum;
  std::string crs;
  int64_t band = 1;
  std::string values = "elevation";
  std::string units = "file";
  std::optional<double> nodata_value;
  std::string nodata = "fill";
  std::string interpolation = "bilinear";
  double memory_mb = 64;
  static const StructSchema& schema();
};

const std::vector<const StructSchema*>& seabed_kinds();

// An area of the world plane as a config gives it; all empty: everywhere.
struct PlaneAreaKeys {
  const std::vector<double>& box;
  const std::vector<double>& circle;
  const std::vector<std::vector<double>>& polygon;
};
// Fails for more than one kind of area and for one without extent.
void check_plane_area(const PlaneAreaKeys& area, CheckReport& report);

// The common part of any seabed config.
const SeabedConfig& seabed_common(const AnyConfig& config);

}  // namespace hadal::scenario
