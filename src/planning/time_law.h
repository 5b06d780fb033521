// When a path of straight lines is where: the fastest motion along it within limits of speed and
// acceleration of each coordinate.
//
// A corner between two lines can be passed with bounded acceleration at rest only, so that each line
// is run from rest to rest. With q = a + s d, 0 <= s <= 1, the limits of the line are
//   ds/dt <= v = min_i speed_i / |d_i|,   |d2s/dt2| <= c = min_i acceleration_i / |d_i|,
// and the fastest s(t) is the trapezoid of speed with ramps of v / c, or, where v^2 >= c, the triangle
// of duration 2 / sqrt(c). (Time-optimal motion along the path itself: at every time one coordinate
// is at one of its limits.)
#pragma once
#include <array>
#include <span>

#include "planning/free_space.h"

namespace hadal::planning {

// Of a straight line, from rest to rest.
double line_duration_s(const Configuration& from, const Configuration& to,
                       const MotionLimits& limits);

// How s of a line grows.
struct LineRamp {
  double duration_s = 0;
  double rate = 0;    // while it is steady, 1/s
  double growth = 0;  // of that rate, 1/s2
};

struct Motion {
  Configuration position, velocity, acceleration;
};

// In fixed slots; nothing is allocated.
class TimedPath {
 public:
  TimedPath() = default;
  // At most kMaxPathPoints points.
  TimedPath(std::span<const Configuration> points, const MotionLimits& limits);

  int point_count() const { return count_; }
  const Configuration& point(int index) const { return points_[index]; }
  double arrival_s(int index) const { return arrival_s_[index]; }  // at a point
  double duration_s() const { return count_ == 0 ? 0 : arrival_s_[count_ - 1]; }
  // At rest at the ends before and after.
  Motion at(double time_s) const;

 private:
  int count_ = 0;
  std::array<Configuration, kMaxPathPoints> points_;
  std::array<double, kMaxPathPoints> arrival_s_{};
  std::array<LineRamp, kMaxPathPoints> ramps_{};  // of the line that ends in a point
};

}  // namespace hadal::planning
