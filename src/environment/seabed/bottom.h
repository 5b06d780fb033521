// What the seabed is made of at a place, and how much silt the sensors of a class see on it. Areas
// are boxes, circles and polygons in metres of the world plane, or the pixels of one class of a
// raster; later ones cover earlier ones. The silt of an area fades over edge_m inside its border
// (smoothstep), so that the visible surface has no wall. Positive silt is seen above the firm
// ground; negative silt is firm ground that cannot be seen, such as a crust under a soft image. For
// a class that does not see an area's silt, the silt of that area is not there.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "environment/earth/sea_map.h"
#include "environment/raster/raster.h"
#include "environment/seabed/layer.h"
#include "world/seabed.h"

namespace hadal::environment {

class Bottom {
 public:
  Bottom() = default;
  // Opens the rasters of classes.
  static Result<Bottom> open(const SeabedParameters& parameters, const SeaMap& map);

  int material(double north_m, double east_m) const;
  // Surfaces that differ: 1 for the firm ground, plus what the classes of sensors see.
  int surfaces() const { return 1 + static_cast<int>(seen_.size()); }
  // Index of the surface of a layer; 0 is the firm ground.
  int surface(SeabedLayer layer) const { return surface_of_[static_cast<size_t>(layer)]; }
  // How far a surface lies above the firm ground.
  double silt_m(double north_m, double east_m, int surface) const;

 private:
  // The silt that belongs to one surface.
  struct Seen {
    bool base = false;
    std::vector<int> areas;  // in their order
    bool operator==(const Seen&) const = default;
  };
  Seen seen_through(unsigned classes) const;
  void sort_surfaces();
  // Distance from the border inward; negative outside. Infinity inside a class.
  double inside_m(const BottomArea& area, double north_m, double east_m) const;

  int material_ = 0;
  double silt_m_ = 0;
  unsigned silt_seen_by_ = ~0u;
  std::vector<BottomArea> areas_;
  std::vector<Seen> seen_;  // from surface 1 on
  std::array<int, kSeabedLayers> surface_of_{};
  SeaMap map_;
  std::map<std::string, std::shared_ptr<const Raster>> classes_;
};

// Distance of a point inside the border of an area of the plane (not of a class), negative outside;
// infinity for an area that is everywhere.
double inside_area_m(const BottomArea& area, double north_m, double east_m);
// How much of the area's own value holds at this distance inside its border: 0..1 (smoothstep).
double area_fraction(const BottomArea& area, double inside_m);

// Distance of a point from the border of a polygon, positive inside, negative outside. Corners in
// either order; a polygon that crosses itself is inside where it winds an odd number of times.
double inside_polygon_m(const std::vector<std::array<double, 2>>& corners, double north_m,
                        double east_m);

}  // namespace hadal::environment
