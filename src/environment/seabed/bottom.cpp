#include "environment/seabed/bottom.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/smoothstep.h"
#include "world/shape.h"

namespace hadal::environment {
namespace {

double distance_to_segment(const std::array<double, 2>& a, const std::array<double, 2>& b,
                           double north_m, double east_m) {
  const double dn = b[0] - a[0], de = b[1] - a[1], square = dn * dn + de * de;
  const double t =
      square > 0 ? std::clamp(((north_m - a[0]) * dn + (east_m - a[1]) * de) / square, 0.0, 1.0)
                 : 0;
  return std::hypot(north_m - a[0] - t * dn, east_m - a[1] - t * de);
}

}  // namespace

double inside_polygon_m(const std::vector<std::array<double, 2>>& corners, double north_m,
                        double east_m) {
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = false;
  for (size_t k = 0; k < corners.size(); ++k) {
    const auto& a = corners[k];
    const auto& b = corners[(k + 1) % corners.size()];
    nearest = std::min(nearest, distance_to_segment(a, b, north_m, east_m));
    if ((a[0] > north_m) != (b[0] > north_m) &&
        east_m < a[1] + (north_m - a[0]) / (b[0] - a[0]) * (b[1] - a[1]))
      inside = !inside;
  }
  return inside ? nearest : -nearest;
}

Result<Bottom> Bottom::open(const SeabedParameters& parameters, const SeaMap& map) {
  Bottom out;
  Problems problems;
  out.material_ = parameters.material;
  out.silt_m_ = parameters.silt_m;
  out.areas_ = parameters.areas;
  out.map_ = map;
  out.silt_seen_by_ = parameters.silt_seen_by;
  out.sort_surfaces();
  for (const BottomArea& area : parameters.areas) {
    if (area.kind != BottomArea::Kind::kClass || out.classes_.count(area.class_file)) continue;
    RasterOptions options;
    options.any_value = true;
    Result<Raster> raster = open_raster(area.class_file, options);
    if (raster)
      out.classes_[area.class_file] = std::make_shared<const Raster>(std::move(raster).value());
    else
      problems.append(raster.problems());
  }
  if (!problems.empty()) return problems;
  return out;
}

Bottom::Seen Bottom::seen_through(unsigned classes) const {
  Seen out;
  out.base = silt_m_ != 0 && (silt_seen_by_ & classes) != 0;
  for (size_t i = 0; i < areas_.size(); ++i)
    if (areas_[i].silt_m && (areas_[i].seen_by & classes) != 0)
      out.areas.push_back(static_cast<int>(i));
  return out;
}

// Layers that see the same silt share a surface.
void Bottom::sort_surfaces() {
  constexpr std::array<unsigned, kSeabedLayers> kClasses = {
      0, ~0u, kSeenByCamera, kSeenBySonar, kSeenByLidar, kSeenByDvl};
  for (size_t layer = 0; layer < kSeabedLayers; ++layer) {
    const Seen seen = seen_through(kClasses[layer]);
    if (seen == Seen{}) continue;
    const auto found = std::find(seen_.begin(), seen_.end(), seen);
    surface_of_[layer] = 1 + static_cast<int>(found - seen_.begin());
    if (found == seen_.end()) seen_.push_back(seen);
  }
}

double inside_area_m(const BottomArea& area, double north_m, double east_m) {
  switch (area.kind) {
    case BottomArea::Kind::kEverywhere:
      return std::numeric_limits<double>::infinity();
    case BottomArea::Kind::kBox:
      return std::min(std::min(north_m - area.box[0], area.box[1] - north_m),
                      std::min(east_m - area.box[2], area.box[3] - east_m));
    case BottomArea::Kind::kCircle:
      return area.circle[2] - std::hypot(north_m - area.circle[0], east_m - area.circle[1]);
    case BottomArea::Kind::kPolygon:
      return inside_polygon_m(area.polygon, north_m, east_m);
    case BottomArea::Kind::kClass:
      break;
  }
  return -std::numeric_limits<double>::infinity();
}

double area_fraction(const BottomArea& area, double inside_m) {
  if (inside_m < 0) return 0;
  return area.edge_m > 0 ? smoothstep(inside_m / area.edge_m) : 1;
}

double Bottom::inside_m(const BottomArea& area, double north_m, double east_m) const {
  if (area.kind != BottomArea::Kind::kClass) return inside_area_m(area, north_m, east_m);
  const Raster& raster = *classes_.at(area.class_file);
  const Geodetic place = map_.geodetic_from_plane({north_m, east_m, 0});
  const auto pixel = raster.pixel_from_geodetic(place.latitude_deg, place.longitude_deg);
  const bool inside = pixel && raster.covers(*pixel) &&
                      raster.nearest(*pixel) == static_cast<float>(area.class_value);
  return inside ? std::numeric_limits<double>::infinity() : -1;
}

int Bottom::material(double north_m, double east_m) const {
  for (auto area = areas_.rbegin(); area != areas_.rend(); ++area)
    if (area->material && inside_m(*area, north_m, east_m) >= 0) return *area->material;
  return material_;
}

double Bottom::silt_m(double north_m, double east_m, int surface) const {
  if (surface == 0) return 0;
  const Seen& seen = seen_[static_cast<size_t>(surface) - 1];
  double silt = seen.base ? silt_m_ : 0;
  for (const int i : seen.areas) {
    const BottomArea& area = areas_[i];
    silt += area_fraction(area, inside_m(area, north_m, east_m)) * (*area.silt_m - silt);
  }
  return silt;
}

}  // namespace hadal::environment
