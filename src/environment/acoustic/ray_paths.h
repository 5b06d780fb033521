// The paths between two places as functions of one angle; the parts from which eigenrays.h finds
// rays.
//
// U is the leg from the shallower place to the upper limit of a ray, M the leg between the places,
// W the leg from the deeper place to the lower limit. A path is identified by its first direction
// and its number of vertices; n vertices at the upper and k at the lower limit make it run 2 n
// times through U, 2 k times through W, and an odd number of times through M. The angle is the
// grazing angle where sound is fastest between the places. No allocation; the profile must outlive
// the object.
#pragma once
#include <algorithm>
#include <limits>
#include <numbers>

#include "environment/acoustic/ray_arcs.h"

namespace hadal::environment {

// Two places and the sea between them. The places must lie between surface and bottom.
struct RayProblem {
  double depth_a_m = 0, depth_b_m = 0;
  double range_m = 0;   // horizontal, >= 0
  double bottom_m = 0;  // infinity or deeper than the profile: none
};

struct LegSum {
  double spread = 0;      // range over slowness
  double divergence = 0;  // d range / d slowness
  Leg leg;
};

struct Legs {
  LegSum upper, middle, lower;
};

struct RayPath {
  bool starts_down = false;
  int vertices = 0;
  int upper = 0, lower = 0;  // vertices at the upper and lower limit
  int middle = 0;            // passes between the places
};
RayPath path_of(bool a_is_deeper, bool starts_down, int vertices);

double spread(const RayPath& path, const Legs& legs);
double divergence(const RayPath& path, const Legs& legs);
// Vertices that are bounces.
int bounces(const RayPath& path, const Legs& legs);

class RayPaths {
 public:
  static constexpr double kRight_rad = std::numbers::pi / 2;

  RayPaths(const SoundProfile& profile, const RayProblem& problem);

  const RayProblem& problem() const { return problem_; }
  const SoundProfile& profile() const { return profile_; }
  double fastest_m_s() const { return fastest_m_s_; }
  bool a_is_deeper() const { return problem_.depth_a_m > problem_.depth_b_m; }
  Ray ray(double angle_rad) const {
    if (angle_rad >= kRight_rad) return {fastest_m_s_, 1, 0};
    return {fastest_m_s_, std::sin(angle_rad), std::cos(angle_rad)};
  }
  Legs legs(double angle_rad) const;
  // Range of a path; infinite when it leaves the sea.
  double range(const RayPath& path, const Legs& legs, double angle_rad) const {
    if (path.lower > 0 && legs.lower.leg.end == LegEnd::kLost)
      return std::numeric_limits<double>::infinity();
    return ray(angle_rad).slowness() * spread(path, legs);
  }
  // (range - distance) / (range + distance), -1..1.
  double miss(const RayPath& path, const Legs& legs, double angle_rad) const;
  // The angle of a path between two of opposite sign of miss.
  double root(const RayPath& path, double low, double miss_low, double high,
              double miss_high) const;
  // An angle between two of equal sign of miss and slopes toward zero, at which the sign differs;
  // 0 when there is none.
  double hidden(const RayPath& path, double low, double high, bool positive) const;
  // The next sound speed above the one given at which a limit moves to another layer or from a
  // turning point to a boundary; infinity when there is none.
  double next_critical(double above_m_s) const;
  // Of the ray that turns where the sound has this speed.
  double angle_of_speed(double c) const {
    return std::asin(std::sqrt((c - fastest_m_s_) * (c + fastest_m_s_)) / c);
  }

 private:
  LegSum leg(const Ray& ray, double from_m, bool down, double limit_m) const;

  const SoundProfile& profile_;
  RayProblem problem_;
  double shallow_m_, deep_m_, fastest_m_s_;
};

}  // namespace hadal::environment
