// A plan view of measured points, coloured by depth: north up, one scale, the mean depth of the
// points of each pixel. Gaps of a few pixels between points are filled with the mean of their
// neighbours; what is farther from any point stays dark.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "math/types.h"
#include "outputs/picture/picture.h"

namespace hadal::outputs {

class PointMap {
 public:
  // Places in N. Points that are not finite are passed over; beyond kMax every other one, and so
  // on.
  void add(const Vec3& p_N);
  bool empty() const { return points_.empty(); }
  size_t size() const { return points_.size(); }

  // Must not be empty. size: pixels of the longer side.
  Picture picture(const std::string& title, int size) const;

 private:
  static constexpr size_t kMax = 4'000'000;
  struct Point {
    float north_m, east_m, depth_m;
  };
  struct Place;
  Place place(int size) const;
  std::vector<float> mean_depths(const Place& place) const;

  std::vector<Point> points_;
  size_t stride_ = 1, passed_ = 0;  // one of so many points is kept
};

}  // namespace hadal::outputs
