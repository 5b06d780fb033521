// The seabed of a scenario; environment/seabed computes with it. Depths are positive down from mean
// sea level. Kinds are tagged, e.g.
//   seabed: !bathymetry
//     raster: ../models/terrain/continental_slope.tif
//     resolution_m: 2
//     detail: {amplitude_m: 1}
//     bottom: {material: sand, areas: [{box: [0, 100, -50, 50], material: mud, silt_m: 0.3}]}
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "math/units.h"

namespace hadal::inline scenario {

// Fractal relief below what the source resolves (environment/seabed/detail.h).
struct SeabedDetail {
  double amplitude_m = 0;            // of the longest waves
  double roughness = 0.8;            // Hurst exponent: amplitudes fall as wavelength^H
  std::optional<double> max_wavelength_m;   // unset: the cell of the raster
  std::optional<double> min_wavelength_m;  // unset: four cells of the lattice
  double steepest_rad = 30 * kDegree;
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

// The lattice that is touched and measured, and how much of it is kept ready.
struct SeabedLattice {
  double cell_m = 2;
  double tile_m = 256;
  double reach_m = 300;      // around each vehicle, for the finest tiles
  double prefetch_s = 60;  // along its velocity
  int levels = 3;            // of detail kept in tiles
  double tile_memory_bytes = 64e6;
  SeabedDetail detail;
};

// What every kind of seabed has.
struct SeabedConfig : SeabedLattice {
  BottomConfig bottom;
};

// A plane, sloping down toward a heading.
struct FlatSeabed {
  double depth_m = 100;  // at the origin
  double slope_rad = 0;
  double slope_toward_rad = 0;
};

// A plane with a straight ridge (or a trench, with a negative rise): depth - rise exp(-(d/w)^2), d
// the distance from the crest line.
struct RidgeSeabed : FlatSeabed {
  double rise_m = 10;
  double half_width_m = 50;
  std::array<double, 2> crest{};  // a point of it: north, east
  double along_rad = 0;           // heading of the crest
};

// A plane that drops by drop_m across a line, over the given width (smoothstep).
struct StepSeabed : FlatSeabed {
  double drop_m = 10;
  double width_m = 10;
  std::array<double, 2> middle{};  // a point in the middle of the step: north, east
  double toward_rad = 0;           // heading of the drop
};

// Stairs: treads of length tread_m that go down by drop_m each toward a heading.
struct StairSeabed {
  double depth_m = 100;
  double drop_m = 1;
  double tread_m = 10;
  double toward_rad = 0;
};

enum class RasterInterpolation { kBilinear, kBicubic };

// A grey image laid over a rectangle, white highest. The top of the image is north; beyond it the
// edge holds.
struct ImageSeabed {
  std::string file;
  std::array<double, 2> size_m{100, 100};  // of the whole image: north, east
  std::array<double, 2> center{};          // north, east
  double depth_min_m = 10;                 // of white
  double depth_max_m = 30;                 // of black
  RasterInterpolation interpolation = RasterInterpolation::kBilinear;
};

struct RasterSeabed {
  enum class Values { kElevation, kDepth };
  enum class Units { kFile, kMetre, kCentimetre, kFoot, kFathom };
  enum class Nodata { kFill, kError };

  std::string file;
  std::string crs;  // empty: as the file says
  int band = 1;
  Values values = Values::kElevation;
  Units units = Units::kFile;
  std::optional<double> nodata_value;
  Nodata nodata = Nodata::kFill;
  RasterInterpolation interpolation = RasterInterpolation::kBilinear;
  double memory_bytes = 64e6;  // larger rasters are streamed

  std::optional<double> unit_m() const;  // unset: as the file says
};

struct FlatSeabedConfig : SeabedConfig, FlatSeabed {
  static const StructSchema& schema();
};
struct RidgeSeabedConfig : SeabedConfig, RidgeSeabed {
  static const StructSchema& schema();
};
struct StepSeabedConfig : SeabedConfig, StepSeabed {
  static const StructSchema& schema();
};
struct StairSeabedConfig : SeabedConfig, StairSeabed {
  static const StructSchema& schema();
};
struct HeightmapSeabedConfig : SeabedConfig, ImageSeabed {
  std::string checksum;
  static const StructSchema& schema();
};
struct BathymetrySeabedConfig : SeabedConfig, RasterSeabed {
  std::string checksum;
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
