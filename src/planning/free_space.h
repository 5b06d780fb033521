// What a planner needs to know of a space of configurations: bounds, how its coordinates compare, and
// how far one may surely go.
//
// A configuration is a point of joint positions, with the pose of the vehicle before them where that
// is planned too (arm_space.h): radians of hinges, metres of slides.
#pragma once
#include <Eigen/Core>
#include <cstdint>

namespace hadal::planning {

constexpr int kMaxCoordinates = 16;
constexpr int kMaxPathPoints = 32;  // of a path, with its ends

using Configuration = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxCoordinates, 1>;

// Units of the coordinates per second, and per second squared; above zero.
struct MotionLimits {
  Configuration speed, acceleration;
};

struct Coordinates {
  Configuration lower, upper;
  MotionLimits limits;

  int size() const { return static_cast<int>(lower.size()); }
  bool contains(const Configuration& q) const;
  // The Euclidean norm of the times that the coordinates take at full speed, seconds: so metres and
  // radians compare.
  double distance(const Configuration& a, const Configuration& b) const;
};

class FreeSpace {
 public:
  virtual ~FreeSpace() = default;
  virtual const Coordinates& coordinates() const = 0;
  // Every configuration q + s d with 0 <= s <= the value returned is free; below zero: q is not. A
  // value that is not negative has a lower limit above zero as long as d does not grow, so that
  // going on from there arrives.
  virtual double free_fraction(const Configuration& q, const Configuration& d) = 0;
};

// How far the straight line from `from` leads through free space, 0..1 of the way to `to`, by
// conservative advancement: from a configuration that was looked at one may go as far as is surely
// free and look again (Schwarzer, Saha and Latombe, Adaptive dynamic collision checking, IEEE Trans.
// Robotics, 2005). Nothing between the configurations is left out. Below zero: `from` is not free.
// `checks` counts the configurations that were looked at.
double free_way(FreeSpace& space, const Configuration& from, const Configuration& to,
                int64_t& checks);

}  // namespace hadal::planning
