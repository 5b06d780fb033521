// What the seabed is made of. Plain data in SI and radians, filled at load; the queries are in
// environment/seabed/seabed.h. Depths are positive down from mean sea level.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hadal::inline world {

// A plane, sloping down toward a heading.
struct FlatSeabed {
  double depth_m = 0;  // at the origin
  double slope_rad = 0;
  double slope_toward_rad = 0;
};

// A plane with a straight ridge (or a trench, with a negative rise): depth - rise exp(-(d/w)^2), d
// the distance from the crest line.
struct RidgeSeabed {
  FlatSeabed base;
  double rise_m = 0;
  double half_width_m = 1;
  double north_m = 0, east_m = 0;  // a point of the crest
  double along_rad = 0;            // heading of the crest
};

// A plane that drops by drop_m across a line, over the given width (smoothstep).
struct StepSeabed {
  FlatSeabed base;
  double drop_m = 0;
  double width_m = 0;
  double north_m = 0, east_m = 0;  // a point in the middle of the step
  double toward_rad = 0;           // heading of the drop
};

// Stairs: treads of length tread_m that go down by drop_m each toward a heading.
struct StairSeabed {
  double depth_m = 0;
  double drop_m = 0;
  double tread_m = 1;
  double toward_rad = 0;
};

// A grey image laid over a rectangle, white highest. The top of the image is north; beyond it the
// edge holds.
struct ImageSeabed {
  std::string file;
  double north_m = 0, east_m = 0;            // centre
  double size_north_m = 1, size_east_m = 1;  // of the whole image
  double depth_min_m = 0, depth_max_m = 1;   // of white and of black
  bool bicubic = false;
};

struct RasterSeabed {
  std::string file;
  std::string crs;  // empty: as the file says
  int band = 1;
  bool values_are_depths = false;
  std::optional<double> unit_m;
  std::optional<double> nodata;
  bool refuse_holes = false;
  bool bicubic = false;
  size_t memory_bytes = size_t{64} << 20;  // larger rasters are streamed
};

using SeabedSource = std::variant<std::monostate, FlatSeabed, RidgeSeabed, StepSeabed, StairSeabed,
                                  ImageSeabed, RasterSeabed>;

// Fractal relief below what the source resolves (environment/seabed/detail.h).
struct SeabedDetail {
  double amplitude_m = 0;  // of the longest waves
  double roughness = 0.8;  // Hurst exponent: amplitudes fall as wavelength^H
  double longest_m = 0;    // 0: the cell of the raster
  double shortest_m = 0;   // 0: four cells of the lattice
  double steepest_rad = 0.5;
  uint64_t seed = 1;
};

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

struct SeabedParameters {
  SeabedSource source;  // none: infinitely deep
  double cell_m = 2;    // of the lattice
  double tile_m = 256;
  double reach_m = 300;      // around each vehicle, for the finest tiles
  double look_ahead_s = 60;  // along its velocity
  int levels = 3;            // of detail kept in tiles
  size_t tile_memory_bytes = size_t{64} << 20;
  SeabedDetail detail;
  int material = 0;             // index into the material table
  double silt_m = 0;            // of what is seen above what is touched
  unsigned silt_seen_by = ~0u;  // sensor classes that see it
  std::vector<BottomArea> areas;
};

}  // namespace hadal::world
