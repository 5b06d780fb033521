// What the seabed is made of at a place, and how much silt lies on it. Areas are boxes, circles and
// polygons in metres of the world plane, or the pixels of one class of a raster; later ones cover
// earlier ones. The silt of an area fades over edge_m inside its border (smoothstep), so that the
// visible surface has no wall. Positive silt is seen above the firm ground; negative silt is firm
// ground that cannot be seen, such as a crust under a soft image.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "environment/raster/raster.h"
#include "environment/sea_map.h"
#include "world/seabed.h"

namespace hadal::environment {

class Bottom {
 public:
  Bottom() = default;
  // Opens the rasters of classes.
  static Result<Bottom> open(const SeabedParameters& parameters, const SeaMap& map);

  int material(double north_m, double east_m) const;
  bool any_silt() const { return any_silt_; }
  double silt_m(double north_m, double east_m) const;

 private:
  // Distance from the border inward; negative outside. Infinity inside a class.
  double inside_m(const BottomArea& area, double north_m, double east_m) const;

  int material_ = 0;
  double silt_m_ = 0;
  bool any_silt_ = false;
  std::vector<BottomArea> areas_;
  SeaMap map_;
  std::map<std::string, std::shared_ptr<const Raster>> classes_;
};

// Distance of a point from the border of a polygon, positive inside, negative outside. Corners in
// either order; a polygon that crosses itself is inside where it winds an odd number of times.
double inside_polygon_m(const std::vector<std::array<double, 2>>& corners, double north_m,
                        double east_m);

}  // namespace hadal::environment
